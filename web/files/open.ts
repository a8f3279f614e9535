/** Files of the user and samples → the store. What cannot be opened becomes a sentence. */

import { batch } from '@preact/signals-core';
import { refusal } from '../explain/describe.ts';
import { loadCore, reasonOf } from '../store/core.ts';
import { dismissNotice, notice, notify } from '../store/notices.ts';
import { type FileSource, type OpenFile, openFile } from '../store/open-file.ts';
import { activeId, addFiles, files } from '../store/state.ts';
import { once, page } from '../ui/scope.ts';
import { pickFiles } from './pick.ts';
import { type FileContent, type ParsedContent, parseModel, readSource } from './read.ts';
import { rememberOpened } from './recent.ts';
import { replaceContent } from './reload.ts';
import { isSameSource, type OpenOptions, type SlotTarget } from './source.ts';
import { assignTextures } from './textures/assign.ts';

/**
 * Opens files; the first good one becomes the active one, what was open stays open. A file that is open
 * already is not opened twice: its tab gets the content that it has now. Textures are kept for the models.
 */
export async function openSources(
  sources: readonly FileSource[],
  { sentences = [], textures = [], slot = null }: OpenOptions = {},
): Promise<void> {
  dismissNotice();
  const core = await loadCore();
  if (!core) return;
  const pictures: FileContent[] = [];
  const models: ParsedContent[] = [];
  const refused: ParsedContent[] = [];
  const problems = [...sentences];
  for (const source of sources) {
    try {
      const content = await readSource(source);
      if (content.kind === 'model') {
        const model = await parseModel(core, content);
        (model.parsed.info.format === 'abc' ? models : refused).push(model);
      } else pictures.push(content);
    } catch (error) {
      problems.push(reasonOf(error));
    }
  }
  const assigned = await assignTextures(pictures, textures, { slot, withModels: models.length > 0 });
  problems.push(...assigned.problems, ...refused.map(sentenceAbout));
  const added: OpenFile[] = [];
  const reloaded: OpenFile[] = [];
  for (const { source, parsed } of [...models, ...assigned.files]) {
    const twin = await findTwin(source);
    if (twin) reloaded.push(replaceContent(twin, parsed, source));
    else added.push(openFile(source, parsed));
  }
  batch(() => {
    if (reloaded[0]) activeId.value = reloaded[0].id;
    addFiles(added);
    if (problems.length > 0) report(problems, refused);
  });
  void rememberOpened([...reloaded, ...added].map(({ source }) => source));
}

function sentenceAbout({ source: { name }, parsed }: ParsedContent): string {
  return refusal(name, parsed.info, parsed.findings);
}

/** The open file of a source. */
async function findTwin(source: FileSource): Promise<OpenFile | null> {
  for (const file of files.peek()) if (await isSameSource(file.source, source)) return file;
  return null;
}

/** Shows sentences. Files that are neither models nor textures are held as long, as their bytes can be shown. */
function report(problems: readonly string[], refused: readonly ParsedContent[]): void {
  const shown = refused
    .filter(({ parsed }) => parsed.size > 0)
    .map(({ source, parsed }) => openFile(source, parsed));
  const showBytes = { label: 'Show the bytes anyway', run: () => addFiles(shown) };
  notify(problems.join('\n'), shown.length > 0 ? showBytes : undefined);
  const own = notice.peek();
  page.run(() =>
    once(
      () => notice.value !== own,
      () => releaseUnopened(refused),
    ),
  );
}

function releaseUnopened(contents: readonly ParsedContent[]): void {
  for (const { parsed } of contents) {
    if (!files.peek().some((file) => file.parsed === parsed)) parsed.release();
  }
}

/**
 * Asks the user for files and opens them.
 * @param slot what a texture among them is meant for
 */
export async function chooseFiles(slot: SlotTarget | null = null): Promise<void> {
  const sources = await pickFiles();
  if (sources.length > 0) await openSources(sources, { slot });
}
