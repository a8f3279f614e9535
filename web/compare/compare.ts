/**
 * Two files side by side, by their structure: what is named is paired by its name, the rest by its place.
 * Equal bytes are passed over without a look at what they are; the structure is only walked where they
 * differ. Its depth is that of the format's types, whatever is in a file.
 */
import type { ParsedFile, Role, StructureNode } from '@lithoscope/core';
import type { Range } from '../hex/window.ts';
import { identify } from '../structure/describe.ts';
import { decodeLeaf } from '../structure/values.ts';
import { commonEnd, commonStart, distance, equal } from './bytes.ts';
import {
  type Context,
  countedAs,
  into,
  NAMED,
  NOBODY,
  nameFor,
  nameOf,
  shownSuffix,
  subjectOf,
  subjectOfLone,
  within,
} from './context.ts';
import type { ChangeKind, Comparison, Subject } from './difference.ts';
import { boundaries, type Cell, cellsOf, isNumeric, isTuple } from './elements.ts';
import { type Counted, Log } from './log.ts';
import { type Pair, pairByName } from './match.ts';
import { RangeBuilder, type RangeKind } from './ranges.ts';

/** Elements up to this are compared value by value; larger ones hold lists of their own. */
const SMALL = 512;
/** Small elements of unlike sizes whose fields are looked at one by one; more of them would take seconds. */
const DESCENTS = 1000;

export function compareFiles(left: ParsedFile, right: ParsedFile): Comparison {
  return new Comparer(left, right).run();
}

class Comparer {
  readonly #log: Log;
  readonly #ranges = new RangeBuilder();
  /** Cells of elements by type and size. */
  readonly #cells = new Map<string, Cell[]>();
  /** Index of a node in the left file → in the right one: movement is stored one list a node, without its name. */
  readonly #nodes = new Map<number, number>();
  readonly #bySlices: boolean;
  #descents = DESCENTS;

  constructor(
    readonly left: ParsedFile,
    readonly right: ParsedFile,
  ) {
    this.#log = new Log(left.info.version !== right.info.version);
    this.#bySlices = left.bySlices || right.bySlices;
  }

  run(): Comparison {
    const { left, right } = this;
    const whole = (file: ParsedFile): Range => ({ start: 0, end: file.size });
    const same = !this.#bySlices && this.#equal(whole(left), whole(right));
    if (same) this.#ranges.add('equal', whole(left), whole(right));
    else this.#named(left.children(''), right.children(''), NOBODY);
    return {
      same,
      bySlices: this.#bySlices,
      versions:
        left.info.version === right.info.version
          ? null
          : [identify(left.info).version, identify(right.info).version],
      ...this.#log.finish(),
      ranges: this.#ranges.finish(left.size, right.size),
    };
  }

  /** Two nodes that are the same thing. */
  #pair(a: StructureNode, b: StructureNode, context: Context): void {
    if (this.#bySlices) this.#unread(a, b, context);
    else if (this.#equal(a, b)) this.#ranges.add('equal', a, b);
    else if (a.kind === 'leaf' || b.kind === 'leaf' || a.kind !== b.kind) this.#leaf(a, b, context);
    else if (a.kind === 'array') this.#array(a, b, context);
    else this.#fields(a, b, context);
  }

  #fields(a: StructureNode, b: StructureNode, context: Context): void {
    const mine = this.left.children(a.path);
    const others = this.right.children(b.path);
    if (isTuple(mine) && isTuple(others)) {
      this.#value(a, b, context);
      return;
    }
    const names = (nodes: readonly StructureNode[]) => nodes.map(({ name }) => name);
    const pairs = pairByName(names(mine), names(others), () => false);
    this.#each(pairs, mine, others, [a.start, b.start], (node) => within(context, node));
  }

  /** Each pair in turn, and what has no partner where the walk stands in the other file. */
  #each(
    pairs: readonly Pair[],
    mine: readonly StructureNode[],
    others: readonly StructureNode[],
    starts: readonly [number, number],
    contextOf: (node: StructureNode) => Context,
  ): void {
    let [leftEnd, rightEnd] = starts;
    for (const { left, right, moved } of pairs) {
      const [from, to] = [mine[left], others[right]];
      const node = to ?? from;
      if (!node) continue;
      const context = contextOf(node);
      if (from && to) {
        if (from.role === 'node') this.#nodes.set(left, right);
        if (moved) this.#report('moved', from, to, context, { subject: 'element', name: nameOf(to) });
        this.#pair(from, to, context);
        // What was moved is no place to go on from.
        if (!moved) [leftEnd, rightEnd] = [from.end, to.end];
      } else this.#lone(from ?? null, to ?? null, from ? rightEnd : leftEnd, context);
    }
  }

  #array(a: StructureNode, b: StructureNode, context: Context): void {
    if (isNumeric(a.type) && a.type === b.type) {
      this.#numbers(a, b, context);
      return;
    }
    const [sample] = this.left.children(a.path, 0, 1);
    const role = (sample ?? this.right.children(b.path, 0, 1)[0])?.role ?? 'none';
    if (NAMED.has(role)) this.#named(this.left.children(a.path), this.right.children(b.path), context, a, b);
    else if (role === 'nodeTransforms' && this.#nodes.size > 0) this.#byNode(a, b, context);
    else this.#elements(a, b, role, context);
  }

  /** Elements with names, and sections. */
  #named(
    mine: readonly StructureNode[],
    others: readonly StructureNode[],
    context: Context,
    a?: StructureNode,
    b?: StructureNode,
  ): void {
    const names = (nodes: readonly StructureNode[]) => nodes.map(nameOf);
    const alike = (i: number, j: number) => this.#alike(mine[i], others[j]);
    const pairs = pairByName(names(mine), names(others), alike);
    this.#each(pairs, mine, others, [a?.start ?? 0, b?.start ?? 0], (node) => into(context, node, a));
  }

  /** Whether two elements of unlike names are one that was renamed: more than half of its fields is as it was. */
  #alike(from: StructureNode | undefined, to: StructureNode | undefined): boolean {
    if (!from || !to || from.role !== to.role || from.role === 'section' || from.role === 'none')
      return false;
    if (this.#bySlices) return false;
    const nameless = (node: StructureNode) => node.end - node.start - node.label.length;
    if (nameless(from) !== nameless(to)) return false;
    const others = this.right.children(to.path);
    let size = 0;
    let same = 0;
    for (const [i, field] of this.left.children(from.path).entries()) {
      const other = others[i];
      if (!other || field.type === 'string') continue;
      size += field.end - field.start;
      if (this.#equal(field, other)) same += field.end - field.start;
    }
    return same * 2 > size;
  }

  /** Movement of the nodes: each beside that of the same node. */
  #byNode(a: StructureNode, b: StructureNode, context: Context): void {
    const mine = this.left.children(a.path);
    const others = this.right.children(b.path);
    const back = new Map([...this.#nodes].map(([left, right]) => [right, left]));
    const names = mine.map((_, i) => String(i));
    const otherNames = others.map((_, i) => (back.has(i) ? String(back.get(i)) : `new ${i}`));
    const pairs = pairByName(names, otherNames, () => false);
    this.#each(pairs, mine, others, [a.start, b.start], (node) => into(context, node, a));
  }

  /** Elements without names, by their bytes: what is equal at both ends is set aside, the rest goes by index. */
  #elements(a: StructureNode, b: StructureNode, role: Role, context: Context): void {
    const mine = boundaries(this.left, a);
    const others = boundaries(this.right, b);
    if (!mine || !others || a.type !== b.type) {
      this.#leaf(a, b, context);
      return;
    }
    const from = (i: number): Range => ({ start: mine[i] ?? 0, end: mine[i + 1] ?? 0 });
    const to = (i: number): Range => ({ start: others[i] ?? 0, end: others[i + 1] ?? 0 });
    const shorter = Math.min(a.count, b.count);
    let head = 0;
    while (head < shorter && this.#equal(from(head), to(head))) head++;
    let tail = 0;
    while (tail < shorter - head && this.#equal(from(a.count - 1 - tail), to(b.count - 1 - tail))) tail++;
    const inner: Context = { ...context, role: role === 'none' ? context.role : role };
    const element = (node: StructureNode, bytes: Range, i: number): StructureNode => ({
      ...node,
      ...bytes,
      path: `${node.path}[${i}]`,
      name: `[${i}]`,
      kind: 'struct',
      role,
      index: i,
    });
    this.#ranges.add(
      'equal',
      { start: a.start, end: from(head).start },
      { start: b.start, end: to(head).start },
    );
    for (let i = head; i < Math.max(a.count, b.count) - tail; i++) {
      const has = { left: i < a.count - tail, right: i < b.count - tail };
      if (has.left && has.right) {
        if (this.#equal(from(i), to(i))) this.#ranges.add('equal', from(i), to(i));
        else this.#element(element(a, from(i), i), element(b, to(i), i), inner, a);
      } else {
        const lone = has.left ? element(a, from(i), i) : element(b, to(i), i);
        const at = into(inner, lone, a);
        if (has.left) this.#lone(lone, null, to(b.count - tail).start, at);
        else this.#lone(null, lone, from(a.count - tail).start, at);
      }
    }
    this.#ranges.add(
      'equal',
      { start: from(a.count - tail).start, end: a.end },
      { start: to(b.count - tail).start, end: b.end },
    );
  }

  /** Two elements without names that differ. */
  #element(a: StructureNode, b: StructureNode, context: Context, array: StructureNode): void {
    const size = a.end - a.start;
    const cells = size === b.end - b.start && size <= SMALL ? this.#cellsOf(a) : null;
    if (!cells) {
      this.#unlike(a, b, context, array);
      return;
    }
    const counted = new Set<Subject>();
    const listed = this.#log.hasRoom(context.section);
    for (const { suffix, start, end, role, field } of cells) {
      const from = { start: a.start + start, end: a.start + end };
      const to = { start: b.start + start, end: b.start + end };
      if (this.#equal(from, to)) {
        this.#ranges.add('equal', from, to);
        continue;
      }
      this.#ranges.add('changed', from, to);
      const at = { ...context, role: role === 'none' ? context.role : role, field: field || context.field };
      const subject = subjectOf(at);
      if (!counted.has(subject)) {
        counted.add(subject);
        const farthest = subject === 'position' ? distance(this.left.bytes, from, this.right.bytes, to) : 0;
        this.#log.count('changed', countedAs(at, subject), { subject, name: nameFor(subject, at), farthest });
      }
      if (listed) {
        const where = into(context, a, array).where + shownSuffix(suffix);
        const left = { ...from, path: a.path + suffix };
        const right = { ...to, path: b.path + suffix };
        this.#log.row(context.section, { kind: 'changed', left, right, where });
      } else this.#log.unlisted(context.section);
    }
  }

  /** Two elements of unlike sizes: their fields one by one, as long as that is quick. */
  #unlike(a: StructureNode, b: StructureNode, context: Context, array: StructureNode): void {
    if (a.end - a.start !== b.end - b.start) this.#log.shift();
    const isQuick = a.end - a.start > SMALL || this.#descents-- > 0;
    const [from, to] = isQuick ? [this.left.resolve(a.path), this.right.resolve(b.path)] : [];
    const inner = into(context, a, array);
    if (from && to && from.start === a.start && to.start === b.start) this.#fields(from, to, inner);
    else this.#leaf(a, b, inner);
  }

  /** Cells of an element, learnt from the first of its size. */
  #cellsOf(element: StructureNode): Cell[] | null {
    const key = `${element.type} ${element.role} ${element.end - element.start}`;
    const known = this.#cells.get(key);
    if (known) return known;
    const node = this.left.resolve(element.path);
    if (!node || node.start !== element.start || node.end !== element.end) return null;
    const cells = cellsOf(this.left, node);
    // Two texts may share one length differently.
    if (cells.length === 0 || this.left.children(node.path).some(({ type }) => type === 'string'))
      return null;
    this.#cells.set(key, cells);
    return cells;
  }

  /** A list of numbers is one row, and each number a range of its own. */
  #numbers(a: StructureNode, b: StructureNode, context: Context): void {
    const size = a.count > 0 ? (a.end - a.start) / a.count : b.count > 0 ? (b.end - b.start) / b.count : 1;
    const shared = Math.min(a.count, b.count) * size;
    for (let at = 0; at < shared; at += size) {
      const from = { start: a.start + at, end: a.start + at + size };
      const to = { start: b.start + at, end: b.start + at + size };
      this.#ranges.add(this.#equal(from, to) ? 'equal' : 'changed', from, to);
    }
    const rest = {
      left: { start: a.start + shared, end: a.end },
      right: { start: b.start + shared, end: b.end },
    };
    this.#ranges.add(a.count > b.count ? 'removed' : 'added', rest.left, rest.right);
    if (a.count !== b.count) this.#log.shift();
    this.#changed(a, b, context);
  }

  /** A vector or another value of few numbers. */
  #value(a: StructureNode, b: StructureNode, context: Context): void {
    this.#ranges.add('changed', a, b);
    this.#changed(a, b, context);
  }

  #leaf(a: StructureNode, b: StructureNode, context: Context): void {
    if (a.kind === 'leaf' && b.kind === 'leaf' && isNumeric(a.type) && isNumeric(b.type)) {
      this.#ranges.add('changed', a, b);
      // Another version may keep the same number in another size.
      if (a.type === b.type || this.#decoded(this.left, a) !== this.#decoded(this.right, b)) {
        this.#changed(a, b, context);
      }
      return;
    }
    if (a.end - a.start !== b.end - b.start) this.#log.shift();
    this.#bytes(a, b);
    this.#changed(a, b, context);
  }

  /** Ranges of two texts or heaps of bytes: what is equal at both ends, and between them byte by byte. */
  #bytes(a: Range, b: Range): void {
    const { bytes: mine } = this.left;
    const { bytes: others } = this.right;
    const head = commonStart(mine, a, others, b);
    const tail = commonEnd(mine, { ...a, start: a.start + head }, others, { ...b, start: b.start + head });
    const from = { start: a.start + head, end: a.end - tail };
    const to = { start: b.start + head, end: b.end - tail };
    this.#ranges.add('equal', { start: a.start, end: from.start }, { start: b.start, end: to.start });
    if (from.end - from.start === to.end - to.start) {
      for (let i = from.start, j = to.start; i < from.end; i++, j++) {
        const kind = mine[i] === others[j] ? 'equal' : 'changed';
        this.#ranges.add(kind, { start: i, end: i + 1 }, { start: j, end: j + 1 });
      }
    } else this.#ranges.add(kindOf(from, to), from, to);
    this.#ranges.add('equal', { start: from.end, end: a.end }, { start: to.end, end: b.end });
  }

  /** Parts of files that are not held: all there is to see is how long they are. */
  #unread(a: StructureNode, b: StructureNode, context: Context): void {
    this.#ranges.add('unread', a, b);
    if (a.end - a.start !== b.end - b.start) this.#changed(a, b, context);
  }

  /** What only one side has, and where in the other file it would be. */
  #lone(from: StructureNode | null, to: StructureNode | null, at: number, context: Context): void {
    const there = { start: at, end: at };
    if (from) this.#ranges.add('removed', from, there);
    if (to) this.#ranges.add('added', there, to);
    const node = to ?? from;
    if (!node) return;
    const kind = from ? 'removed' : 'added';
    if (node.kind === 'array' && this.#loneArray(kind, node, context)) return;
    const subject = subjectOfLone(node, context);
    const name = subject === 'field' ? node.name : node.label || (node.index < 0 ? node.name : '');
    this.#report(kind, from, to, context, { subject, name });
  }

  /** A list that is empty on one side is not there at all: what is in it is what was added. */
  #loneArray(kind: 'added' | 'removed', array: StructureNode, context: Context): boolean {
    const file = kind === 'added' ? this.right : this.left;
    const [first] = file.children(array.path, 0, 1);
    if (!first || first.role === 'none') return false;
    const left = (node: StructureNode) => (kind === 'removed' ? node : null);
    const right = (node: StructureNode) => (kind === 'added' ? node : null);
    if (!NAMED.has(first.role)) {
      const counted = { subject: 'element', name: '', count: array.count } as const;
      this.#report(kind, left(array), right(array), { ...context, role: first.role }, counted, first.role);
      return true;
    }
    for (const node of file.children(array.path)) {
      const inner = into(context, node, array);
      this.#report(kind, left(node), right(node), inner, { subject: 'element', name: node.label });
    }
    return true;
  }

  /** A row and a count for what has another value. */
  #changed(a: StructureNode, b: StructureNode, context: Context): void {
    const subject = b.state === 'unreferenced' ? 'unreferenced' : subjectOf(context);
    const named = subject === 'name';
    this.#report('changed', a, b, countedAs(context, subject), {
      subject,
      name: named ? this.#text(this.left, a) : nameFor(subject, context),
      renamed: named ? this.#text(this.right, b) : '',
      farthest: subject === 'position' ? distance(this.left.bytes, a, this.right.bytes, b) : 0,
    });
  }

  #report(
    kind: ChangeKind,
    from: StructureNode | null,
    to: StructureNode | null,
    context: Context,
    counted: Counted,
    role: Role = (to ?? from)?.role ?? 'none',
  ): void {
    const place = (node: StructureNode | null) =>
      node && { start: node.start, end: node.end, path: node.path };
    this.#log.row(context.section, {
      kind,
      left: place(from),
      right: place(to),
      where: context.where || 'The whole section',
    });
    const ofOwner = kind === 'changed' ? context : { ...context, role };
    this.#log.count(kind, ofOwner, counted);
  }

  #equal(a: Range, b: Range): boolean {
    return equal(this.left.bytes, a, this.right.bytes, b);
  }

  #decoded(file: ParsedFile, node: StructureNode): number | string {
    const type = node.type as Parameters<typeof decodeLeaf>[3];
    return decodeLeaf(file.bytes, node.start, node.end - node.start, type);
  }

  #text(file: ParsedFile, node: StructureNode): string {
    return String(this.#decoded(file, node));
  }
}

function kindOf(from: Range, to: Range): RangeKind {
  if (from.start === from.end) return 'added';
  return to.start === to.end ? 'removed' : 'changed';
}
