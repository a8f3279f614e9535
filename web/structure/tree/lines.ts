/** The visible rows of the tree: drawn, scrolled, and found again under the pointer. */

import type { OpenFile } from '../../document/open-file.ts';
import { formatOffset } from '../../lib/hex.ts';

import { el, setAttribute } from '../../ui/dom.ts';
import { effect, scope } from '../../ui/scope.ts';
import { type Slice, VirtualRows } from '../../ui/virtual.ts';
import { type FileView, rowKey } from './file-view.ts';
import { TreeRow } from './row.ts';

/** Height of a row, CSS pixels: for a finger, and for a mouse. */
const ROW_HEIGHT = matchMedia('(pointer: coarse)').matches ? 40 : 24;

/** What is drawn. */
export interface DrawnTree {
  readonly file: OpenFile;
  readonly view: FileView;
}

/** What the pointer is on. */
export interface PointedRow {
  readonly row: number;
  /** On what opens and closes it. */
  readonly arrow: boolean;
  /** On what its value names. */
  readonly link: boolean;
  /** On the value itself. */
  readonly value: boolean;
}

export class TreeLines {
  /** Has the focus of the keyboard; scrolls. */
  readonly box: HTMLElement = el('div', { class: 'tree-box', role: 'tree', tabindex: 0 });
  readonly virtual: VirtualRows;
  readonly #lines = el('div', { class: 'tree-lines', role: 'presentation' });
  readonly #drawn: TreeRow[] = [];
  readonly #scope = scope();
  /** The wait for bytes that drawn rows are still without. */
  #waiting = scope();

  /** @param shown what is to be drawn now */
  constructor(private readonly shown: () => DrawnTree | null) {
    this.virtual = new VirtualRows(this.box, ROW_HEIGHT, (slice) => this.#draw(slice));
    this.box.style.setProperty('--tree-row', `${ROW_HEIGHT}px`);
    this.virtual.view.append(this.#lines);
  }

  rowAt(target: EventTarget | null): PointedRow | null {
    if (!(target instanceof Element)) return null;
    const element = target.closest('.tree-row');
    const at = this.#drawn.findIndex((drawn) => drawn.element === element);
    if (at < 0) return null;
    const row = Math.floor(this.virtual.top / ROW_HEIGHT) + at;
    const on = (part: string) => target.closest(part) !== null;
    return { row, arrow: on('.tree-arrow'), link: on('.tree-link[title]'), value: on('.tree-value') };
  }

  /** Where the value of a row stands in the window; null while it is out of sight. */
  valuePlace(row: number): DOMRect | null {
    const first = Math.floor(this.virtual.top / ROW_HEIGHT);
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

  /** Draws, and again in a later frame when what it read is news: bytes that were being fetched, above all. */
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

/** False when there is no such row. */
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
