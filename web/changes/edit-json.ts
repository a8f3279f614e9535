/**
 * Changes to a file as JSON (public/schema/edit.schema.json), which `lithoscope edit` reads and the page stores.
 *
 * Bytes are `{ "hex": "0A 0B" }`, numbers that JSON lacks are `{ "number": "NaN" }`, and −0 is -0. No field of a file has
 * these names.
 */
import type { EditOperation, EditValue } from '@lithoscope/core';
import { bytesOfHex, hexDigits } from '../lib/hex.ts';
import { reasonOf } from '../lib/reason.ts';
import type { AnimationOperation } from './fixes.ts';

/** Limits: operations in a list, values in all of them, and nesting of values. */
const MAX_OPERATIONS = 1_000_000;
const MAX_VALUES = 16_000_000;
const MAX_DEPTH = 32;
/** Characters of a JSON text: its data has to fit into memory beside it. */
const MAX_TEXT = 256 * 2 ** 20;
const MAX_U32 = 0xffffffff;

/** The JSON is no list of changes. The message is a sentence for the user, with the place in the JSON. */
export class NoEdit extends Error {}

/** The operations as JSON, one a line. */
export function editsToJson(operations: readonly EditOperation[]): string {
  if (operations.length === 0) return '[]\n';
  return `[\n${operations.map((operation) => `  ${json(operation)}`).join(',\n')}\n]\n`;
}

/** A value as JSON in one line. */
export function editValueToJson(value: EditValue): string {
  return json(value);
}

function json(value: unknown): string {
  if (typeof value === 'number') return numberJson(value);
  if (value instanceof Uint8Array) return `{"hex":"${Array.from(value, hexDigits).join(' ')}"}`;
  if (Array.isArray(value)) return `[${value.map(json).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${json(entry)}`).join(',')}}`;
}

function numberJson(value: number): string {
  if (!Number.isFinite(value)) return `{"number":"${value}"}`;
  return Object.is(value, -0) ? '-0' : String(value);
}

/** The bytes of files that operations name, by name. */
export type NamedFiles = ReadonlyMap<string, Uint8Array>;

/**
 * Reads a list of operations. The core checks their paths and values.
 * @throws {NoEdit} when it is no such list
 */
export function editsFromJson(text: string, files?: NamedFiles): EditOperation[] {
  return editsFromData(dataOfJson(text), files);
}

/** Parses any JSON. @throws {NoEdit} when it is not JSON */
export function dataOfJson(text: string): unknown {
  if (text.length > MAX_TEXT) throw new NoEdit(`It is longer than ${MAX_TEXT / 2 ** 20} MB.`);
  return parsed(text);
}

/** The files that operations name, each once. */
export function filesNamedIn(data: unknown): string[] {
  if (!Array.isArray(data)) return [];
  const names = data.flatMap((item) =>
    isObject(item) && (item.op === 'adopt' || item.op === 'adoptLevel') && typeof item.from === 'string'
      ? [item.from]
      : [],
  );
  return [...new Set(names)];
}

/** Reads a list of operations from parsed JSON. @throws {NoEdit} */
export function editsFromData(data: unknown, files: NamedFiles = new Map()): EditOperation[] {
  if (!Array.isArray(data)) throw new NoEdit(`It is ${kindOf(data)}, not a list of operations.`);
  if (data.length > MAX_OPERATIONS)
    throw new NoEdit(`It has ${data.length} operations; at most ${MAX_OPERATIONS} are read at once.`);
  const reader = new Reader(files);
  return data.map((item, i) => reader.operation(item, `[${i}]`));
}

/** One value, as in `PATH=VALUE`. @throws {NoEdit} */
export function editValueFromJson(text: string): EditValue {
  if (text.length > MAX_TEXT) throw new NoEdit(`It is longer than ${MAX_TEXT / 2 ** 20} MB.`);
  return new Reader(new Map()).value(parsed(text), '', 0);
}

function parsed(text: string): unknown {
  try {
    // Some editors write a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const reason = reasonOf(error);
    throw new NoEdit(`It is not valid JSON: ${reason.replace(/\.$/, '')}.`);
  }
}

/** Keys of each operation besides `op`, required and optional. */
const KEYS: Readonly<Record<EditOperation['op'], readonly [readonly string[], readonly string[]]>> = {
  set: [['path', 'value'], ['force']],
  insert: [['path'], ['values', 'force']],
  remove: [['path'], ['count', 'force']],
  duplicate: [['path'], ['force']],
  move: [['path', 'to'], ['force']],
  bytes: [['start', 'end', 'value'], []],
  convert: [['version'], []],
  transform: [[], ['mirror', 'scale', 'turn', 'centre', 'move', 'swapSides']],
  trim: [['path', 'from', 'to'], ['force']],
  retime: [['path', 'length'], ['force']],
  scaleTime: [['path', 'factor'], ['force']],
  reverse: [['path'], ['force']],
  scale: [
    ['path', 'factor'],
    ['dims', 'force'],
  ],
  addKey: [['path', 'time'], ['force']],
  moveKey: [['path', 'time'], ['force']],
  join: [
    ['path', 'with'],
    ['gap', 'force'],
  ],
  adopt: [
    ['path', 'from', 'animation'],
    ['name', 'force'],
  ],
  replaceLevel: [['path', 'vertices', 'faces'], ['force']],
  adoptLevel: [['path', 'from', 'level'], ['force']],
};

type Data = Readonly<Record<string, unknown>>;
type Adoption = Extract<EditOperation, { op: 'adopt' }>;

class Reader {
  readonly #files: NamedFiles;
  #values = 0;

  constructor(files: NamedFiles) {
    this.#files = files;
  }

  operation(data: unknown, place: string): EditOperation {
    if (!isObject(data)) throw wrong(place, data, 'an operation must be an object');
    const { op } = data;
    if (typeof op !== 'string' || !Object.hasOwn(KEYS, op))
      throw new NoEdit(`At ${place}.op: an operation must be one of ${Object.keys(KEYS).join(', ')}.`);
    const kind = op as EditOperation['op'];
    const [needed, allowed] = KEYS[kind];
    const missing = needed.find((key) => data[key] === undefined);
    if (missing) throw new NoEdit(`At ${place}: ${op} needs "${missing}".`);
    for (const key of Object.keys(data)) {
      if (key !== 'op' && !needed.includes(key) && !allowed.includes(key))
        throw new NoEdit(`At ${place}: ${op} does not take ${shown(key)}.`);
    }
    return this.#read(kind, data, place);
  }

  #read(op: EditOperation['op'], data: Data, place: string): EditOperation {
    const force = forceOf(data, place);
    const number = (key: string, least = 0) => numberOf(data, key, least, place);
    switch (op) {
      case 'set':
        return {
          op,
          path: pathOf(data, place),
          value: this.value(data.value, `${place}.value`, 0),
          ...force,
        };
      case 'insert':
        return {
          op,
          path: pathOf(data, place),
          ...(data.values !== undefined && { values: this.#list(data, 'values', place) }),
          ...force,
        };
      case 'remove':
        return {
          op,
          path: pathOf(data, place),
          ...(data.count !== undefined && { count: number('count', 1) }),
          ...force,
        };
      case 'duplicate':
        return { op, path: pathOf(data, place), ...force };
      case 'move':
        return { op, path: pathOf(data, place), to: number('to'), ...force };
      case 'bytes':
        return this.#bytes(data, place);
      case 'convert':
        return { op, version: number('version') };
      case 'transform':
        return transformOf(data, place);
      case 'replaceLevel': {
        const vertices = this.#list(data, 'vertices', place);
        const faces = this.#list(data, 'faces', place);
        return { op, path: pathOf(data, place), vertices, faces, ...force };
      }
      case 'adoptLevel': {
        const level = textOf(data, 'level', 'a path', place);
        return { op, path: pathOf(data, place), from: this.#otherModel(data, place), level, ...force };
      }
      default:
        return { ...this.#ofAnimation(op, data, place), ...force };
    }
  }

  #ofAnimation(op: AnimationOperation['op'], data: Data, place: string): AnimationOperation {
    const path = pathOf(data, place);
    const any = (key: string) => anyNumberOf(data, key, place);
    switch (op) {
      case 'trim':
        return { op, path, from: any('from'), to: any('to') };
      case 'retime':
        return { op, path, length: any('length') };
      case 'scaleTime':
        return { op, path, factor: any('factor') };
      case 'reverse':
        return { op, path };
      case 'scale':
        return { op, path, factor: any('factor'), ...flagOf(data, 'dims', place) };
      case 'addKey':
        return { op, path, time: timesOf(data, place) };
      case 'moveKey':
        return { op, path, time: any('time') };
      case 'join': {
        const gap = data.gap === undefined ? {} : { gap: any('gap') };
        return { op, path, with: textOf(data, 'with', 'a path', place), ...gap };
      }
      case 'adopt':
        return { op, path, ...this.#adopted(data, place) };
    }
  }

  #adopted(data: Data, place: string): Pick<Adoption, 'from' | 'animation' | 'name'> {
    const from = this.#otherModel(data, place);
    const animation =
      typeof data.animation === 'string' ? data.animation : numberOf(data, 'animation', 0, place);
    const name = data.name === undefined ? {} : { name: textOf(data, 'name', 'a name', place) };
    return { from, animation, ...name };
  }

  /** The bytes of another model; `lithoscope edit` takes the name of its file. */
  #otherModel(data: Data, place: string): Uint8Array {
    const named = typeof data.from === 'string' ? this.#files.get(data.from) : undefined;
    const from = named ?? this.value(data.from, `${place}.from`, 0);
    if (!(from instanceof Uint8Array))
      throw new NoEdit(
        `At ${place}.from: write bytes as {"hex": "0A 0B"}; only lithoscope edit accepts a file name.`,
      );
    return from;
  }

  #list(data: Data, key: string, place: string): EditValue[] {
    const values = data[key];
    if (!Array.isArray(values)) throw wrong(`${place}.${key}`, values, 'this must be a list');
    return values.map((value, i) => this.value(value, `${place}.${key}[${i}]`, 1));
  }

  #bytes(data: Data, place: string): EditOperation {
    const start = numberOf(data, 'start', 0, place);
    const end = numberOf(data, 'end', start, place);
    const value = this.value(data.value, `${place}.value`, 0);
    if (!(value instanceof Uint8Array))
      throw new NoEdit(`At ${place}.value: write bytes as {"hex": "0A 0B"}.`);
    return { op: 'bytes', start, end, value };
  }

  value(data: unknown, place: string, depth: number): EditValue {
    if (++this.#values > MAX_VALUES) throw new NoEdit(`It has more than ${MAX_VALUES} values.`);
    if (depth > MAX_DEPTH)
      throw new NoEdit(`At ${at(place)}: values are nested more than ${MAX_DEPTH} deep.`);
    // JSON.parse reads 1e999 as infinity.
    if (typeof data === 'string' || (typeof data === 'number' && Number.isFinite(data))) return data;
    if (Array.isArray(data)) return data.map((item, i) => this.value(item, `${place}[${i}]`, depth + 1));
    if (!isObject(data)) throw wrong(at(place), data, 'a value must be a number, text, a list or an object');
    const { hex, number } = data;
    if (Object.hasOwn(data, 'hex')) {
      if (Object.keys(data).length > 1) throw new NoEdit(`At ${at(place)}: "hex" must be the only key.`);
      const bytes = typeof hex === 'string' ? bytesOfHex(hex) : null;
      if (!bytes) throw new NoEdit(`At ${at(place)}: "hex" must be text with two hex digits per byte.`);
      return bytes;
    }
    if (Object.hasOwn(data, 'number')) {
      if (Object.keys(data).length > 1 || (number !== 'NaN' && !/^-?Infinity$/.test(String(number))))
        throw new NoEdit(`At ${at(place)}: "number" must be "NaN", "Infinity" or "-Infinity".`);
      return Number(number);
    }
    // Not by assignment: a field may be called __proto__.
    return Object.fromEntries(
      Object.entries(data).map(([key, item]) => [
        key,
        this.value(item, `${place}.${shownKey(key)}`, depth + 1),
      ]),
    );
  }
}

const at = (place: string) => place || 'the value';

function transformOf(data: Data, place: string): EditOperation {
  return {
    op: 'transform',
    ...choiceOf(data, 'mirror', ['x', 'y', 'z'] as const, place),
    ...(data.scale !== undefined && { scale: anyNumberOf(data, 'scale', place) }),
    ...vectorOf(data, 'turn', place),
    ...choiceOf(data, 'centre', ['middle', 'ground'] as const, place),
    ...vectorOf(data, 'move', place),
    ...flagOf(data, 'swapSides', place),
  };
}

function pathOf(data: Data, place: string): string {
  return textOf(data, 'path', 'a path', place);
}

/** @param what it is, in words */
function textOf(data: Data, key: string, what: string, place: string): string {
  const value = data[key];
  if (typeof value !== 'string') throw wrong(`${place}.${key}`, value, `${what} must be text`);
  return value;
}

function forceOf(data: Data, place: string): { force?: boolean } {
  return flagOf(data, 'force', place);
}

/** Nothing where it is left out. */
function flagOf<Key extends string>(data: Data, key: Key, place: string): { [key in Key]?: boolean } {
  const value = data[key];
  if (value === undefined) return {};
  if (typeof value !== 'boolean') throw wrong(`${place}.${key}`, value, 'this must be true or false');
  return { [key]: value } as { [key in Key]: boolean };
}

/** Nothing where it is left out. */
function choiceOf<Key extends string, Choice extends string>(
  data: Data,
  key: Key,
  choices: readonly Choice[],
  place: string,
): { [key in Key]?: Choice } {
  const value = data[key];
  if (value === undefined) return {};
  const choice = choices.find((one) => one === value);
  if (choice === undefined) {
    const words = `this must be one of ${choices.join(', ')}`;
    throw typeof value === 'string'
      ? new NoEdit(`At ${place}.${key}: ${words}, not ${shown(value)}.`)
      : wrong(`${place}.${key}`, value, words);
  }
  return { [key]: choice } as { [key in Key]: Choice };
}

/** Nothing where it is left out. */
function vectorOf<Key extends string>(
  data: Data,
  key: Key,
  place: string,
): { [key in Key]?: [number, number, number] } {
  const value = data[key];
  if (value === undefined) return {};
  const words = 'this must be a list of three numbers';
  if (!Array.isArray(value)) throw wrong(`${place}.${key}`, value, words);
  if (value.length !== 3) throw new NoEdit(`At ${place}.${key}: ${words}, not of ${value.length}.`);
  const numbers = value.map((one: unknown, i) => finite(one, `${place}.${key}[${i}]`));
  return { [key]: numbers } as unknown as { [key in Key]: [number, number, number] };
}

function anyNumberOf(data: Data, key: string, place: string): number {
  return finite(data[key], `${place}.${key}`);
}

/** One time or several. */
function timesOf({ time }: Data, place: string): number | number[] {
  if (!Array.isArray(time)) return finite(time, `${place}.time`);
  return time.map((each, i) => finite(each, `${place}.time[${i}]`));
}

function finite(value: unknown, place: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw wrong(place, value, 'this must be a number');
  return value;
}

function numberOf(data: Data, key: string, least: number, place: string): number {
  const value = data[key];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > MAX_U32)
    throw wrong(`${place}.${key}`, value, `this must be a whole number from ${least} to ${MAX_U32}`);
  return value + 0;
}

function wrong(place: string, value: unknown, expected: string): NoEdit {
  const found = typeof value === 'number' ? String(value) : kindOf(value);
  return new NoEdit(`At ${place}: ${expected}, not ${found}.`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  const kinds: Readonly<Record<string, string>> = {
    string: 'text',
    number: 'a number',
    boolean: 'true or false',
  };
  return kinds[typeof value] ?? 'an object';
}

function isObject(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A key in a sentence: any text, of any length. */
function shown(key: string): string {
  return `"${shownKey(key)}"`;
}

function shownKey(key: string): string {
  const plain = key.replace(/[^\w#%-]/g, '�');
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}
