/** The foot of the bytes: what is selected, the size of the file, and how much of it is understood. */
import { BYTE_STATES, type ByteState, type Coverage } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import type { Selection } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import { formatOffset, percent } from '../../lib/hex.ts';
import { el, setAttribute } from '../../ui/dom.ts';
import { type MenuItem, menuButton, openMenu } from '../../ui/menu.ts';
import { effect } from '../../ui/scope.ts';
import { stepToGap } from './stops.ts';

export function mountFoot(host: HTMLElement): void {
  const selected = el('span', { class: 'status-selection' });
  const size = el('span', { class: 'status-size' });
  const known = menuButton([], 'Known', openCoverage, 'status-coverage');
  host.append(el('footer', { class: 'status' }, selected, size, known));
  effect(() => {
    const file = activeFile.value;
    const coverage = file?.parsed.coverage;
    known.hidden = !coverage;
    size.textContent = file ? counted(file.parsed.size, 'byte') : '';
    if (!file || !coverage) return;
    const share = percent(coverage.known, file.parsed.size);
    known.replaceChildren('known ', el('strong', {}, share));
    setAttribute(known, 'aria-label', `known ${share}: go to bytes by state`);
  });
  effect(() => {
    const file = activeFile.value;
    selected.replaceChildren(...(file ? selectionParts(file.selection.value) : []));
  });
}

function selectionParts(selection: Selection | null): (Node | string)[] {
  if (!selection) return [];
  const { start, end } = selection;
  const last = Math.max(start, end - 1);
  const range = start === last ? formatOffset(start) : `${formatOffset(start)}–${formatOffset(last)}`;
  return [el('strong', { class: 'mono' }, range), ` · ${counted(end - start, 'byte')} selected`];
}

/** Meaning of each state of bytes. */
const STATE_WORDS: Readonly<Record<ByteState, string>> = {
  known: 'Known: documented meaning',
  opaque: 'Opaque: in a known section, unknown meaning',
  unreferenced: 'Unreferenced: no offset points here',
  unparsed: 'Unparsed: parsing stopped before this',
};

/** The share of each state; choosing one goes to the next such bytes. */
function openCoverage(at: HTMLElement): void {
  const file = activeFile.peek();
  if (file) openMenu('Go to bytes by state', [BYTE_STATES.map((state) => item(file, state))], at);
}

function item({ parsed }: OpenFile, state: keyof Coverage): MenuItem {
  const count = parsed.coverage[state];
  return {
    label: `${STATE_WORDS[state]}, ${percent(count, parsed.size)}`,
    enabled: () => count > 0,
    run: () => stepToGap(1, state),
  };
}
