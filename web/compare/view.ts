/** Comparison view: two open files side by side, in place of the panels. */

import type { ComparisonColumns } from '@lithoscope/core';
import { batch, computed, untracked } from '@preact/signals-core';
import { comparedAs } from '../document/drawn-together.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeId, compared, files } from '../document/state.ts';
import { formatCount } from '../explain/describe.ts';
import { reasonOf } from '../lib/reason.ts';
import { button, el, icon, setAttribute, visible } from '../ui/dom.ts';
import { isDialogOpen } from '../ui/keyboard.ts';
import { pane } from '../ui/layout.ts';
import { effect } from '../ui/scope.ts';
import { BytePair } from './byte-pair.ts';
import { Comparer } from './comparer.ts';
import { DifferenceList } from './list.ts';
import { pictureLine, viewSwitch } from './picture.ts';
import { MatchedRanges, otherSide, type Side } from './ranges.ts';
import { formatPlace, summaryOf } from './summary.ts';
import './compare.css';
import '../styles/compared.css';

type Files = Readonly<Record<Side, OpenFile>>;

/** The compared files; null unless both are open. */
const chosen = computed<Files | null>(() => {
  const ids = compared.value;
  const byId = (id: number | undefined) => files.value.find((file) => file.id === id);
  const [left, right] = [byId(ids?.left), byId(ids?.right)];
  if (!left || !right || left === right) return null;
  // A new pair if the content of one changes.
  void [left.content.value, right.content.value];
  return { left, right };
});

/** @param root gets `data-compared`, by which stylesheets make room for the view */
export function mountCompare(root: HTMLElement, host: HTMLElement): void {
  new CompareView(root, host);
}

class CompareView {
  readonly #summary = el('p', { class: 'compare-summary', role: 'status' });
  readonly #place = el('span', { class: 'compare-place' });
  readonly #bytes = new BytePair();
  readonly #list = new DifferenceList((difference) => {
    this.#bytes.select(difference);
    this.#showPlace();
  });
  readonly #pickers: Readonly<Record<Side, HTMLSelectElement>> = {
    left: this.#picker('left'),
    right: this.#picker('right'),
  };
  readonly #derived = button('', () => this.#toggleDerived(), {
    class: 'button-small',
    'aria-pressed': 'false',
    title: 'Also list counts and offsets that differ only because something else grew or shrank',
  });
  readonly #steps = [
    button(icon('M6 15l6-6 6 6'), () => this.#list.step(-1), {
      class: 'button-small',
      'aria-label': 'Previous difference',
      title: 'Previous difference (P)',
    }),
    button(icon('M6 9l6 6 6-6'), () => this.#list.step(1), {
      class: 'button-small',
      'aria-label': 'Next difference',
      title: 'Next difference (N)',
    }),
  ];
  readonly #close = button('', leave, { class: 'button-small' });
  readonly #comparer = new Comparer();
  /** The file that was active at the start; null without a comparison. */
  #active: number | null = null;
  /** Element that had the focus before. */
  #before: Element | null = null;

  constructor(
    readonly root: HTMLElement,
    readonly host: HTMLElement,
  ) {
    host.append(this.#bar(), this.#summary, pictureLine(), this.#differences(), this.#bytes.element);
    document.addEventListener('keydown', (event) => this.#key(event));
    effect(() => {
      const pair = chosen.value;
      // A file was closed, or a single one was chosen.
      if (!pair && compared.value) leave();
      untracked(() => this.#show(pair));
    });
    effect(() => this.#showPicture());
    effect(() => this.#leaveForAnother());
    effect(() => this.#fillPickers());
  }

  /** For a picture, makes the left file active and shows the viewport. */
  #showPicture(): void {
    const as = comparedAs.value;
    const pair = chosen.value;
    setAttribute(this.root, 'data-compared-as', pair !== null && as);
    if (!pair || as === 'bytes') return;
    this.#active = pair.left.id;
    batch(() => {
      activeId.value = pair.left.id;
      pane.value = 'model';
    });
  }

  /** Leaves the comparison when another file becomes active. */
  #leaveForAnother(): void {
    const active = activeId.value;
    if (!compared.value) this.#active = null;
    else if (this.#active === null) this.#active = active;
    else if (this.#active !== active) leave();
  }

  #bar(): HTMLElement {
    const swap = button('Swap', swapSides, { class: 'button-small', title: 'Swap left and right' });
    const { left, right } = this.#pickers;
    const arrow = el('span', { class: 'compare-to', 'aria-hidden': 'true' }, '→');
    return el(
      'div',
      { class: 'compare-bar' },
      left,
      arrow,
      right,
      swap,
      viewSwitch(),
      el('span', { class: 'compare-gap' }),
      this.#close,
    );
  }

  #differences(): HTMLElement {
    const tools = el('div', { class: 'compare-tools' }, ...this.#steps, this.#place, this.#derived);
    return el('div', { class: 'compare-differences' }, tools, this.#list.box);
  }

  #picker(side: Side): HTMLSelectElement {
    const select = el('select', { class: 'compare-picker', 'aria-label': `File on the ${side}` });
    select.addEventListener('change', () => pick(side, Number(select.value)));
    return select;
  }

  #fillPickers(): void {
    const pair = chosen.value;
    for (const side of ['left', 'right'] as const) {
      const options = files.value.map(({ id, name }) => el('option', { value: id }, visible(name)));
      this.#pickers[side].replaceChildren(...options);
      this.#pickers[side].value = String(pair?.[side].id ?? '');
    }
  }

  #show(pair: Files | null): void {
    // A running comparison is of other files or contents.
    this.#comparer.stop();
    const was = this.root.dataset.compared !== undefined;
    if (pair && !was) this.#before = document.activeElement;
    setAttribute(this.root, 'data-compared', pair !== null);
    this.#list.show(null);
    this.#bytes.show(pair, null);
    if (!pair) {
      this.#comparer.rest();
      if (was && this.#before instanceof HTMLElement) this.#before.focus();
      this.#before = null;
      return;
    }
    this.#summary.textContent = 'Comparing…';
    this.#derived.hidden = true;
    this.#showPlace();
    this.#place.textContent = '';
    this.#list.box.focus();
    this.#showRunning(true);
    void this.#compare(pair);
  }

  async #compare(pair: Files): Promise<void> {
    try {
      const comparison = await this.#comparer.compare(pair.left.parsed, pair.right.parsed);
      if (comparison) this.#fill(pair, comparison);
    } catch (error) {
      this.#showRunning(false);
      this.#summary.textContent = reasonOf(error);
    }
  }

  #showRunning(running: boolean): void {
    this.#close.textContent = running ? 'Cancel' : 'Close';
    this.#close.title = running ? 'Stop comparing (Escape)' : 'Back to one file (Escape)';
  }

  #fill(pair: Files, comparison: ComparisonColumns): void {
    this.#showRunning(false);
    this.#summary.textContent = visible(summaryOf(comparison, pair.left, pair.right));
    const derived = comparison.groups.reduce(
      (sum, { differences }) => sum + differences.filter((difference) => difference.derived).length,
      0,
    );
    this.#derived.textContent = `Show counts and offsets (${formatCount(derived)})`;
    this.#derived.hidden = derived === 0;
    this.#list.show({ ...pair, groups: comparison.groups });
    this.#bytes.show(pair, new MatchedRanges(comparison));
    this.#showPlace();
  }

  #toggleDerived(): void {
    const on = this.#derived.getAttribute('aria-pressed') !== 'true';
    setAttribute(this.#derived, 'aria-pressed', String(on));
    this.#list.showDerived(on);
    this.#showPlace();
  }

  #showPlace(): void {
    const place = this.#list.place;
    this.#place.textContent = formatPlace(place);
    for (const step of this.#steps) step.disabled = place.listed === 0;
  }

  #key(event: KeyboardEvent): void {
    if (!chosen.peek() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isDialogOpen()) return;
    if (event.target instanceof Element && event.target.closest('input, select')) return;
    const { key } = event;
    if (key === 'Escape') leave();
    else if (comparedAs.peek() !== 'bytes') return;
    else if (key === 'n' || key === 'N') this.#list.step(1);
    else if (key === 'p' || key === 'P') this.#list.step(-1);
    else return;
    event.preventDefault();
  }
}

function leave(): void {
  batch(() => {
    compared.value = null;
    comparedAs.value = 'bytes';
  });
}

function swapSides(): void {
  const ids = compared.value;
  if (ids) compared.value = { left: ids.right, right: ids.left };
}

/** Sets the file of a side; swaps sides if it is on the other one. */
function pick(side: Side, id: number): void {
  const ids = compared.value;
  if (!ids) return;
  const other = otherSide(side);
  if (ids[other] === id) swapSides();
  else compared.value = { ...ids, [side]: id };
}
