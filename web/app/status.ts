/** The foot of the page: what is selected, how much of the file is understood. */

import { BYTE_STATES, type Coverage } from '@lithoscope/core';
import { stepToGap } from '../bytes/hex/stops.ts';
import type { OpenFile } from '../document/open-file.ts';
import type { Selection } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { counted } from '../explain/describe.ts';
import { formatOffset, percent } from '../lib/hex.ts';
import { commandButton } from '../ui/command-button.ts';
import { button, el, icon } from '../ui/dom.ts';
import { LAYOUT_ICONS } from '../ui/icons.ts';
import { effect } from '../ui/scope.ts';
import { mountCaretField } from './caret-field.ts';
import { layoutCommands } from './commands.ts';
import { historyButtons } from './history.ts';
import './status.css';

export function mountStatus(host: HTMLElement): void {
  const selected = el('span', { class: 'status-selection' });
  const field = el('span', { class: 'status-field' });
  const coverage = el('span', {
    class: 'status-coverage',
    role: 'group',
    'aria-label': 'Bytes by what is known of them',
  });
  const layout = el(
    'div',
    { class: 'status-layout', role: 'group', 'aria-label': 'Panels in view' },
    ...layoutCommands.map((command) => commandButton(command, icon(...(LAYOUT_ICONS[command.id] ?? [])))),
  );
  host.append(historyButtons('status-history'), selected, field, coverage, layout);
  effect(() => {
    const file = activeFile.value;
    coverage.replaceChildren(...(file ? coverageParts(file.parsed.coverage, file.parsed.size) : []));
  });
  mountCaretField(field);
  effect(() => {
    const file = activeFile.value;
    selected.replaceChildren(...(file ? selectionParts(file, file.selection.value) : []));
  });
}

function selectionParts(file: OpenFile, selection: Selection | null): (Node | string)[] {
  if (!selection) return [counted(file.parsed.size, 'byte')];
  const { start, end } = selection;
  const last = Math.max(start, end - 1);
  const range = start === last ? formatOffset(start) : `${formatOffset(start)}–${formatOffset(last)}`;
  return [el('strong', { class: 'mono' }, range), ` · ${counted(end - start, 'byte')} selected`];
}

/** What each state of bytes means. */
const STATE_WORDS: Readonly<Record<keyof Coverage, string>> = {
  known: 'Known: the meaning is documented',
  opaque: 'Opaque: belongs to a known section, meaning unknown',
  unreferenced: 'Unreferenced: nothing points to it',
  unparsed: 'Unparsed: reading stopped before it',
};

/** A button for each state of bytes: how much of the file it is, and the way to the next of them. */
function coverageParts(coverage: Coverage, size: number): HTMLElement[] {
  return BYTE_STATES.map((state) => {
    const count = coverage[state];
    const part = button(`${state} `, () => stepToGap(1, state), {
      class: count === 0 && state !== 'known' ? 'coverage-none' : undefined,
      title: `${STATE_WORDS[state]}\n${count === 0 ? 'No byte is.' : `${counted(count, 'byte')}: go to the next`}`,
      disabled: count === 0,
    });
    part.append(el('strong', {}, percent(count, size)));
    return part;
  });
}
