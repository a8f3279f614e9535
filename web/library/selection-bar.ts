/** Under the list: how many files are selected, and what can be done with them together. */

import { counted } from '../explain/describe.ts';
import { button, el, icon } from '../ui/dom.ts';
import { CROSS } from '../ui/icons.ts';
import { effect } from '../ui/scope.ts';
import { glbRequest, modelsAmong } from './commands.ts';
import { extractFiles } from './extract/extract.ts';
import { NOTHING, selection } from './list/selection.ts';
import { selectedFiles } from './list/state.ts';
import { sizeWords } from './list/words.ts';
import { compareFiles, openFiles } from './open.ts';

export function selectionBar(): HTMLElement {
  const words = el('span', { class: 'library-selected', role: 'status' });
  const small = (label: string, run: () => void) => button(label, run, { class: 'button-small' });
  const compare = small('Compare', () => void compareFiles(selectedFiles()));
  const glb = small('GLB…', () => glbRequest.send(modelsAmong(selectedFiles())));
  glb.title = 'Export the selected models as GLB';
  const clear = button(icon(CROSS), () => (selection.value = NOTHING), {
    class: 'file-close',
    'aria-label': 'Select nothing',
    title: 'Select nothing',
  });
  const tools = el(
    'div',
    { class: 'library-selection-tools' },
    small('Open', () => void openFiles(selectedFiles())),
    compare,
    small('Extract', () => void extractFiles(selectedFiles())),
    glb,
    clear,
  );
  const bar = el(
    'div',
    { class: 'library-selection', role: 'group', 'aria-label': 'Selected files' },
    words,
    tools,
  );
  effect(() => {
    const { files } = selection.value;
    bar.hidden = files.size < 2;
    compare.hidden = files.size !== 2;
    if (bar.hidden) return;
    glb.hidden = modelsAmong([...files]).length === 0;
    const sizes = [...files].map(({ size }) => size);
    const known = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
    const size = sizes.includes(null) ? `more than ${sizeWords(known)}` : sizeWords(known);
    words.textContent = `${counted(files.size, 'file')}, ${size}`;
  });
  return bar;
}
