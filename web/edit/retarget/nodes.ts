/** The table of a retarget: each node of the model and the node that it follows, to be chosen by hand too. */

import type { PairedBy } from '@lithoscope/core';
import { signal } from '@preact/signals-core';
import { matchInWords } from '../../changes/retarget.ts';
import { counted } from '../../explain/describe.ts';
import { el, fileText, visible } from '../../ui/dom.ts';
import { checkbox } from '../../ui/form.ts';
import { effect } from '../../ui/scope.ts';
import type { Models, Paired, RetargetChoice } from './choice.ts';

/** Most nodes that are listed, and most that a list offers. */
const MAX_LISTED = 500;
/** Most names in a sentence. */
const MAX_NAMED = 6;
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
  const words = el('p', { class: 'retarget-match', role: 'status' });
  const without = el('p', { class: 'retarget-left' });
  const unused = el('p', { class: 'retarget-left' });
  const body = el('div', {
    class: 'retarget-nodes',
    role: 'list',
    'aria-label': 'Nodes and what they follow',
  });
  const isShort = signal(false);
  const details = el(
    'details',
    { class: 'retarget-details' },
    el('summary', {}, 'Pairs of nodes'),
    el(
      'div',
      { class: 'retarget-tools' },
      checkbox('Similar names match', choice.similar),
      checkbox('Only those without a match', isShort),
    ),
    body,
  );
  effect(() => {
    const paired = choice.paired.value;
    const report = paired === null || typeof paired === 'string' ? null : paired.report;
    details.hidden = report === null;
    words.textContent = report ? matchInWords(report) : '';
    // Nothing can be added before nodes are paired.
    if (report?.pairs.every(({ source }) => source === null)) details.open = true;
    const left = report?.pairs.filter(({ source }) => source === null).map(({ target }) => target) ?? [];
    say(without, 'Without a match', left);
    say(unused, 'Not used', report?.unused ?? []);
  });
  let shown: Models | null = null;
  let rows: readonly NodeRow[] = [];
  effect(() => {
    const models = choice.models.value;
    // Other rows for other models only, so that the focus stays in the list that was used.
    if (models !== shown) {
      shown = models;
      const nodes = models?.target.info.nodes ?? [];
      rows = nodes.slice(0, MAX_LISTED).map(({ name }, i) => new NodeRow(choice, i, name));
      const more = nodes.length - rows.length;
      body.replaceChildren(
        ...rows.map(({ element }) => element),
        ...(more > 0 ? [el('p', {}, `${counted(more, 'more node')} not listed.`)] : []),
      );
    }
    const paired = choice.paired.value;
    const onlyOpen = isShort.value;
    if (paired === null || typeof paired === 'string') return;
    // A pair that was just made stays in sight.
    const chosen = choice.map.peek();
    for (const [node, row] of rows.entries()) {
      row.show(paired);
      row.element.hidden = onlyOpen && paired.report.pairs[node]?.source !== null && !chosen.has(node);
    }
  });
  return el(
    'section',
    { class: 'retarget-match-section', 'aria-label': 'Nodes' },
    words,
    without,
    unused,
    details,
  );
}

/** Names after a title; nothing without names. */
function say(line: HTMLElement, title: string, names: readonly string[]): void {
  line.hidden = names.length === 0;
  line.textContent = names.length === 0 ? '' : `${title}: ${named(names)}.`;
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
