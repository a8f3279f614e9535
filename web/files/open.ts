/** Files of the user and samples → the store. What cannot be opened becomes a sentence. */
import { batch, type Signal, signal } from '@preact/signals-core';
import { activeId, addFiles, type FileSource, files, notice, type OpenFile, openFile } from '../state.ts';
import { refusal } from '../structure/describe.ts';
import { loadCore, reasonOf } from './core.ts';
import { rememberOpened } from './recent.ts';
import { replaceContent } from './reload.ts';
import { handleSource, isSameSource, readBytes, snapshotSource } from './source.ts';

/** Files just refused because they are no ABC files; their bytes can be shown all the same. */
export const refused: Signal<readonly OpenFile[]> = signal([]);

/**
 * Opens files; the first good one becomes the active one, what was open stays open. A file that is open
 * already is not opened twice: its tab gets the content that it has now.
 * @param sentences to say together with those about files that could not be opened
 */
export async function openSources(
  sources: readonly FileSource[],
  sentences: readonly string[] = [],
): Promise<void> {
  dismissNotice();
  const lithoscope = await loadCore();
  if (!lithoscope) return;
  const before = files.peek();
  const opened: OpenFile[] = [];
  const twins: OpenFile[] = [];
  const problems = [...sentences];
  for (const source of sources) {
    try {
      const parsed = lithoscope.open(await readBytes(source));
      const twin = await findTwin(before, source);
      if (parsed.info.format !== 'abc') problems.push(refuse(openFile(source, parsed)));
      else if (twin) twins.push(replaceContent(twin, parsed, source));
      else opened.push(openFile(source, parsed));
    } catch (error) {
      problems.push(reasonOf(error));
    }
  }
  batch(() => {
    if (twins[0]) activeId.value = twins[0].id;
    addFiles(opened);
    if (problems.length > 0) notice.value = problems.join('\n');
  });
  void rememberOpened([...twins, ...opened].map(({ source }) => source));
}

async function findTwin(open: readonly OpenFile[], source: FileSource): Promise<OpenFile | null> {
  for (const file of open) if (await isSameSource(file.source, source)) return file;
  return null;
}

function refuse(file: OpenFile): string {
  if (file.info.size > 0) refused.value = [...refused.value, file];
  return refusal(file.name, file.info, file.parsed.findings);
}

/** Opens refused files all the same: their bytes can be looked at. */
export function openRefused(): void {
  batch(() => {
    addFiles(refused.value);
    dismissNotice();
  });
}

export function dismissNotice(): void {
  batch(() => {
    notice.value = null;
    refused.value = [];
  });
}

/** Asks the user for files and opens them; with handles, where the browser gives them. */
export async function chooseFiles(): Promise<void> {
  if (!window.showOpenFilePicker) {
    chooseSnapshots();
    return;
  }
  try {
    const handles = await window.showOpenFilePicker({ multiple: true });
    await openSources(handles.map((handle) => handleSource(handle)));
  } catch (error) {
    const cancelled = error instanceof DOMException && error.name === 'AbortError';
    // A frame of another page may have the picker and not be allowed to use it.
    if (!cancelled) chooseSnapshots();
  }
}

function chooseSnapshots(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = '.abc,.ABC,*/*';
  input.addEventListener('change', () => {
    void openSources([...(input.files ?? [])].map((file) => snapshotSource(file)));
  });
  input.click();
}
