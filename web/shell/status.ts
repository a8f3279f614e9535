/** The foot of the page: what is selected, how much of the file is understood. */

import type { Coverage } from '@lithoscope/core';
import { effect } from '@preact/signals-core';
import { el, icon } from '../dom.ts';
import { formatOffset } from '../hex/geometry.ts';
import { historyButtons } from '../history/buttons.ts';
import { activeFile, type OpenFile, type Selection } from '../state.ts';
import { counted, formatCount } from '../structure/describe.ts';
import { commandButton } from './command-button.ts';
import { layoutCommands } from './commands.ts';
import { LAYOUT_ICONS } from './icons.ts';
import './status.css';

const PRIVACY = 'Nothing leaves this machine';

export function mountStatus(host: HTMLElement): void {
  const selected = el('span', { class: 'status-selection' });
  const coverage = el('span', { class: 'status-coverage' });
  const layout = el(
    'div',
    { class: 'status-layout', role: 'group', 'aria-label': 'Panels in view' },
    ...layoutCommands.map((command) => commandButton(command, icon(...(LAYOUT_ICONS[command.id] ?? [])))),
  );
  host.append(
    historyButtons('status-history'),
    selected,
    coverage,
    el('span', { class: 'status-privacy' }, PRIVACY),
    layout,
  );
  effect(() => {
    const file = activeFile.value;
    coverage.replaceChildren(...(file ? coverageParts(file.parsed.coverage, file.info.size) : []));
  });
  effect(() => {
    const file = activeFile.value;
    selected.replaceChildren(...(file ? selectionParts(file, file.selection.value) : []));
  });
}

function selectionParts(file: OpenFile, selection: Selection | null): (Node | string)[] {
  if (!selection) return [counted(file.info.size, 'byte')];
  const { start, end } = selection;
  const last = Math.max(start, end - 1);
  const range = start === last ? formatOffset(start) : `${formatOffset(start)}–${formatOffset(last)}`;
  return [el('strong', { class: 'mono' }, range), ` · ${counted(end - start, 'byte')} selected`];
}

function coverageParts(coverage: Coverage, size: number): HTMLElement[] {
  const { known, opaque, unreferenced, unparsed } = coverage;
  const part = (word: string, value: string, none: boolean) =>
    el('span', { class: none ? 'coverage-none' : undefined }, `${word} `, el('strong', {}, value));
  return [
    part('known', share(known, size), false),
    part('opaque', bytes(opaque), opaque === 0),
    part('unreferenced', bytes(unreferenced), unreferenced === 0),
    part('unparsed', bytes(unparsed), unparsed === 0),
  ];
}

/** Rounded down: 100 % is said only when it is all. */
function share(known: number, size: number): string {
  return size === 0 ? '0 %' : `${Math.floor((known / size) * 1000) / 10} %`;
}

function bytes(count: number): string {
  return count === 0 ? '0' : `${formatCount(count)} B`;
}
