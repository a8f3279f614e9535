/** Files of the user and samples → the store. What cannot be opened becomes a sentence. */
import { Lithoscope } from '@lithoscope/core';
import { batch, type Signal, signal } from '@preact/signals-core';
import { addFile, notice, type OpenFile, openFile } from '../state.ts';
import { refusal } from '../structure/describe.ts';

/** Larger files would have to be read by slices. */
const LARGEST = 64 * 1024 * 1024;

/** Files just refused because they are no ABC files; their bytes can be shown all the same. */
export const refused: Signal<readonly OpenFile[]> = signal([]);

let core: Promise<Lithoscope> | null = null;

/** Loads the WebAssembly core, once. Null when it cannot be loaded, which the notice then says. */
export async function loadCore(): Promise<Lithoscope | null> {
  core ??= Lithoscope.load();
  try {
    return await core;
  } catch (error) {
    notice.value = `The part of the page that reads files (WebAssembly) could not be loaded, so nothing can be opened. Reload the page, or try a current browser. Reason: ${reasonOf(error)}`;
    return null;
  }
}

/** What went wrong, in the words of whoever threw it. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Opens files; the last good one becomes the active one, what was open stays open. */
export async function openFiles(list: readonly File[]): Promise<void> {
  if (list.length === 0) return;
  dismissNotice();
  const lithoscope = await loadCore();
  if (!lithoscope) return;
  const problems: string[] = [];
  for (const file of list) {
    const problem = await openOne(lithoscope, file);
    if (problem) problems.push(problem);
  }
  if (problems.length > 0) notice.value = problems.join('\n');
}

/** Opens one file; gives the sentence to say when that failed. */
async function openOne(lithoscope: Lithoscope, file: File): Promise<string | null> {
  if (file.size > LARGEST) {
    return `${file.name} has ${Math.ceil(file.size / 1e6)} MB. Files above 64 MB are not opened.`;
  }
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return `${file.name} could not be read: it is a folder, or it has gone or changed since it was chosen.`;
  }
  const opened = openFile(file.name, lithoscope.open(bytes));
  if (opened.info.format === 'abc') {
    addFile(opened);
    return null;
  }
  if (opened.info.size > 0) refused.value = [...refused.value, opened];
  return refusal(file.name, opened.info, opened.abc.findings);
}

/** Opens refused files all the same: their bytes can be looked at. */
export function openRefused(): void {
  batch(() => {
    for (const file of refused.value) addFile(file);
    dismissNotice();
  });
}

export function dismissNotice(): void {
  batch(() => {
    notice.value = null;
    refused.value = [];
  });
}

/** Asks the user for files and opens them. */
export function chooseFiles(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = '.abc,.ABC,*/*';
  input.addEventListener('change', () => void openFiles([...(input.files ?? [])]));
  input.click();
}
