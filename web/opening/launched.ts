/**
 * Files that the desktop opened in a window of the installed page that shows the documentation: it hands them on to the
 * page, with their handles, which only IndexedDB can hold.
 */

import * as v from 'valibot';
import { Records } from '../store/records.ts';
import { HANDLE } from './kept.ts';

export type LaunchedFiles = readonly (FileSystemFileHandle | FileSystemDirectoryHandle)[];

const store = new Records('lithoscope-launched', 'files');

/** @returns what they are kept under */
export async function persistLaunched(files: LaunchedFiles): Promise<string> {
  const key = crypto.randomUUID();
  await store.set([[key, files]]);
  return key;
}

/** What was kept, once; null where there is nothing. */
export async function takeLaunched(key: string): Promise<LaunchedFiles | null> {
  const files = await store.get(key, v.array(HANDLE));
  await store.forget([key]);
  return files;
}
