/** The table of a weight set: weights of the nodes, changed singly, all at once, or copied from another set. */

import type { EditOperation, ParsedFile } from '@lithoscope/core';
import type { ReadonlySignal } from '@preact/signals-core';
import { freeName } from '../../changes/free-name.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { formatF32 } from '../../explain/values.ts';
import { button, el, fileText, optionsOf, visible } from '../../ui/dom.ts';
import { RowGrid } from '../../ui/row-grid.ts';
import { effect } from '../../ui/scope.ts';
import { listPath } from '../value/editable.ts';
import { editValue } from '../value/open-value.ts';
import { KINDS } from './kinds.ts';
import { changeAndSay, modelNow, quoted } from './now.ts';
import { isChangeable, type RowHost } from './row.ts';
import './lists.css';

/** The weight set that is shown. */
export interface ShownSet {
  readonly file: OpenFile;
  /** Index into `info.weightSets`. */
  readonly index: number;
}

/** Builds the table under the list of weight sets. @param shown null for none */
export function mountWeights(host: HTMLElement, shown: ReadonlySignal<ShownSet | null>): void {
  const title = el('h4', {});
  const all = el('input', { type: 'number', step: 'any', value: 1, 'aria-label': 'Weight of all nodes' });
  const setAll = button('Set all', () => setAllTo(shown.peek(), all.valueAsNumber), {
    class: 'button-small',
  });
  const from = el('select', { 'aria-label': 'Weight set to copy from' });
  const copy = button('Copy from', () => copyFrom(shown.peek(), Number(from.value)), {
    class: 'button-small',
  });
  const tools = el(
    'div',
    { class: 'weights-tools' },
    el('span', { class: 'weights-tool' }, setAll, all),
    el('span', { class: 'weights-tool' }, copy, from),
  );
  const rows = new RowGrid('Weights of the nodes');
  const list = el('div', { class: 'weights-list' }, rows.element);
  host.append(
    title,
    el(
      'p',
      { class: 'form-note' },
      '0 leaves a node unchanged, 2 adds to it; any other value is the layer’s share.',
    ),
    tools,
    list,
  );
  effect(() => {
    const set = shown.value;
    const info = set?.file.info.weightSets[set.index];
    host.hidden = !info;
    if (!set || !info) {
      rows.fill(0, () => []);
      return;
    }
    const { file, index } = set;
    title.replaceChildren('Weights of ', fileText(info.name || '(no name)'));
    const others = file.info.weightSets.map(({ name }, i) => ({ name, i })).filter(({ i }) => i !== index);
    from.replaceChildren(
      ...optionsOf(others, ({ name, i }) => el('option', { value: i }, visible(name, 60) || '(no name)')),
    );
    tools.hidden = !isChangeable(file);
    copy.disabled = others.length === 0;
    from.disabled = others.length === 0;
    rows.fill(info.nodeWeights.length, (node) => weightCells(set, node, list));
  });
}

function weightCells({ file, index }: ShownSet, node: number, list: HTMLElement): HTMLElement[] {
  const weight = formatF32(file.info.weightSets[index]?.nodeWeights[node] ?? 0);
  const name = file.info.nodes[node]?.name ?? `node ${node}`;
  const cell = () => list.querySelector<HTMLElement>(`[data-node="${node}"]`);
  const edit = () =>
    editValue({
      file,
      path: weightPath(file.parsed, index, node),
      place: () => cell()?.getBoundingClientRect() ?? null,
      back: () => cell()?.focus(),
    });
  const value = button(weight, edit, {
    class: 'grid-small weights-value',
    title: 'Change (Enter, F2)',
    'aria-label': `Weight of ${visible(name, 60)}: ${weight}`,
    'data-node': node,
  });
  value.addEventListener('keydown', (event) => {
    if (event.key !== 'F2') return;
    event.preventDefault();
    event.stopPropagation();
    edit();
  });
  return [el('div', { class: 'grid-main weights-node' }, fileText(name)), el('div', {}, value)];
}

/** Path of the weight of a node. */
function weightPath(parsed: ParsedFile, weightSet: number, node: number): string {
  const path = `${parsed.pathOf({ weightSet })}.NodeWeights[${node}]`;
  return parsed.resolve(path) ? path : parsed.pathOf({ weightSet, node });
}

function setWeights(set: ShownSet, label: string, weights: readonly number[]): void {
  const model = modelNow(set.file);
  if (!model) return;
  const path = listPath(weightPath(model, set.index, 0));
  changeAndSay(set.file, { label, operations: [{ op: 'set', path, value: weights }] });
}

function setAllTo(set: ShownSet | null, weight: number): void {
  const own = set && modelNow(set.file)?.info.weightSets[set.index];
  if (!set || !own || !Number.isFinite(weight)) return;
  const weights = own.nodeWeights.map(() => weight);
  setWeights(set, `Set all weights of ${quoted(own.name)}`, weights);
}

function copyFrom(set: ShownSet | null, from: number): void {
  const sets = set && modelNow(set.file)?.info.weightSets;
  const [own, source] = [sets?.[set?.index ?? -1], sets?.[from]];
  if (!set || !own || !source) return;
  setWeights(set, `Copy the weights of ${quoted(source.name)} to ${quoted(own.name)}`, source.nodeWeights);
}

/** Adds a weight set with weight 1 for each node. */
export function addWeightSet(file: OpenFile, host: RowHost): void {
  const model = modelNow(file);
  if (!model) return;
  const { weightSets, nodes } = model.info;
  const name = freeName(KINDS.weightSet.names(model.info), 'Set', KINDS.weightSet.longest);
  const values = [{ Name: name, NodeWeights: nodes.map(() => 1) }];
  const path = `${model.listPath('weightSet')}[${weightSets.length}]`;
  const operations: EditOperation[] = [{ op: 'insert', path, values }];
  const label = `Add weight set ${name}`;
  if (changeAndSay(file, { label, path, after: name, operations })) host.focus(weightSets.length);
}
