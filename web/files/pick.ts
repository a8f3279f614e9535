/** The browser's dialog for files. */

import type { FileSource } from '../store/open-file.ts';
import { type Folder, folderOfFiles, folderOfHandle } from './dropped.ts';
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

/** Asks the user for a folder. Null when the user cancels. */
export async function pickFolder(): Promise<Folder | null> {
  const byInput = async () => folderOfFiles(await chooseByInput({ webkitdirectory: true }));
  if (!window.showDirectoryPicker) return byInput();
  try {
    return folderOfHandle(await window.showDirectoryPicker());
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? null : byInput();
  }
}

async function pickSnapshots(multiple: boolean): Promise<FileSource[]> {
  const chosen = await chooseByInput({ multiple, accept: '.abc,.ABC,.dtx,.DTX,*/*' });
  return chosen.map((file) => snapshotSource(file));
}

function chooseByInput(
  options: Partial<Pick<HTMLInputElement, 'multiple' | 'accept' | 'webkitdirectory'>>,
): Promise<readonly File[]> {
  const input = Object.assign(document.createElement('input'), { type: 'file', ...options });
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve([]));
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.click();
  });
}
