/** One row of the structure tree; made once and shown for many nodes. */

import type { Refers, StructureNode } from '@lithoscope/core';
import { MARK_COLORS } from '../../document/bookmark.ts';
import { bookmarksOf } from '../../document/bookmarks.ts';
import { typeText } from '../../document/field-facts.ts';
import { marksOf } from '../../document/marks.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { referenceOf } from '../../document/references.ts';
import { isChanged } from '../../edit/changed.ts';
import { preview } from '../../explain/preview.ts';
import { sectionHue } from '../../explain/sections.ts';

import { el, fileText, icon, setAttribute, visible } from '../../ui/dom.ts';
import type { Row } from './rows.ts';

/** How a row is shown, besides its node. */
export interface RowState {
  id: string;
  selected: boolean;
  focused: boolean;
  offset: string;
}

/** Bookmarks that a row names. */
const MAX_NAMES = 3;
/** References whose target may lie in another open file, or wears what the user chooses. */
const AMONG_FILES: readonly Refers[] = ['childModel', 'childAnimation', 'skinSlot'];
/** No row has room for more characters of one text. */
const MAX_TEXT = 120;

export class TreeRow {
  readonly element: HTMLElement;
  readonly #arrow = el('span', { class: 'tree-arrow', 'aria-hidden': 'true' }, icon('M9 6l6 6-6 6'));
  readonly #dot = el('span', { class: 'tree-dot', 'aria-hidden': 'true' });
  readonly #name = fileText('', 'tree-name');
  readonly #label = fileText('', 'tree-label');
  readonly #type = el('span', { class: 'tree-type' });
  readonly #value = fileText('', 'tree-value mono');
  readonly #link = fileText('', 'tree-link');
  readonly #flag = el('span', { class: 'tree-flag', hidden: true });
  readonly #change = el('span', {
    class: 'tree-change',
    hidden: true,
    title: 'Changed since it was saved',
  });
  readonly #mark = el('span', { class: 'tree-mark' });
  readonly #offset = el('span', { class: 'tree-offset mono' });
  readonly #texts = el('span', { class: 'tree-texts' });

  #node: StructureNode | null = null;
  #file: OpenFile | null = null;

  constructor() {
    const main = el('span', { class: 'tree-main' }, this.#name, this.#label, this.#value, this.#link);
    this.#texts.append(main, this.#type, this.#offset);
    const parts = [this.#arrow, this.#dot, this.#texts, this.#flag, this.#change, this.#mark];
    this.element = el('div', { class: 'tree-row', role: 'treeitem' }, ...parts);
  }

  /** Out of sight, and no row of the tree. */
  hide(): void {
    this.element.hidden = true;
    for (const name of ['id', 'aria-selected']) this.element.removeAttribute(name);
  }

  show(file: OpenFile, row: Row, { id, selected, focused, offset }: RowState): void {
    const { level, index, siblings, expanded } = row;
    const { element } = this;
    element.hidden = false;
    element.id = id;
    this.#describe(file, row.node, offset, level);
    this.#showFlag(file, row.node);
    this.#showChange(file, row);
    element.classList.toggle('tree-row-focused', focused);
    element.style.setProperty('--level', String(level));
    setAttribute(element, 'aria-level', level);
    setAttribute(element, 'aria-posinset', index + 1);
    setAttribute(element, 'aria-setsize', siblings);
    setAttribute(element, 'aria-selected', String(selected));
    setAttribute(element, 'aria-expanded', expanded === null ? undefined : String(expanded));
  }

  /** Where the value stands, or the name of an element; null out of sight. The editor has the rest of the line. */
  get valuePlace(): DOMRect | null {
    if (this.element.hidden) return null;
    const part = [this.#value, this.#label].find(({ textContent }) => textContent !== '');
    const { top, height } = this.element.getBoundingClientRect();
    const { left } = part?.getBoundingClientRect() ?? { left: this.#name.getBoundingClientRect().right + 8 };
    const { right: end } = this.#texts.getBoundingClientRect();
    const offset = this.#offset.getBoundingClientRect();
    // Without room it is in a line that is cut off.
    const right = offset.top < top + height ? offset.left : end;
    return new DOMRect(left, top, Math.max(right - left, 0), height);
  }

  /** The bookmarks at or below the row. */
  #showFlag(file: OpenFile, { start, end }: StructureNode): void {
    const inside = bookmarksOf(file).filter((mark) => mark.start >= start && mark.end <= end);
    const [first] = inside;
    this.#flag.hidden = first === undefined;
    if (!first) return;
    this.#flag.style.setProperty('--hue', `var(${MARK_COLORS[first.color]})`);
    const names = inside.slice(0, MAX_NAMES).map(({ name }) => name);
    const words = `Bookmark: ${names.join(', ')}${inside.length > MAX_NAMES ? ' …' : ''}`;
    setAttribute(this.#flag, 'title', visible(words, 400));
    setText(this.#flag, 'bookmark');
  }

  /** Whether bytes of the row were changed; an open row leaves that to those below it. */
  #showChange(file: OpenFile, { node, expanded }: Row): void {
    const shown = expanded !== true && isChanged(file, node.start, node.end);
    this.#change.hidden = !shown;
    if (shown) setText(this.#change, 'changed');
  }

  /** What does not change while the row shows the same node: a selection is no reason to write it again. */
  #describe(file: OpenFile, node: StructureNode, offset: string, level: number): void {
    // What another open file has may come and go.
    const fixed = !file.parsed.isPartial && !AMONG_FILES.includes(node.refers);
    const same = node === this.#node && file === this.#file && fixed;
    if (same) return;
    this.#node = node;
    this.#file = file;
    const { element } = this;
    element.title = node.doc;
    this.#dot.style.setProperty('--hue', `var(${sectionHue(file.info.sections[node.section]?.type)})`);
    setText(this.#name, shown(node.name));
    setText(this.#label, shown(node.label));
    setText(this.#type, level === 1 && node.role === 'section' ? '' : typeText(node));
    // Bytes that the file names say more by that than by their digits.
    const isNamed = node.kind === 'leaf' && node.label !== '';
    setText(this.#value, isNamed ? '' : shown(preview(file.parsed, node, 'rounded')));
    const reference = referenceOf(file, node);
    setText(this.#link, reference ? `→ ${shown(reference.text)}` : '');
    setAttribute(this.#link, 'title', reference?.path != null && 'Go there (F12)');
    setText(this.#offset, offset);
    const severity = marksOf(file).byPath.get(node.path);
    const marked = severity === 'error' || severity === 'warning';
    setText(this.#mark, marked ? (severity === 'error' ? 'error' : 'warning') : '');
    this.#mark.className = marked ? `tree-mark severity-${severity}` : 'tree-mark';
    element.classList.toggle('tree-row-unread', node.state !== 'known');
  }
}

function shown(text: string): string {
  return visible(text, MAX_TEXT);
}

function setText(element: HTMLElement, text: string): void {
  const written = element.firstChild;
  if (!(written instanceof Text)) element.textContent = text;
  else if (written.data !== text) written.data = text;
}
