/**
 * Compares two files by their structure. Named elements are paired by name, all others by their bytes and their place.
 * Ranges of equal bytes are passed over; the structure is walked only where bytes differ. The depth of the walk is
 * that of the format's types, for any file.
 */
import type { ParsedFile, StructureNode } from '@lithoscope/core';
import { identify } from '../explain/describe.ts';
import type { Range } from '../explain/hex.ts';
import { isNumeric } from '../explain/values.ts';
import { Cells, isTuple, MAX_SMALL_ELEMENT } from './cells.ts';
import { type Context, into, NAMED, NO_CONTEXT, nameOf, within } from './context.ts';
import type { Comparison } from './difference.ts';
import { ElementList } from './element-list.ts';
import { type Pair, pairByName } from './match.ts';
import { Report } from './report.ts';
import { compareLeaves, compareNumbers, compareTuples } from './values.ts';

/**
 * Compares two files step by step; yields how much of the left one is done. A step is much shorter than a frame,
 * unless the files are of tens of megabytes.
 */
export function* compareInSteps(left: ParsedFile, right: ParsedFile): Generator<number, Comparison> {
  const report = new Report(left, right);
  const isPartial = left.isPartial || right.isPartial;
  const otherFormat = left.info.format !== right.info.format;
  const whole = { start: 0, end: left.size };
  const others = { start: 0, end: right.size };
  const same = !isPartial && report.equal(whole, others);
  if (same) report.ranges.add('equal', whole, others);
  else {
    const walk = new StructurePairs(report).sections();
    while (!walk.next().done) yield report.ranges.reached / Math.max(1, left.size);
  }
  return {
    same,
    isPartial,
    versions:
      left.info.version === right.info.version && !otherFormat
        ? null
        : [formatVersion(left), formatVersion(right)],
    otherFormat,
    ...report.collector.finish(),
    ranges: report.ranges.finish(left.size, right.size),
  };
}

/** `ABC v12`; of what is neither a model nor a texture, what else it is. */
function formatVersion({ info }: ParsedFile): string {
  if (info.format === 'unknown') return 'bytes of no known kind';
  const { version, title } = identify(info);
  return version || title.replace(/^This is /, '');
}

/** Small elements of unlike sizes whose fields are looked at one by one; more of them would take seconds. */
const MAX_DESCENTS = 1000;

/** Walks through both structures. Its generators yield now and then, so that the page stays responsive. */
class StructurePairs {
  readonly cells: Cells;
  /** Index of a node in the left file → in the right one: movement is stored one list a node, without its name. */
  readonly #nodes = new Map<number, number>();
  #descents = MAX_DESCENTS;

  constructor(readonly report: Report) {
    this.cells = new Cells(report.left);
  }

  /** All of both files. */
  sections(): Generator<void> {
    const { left, right } = this.report;
    return this.#named(left.children(''), right.children(''), NO_CONTEXT, [0, 0]);
  }

  /** Two nodes that are the same thing. */
  *#pair(a: StructureNode, b: StructureNode, context: Context): Generator<void> {
    yield;
    if (this.#isUnread) this.#unread(a, b, context);
    else if (this.report.equal(a, b)) this.report.ranges.add('equal', a, b);
    else if (a.kind === 'leaf' || b.kind === 'leaf' || a.kind !== b.kind)
      compareLeaves(this.report, a, b, context);
    else if (a.kind === 'array') yield* this.#array(a, b, context);
    else yield* this.#fields(a, b, context);
  }

  *#fields(a: StructureNode, b: StructureNode, context: Context): Generator<void> {
    const mine = this.report.left.children(a.path);
    const others = this.report.right.children(b.path);
    if (isTuple(mine) && isTuple(others)) {
      compareTuples(this.report, a, b, context);
      return;
    }
    const names = (nodes: readonly StructureNode[]) => nodes.map(({ name }) => name);
    const pairs = pairByName(names(mine), names(others), () => false);
    yield* this.#each(pairs, mine, others, [a.start, b.start], (node) => within(context, node));
  }

  /** Each pair in turn, and what has no partner where the walk stands in the other file. */
  *#each(
    pairs: readonly Pair[],
    mine: readonly StructureNode[],
    others: readonly StructureNode[],
    starts: readonly [number, number],
    contextOf: (node: StructureNode) => Context,
  ): Generator<void> {
    let [leftEnd, rightEnd] = starts;
    for (const { left, right, moved } of pairs) {
      const [from, to] = [mine[left], others[right]];
      if (from && to) {
        const context = contextOf(to);
        if (from.role === 'node') this.#nodes.set(left, right);
        if (moved) this.report.moved(from, to, context);
        yield* this.#pair(from, to, context);
        // What was moved is no place to go on from.
        if (!moved) [leftEnd, rightEnd] = [from.end, to.end];
      } else if (from) this.report.removed(from, rightEnd, contextOf(from));
      else if (to) this.report.added(to, leftEnd, contextOf(to));
    }
  }

  *#array(a: StructureNode, b: StructureNode, context: Context): Generator<void> {
    if (isNumeric(a.type) && a.type === b.type) {
      compareNumbers(this.report, a, b, context);
      return;
    }
    const elements = { left: this.report.left.elements(a.path), right: this.report.right.elements(b.path) };
    const role = elements.left?.role ?? 'none';
    if (NAMED.has(role) || role === 'nodeTransforms') {
      const mine = this.report.left.children(a.path);
      const others = this.report.right.children(b.path);
      const starts = [a.start, b.start] as const;
      if (NAMED.has(role)) yield* this.#named(mine, others, context, starts, a);
      else yield* this.#byNode(mine, others, context, starts, a);
      return;
    }
    const { left, right } = elements;
    if (a.type !== b.type || !left || !right) compareLeaves(this.report, a, b, context);
    else yield* new ElementList(this, { left: a, right: b, elements: { left, right } }, context).compare();
  }

  /** Elements with names, and sections. */
  #named(
    mine: readonly StructureNode[],
    others: readonly StructureNode[],
    context: Context,
    starts: readonly [number, number],
    array?: StructureNode,
  ): Generator<void> {
    const names = (nodes: readonly StructureNode[]) => nodes.map(nameOf);
    const alike = (i: number, j: number) => this.#alike(mine[i], others[j]);
    const pairs = pairByName(names(mine), names(others), alike);
    return this.#each(pairs, mine, others, starts, (node) => into(context, node, array));
  }

  /** Whether two elements of unlike names are one that was renamed: more than half of its fields is as it was. */
  #alike(from: StructureNode | undefined, to: StructureNode | undefined): boolean {
    if (!from || !to || from.role !== to.role || from.role === 'section' || from.role === 'none')
      return false;
    if (this.#isUnread) return false;
    const nameless = (node: StructureNode) => node.end - node.start - node.label.length;
    if (nameless(from) !== nameless(to)) return false;
    const others = this.report.right.children(to.path);
    let size = 0;
    let same = 0;
    for (const [i, field] of this.report.left.children(from.path).entries()) {
      const other = others[i];
      if (!other || field.type === 'string') continue;
      size += field.end - field.start;
      if (this.report.equal(field, other)) same += field.end - field.start;
    }
    return same * 2 > size;
  }

  /** Movement of the nodes: each beside that of the same node. */
  #byNode(
    mine: readonly StructureNode[],
    others: readonly StructureNode[],
    context: Context,
    starts: readonly [number, number],
    array: StructureNode,
  ): Generator<void> {
    const names = mine.map((_, i) => String(i));
    const back = new Map([...this.#nodes].map(([left, right]) => [right, left]));
    // Nodes that are the same in both files were passed over.
    const partnerOf = (i: number) => (back.size === 0 ? String(i) : String(back.get(i) ?? `new ${i}`));
    const otherNames = others.map((_, i) => partnerOf(i));
    const pairs = pairByName(names, otherNames, () => false);
    const named = (nodes: readonly StructureNode[], { info }: ParsedFile) =>
      nodes.map((node) => ({ ...node, label: info.nodes[node.index]?.name ?? '' }));
    const { left, right } = this.report;
    return this.#each(pairs, named(mine, left), named(others, right), starts, (node) =>
      into(context, node, array),
    );
  }

  /** Two elements that differ and are large or of unlike sizes: their fields, as long as that is quick. */
  *inside(a: StructureNode, b: StructureNode, context: Context): Generator<void> {
    const isQuick = a.end - a.start > MAX_SMALL_ELEMENT || this.#descents-- > 0;
    const from = isQuick ? this.report.left.resolve(a.path) : null;
    const to = isQuick ? this.report.right.resolve(b.path) : null;
    if (from?.start === a.start && to?.start === b.start) yield* this.#fields(from, to, context);
    else compareLeaves(this.report, a, b, context);
  }

  /** Parts of files that are not held: all there is to see is how long they are. */
  #unread(a: StructureNode, b: StructureNode, context: Context): void {
    this.report.ranges.add('unread', a, b);
    if (sizeOf(a) !== sizeOf(b)) this.report.changed(a, b, context);
  }

  get #isUnread(): boolean {
    return this.report.left.isPartial || this.report.right.isPartial;
  }
}

function sizeOf({ start, end }: Range): number {
  return end - start;
}
