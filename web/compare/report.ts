/** What is found on the way through two files: rows and counts for the list, and ranges for the bytes. */

import type { ParsedFile, Role, StructureNode } from '@lithoscope/core';
import type { Range } from '../explain/hex.ts';

import { decodeLeaf } from '../explain/values.ts';
import { distance, sameBytes } from './bytes.ts';
import { type Counted, DifferenceCollector } from './collector.ts';
import {
  type Context,
  countedAs,
  into,
  NAMED,
  nameFor,
  nameForUnmatched,
  nameOf,
  subjectOf,
  subjectOfUnmatched,
} from './context.ts';
import type { ChangeKind } from './difference.ts';
import { RangeBuilder } from './ranges.ts';

export class Report {
  readonly collector: DifferenceCollector;
  readonly ranges = new RangeBuilder();
  readonly #leftView: DataView;
  readonly #rightView: DataView;

  constructor(
    readonly left: ParsedFile,
    readonly right: ParsedFile,
  ) {
    this.collector = new DifferenceCollector(left.info.version !== right.info.version);
    const viewOf = ({ bytes }: ParsedFile) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#leftView = viewOf(left);
    this.#rightView = viewOf(right);
  }

  equal(a: Range, b: Range): boolean {
    const length = a.end - a.start;
    if (length !== b.end - b.start) return false;
    return this.same(a.start, b.start, length);
  }

  /** Whether so many bytes are the same. */
  same(left: number, right: number, length: number): boolean {
    return sameBytes(this.left.bytes, left, this.right.bytes, right, length);
  }

  /** How far apart two points of three f32 are. */
  distance(left: number, right: number): number {
    return distance(this.#leftView, left, this.#rightView, right);
  }

  /** What has another value. */
  changed(a: StructureNode, b: StructureNode, context: Context): void {
    const subject = b.state === 'unreferenced' ? 'unreferenced' : subjectOf(context);
    const named = subject === 'name';
    const isPoint = subject === 'position' && a.end - a.start === 12 && b.end - b.start === 12;
    this.#put('changed', a, b, countedAs(context, subject), {
      subject,
      name: named ? String(this.valueOf('left', a)) : nameFor(subject, context),
      renamed: named ? String(this.valueOf('right', b)) : '',
      farthest: isPoint ? this.distance(a.start, b.start) : 0,
    });
  }

  /** What stands in another order than its neighbours. */
  moved(a: StructureNode, b: StructureNode, context: Context): void {
    this.#put('moved', a, b, { ...context, role: b.role }, { subject: 'element', name: nameOf(b) });
  }

  /** What only the left file has; and where in the right one it would be. */
  removed(node: StructureNode, at: number, context: Context): void {
    this.ranges.put('removed', node.start, node.end, at, at);
    this.#unmatched('removed', node, context);
  }

  /** What only the right file has; and where in the left one it would be. */
  added(node: StructureNode, at: number, context: Context): void {
    this.ranges.put('added', at, at, node.start, node.end);
    this.#unmatched('added', node, context);
  }

  /** Elements beside each other that only one file has, without a row for each. */
  unmatchedRun(
    kind: 'added' | 'removed',
    bytes: Range,
    at: number,
    context: Context,
    counted: Counted,
  ): void {
    if (kind === 'removed') this.ranges.put(kind, bytes.start, bytes.end, at, at);
    else this.ranges.put(kind, at, at, bytes.start, bytes.end);
    this.collector.unlisted(context.section, counted.count);
    this.collector.shift();
    this.collector.count(kind, context, counted);
  }

  /** What a leaf says. */
  valueOf(side: 'left' | 'right', node: StructureNode): number | string {
    const type = node.type as Parameters<typeof decodeLeaf>[3];
    return decodeLeaf(this[side].bytes, node.start, node.end - node.start, type);
  }

  #unmatched(kind: 'added' | 'removed', node: StructureNode, context: Context): void {
    if (node.kind === 'array' && this.#unmatchedArray(kind, node, context)) return;
    const subject = subjectOfUnmatched(node, context);
    this.#putUnmatched(kind, node, context, { subject, name: nameForUnmatched(subject, node, context) });
  }

  /** A list that is empty on one side is not there at all: what is in it is what was added. */
  #unmatchedArray(kind: 'added' | 'removed', array: StructureNode, context: Context): boolean {
    const file = kind === 'added' ? this.right : this.left;
    const [first] = file.children(array.path, 0, 1);
    if (!first || first.role === 'none') return false;
    if (!NAMED.has(first.role)) {
      const counted = { subject: 'element', name: '', count: array.count } as const;
      this.#putUnmatched(kind, array, { ...context, role: first.role }, counted, first.role);
      return true;
    }
    for (const node of file.children(array.path)) {
      this.#putUnmatched(kind, node, into(context, node, array), { subject: 'element', name: node.label });
    }
    return true;
  }

  #putUnmatched(
    kind: 'added' | 'removed',
    node: StructureNode,
    context: Context,
    counted: Counted,
    role: Role = node.role,
  ): void {
    const [from, to] = kind === 'removed' ? [node, null] : [null, node];
    this.#put(kind, from, to, { ...context, role }, counted);
  }

  #put(
    kind: ChangeKind,
    from: StructureNode | null,
    to: StructureNode | null,
    context: Context,
    counted: Counted,
  ): void {
    const place = (node: StructureNode | null) =>
      node && { start: node.start, end: node.end, path: node.path };
    this.collector.row(context.section, {
      kind,
      left: place(from),
      right: place(to),
      where: context.where || 'The whole section',
    });
    this.collector.count(kind, context, counted);
  }
}
