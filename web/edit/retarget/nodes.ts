/** The table of a retarget: each node of the model and the node that it follows, to be chosen by hand too. */

import type { PairedBy } from '@lithoscope/core';
import { signal, untracked } from '@preact/signals-core';
import { matchInWords } from '../../changes/retarget.ts';
import { counted } from '../../explain/describe.ts';
import { el, fileText, visible } from '../../ui/dom.ts';
import { checkbox } from '../../ui/form.ts';
import { effect } from '../../ui/scope.ts';
import type { Paired, RetargetChoice } from './choice.ts';

/** Most nodes that are listed, and most that a list offers. */
const MAX_LISTED = 500;
/** Most names in a sentence. */
const MAX_NAMED = 12;
/** Characters of a name. */
const MAX_NAME = 60;

const HOW: Readonly<Record<PairedBy, string>> = {
  nothing: 'stays in the bind pose',
  choice: 'chosen',
  name: 'same name',
  similar: 'similar name',
  root: 'root',
};

export function nodesSection(choice: RetargetChoice): HTMLElement {
  const summary = el('summary', {}, 'Nodes');
  const words = el('p', { class: 'retarget-match', role: 'status' });
  const left = el('p', { class: 'retarget-unused' });
  const body = el('div', {
    class: 'retarget-nodes',
    role: 'list',
    'aria-label': 'Nodes and what they follow',
  });
  const unmatched = signal(false);
  const details = el(
    'details',
    { class: 'retarget-details' },
    summary,
    el(
      'div',
      { class: 'retarget-tools' },
      checkbox('Similar names match', choice.similar),
      checkbox('Only unmatched nodes', unmatched),
    ),
    body,
  );
  const rows = new Map<number, NodeRow>();
  effect(() => {
    const paired = choice.paired.value;
    details.hidden = left.hidden = paired === null || typeof paired === 'string';
    words.textContent = '';
    if (paired === null || typeof paired === 'string') return;
    const { report } = paired;
    words.textContent = matchInWords(report);
    const without = report.pairs.filter(({ source }) => source === null).length;
    summary.textContent = without > 0 ? `Nodes: ${counted(without, 'node')} without a match` : 'Nodes';
    left.textContent = report.unused.length > 0 ? `Not used: ${named(report.unused)}.` : '';
  });
  // Other rows for other models only, so that the focus stays in the list that was used.
  effect(() => {
    const models = choice.models.value;
    rows.clear();
    if (!models) return body.replaceChildren();
    const count = models.target.info.nodes.length;
    for (let node = 0; node < Math.min(count, MAX_LISTED); node++) {
      rows.set(node, new NodeRow(choice, node, models.target.info.nodes[node]?.name ?? ''));
    }
    const more = count - rows.size;
    body.replaceChildren(
      ...[...rows.values()].map(({ element }) => element),
      ...(more > 0 ? [el('p', {}, `${counted(more, 'more node')} not listed.`)] : []),
    );
  });
  effect(() => {
    const paired = choice.paired.value;
    const isShort = unmatched.value;
    const chosen = untracked(() => choice.map.value);
    if (paired === null || typeof paired === 'string') return;
    for (const [node, row] of rows) {
      row.show(paired);
      row.element.hidden = isShort && paired.report.pairs[node]?.source !== null && !chosen.has(node);
    }
  });
  return el('section', { class: 'retarget-match-section', 'aria-label': 'Nodes' }, words, details, left);
}

/** A node, and the list of those that it can follow. */
class NodeRow {
  readonly element: HTMLElement;
  readonly #choice: RetargetChoice;
  readonly #how = el('span', { class: 'retarget-how' });
  readonly #select: HTMLSelectElement;
  #isFilled = false;

  constructor(choice: RetargetChoice, node: number, name: string) {
    this.#choice = choice;
    const shown = visible(name, MAX_NAME) || '(no name)';
    this.#select = el('select', { 'aria-label': `${shown} follows` });
    // As many lists as nodes: each is filled when it is used.
    for (const type of ['focus', 'pointerdown'] as const)
      this.#select.addEventListener(type, () => this.#fill());
    this.#select.addEventListener('change', () => choice.pair(node, Number(this.#select.value)));
    this.element = el(
      'div',
      { class: 'retarget-node', role: 'listitem' },
      el('span', { class: 'retarget-name' }, fileText(shown)),
      this.#select,
      this.#how,
    );
    this.#node = node;
  }

  readonly #node: number;

  show({ pairs }: Paired): void {
    const source = pairs.source[this.#node] ?? -1;
    const by = pairs.by[this.#node] ?? 'nothing';
    if (!this.#isFilled) this.#select.replaceChildren(this.#option(source));
    this.#select.value = String(source);
    this.#how.textContent = HOW[by];
    this.element.classList.toggle('retarget-without', source < 0);
  }

  #fill(): void {
    if (this.#isFilled) return;
    this.#isFilled = true;
    const { value } = this.#select;
    const count = this.#choice.models.peek()?.source.info.nodes.length ?? 0;
    const indices = Array.from({ length: Math.min(count, MAX_LISTED) }, (_, i) => i);
    const now = Number(value);
    if (now >= indices.length) indices.push(now);
    this.#select.replaceChildren(this.#option(-1), ...indices.map((index) => this.#option(index)));
    this.#select.value = value;
  }

  #option(index: number): HTMLElement {
    const name = this.#choice.models.peek()?.source.info.nodes[index]?.name ?? '';
    return el('option', { value: index }, index < 0 ? 'nothing' : visible(name, MAX_NAME) || `node ${index}`);
  }
}

function named(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const shown = names.slice(0, MAX_NAMED).map((name) => visible(name, MAX_NAME) || '(no name)');
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
