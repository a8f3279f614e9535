/** Files of the user and samples → the store. What cannot be opened becomes a sentence. */

import { batch } from '@preact/signals-core';
import { refusal } from '../explain/describe.ts';
import { loadCore, reasonOf } from '../store/core.ts';
import { dismissNotice, notify } from '../store/notices.ts';
import { activeId, addFiles, type FileSource, files, type OpenFile, openFile } from '../store/state.ts';
import { pickFiles } from './pick.ts';
import { rememberOpened } from './recent.ts';
import { replaceContent } from './reload.ts';
import { type Accompanying, type Content, isSameSource, parseSource, type SlotTarget } from './source.ts';
import { takeTextures } from './textures/take.ts';

/**
 * Opens files; the first good one becomes the active one, what was open stays open. A file that is open
 * already is not opened twice: its tab gets the content that it has now. Textures are kept for the models.
 */
export async function openSources(
  sources: readonly FileSource[],
  { sentences = [], textures = [], slot = null }: Accompanying = {},
): Promise<void> {
  dismissNotice();
  const lithoscope = await loadCore();
  if (!lithoscope) return;
  const before = files.peek();
  const opened: OpenFile[] = [];
  const twins: OpenFile[] = [];
  const others: Content[] = [];
  const problems = [...sentences];
  /** Neither models nor textures: their bytes can be shown all the same. */
  const refused: OpenFile[] = [];
  const refuse = ({ source, parsed }: Content) => {
    const file = openFile(source, parsed);
    if (file.info.size > 0) refused.push(file);
    problems.push(refusal(file.name, file.info, file.parsed.findings));
  };
  const showBytes = { label: 'Show the bytes anyway', run: () => addFiles(refused) };
  for (const source of sources) {
    try {
      const parsed = await parseSource(lithoscope, source);
      if (parsed.info.format !== 'abc') {
        if (parsed.isPartial) refuse({ source, parsed });
        else others.push({ source, parsed });
        continue;
      }
      const twin = await findTwin(before, source);
      if (twin) twins.push(replaceContent(twin, parsed, source));
      else opened.push(openFile(source, parsed));
    } catch (error) {
      problems.push(reasonOf(error));
    }
  }
  if (others.length + textures.length > 0) {
    const taken = await takeTextures(others, textures, {
      slot,
      withModels: opened.length + twins.length > 0,
    });
    for (const { source, parsed } of taken.files) {
      const twin = await findTwin(before, source);
      if (twin) twins.push(replaceContent(twin, parsed, source));
      else opened.push(openFile(source, parsed));
    }
    problems.push(...taken.problems);
    taken.others.forEach(refuse);
  }
  batch(() => {
    if (twins[0]) activeId.value = twins[0].id;
    addFiles(opened);
    if (problems.length > 0) notify(problems.join('\n'), refused.length > 0 ? showBytes : undefined);
  });
  void rememberOpened([...twins, ...opened].map(({ source }) => source));
}

async function findTwin(open: readonly OpenFile[], source: FileSource): Promise<OpenFile | null> {
  for (const file of open) if (await isSameSource(file.source, source)) return file;
  return null;
}

/**
 * Asks the user for files and opens them.
 * @param slot what a texture among them is meant for
 */
export async function chooseFiles(slot: SlotTarget | null = null): Promise<void> {
  const sources = await pickFiles();
  if (sources.length > 0) await openSources(sources, { slot });
}
