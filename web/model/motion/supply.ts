/** Files that the user gives to a model to take animations from. */
import { batch } from '@preact/signals-core';
import { openSources } from '../../files/open.ts';
import { snapshotSource } from '../../files/source.ts';
import { addAnimationSource, setAnimationSource } from '../../store/clips.ts';
import { activeId, type FileSource, files, type OpenFile } from '../../store/state.ts';

/** Asks for files; none when the user cancels. */
function chooseSources(multiple: boolean): Promise<FileSource[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = multiple;
    input.accept = '.abc,.ABC,*/*';
    input.addEventListener('change', () => {
      resolve([...(input.files ?? [])].map((file) => snapshotSource(file)));
    });
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/**
 * Opens files and leaves the model in front.
 * @returns the first of them that is a model; null when there is none, which the notice then says
 */
async function openBeside(file: OpenFile, sources: readonly FileSource[]): Promise<OpenFile | null> {
  if (sources.length === 0) return null;
  await openSources(sources);
  const first = files.value.find(({ id }) => id === activeId.value);
  activeId.value = file.id;
  return first?.model && first.id !== file.id ? first : null;
}

/** Asks for the files that a model names; they are found by their names. */
export async function supplyFiles(file: OpenFile): Promise<void> {
  await openBeside(file, await chooseSources(true));
}

/**
 * Makes a file stand for a child model.
 * @param child index into `info.childModels`; null adds the file to those that the model names
 * @param sources what was dropped; without them the user is asked
 */
export async function supplyChild(
  file: OpenFile,
  child: number | null,
  sources?: readonly FileSource[],
): Promise<void> {
  const source = await openBeside(file, sources ?? (await chooseSources(false)));
  if (!source) return;
  batch(() => {
    if (child === null) addAnimationSource(file, source);
    else setAnimationSource(file, child, source);
  });
}
