/** Files that the user gives to a model to take animations from. */
import { batch } from '@preact/signals-core';
import { openSources } from '../../files/open.ts';
import { pickFiles } from '../../files/pick.ts';
import type { OpenOptions } from '../../files/source.ts';
import { addDonor, setDonor } from '../../store/clips.ts';
import { activeId, type FileSource, files, type OpenFile } from '../../store/state.ts';

/**
 * Opens files and leaves the model in front.
 * @returns the first of them that is a model; null when there is none, which the notice then says
 */
async function openBeside(
  file: OpenFile,
  sources: readonly FileSource[],
  options: OpenOptions = {},
): Promise<OpenFile | null> {
  if (sources.length === 0 && !options.textures?.length) return null;
  await openSources(sources, options);
  const first = files.value.find(({ id }) => id === activeId.value);
  activeId.value = file.id;
  return first?.model && first.id !== file.id ? first : null;
}

/** Asks for the files that a model names; they are found by their names. */
export async function supplyFiles(file: OpenFile): Promise<void> {
  await openBeside(file, await pickFiles());
}

/**
 * Makes a file stand for a child model.
 * @param child index into `info.childModels`; null adds the file to those that the model names
 * @param sources dropped files; without them the user is asked
 * @param options what was dropped with them
 */
export async function supplyChild(
  file: OpenFile,
  child: number | null,
  sources?: readonly FileSource[],
  options?: OpenOptions,
): Promise<void> {
  const donor = await openBeside(file, sources ?? (await pickFiles(false)), options);
  if (!donor) return;
  batch(() => {
    if (child === null) addDonor(file, donor);
    else setDonor(file, child, donor);
  });
}
