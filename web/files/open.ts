/** Files of the user and samples → the store. What cannot be opened becomes a sentence. */
import type { ParsedFile } from '@lithoscope/core';
import { batch } from '@preact/signals-core';
import { refusal } from '../explain/describe.ts';
import { loadCore, reasonOf } from '../store/core.ts';
import {
  activeId,
  addFiles,
  dismissNotice,
  type FileSource,
  files,
  notice,
  type OpenFile,
  openFile,
  refused,
} from '../store/state.ts';
import { rememberOpened } from './recent.ts';
import { replaceContent } from './reload.ts';
import { handleSource, isSameSource, parseSource, snapshotSource } from './source.ts';

/** What comes with files to open. */
export interface Accompanying {
  /** To say together with those about files that could not be opened. */
  readonly sentences?: readonly string[];
  /** Textures that models may want; not read before. */
  readonly textures?: readonly FileSource[];
  /** The slot that a texture among the files is meant for. */
  readonly slot?: SlotTarget | null;
}

/** A skin slot of an open model. */
export interface SlotTarget {
  readonly file: OpenFile;
  readonly slot: number;
}

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
  for (const source of sources) {
    try {
      const parsed = await parseSource(lithoscope, source);
      if (parsed.info.format !== 'abc') {
        if (parsed.bySlices) problems.push(refuse({ source, parsed }));
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
    const { takeTextures } = await import('./textures/take.ts');
    const taken = await takeTextures(others, textures, {
      slot,
      withModels: opened.length + twins.length > 0,
    });
    for (const { source, parsed } of taken.files) {
      const twin = await findTwin(before, source);
      if (twin) twins.push(replaceContent(twin, parsed, source));
      else opened.push(openFile(source, parsed));
    }
    problems.push(...taken.problems, ...taken.others.map(refuse));
  }
  batch(() => {
    if (twins[0]) activeId.value = twins[0].id;
    addFiles(opened);
    if (problems.length > 0) notice.value = problems.join('\n');
  });
  void rememberOpened([...twins, ...opened].map(({ source }) => source));
}

/** A file that was read. */
export interface Content {
  readonly source: FileSource;
  readonly parsed: ParsedFile;
}

async function findTwin(open: readonly OpenFile[], source: FileSource): Promise<OpenFile | null> {
  for (const file of open) if (await isSameSource(file.source, source)) return file;
  return null;
}

function refuse({ source, parsed }: Content): string {
  const file = openFile(source, parsed);
  if (file.info.size > 0) refused.value = [...refused.value, file];
  return refusal(file.name, file.info, file.parsed.findings);
}

/**
 * Asks the user for files and opens them; with handles, where the browser gives them.
 * @param slot what a texture among them is meant for
 */
export async function chooseFiles(slot: SlotTarget | null = null): Promise<void> {
  if (!window.showOpenFilePicker) {
    chooseSnapshots(slot);
    return;
  }
  try {
    const handles = await window.showOpenFilePicker({ multiple: true });
    await openSources(
      handles.map((handle) => handleSource(handle)),
      { slot },
    );
  } catch (error) {
    const cancelled = error instanceof DOMException && error.name === 'AbortError';
    // A frame of another page may have the picker and not be allowed to use it.
    if (!cancelled) chooseSnapshots(slot);
  }
}

function chooseSnapshots(slot: SlotTarget | null): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = '.abc,.ABC,.dtx,.DTX,*/*';
  input.addEventListener('change', () => {
    void openSources(
      [...(input.files ?? [])].map((file) => snapshotSource(file)),
      { slot },
    );
  });
  input.click();
}
