/**
 * Files that the desktop opened in an installed window that shows the documentation. It passes them to the page through
 * IndexedDB, which can store handles.
 */

import * as v from 'valibot';
import { Records } from '../store/records.ts';
import { HANDLE } from './kept.ts';

export type LaunchedFiles = readonly (FileSystemFileHandle | FileSystemDirectoryHandle)[];

const store = new Records('lithoscope-launched', 'files');

const USE = v.object({ at: v.number() });
const LAUNCH = v.object({ ...USE.entries, files: v.array(HANDLE) });

/** The page takes a record as soon as it loads. One that is left was never taken: its window was closed before. */
const LIMITS = { ageMs: 60 * 60 * 1000 };

/** Stores files for the page, and deletes records that were never taken. @returns the key of the record */
export async function persistLaunched(files: LaunchedFiles): Promise<string> {
  const key = crypto.randomUUID();
  await store.prune(USE, LIMITS);
  await store.set([[key, { at: Date.now(), files }]]);
  return key;
}

/** Reads and deletes the files of a key; null without any. */
export async function takeLaunched(key: string): Promise<LaunchedFiles | null> {
  const launch = await store.get(key, LAUNCH);
  await store.forget([key]);
  return launch?.files ?? null;
}
