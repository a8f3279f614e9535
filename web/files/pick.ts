/** The browser's dialog for files. */

import type { FileSource } from '../store/open-file.ts';
import { type DroppedFiles, filesInFolder } from './dropped.ts';
import { kindByName } from './kind.ts';
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

/** Asks the user for a folder, and looks for models and textures in it. Null when the user cancels. */
export async function pickFolder(): Promise<DroppedFiles | null> {
  if (!window.showDirectoryPicker) return filesFrom(await chooseByInput({ webkitdirectory: true }));
  try {
    return await filesInFolder(await window.showDirectoryPicker());
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    return filesFrom(await chooseByInput({ webkitdirectory: true }));
  }
}

/** What of the files of a folder, in all folders in it, is opened; null without any. */
function filesFrom(chosen: readonly File[]): DroppedFiles | null {
  if (chosen.length === 0) return null;
  const inFolder = chosen.map((file) => snapshotSource(file, file.webkitRelativePath || file.name));
  const ofKind = (kind: string) => inFolder.filter(({ name }) => kindByName(name) === kind);
  const [sources, textures] = [ofKind('model'), ofKind('texture')];
  const none = sources.length + textures.length === 0;
  return { sources, textures, sentences: none ? [NOTHING_IN_FOLDER] : [] };
}

const NOTHING_IN_FOLDER = 'There is neither a model (.abc) nor a texture in the folder.';

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
