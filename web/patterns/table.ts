/**
 * The fields that a pattern has found, as columns: a million of them are a few typed arrays, which a worker hands over without
 * copying. Fields stand in the order of the pattern, what is around others before these.
 */
import type { Encoding } from './program.ts';
import { readInteger, readNumber, type Scalar } from './scalars.ts';

/** How the bytes of a field are read. */
export type Reading =
  | { readonly kind: 'struct' }
  | { readonly kind: 'scalar'; readonly scalar: Scalar; readonly names: ReadonlyMap<number, string> | null }
  | { readonly kind: 'text'; readonly encoding: Encoding; readonly terminator: number | null }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'bits'; readonly scalar: Scalar; readonly shift: number; readonly width: number };

/** What all fields of one declaration have in common. */
export interface Declared {
  readonly name: string;
  /** As text: `u32`, `Vector`. */
  readonly type: string;
  readonly reading: Reading;
  readonly comment: string;
  /** RRGGBB, or empty. */
  readonly color: string;
}

/** The columns of finished fields, as a worker hands them over. */
export interface FieldColumns {
  readonly declared: readonly Declared[];
  /** Index into `declared`. */
  readonly declaration: Int32Array;
  /** Index of an element in its list; −1 for other fields. */
  readonly element: Int32Array;
  /** From the first byte that the pattern read. */
  readonly offset: Uint32Array;
  /** Bytes. */
  readonly length: Uint32Array;
  /** Index of the field around it; −1: none. */
  readonly parent: Int32Array;
  /** Index after the last field in it. */
  readonly end: Int32Array;
  /** Elements of a list; −1 for what is no list. Elements that are numbers have no rows of their own. */
  readonly count: Int32Array;
  /** Texts that the pattern shows for structs. */
  readonly shown: ReadonlyMap<number, string>;
}

const COLUMNS = [
  'declaration',
  'element',
  'offset',
  'length',
  'parent',
  'count',
  'firstChild',
  'lastChild',
  'next',
] as const;

/** A field when it is added. */
interface NewField {
  readonly declaration: number;
  /** −1 outside lists. */
  readonly element: number;
  readonly offset: number;
  /** −1: none is around it. */
  readonly parent: number;
  /** −1: no list. */
  readonly count: number;
}

/** The fields while a pattern runs: one can be added to any other, in whatever order they are found. */
export class FieldTable {
  readonly declared: Declared[] = [];
  readonly shown = new Map<number, string>();
  declaration = new Int32Array(256);
  element = new Int32Array(256);
  offset = new Int32Array(256);
  length = new Int32Array(256);
  parent = new Int32Array(256);
  count = new Int32Array(256);
  firstChild = new Int32Array(256);
  lastChild = new Int32Array(256);
  next = new Int32Array(256);
  size = 0;
  /** First and last of the fields around which there is none. */
  #first = -1;
  #last = -1;

  /** Adds a field as the last one of its parent, and returns its index. */
  add({ declaration, element, offset, parent, count }: NewField): number {
    if (this.size === this.declaration.length) this.#grow();
    const at = this.size++;
    this.declaration[at] = declaration;
    this.element[at] = element;
    this.offset[at] = offset;
    this.length[at] = 0;
    this.parent[at] = parent;
    this.count[at] = count;
    this.firstChild[at] = this.lastChild[at] = this.next[at] = -1;
    const before = parent < 0 ? this.#last : this.lastChild[parent];
    if (before !== undefined && before >= 0) this.next[before] = at;
    else if (parent < 0) this.#first = at;
    else this.firstChild[parent] = at;
    if (parent < 0) this.#last = at;
    else this.lastChild[parent] = at;
    return at;
  }

  /** The first field in another one; −1: none. */
  firstOf(parent: number): number {
    return parent < 0 ? this.#first : (this.firstChild[parent] ?? -1);
  }

  #grow(): void {
    for (const name of COLUMNS) {
      const longer = new Int32Array(this.size * 2);
      longer.set(this[name]);
      this[name] = longer;
    }
  }

  /** The fields in the order of the tree. */
  finished(): FieldColumns {
    const { size } = this;
    const columns = {
      declared: this.declared,
      declaration: new Int32Array(size),
      element: new Int32Array(size),
      offset: new Uint32Array(size),
      length: new Uint32Array(size),
      parent: new Int32Array(size),
      end: new Int32Array(size),
      count: new Int32Array(size),
      shown: new Map<number, string>(),
    };
    let made = 0;
    /** Old and new indices of what is open. */
    const open: [old: number, now: number][] = [];
    for (let at = this.#first; at >= 0; ) {
      const now = made++;
      columns.declaration[now] = this.declaration[at] ?? 0;
      columns.element[now] = this.element[at] ?? -1;
      columns.offset[now] = this.offset[at] ?? 0;
      columns.length[now] = this.length[at] ?? 0;
      columns.parent[now] = open.at(-1)?.[1] ?? -1;
      columns.count[now] = this.count[at] ?? -1;
      const shown = this.shown.get(at);
      if (shown !== undefined) columns.shown.set(now, shown);
      open.push([at, now]);
      let following = this.firstChild[at] ?? -1;
      while (following < 0) {
        const last = open.pop();
        if (!last) break;
        columns.end[last[1]] = made;
        following = this.next[last[0]] ?? -1;
      }
      at = following;
    }
    return columns;
  }
}

/** The declaration of a field. */
export function declaredAt(fields: FieldColumns, field: number): Declared {
  return fields.declared[fields.declaration[field] ?? -1] ?? NOTHING;
}
const NOTHING: Declared = { name: '', type: '', reading: { kind: 'struct' }, comment: '', color: '' };

/** Whether a field is a list of numbers, whose elements have no rows. */
export function isPlainList(fields: FieldColumns, field: number): boolean {
  return (fields.count[field] ?? -1) >= 0 && declaredAt(fields, field).reading.kind === 'scalar';
}

/** The fields directly in another one; −1: those around all others. */
export function* childrenOf(fields: FieldColumns, field: number): Generator<number> {
  const end = field < 0 ? fields.declaration.length : (fields.end[field] ?? 0);
  for (let at = field + 1; at < end; at = fields.end[at] ?? end) yield at;
}

/** `Header.Counts[2].X`. @param element of a list of numbers; −1: the list itself */
export function pathOf(fields: FieldColumns, field: number, element = -1): string {
  const parts: string[] = element < 0 ? [] : [`[${element}]`];
  for (let at = field; at >= 0; at = fields.parent[at] ?? -1) {
    const index = fields.element[at] ?? -1;
    if (index >= 0) parts.push(`[${index}]`);
    else parts.push(`.${declaredAt(fields, at).name}`);
  }
  return parts.reverse().join('').replace(/^\./, '');
}

/** The type of a field as text: `u32`, `Vector[3]`. */
export function typeOf(fields: FieldColumns, field: number): string {
  const { type } = declaredAt(fields, field);
  const count = fields.count[field] ?? -1;
  return count >= 0 ? `${type}[${count}]` : type;
}

/** Bytes of a long text or of bytes that are shown. */
const MAX_SHOWN = 256;

/** A number, a text, bytes as hexadecimal digits, or null for a struct or list. */
export type FieldValue = number | bigint | string | null;

/** The value of a field. @param bytes those that the pattern has read */
export function fieldValue(
  fields: FieldColumns,
  bytes: Uint8Array,
  field: number,
  most = MAX_SHOWN,
): FieldValue {
  const { reading } = declaredAt(fields, field);
  const at = fields.offset[field] ?? 0;
  const length = fields.length[field] ?? 0;
  const shown = fields.shown.get(field);
  if (shown !== undefined) return shown;
  if (reading.kind === 'text') return textOf(bytes.subarray(at, at + Math.min(length, most)), reading);
  if (reading.kind === 'bytes') return hexOf(bytes.subarray(at, at + Math.min(length, most)));
  if ((fields.count[field] ?? -1) >= 0 || reading.kind === 'struct')
    return plainText(fields, bytes, field, most);
  return scalarAt(bytes, at, reading);
}

/** A list of characters as text; null for other lists, and structs. */
function plainText(fields: FieldColumns, bytes: Uint8Array, field: number, most: number): string | null {
  const { reading } = declaredAt(fields, field);
  if (reading.kind !== 'scalar' || reading.scalar.kind !== 'character') return null;
  const at = fields.offset[field] ?? 0;
  const end = at + Math.min(fields.length[field] ?? 0, most);
  const text = { encoding: reading.scalar.size === 2 ? 'utf-16le' : 'latin1', terminator: 0 } as const;
  return textOf(bytes.subarray(at, end), text);
}

/** An element of a list of numbers. */
export function elementValue(
  fields: FieldColumns,
  bytes: Uint8Array,
  field: number,
  element: number,
): FieldValue {
  const { reading } = declaredAt(fields, field);
  if (reading.kind !== 'scalar') return null;
  return scalarAt(bytes, (fields.offset[field] ?? 0) + element * reading.scalar.size, reading);
}

function scalarAt(
  bytes: Uint8Array,
  at: number,
  reading: Extract<Reading, { kind: 'scalar' | 'bits' }>,
): number | bigint | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { scalar } = reading;
  if (reading.kind === 'bits') {
    const whole = readInteger(view, at, { ...scalar, kind: 'unsigned' });
    return shortened((whole >> BigInt(reading.shift)) & ((1n << BigInt(reading.width)) - 1n));
  }
  if (scalar.kind === 'character' && scalar.size === 1) return readNumber(view, at, scalar);
  if (scalar.kind === 'float' || scalar.size <= 4) return readNumber(view, at, scalar);
  return shortened(readInteger(view, at, scalar));
}

/** A number where that is exact. */
const shortened = (value: bigint): number | bigint =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER)
    ? Number(value)
    : value;

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Characters that are made at once: a function takes only so many arguments. */
const CHARACTERS_AT_ONCE = 8192;

function latin1Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHARACTERS_AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHARACTERS_AT_ONCE));
  }
  return text;
}

/** Bytes as text, up to the terminator; what is no character becomes U+FFFD. */
export function textOf(
  bytes: Uint8Array,
  { encoding, terminator }: { readonly encoding: Encoding; readonly terminator: number | null },
): string {
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
  const found = terminator === null || isWide ? -1 : bytes.indexOf(terminator);
  const own = found < 0 ? bytes : bytes.subarray(0, found);
  // TextDecoder takes latin1 for windows-1252.
  if (encoding === 'latin1') return latin1Of(own);
  const text = new TextDecoder(encoding).decode(own);
  return terminator !== null && isWide ? (text.split('\0', 1)[0] ?? '') : text;
}

/** The name that an enum has for a value; null: none. */
export function constantOf(fields: FieldColumns, field: number, value: FieldValue): string | null {
  const { reading } = declaredAt(fields, field);
  return reading.kind === 'scalar' && typeof value === 'number' ? (reading.names?.get(value) ?? null) : null;
}
