/** The browser's dialog for files. */

import type { FileSource } from '../document/open-file.ts';
import { isWithdrawn } from '../lib/reason.ts';
import { type Folder, folderOfFiles, folderOfHandle } from './dropped.ts';
import { handleSource, snapshotSource } from './source.ts';

/** Asks the user for files; with handles, where the browser gives them. None when the user cancels. */
export async function pickFiles(multiple = true): Promise<FileSource[]> {
  if (!window.showOpenFilePicker) return pickSnapshots(multiple);
  try {
    const handles = await window.showOpenFilePicker({ multiple });
    return handles.map((handle) => handleSource(handle));
  } catch (error) {
    // A frame of another page may have the picker and not be allowed to use it.
    return isWithdrawn(error) ? [] : pickSnapshots(multiple);
  }
}

/** Asks the user for a folder. Null when the user cancels. */
export async function pickFolder(): Promise<Folder | null> {
  const byInput = async () => folderOfFiles(await chooseByInput({ webkitdirectory: true }));
  if (!window.showDirectoryPicker) return byInput();
  try {
    return folderOfHandle(await window.showDirectoryPicker());
  } catch (error) {
    return isWithdrawn(error) ? null : byInput();
  }
}

async function pickSnapshots(multiple: boolean): Promise<FileSource[]> {
  const chosen = await chooseByInput({ multiple, accept: '.abc,.ABC,.dtx,.DTX,*/*' });
  return chosen.map((file) => snapshotSource(file));
}

/** That of the last dialog. */
let field: HTMLInputElement | null = null;

function chooseByInput(
  options: Partial<Pick<HTMLInputElement, 'multiple' | 'accept' | 'webkitdirectory'>>,
): Promise<readonly File[]> {
  const input = Object.assign(document.createElement('input'), { type: 'file', ...options });
  input.hidden = true;
  // A browser that says nothing of a cancelled dialog leaves the one before.
  field?.remove();
  field = input;
  // Old Safari on phones forgets a field that is not in the page.
  document.body.append(input);
  return new Promise((resolve) => {
    const chosen = (files: readonly File[]) => {
      input.remove();
      resolve(files);
    };
    input.addEventListener('cancel', () => chosen([]));
    input.addEventListener('change', () => chosen([...(input.files ?? [])]));
    input.click();
  });
}
