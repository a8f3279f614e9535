/**
 * Files that the desktop opened in an installed window that shows the documentation. It passes them to the page through
 * IndexedDB, which can store handles.
 */

import * as v from 'valibot';
import { Records } from '../store/records.ts';
import { HANDLE } from './kept.ts';

export type LaunchedFiles = readonly (FileSystemFileHandle | FileSystemDirectoryHandle)[];

const store = new Records('lithoscope-launched', 'files');

/** Stores files. @returns their key */
export async function persistLaunched(files: LaunchedFiles): Promise<string> {
  const key = crypto.randomUUID();
  await store.set([[key, files]]);
  return key;
}

/** Takes stored files; null if there are none. */
export async function takeLaunched(key: string): Promise<LaunchedFiles | null> {
  const files = await store.get(key, v.array(HANDLE));
  await store.forget([key]);
  return files;
}
