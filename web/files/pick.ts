/** The browser's dialog for files. */

import type { FileSource } from '../store/open-file.ts';
import { handleSource, snapshotSource } from './source.ts';

/** Asks the user for files; with handles, where the browser gives them. None when the user cancels. */
export async function pickFiles(multiple = true): Promise<FileSource[]> {
  if (!window.showOpenFilePicker) return pickSnapshots(multiple);
  try {
    const handles = await window.showOpenFilePicker({ multiple });
    return handles.map((handle) => handleSource(handle));
  } catch (error) {
    const cancelled = error instanceof DOMException && error.name === 'AbortError';
    // A frame of another page may have the picker and not be allowed to use it.
    return cancelled ? [] : pickSnapshots(multiple);
  }
}

function pickSnapshots(multiple: boolean): Promise<FileSource[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = multiple;
  input.accept = '.abc,.ABC,.dtx,.DTX,*/*';
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve([]));
    input.addEventListener('change', () => {
      resolve([...(input.files ?? [])].map((file) => snapshotSource(file)));
    });
    input.click();
  });
}
