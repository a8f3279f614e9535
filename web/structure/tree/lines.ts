/** Visible rows of the tree in the DOM: drawing, scrolling, and finding the row under the pointer. */

import type { Refers, StructureNode } from '@lithoscope/core';
import { MARK_COLORS } from '../../document/bookmark.ts';
import { bookmarksOf } from '../../document/bookmarks.ts';
import { typeText } from '../../document/field-facts.ts';
import { marksOf } from '../../document/marks.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { referenceOf } from '../../document/references.ts';
import { isChanged } from '../../edit/changed.ts';
import { sectionHue } from '../../explain/sections.ts';
import { preview } from '../../explain/values.ts';
import { formatOffset } from '../../lib/hex.ts';
import { el, fileText, icon, setAttribute, visible } from '../../ui/dom.ts';
import { effect, scope } from '../../ui/scope.ts';
import { type Slice, VirtualRows } from '../../ui/virtual.ts';
import { type FileView, rowKey } from './file-view.ts';
import type { Row } from './rows.ts';

/** The tree to draw. */
interface DrawnTree {
  readonly file: OpenFile;
  readonly view: FileView;
}

/** The row under the pointer, and the part of it. */
interface PointedRow {
  readonly row: number;
  readonly arrow: boolean;
  /** The link to the target of its value. */
  readonly link: boolean;
  readonly value: boolean;
}

export class TreeLines {
  /** Focusable; scrolls. */
  readonly box: HTMLElement = el('div', { class: 'tree-box', role: 'tree', tabindex: 0 });
  readonly virtual: VirtualRows;
  readonly #lines = el('div', { class: 'tree-lines', role: 'presentation' });
  readonly #drawn: TreeRow[] = [];
  readonly #scope = scope();
  /** Waits for bytes that drawn rows still lack. */
  #waiting = scope();

  /** @param shown the tree to draw */
  constructor(private readonly shown: () => DrawnTree | null) {
    this.virtual = new VirtualRows(this.box, '--row', (slice) => this.#draw(slice));
    this.virtual.view.append(this.#lines);
  }

  rowAt(target: EventTarget | null): PointedRow | null {
    if (!(target instanceof Element)) return null;
    const element = target.closest('.tree-row');
    const at = this.#drawn.findIndex((drawn) => drawn.element === element);
    if (at < 0) return null;
    const row = Math.floor(this.virtual.top / this.virtual.rowHeight) + at;
    const on = (part: string) => target.closest(part) !== null;
    return { row, arrow: on('.tree-arrow'), link: on('.tree-link[title]'), value: on('.tree-value') };
  }

  /** The place of a row's value in the window; null out of view. */
  valuePlace(row: number): DOMRect | null {
    const first = Math.floor(this.virtual.top / this.virtual.rowHeight);
    return this.#drawn[row - first]?.valuePlace ?? null;
  }

  #draw({ first, count, shift }: Slice): void {
    this.#lines.style.transform = `translateY(${shift}px)`;
    while (this.#drawn.length < count) {
      const row = new TreeRow();
      this.#drawn.push(row);
      this.#lines.append(row.element);
    }
    const shown = this.shown();
    const focus = shown?.view.focusRow ?? -1;
    this.#drawAndWatch(() => {
      this.#drawn.forEach((drawn, i) => {
        if (!shown || i >= count || !drawRow(drawn, shown, first + i, focus)) drawn.hide();
      });
    });
    const visible = focus >= first && focus < first + count;
    setAttribute(this.box, 'aria-activedescendant', visible && rowId(focus));
  }

  /** Draws, and draws again in a later frame when what it read changes, for instance when bytes arrive. */
  #drawAndWatch(draw: () => void): void {
    this.#waiting.end();
    let drawn = false;
    const watch = () => {
      if (drawn) this.virtual.invalidate();
      else draw();
      drawn = true;
    };
    this.#waiting = this.#scope.run(() => scope(() => effect(watch)));
  }
}

function rowId(row: number): string {
  return `tree-row-${row}`;
}

/** @returns false when the row does not exist */
function drawRow(drawn: TreeRow, { file, view }: DrawnTree, at: number, focus: number): boolean {
  const row = view.rows.at(at);
  if (!row) return false;
  const digits = file.parsed.size.toString(16).length;
  drawn.show(file, row, {
    id: rowId(at),
    selected: view.selected !== '' && view.selected === rowKey(row),
    focused: at === focus,
    offset: formatOffset(row.node.start, digits),
  });
  return true;
}

// A row

/** State of a row, besides its node. */
interface RowState {
  id: string;
  selected: boolean;
  focused: boolean;
  offset: string;
}

/** Bookmarks to name on a row. */
const MAX_NAMES = 3;
/** References whose target depends on other open files or on the user's choice of skins. */
const AMONG_FILES: readonly Refers[] = ['childModel', 'childAnimation', 'skinSlot'];
/** Characters of a text that fit a row at most. */
const MAX_TEXT = 120;

/** A row element, reused for many nodes. */
class TreeRow {
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
    title: 'Changed since the file was saved',
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

  /** Hides the element, and removes it from the rows of the tree. */
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

  /** The place of the value, or of an element's name, up to the end of the line, for the editor; null out of view. */
  get valuePlace(): DOMRect | null {
    if (this.element.hidden) return null;
    const part = [this.#value, this.#label].find(({ textContent }) => textContent !== '');
    const { top, height } = this.element.getBoundingClientRect();
    const { left } = part?.getBoundingClientRect() ?? { left: this.#name.getBoundingClientRect().right + 8 };
    const { right: end } = this.#texts.getBoundingClientRect();
    const offset = this.#offset.getBoundingClientRect();
    // Without room the offset wraps to a line that is cut off.
    const right = offset.top < top + height ? offset.left : end;
    return new DOMRect(left, top, Math.max(right - left, 0), height);
  }

  /** Shows the bookmarks at or below the row. */
  #showFlag(file: OpenFile, { start, end }: StructureNode): void {
    const inside = bookmarksOf(file).filter((mark) => mark.start >= start && mark.end <= end);
    const [first] = inside;
    this.#flag.hidden = first === undefined;
    if (!first) return;
    this.#flag.style.setProperty('--hue', `var(${MARK_COLORS[first.color]})`);
    const names = inside.slice(0, MAX_NAMES).map(({ name }) => name);
    const words = `Bookmark: ${names.join(', ')}${inside.length > MAX_NAMES ? '…' : ''}`;
    setAttribute(this.#flag, 'title', visible(words, 400));
    setText(this.#flag, 'bookmark');
  }

  /** Marks a row with changed bytes; in an open row, only the rows below are marked. */
  #showChange(file: OpenFile, { node, expanded }: Row): void {
    const shown = expanded !== true && isChanged(file, node.start, node.end);
    this.#change.hidden = !shown;
    if (shown) setText(this.#change, 'changed');
  }

  /** Writes what depends on the node only, so that a selection does not write it again. */
  #describe(file: OpenFile, node: StructureNode, offset: string, level: number): void {
    // Other open files may be opened and closed.
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
    // The name of bytes says more than their digits.
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
