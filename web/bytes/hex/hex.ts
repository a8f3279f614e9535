/** The hex panel: the bytes of the active file. */

import { untracked } from '@preact/signals-core';
import { hits } from '../../document/marks.ts';
import { activeFile } from '../../document/state.ts';
import { command, runCommand } from '../../store/commands.ts';
import { withEditing } from '../../store/lazy-cores.ts';
import { el } from '../../ui/dom.ts';
import { offerFocus } from '../../ui/focus.ts';
import { keyName } from '../../ui/keyboard.ts';
import { usePart } from '../../ui/parts.ts';
import { effect, scope } from '../../ui/scope.ts';
import { hitMarks } from './byte-marks.ts';
import { isEditing } from './editing.ts';
import { mountMinimap } from './minimap.ts';
import { HexView } from './view.ts';

export function mountHex(host: HTMLElement): HexView {
  host.classList.add('hex');
  const body = el('div', { class: 'hex-body' });
  host.append(body);
  const view = new HexView(body, {
    marks: (file, start, end) => {
      const found = hits.peek();
      return found?.file === file.id ? hitMarks(found, start, end) : [];
    },
  });
  offerFocus('bytes', view.box);
  mountMinimap(body, view);
  view.box.addEventListener('copy', (event) => {
    if (runCommand(command('copy.hex'))) event.preventDefault();
  });
  effect(() => {
    const file = activeFile.value;
    void file?.content.value;
    void file?.name;
    untracked(() => view.show(file));
  });
  // As in any grid of cells (ARIA): for keyboards without the key Insert.
  view.box.addEventListener('keydown', (event) => {
    if (keyName(event) !== 'Enter' || isEditing.peek()) return;
    event.preventDefault();
    runCommand(command('hex.edit'));
  });
  effect(() => {
    if (!isEditing.value) return;
    const made = scope();
    void usePart(
      () => withEditing(() => import('../overwrite/bar.ts')),
      (part) => made.run(() => part.mountOverwrite(host, view)),
    );
  });
  effect(() => {
    hits.value;
    view.redraw();
  });
  return view;
}
