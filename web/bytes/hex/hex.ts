/** The hex panel: the bytes of the active file. */

import { untracked } from '@preact/signals-core';
import { command, runCommand } from '../../store/commands.ts';
import { hits } from '../../store/find-hits.ts';
import { activeFile } from '../../store/state.ts';
import { el } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { mountFindBar } from '../find/bar.ts';
import { hitMarks } from './byte-marks.ts';
import { mountMinimap } from './minimap.ts';
import { rememberFormat } from './options.ts';
import { HexView } from './view.ts';

export function mountHex(host: HTMLElement): HexView {
  host.classList.add('hex');
  rememberFormat();
  mountFindBar(host);
  const body = el('div', { class: 'hex-body' });
  host.append(body);
  const view = new HexView(body, {
    marks: (file, start, end) => {
      const found = hits.peek();
      return found?.key === file.key ? hitMarks(found, start, end) : [];
    },
  });
  mountMinimap(body, view);
  view.box.addEventListener('copy', (event) => {
    if (runCommand(command('copy.hex'))) event.preventDefault();
  });
  effect(() => {
    const file = activeFile.value;
    untracked(() => view.show(file));
  });
  effect(() => {
    hits.value;
    view.redraw();
  });
  return view;
}
