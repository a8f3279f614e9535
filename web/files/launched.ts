/**
 * Files that the desktop opened in a window of the installed page that shows the documentation: it hands them on to the
 * page, with their handles, which only IndexedDB can hold.
 */

import { createStore, del, get, set } from 'idb-keyval';

export type LaunchedFiles = readonly (FileSystemFileHandle | FileSystemDirectoryHandle)[];

const store = createStore('lithoscope-launched', 'files');

/** @returns what they are kept under */
export async function persistLaunched(files: LaunchedFiles): Promise<string> {
  const key = crypto.randomUUID();
  await set(key, files, store);
  return key;
}

/** What was kept, once; undefined where there is nothing. */
export async function takeLaunched(key: string): Promise<LaunchedFiles | undefined> {
  const files = await get<LaunchedFiles>(key, store);
  await del(key, store);
  return files;
}
