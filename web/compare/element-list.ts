/**
 * Two lists of elements without names: paired by their bytes, and what has no equal by its place between those
 * that have one. Nothing is asked of the structure for each element.
 */
import type { Elements, StructureNode } from '@lithoscope/core';
import { align } from './align.ts';
import { hashOf } from './bytes.ts';
import { type Cell, type Cells, MAX_SMALL_ELEMENT } from './cells.ts';
import { isConsequence } from './collector.ts';
import {
  type Context,
  countedAs,
  into,
  nameFor,
  nameForUnmatched,
  shownSuffix,
  subjectOf,
  subjectOfUnmatched,
} from './context.ts';
import type { Subject } from './difference.ts';
import type { Report } from './report.ts';

/** Elements from one yield to the next. */
const YIELD_EVERY = 256;

/** What a list is compared with. */
export interface ElementTools {
  readonly report: Report;
  /** Of the left file. */
  readonly cells: Cells;
  /** Looks into two elements that differ and are large or of unlike sizes. */
  inside(a: StructureNode, b: StructureNode, context: Context): Generator<void>;
}

/** Two lists of elements of one type, and where their elements lie. */
export interface ListPair {
  readonly left: StructureNode;
  readonly right: StructureNode;
  readonly elements: { readonly left: Elements; readonly right: Elements };
}

/** Elements of a list that differ in the same way: each is counted once, however much of it does. */
interface Count {
  readonly context: Context;
  readonly subject: Subject;
  readonly name: string;
  count: number;
  farthest: number;
  /** Index of the element that was counted last. */
  last: number;
}

interface CountedCell extends Cell {
  readonly count: Count;
  /** Its distance from where it was can be told. */
  readonly isPoint: boolean;
}

export class ElementList {
  readonly #context: Context;
  readonly #starts: { readonly left: Uint32Array; readonly right: Uint32Array };
  readonly #counts = new Map<string, Count>();
  /** By the size of the element. */
  readonly #cells = new Map<number, readonly CountedCell[] | null>();
  #work = 0;

  constructor(
    readonly tools: ElementTools,
    readonly lists: ListPair,
    readonly context: Context,
  ) {
    const { left, right } = lists.elements;
    this.#starts = { left: left.starts, right: right.starts };
    this.#context = { ...context, role: left.role === 'none' ? context.role : left.role };
  }

  *compare(): Generator<void> {
    const { left, right } = this.lists;
    const starts = this.#starts;
    const { report } = this.tools;
    const partner = yield* this.#align();
    let [i, j] = [0, 0];
    for (let next = 0; next < left.count; next++) {
      const other = partner[next] ?? -1;
      if (other < 0) continue;
      yield* this.#between(i, next, j, other);
      const [from, to] = [starts.left[next] ?? 0, starts.right[other] ?? 0];
      report.ranges.put('equal', from, this.#end('left', next), to, this.#end('right', other));
      [i, j] = [next + 1, other + 1];
      if (this.#isTimeToYield()) yield;
    }
    yield* this.#between(i, left.count, j, right.count);
    for (const { context, ...counted } of this.#counts.values()) {
      if (counted.count > 0) report.collector.count('changed', context, counted);
    }
  }

  #align(): Generator<void, Int32Array> {
    const { left, right } = this.lists;
    const starts = this.#starts;
    const { report } = this.tools;
    const hash = (side: 'left' | 'right') => (index: number) =>
      hashOf(report[side].bytes, starts[side][index] ?? 0, this.#end(side, index));
    return align({
      left: left.count,
      right: right.count,
      leftHash: hash('left'),
      rightHash: hash('right'),
      equal: (i, j) => {
        const [from, to] = [starts.left[i] ?? 0, starts.right[j] ?? 0];
        const length = this.#end('left', i) - from;
        return length === this.#end('right', j) - to && report.same(from, to, length);
      },
    });
  }

  #end(side: 'left' | 'right', index: number): number {
    return this.#starts[side][index + 1] ?? 0;
  }

  /** Elements without an equal: one beside the other as long as both sides have some. */
  *#between(leftFrom: number, leftEnd: number, rightFrom: number, rightEnd: number): Generator<void> {
    const starts = this.#starts;
    let [i, j] = [leftFrom, rightFrom];
    for (; i < leftEnd && j < rightEnd; i++, j++) {
      if (!this.#compareValues(i, j)) yield* this.#inside(i, j);
      if (this.#isTimeToYield()) yield;
    }
    this.#unmatched('removed', i, leftEnd, starts.right[j] ?? 0);
    this.#unmatched('added', j, rightEnd, starts.left[i] ?? 0);
  }

  /** Two elements that differ, value by value; false when their values do not lie at the same places. */
  #compareValues(i: number, j: number): boolean {
    const starts = this.#starts;
    const [from, to] = [starts.left[i] ?? 0, starts.right[j] ?? 0];
    const size = this.#end('left', i) - from;
    const cells = size === this.#end('right', j) - to ? this.#cellsOf(i, size) : null;
    if (!cells) return false;
    for (const cell of cells) this.#compareCell(cell, i, j, from, to);
    return true;
  }

  #inside(i: number, j: number): Generator<void> {
    const [a, b] = [this.#element('left', i), this.#element('right', j)];
    if (a.end - a.start !== b.end - b.start) this.tools.report.collector.shift();
    return this.tools.inside(a, b, into(this.#context, a, this.lists.left));
  }

  #compareCell(cell: CountedCell, i: number, j: number, element: number, other: number): void {
    const { report } = this.tools;
    const from = element + cell.start;
    const to = other + cell.start;
    const size = cell.end - cell.start;
    const same = report.same(from, to, size);
    report.ranges.put(same ? 'equal' : 'changed', from, from + size, to, to + size);
    if (same) return;
    const { count } = cell;
    if (count.last !== i) {
      count.last = i;
      count.count++;
      if (cell.isPoint) count.farthest = Math.max(count.farthest, report.distance(from, to));
    }
    const { section } = this.#context;
    if (!report.collector.hasRoom(section)) {
      report.collector.unlisted(section);
      return;
    }
    const [a, b] = [this.#element('left', i), this.#element('right', j)];
    report.collector.row(section, {
      kind: 'changed',
      left: { start: from, end: from + size, path: a.path + cell.suffix },
      right: { start: to, end: to + size, path: b.path + cell.suffix },
      where: into(this.#context, a, this.lists.left).where + shownSuffix(cell.suffix),
    });
  }

  /** Elements that only one side has; many of them at once when they are no longer listed. */
  #unmatched(kind: 'added' | 'removed', from: number, end: number, at: number): void {
    const { report } = this.tools;
    const side = kind === 'removed' ? 'left' : 'right';
    const { section } = this.#context;
    let index = from;
    for (; index < end && report.collector.hasRoom(section); index++) {
      const node = this.#element(side, index);
      report[kind](node, at, into(this.#context, node, this.lists.left));
    }
    if (index === end) return;
    const first = this.#element(side, index);
    const rest = { ...first, end: this.#end(side, end - 1) };
    const subject = subjectOfUnmatched(first, this.#context);
    report.unmatchedRun(kind, rest, at, this.#context, {
      subject,
      name: nameForUnmatched(subject, first, this.#context),
      count: end - index,
    });
  }

  /** The values of an element by its size; null when they are not compared one by one. */
  #cellsOf(index: number, size: number): readonly CountedCell[] | null {
    let cells = this.#cells.get(size);
    if (cells === undefined) {
      const isSmall = size <= MAX_SMALL_ELEMENT && this.lists.elements.left.sizeTellsFields;
      const learnt = isSmall ? this.tools.cells.of(this.#element('left', index)) : null;
      cells = learnt?.map((cell) => this.#counted(cell)) ?? null;
      this.#cells.set(size, cells);
    }
    return cells;
  }

  #counted(cell: Cell): CountedCell {
    const role = cell.role === 'none' ? this.#context.role : cell.role;
    const context = { ...this.#context, role, field: cell.field || this.#context.field };
    const subject = subjectOf(context);
    const key = `${subject} ${isConsequence(context.field)}`;
    let count = this.#counts.get(key);
    if (!count) {
      const name = nameFor(subject, context);
      count = { context: countedAs(context, subject), subject, name, count: 0, farthest: 0, last: -1 };
      this.#counts.set(key, count);
    }
    return { ...cell, count, isPoint: subject === 'position' && cell.end - cell.start === 12 };
  }

  /** An element as the structure would give it. */
  #element(side: 'left' | 'right', index: number): StructureNode {
    const array = this.lists[side];
    return {
      ...array,
      path: `${array.path}[${index}]`,
      name: `[${index}]`,
      kind: 'struct',
      role: this.lists.elements.left.role,
      index,
      start: this.#starts[side][index] ?? 0,
      end: this.#end(side, index),
    };
  }

  #isTimeToYield(): boolean {
    return ++this.#work % YIELD_EVERY === 0;
  }
}
