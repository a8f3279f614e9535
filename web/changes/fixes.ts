/** Repairs of a file as operations, and operations in words. */
import { type EditOperation, type EditValue, LEAF_TYPES, type ParsedFile } from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import { counted, formatRounded } from '../explain/describe.ts';
import { decodeLeaf } from '../explain/values.ts';
import { formatOffset, hexDigits } from '../lib/hex.ts';

/** The change of one operation. */
export interface PlannedChange {
  readonly path: string;
  /** In words; '' when there is no such value. */
  readonly before: string;
  readonly after: string;
}

export interface Repairs {
  readonly operations: readonly EditOperation[];
  /** Codes of the findings that they repair. */
  readonly codes: readonly string[];
  /** Changes of the first operations. */
  readonly changes: readonly PlannedChange[];
}

/** Changes that are shown before a repair. */
const SHOWN = 8;
/** Numbers that are shown one by one: as many as a rotation has. */
const COORDINATES = 4;

/** The repair of a finding, or of all with a code. @param finding index into `findings`; null: all with the code */
export function repairsOf(editing: Editing, file: ParsedFile, code: string, finding: number | null): Repairs {
  const operations = editing.fixes(file, code, finding);
  return {
    operations,
    codes: operations.length > 0 ? [code] : [],
    changes: plannedChanges(file, operations),
  };
}

/** Repairs of one file, at most: a repair may reveal further findings. */
const MAX_REPAIRS = 64;

/**
 * All safe repairs, one code after the other: each in the file as the previous ones left it, until no repair is left.
 * @param only these codes; absent: all
 * @param onRepair called for each with the file before and after, which the caller must not keep
 */
export function allRepairs(
  editing: Editing,
  file: ParsedFile,
  only?: ReadonlySet<string>,
  onRepair?: (
    code: string,
    before: ParsedFile,
    after: ParsedFile,
    operations: readonly EditOperation[],
  ) => void,
): Repairs {
  const operations: EditOperation[] = [];
  const changes: PlannedChange[] = [];
  const codes: string[] = [];
  /** Without a repair in the file as it is now. */
  const left = new Set<string>();
  let now = file;
  while (codes.length < MAX_REPAIRS) {
    const code = now.findings.find(
      (one) => one.fix !== '' && !left.has(one.code) && (!only || only.has(one.code)),
    )?.code;
    if (code === undefined) break;
    left.add(code);
    const repairs = repairsOf(editing, now, code, null);
    const edited = editing.edit(now, repairs.operations);
    if ('refused' in edited || edited.splices.length === 0) continue;
    const next = now.withBytes(edited.bytes);
    if (countOf(next, code) >= countOf(now, code)) {
      next.release();
      continue;
    }
    onRepair?.(code, now, next, repairs.operations);
    if (now !== file) now.release();
    now = next;
    left.clear();
    codes.push(code);
    operations.push(...repairs.operations);
    changes.push(...repairs.changes);
  }
  if (now !== file) now.release();
  return { operations, codes: [...new Set(codes)], changes: changes.slice(0, SHOWN) };
}

const countOf = ({ findings }: ParsedFile, wanted: string): number =>
  findings.reduce((sum, { code, count }) => sum + (code === wanted ? count : 0), 0);

/** The changes of the first operations. Paths are those of the unchanged file. */
export function plannedChanges(file: ParsedFile, operations: readonly EditOperation[]): PlannedChange[] {
  return operations.slice(0, SHOWN).map((operation) => plannedChange(file, operation));
}

export function plannedChange(file: ParsedFile, operation: EditOperation): PlannedChange {
  switch (operation.op) {
    case 'bytes': {
      const { start, end, value } = operation;
      return bytesChange(file, start, end, value);
    }
    case 'set':
      return { path: operation.path, before: stored(file, operation.path), after: inWords(operation.value) };
    case 'remove': {
      const { path, count = 1 } = operation;
      return { path, before: count > 1 ? counted(count, 'element') : element(file, path), after: '' };
    }
    case 'insert': {
      const { path, values = [] } = operation;
      return {
        path,
        before: '',
        after: values.length > 1 ? `${counted(values.length, 'element')} added` : 'added',
      };
    }
    case 'duplicate':
      return { path: operation.path, before: '', after: 'added' };
    case 'move':
      return { path: operation.path, before: '', after: `moved to ${operation.to}` };
    case 'convert':
      return {
        path: 'Header.Version',
        before: stored(file, 'Header.Version'),
        after: String(operation.version),
      };
    case 'transform':
      return { path: '', before: '', after: transformInWords(operation) };
    default:
      return { path: operation.path, before: '', after: wholeChangeInWords(operation) };
  }
}

/** The value at a path in words. */
function stored(file: ParsedFile, path: string): string {
  const node = file.resolve(path);
  if (!node) return '';
  if (node.kind === 'leaf') return leafWords(file, file.bytes, node.start, node.end);
  // A vector or a rotation; larger values are not decoded.
  const size = node.end - node.start;
  if (size > COORDINATES * 4) return counted(size, 'byte');
  const { offset, length } = file.leaves(node.start, node.end);
  return [...offset]
    .map((start, i) => leafWords(file, file.bytes, start, start + (length[i] ?? 0)))
    .join(', ');
}

/** A removed element: its numbers, or all its bytes. */
function element(file: ParsedFile, path: string): string {
  const node = file.resolve(path);
  if (!node) return '';
  const isShort = node.kind === 'leaf' || node.end - node.start <= COORDINATES * 4;
  return isShort ? stored(file, path) : bytesInWords(file.bytes.subarray(node.start, node.end));
}

/** @param bytes of a file in which a leaf of `file` is at the same place */
function leafWords(file: ParsedFile, bytes: Uint8Array, start: number, end: number): string {
  const node = file.ancestors(start).at(-1);
  const type = LEAF_TYPES[file.leaves(start, start + 1).type[0] ?? -1];
  if (!node || !type || type === 'bytes' || node.start !== start || node.end !== end)
    return bytesInWords(bytes.subarray(start, end));
  const value = decodeLeaf(bytes, start, end - start, type);
  return node.unit === 'offset' && typeof value === 'number' ? formatOffset(value) : String(value);
}

/**
 * The change of replaced bytes. Removed bytes are shown as bytes and as likely values.
 * @param end of the replaced bytes @param value the new bytes
 */
function bytesChange(file: ParsedFile, start: number, end: number, value: Uint8Array): PlannedChange {
  const node = file.ancestors(Math.min(start, file.size - 1)).at(-1);
  const path = node?.path ?? formatOffset(start);
  if (end - start !== value.length) {
    return {
      path: end === start ? path : (file.ancestors(start)[0]?.path ?? path),
      before: end === start ? '' : bytesInWords(file.bytes.subarray(start, end)),
      after: value.length > 0 ? bytesInWords(value) : '',
    };
  }
  // The new value of a text may be its characters alone.
  const from = node && node.start <= start && node.end >= end ? node.start : start;
  const to = node && node.start <= start && node.end >= end ? node.end : end;
  const after = file.bytes.slice(from, to);
  after.set(value, start - from);
  const placed = new Uint8Array(to);
  placed.set(after, from);
  return { path, before: leafWords(file, file.bytes, from, to), after: leafWords(file, placed, from, to) };
}

/** Bytes that are shown; `…` stands for more. */
const WRITTEN_OUT = 256;
/** Numbers that bytes are shown as. */
const READ_AS = 8;

/** `8 bytes: 00 00 C8 42 00 00 00 40, as f32 100, 2`: the bytes, and their likely values. */
export function bytesInWords(bytes: Uint8Array): string {
  const digits = Array.from(bytes.subarray(0, WRITTEN_OUT), hexDigits);
  if (bytes.length > WRITTEN_OUT) digits.push('…');
  const reading = readAs(bytes);
  return `${counted(bytes.length, 'byte')}: ${digits.join(' ')}${reading && `, as ${reading}`}`;
}

/** The likely numbers or text in bytes; '' without any. */
function readAs(bytes: Uint8Array): string {
  const text = /[ -~]{4,}/.exec(String.fromCharCode(...bytes.subarray(0, WRITTEN_OUT)))?.[0];
  if (text !== undefined) return `text “${text}”`;
  if (bytes.length % 4 !== 0 || bytes.every((byte) => byte === 0)) return '';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const offsets = Array.from({ length: bytes.length / 4 }, (_, i) => 4 * i);
  const isPlain = (value: number) => value === 0 || (Math.abs(value) > 1e-6 && Math.abs(value) < 1e7);
  const numbers = offsets.every((at) => isPlain(view.getFloat32(at, true)))
    ? { type: 'f32', values: offsets.map((at) => inWords(view.getFloat32(at, true))) }
    : { type: 'u32', values: offsets.map((at) => String(view.getUint32(at, true))) };
  const more = numbers.values.length > READ_AS ? ', …' : '';
  return `${numbers.type} ${numbers.values.slice(0, READ_AS).join(', ')}${more}`;
}

function inWords(value: EditValue): string {
  if (typeof value === 'number')
    return String(Object.is(Math.fround(value), value) ? shortest(value) : value);
  if (typeof value === 'string') return value === '' ? '(empty)' : value;
  if (value instanceof Uint8Array) return counted(value.length, 'byte');
  if (Array.isArray(value)) {
    return value.length <= COORDINATES ? value.map(inWords).join(', ') : counted(value.length, 'element');
  }
  return counted(Object.keys(value).length, 'field');
}

/** A number of single precision, as the page shows it. */
function shortest(value: number): number {
  return Number(decodeLeaf(new Uint8Array(Float32Array.of(value).buffer), 0, 4, 'f32'));
}

/** An operation on a whole animation. */
export type AnimationOperation = Extract<
  EditOperation,
  { op: 'trim' | 'retime' | 'scaleTime' | 'reverse' | 'scale' | 'addKey' | 'moveKey' | 'join' | 'adopt' }
>;

/** An operation on a whole animation or level. */
export type WholeOperation =
  | AnimationOperation
  | Extract<EditOperation, { op: 'replaceLevel' | 'adoptLevel' }>;

/** An operation on the whole model. */
export type TransformOperation = Extract<EditOperation, { op: 'transform' }>;

/** Targets of centring, by the words of the operation. */
const CENTRES: Readonly<Record<NonNullable<TransformOperation['centre']>, string>> = {
  middle: 'centred',
  ground: 'placed on the ground',
};

/** `mirrored in X, scaled by 2, rotated by 90° about Y`, in the order in which it is done. */
export function transformInWords(operation: TransformOperation): string {
  const { mirror, scale = 1, turn, centre, move, swapSides } = operation;
  const turns = byAxis(turn, (degrees, axis) => `${degrees}° about ${axis}`);
  const moves = byAxis(move, (units, axis) => `${units} in ${axis}`);
  const words = [
    ...(mirror ? [`mirrored in ${mirror.toUpperCase()}`] : []),
    ...(scale === 1 ? [] : [`scaled by ${formatRounded(scale)}`]),
    ...(turns ? [`rotated by ${turns}`] : []),
    ...(centre ? [CENTRES[centre]] : []),
    ...(moves ? [`moved by ${moves}`] : []),
    ...(swapSides ? ['left and right swapped in names'] : []),
  ];
  return words.join(', ') || 'not changed';
}

/** The numbers that are not 0; '' when all are. */
function byAxis(
  numbers: readonly number[] | undefined,
  inWords: (number: string, axis: string) => string,
): string {
  const axes = ['X', 'Y', 'Z'].map((axis, i) => ({ axis, number: numbers?.[i] ?? 0 }));
  return axes
    .filter(({ number }) => number !== 0)
    .map(({ axis, number }) => inWords(formatRounded(number), axis))
    .join(', ');
}

/** `trimmed to 100…900 ms`, after the path of the animation. */
export function wholeChangeInWords(operation: WholeOperation): string {
  switch (operation.op) {
    case 'trim':
      return `trimmed to ${formatRounded(operation.from)}…${formatRounded(operation.to)} ms`;
    case 'retime':
      return `stretched to ${formatRounded(operation.length)} ms`;
    case 'scaleTime':
      return `${formatRounded(operation.factor)} times as long`;
    case 'reverse':
      return 'reversed';
    case 'scale':
      return `scaled by ${formatRounded(operation.factor)}`;
    case 'addKey':
      return typeof operation.time === 'number'
        ? `key added at ${formatRounded(operation.time)} ms`
        : `${counted(operation.time.length, 'key')} added`;
    case 'moveKey':
      return `moved to ${formatRounded(operation.time)} ms`;
    case 'join':
      return `joined with ${operation.with}`;
    case 'adopt':
      return 'copied from another model';
    case 'adoptLevel':
      return `replaced with ${operation.level} of another model`;
    case 'replaceLevel':
      return `replaced: ${counted(operation.vertices.length, 'vertex')}, ${counted(operation.faces.length, 'triangle')}`;
  }
}
