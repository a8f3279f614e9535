/** Keys that were copied, to be put at another time, into another animation or into another model. */

import type { AbcFile, EditOperation } from '@lithoscope/core';
import { type PlacedKeys, stringPath } from './animations.ts';

interface CopiedKey {
  /** ms after the first of them. */
  readonly offset: number;
  readonly text: string;
  /** What stands in each list of the animation: transforms, one a node, and in v6 deformations. */
  readonly values: readonly Uint8Array[];
}

export interface CopiedKeys {
  /** What an animation must have in common for the keys to fit. */
  readonly basis: string;
  readonly keys: readonly CopiedKey[];
}

/** Fields of a transform that are the same in all versions of a family; times are those of the keys. */
const FIELDS = ['Location', 'Translation', 'Rotation'];
/** Ends the path of a list of deformations, whose elements are lists. */
const DEFORMATION = '.Deformation';
/** What unpacks the deformation of a node of v6: its positions mean nothing without it. */
const PACKING = ['Scale', 'Transform'];

/** Copies keys, bit by bit. */
export function copyKeys(model: AbcFile, animation: number, keyframes: readonly number[]): CopiedKeys {
  const { times, strings } = model.keyframes(animation);
  const first = keyframes.reduce((least, key) => Math.min(least, times[key] ?? 0), Number.POSITIVE_INFINITY);
  const layouts = listsOf(model, animation).map((list) => layoutOf(model, list, times.length));
  return {
    basis: basisOf(model, animation),
    keys: keyframes.map((key) => ({
      offset: (times[key] ?? 0) - first,
      text: strings[key] ?? '',
      values: layouts.map((layout) => valueAt(model, layout, key)),
    })),
  };
}

/** Puts copied keys at a time; a key that is there takes their transforms. */
export function pasteKeys(model: AbcFile, animation: number, copied: CopiedKeys, at: number): PlacedKeys {
  if (basisOf(model, animation) !== copied.basis)
    return { prepared: { refused: 'The copied keys belong to another skeleton.' }, places: [] };
  const before = model.keyframes(animation).times;
  const times = Array.from(before);
  const path = model.pathOf({ animation });
  const lists = listsOf(model, animation);
  const pasted = copied.keys.map(({ offset }) => Math.round(at + offset));
  const added = [...new Set(pasted)].filter((time) => !times.includes(time));
  for (const time of added) times.splice(times.filter((other) => other < time).length, 0, time);
  const places = pasted.map((time) => times.indexOf(time));
  // All keys by one operation: each goes through the whole file.
  const keys: EditOperation[] = added.length > 0 ? [{ op: 'addKey', path, time: added }] : [];
  copied.keys.forEach(({ text }, i) => {
    if (text === '') return;
    // Of a key that the file does not have yet: as that of key 0.
    const string = stringPath(model, animation, 0).replace(/\[0\](?=[^[]*$)/, `[${places[i]}]`);
    keys.push({ op: 'set', path: string, value: text });
  });
  const layouts = lists.map((list) => layoutOf(model, list, before.length));
  const values = layouts.map((layout, i) => {
    const value = new Uint8Array(layout.size * times.length);
    times.forEach((time, place) => {
      const { start, size } = layout;
      const from = start + Math.max(before.indexOf(time), 0) * size;
      value.set(model.bytes.subarray(from, from + size), place * size);
      const copy = copied.keys[places.indexOf(place)]?.values[i];
      if (copy) putValue(value.subarray(place * size, (place + 1) * size), layout, copy, time);
    });
    return value;
  });
  return { prepared: [...keys, ...written(model, lists, layouts, values, places)], places };
}

/** Writes lists when all keys are there. Each operation goes through the whole file, so there are as few as can be. */
function written(
  model: AbcFile,
  lists: readonly string[],
  layouts: readonly Layout[],
  values: readonly Uint8Array[],
  places: readonly number[],
): EditOperation[] {
  const of = (i: number) => ({ list: lists[i] ?? '', value: values[i] ?? new Uint8Array() });
  // Deformations are packed again when keys are added: only those of the pasted keys are known.
  if (lists.some((list) => list.endsWith(DEFORMATION))) {
    return layouts.flatMap(({ size }, i): EditOperation[] => {
      const { list, value } = of(i);
      if (!list.endsWith(DEFORMATION)) return [{ op: 'set', path: list, value }];
      return places.map((place) => {
        return { op: 'set', path: `${list}[${place}]`, value: value.slice(place * size, (place + 1) * size) };
      });
    });
  }
  const path = lists[0]?.replace(/\[0\]\.[^.]+$/, '') ?? '';
  const around = model.resolve(path);
  if (!around) return [];
  const parts: Uint8Array[] = [];
  let from = around.start;
  layouts.forEach(({ start, end }, i) => {
    parts.push(model.bytes.subarray(from, start), of(i).value);
    from = end;
  });
  parts.push(model.bytes.subarray(from, around.end));
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return [{ op: 'set', path, value: whole }];
}

/** Paths of the lists with an element a key. */
function listsOf(model: AbcFile, animation: number): string[] {
  return model.info.nodes.flatMap(({ deformationVertices }, node) => {
    const list = model.pathOf({ animation, node, keyframe: 0 }).replace(/\[0\]$/, '');
    return deformationVertices > 0 ? [list, list.replace(/\.Keys$/, DEFORMATION)] : [list];
  });
}

/** Where the elements of a list are, and what of each is copied. */
interface Layout {
  readonly start: number;
  readonly end: number;
  /** Of an element. */
  readonly size: number;
  /** Ranges in the element. */
  readonly parts: readonly (readonly [start: number, end: number])[];
  /** Where it repeats the time of its key; −1 where it does not. */
  readonly time: number;
}

function layoutOf(model: AbcFile, list: string, count: number): Layout {
  const { start = 0, end = 0 } = model.resolve(list) ?? {};
  const size = (end - start) / Math.max(count, 1);
  const field = (name: string) => model.resolve(`${list}[0].${name}`);
  const parts = FIELDS.flatMap((name) => {
    const node = field(name);
    return node ? [[node.start - start, node.end - start] as const] : [];
  });
  const time = field('Time');
  return {
    start,
    end,
    size,
    parts: parts.length > 0 ? parts : [[0, size]],
    time: time ? time.start - start : -1,
  };
}

function valueAt({ bytes }: AbcFile, { start, size, parts }: Layout, key: number): Uint8Array {
  const at = start + key * size;
  return Uint8Array.from(parts.flatMap(([from, to]) => Array.from(bytes.subarray(at + from, at + to))));
}

function putValue(element: Uint8Array, { parts, time }: Layout, value: Uint8Array, timeMs: number): void {
  let from = 0;
  for (const [start, end] of parts) {
    element.set(value.subarray(from, from + end - start), start);
    from += end - start;
  }
  if (time >= 0) new DataView(element.buffer, element.byteOffset).setUint32(time, timeMs, true);
}

function basisOf(model: AbcFile, animation: number): string {
  const { nodes } = model.info;
  const packed = listsOf(model, animation).filter((list) => list.endsWith(DEFORMATION));
  const packing = packed.flatMap((list) =>
    PACKING.map((name) => {
      const node = model.resolve(list.replace(/Deformation$/, name));
      return node ? Array.from(model.bytes.subarray(node.start, node.end)) : [];
    }),
  );
  const kind = model.pathOf({ animation: 0, node: 0, keyframe: 0 });
  return JSON.stringify([
    kind,
    nodes.map(({ name, deformationVertices }) => [name, deformationVertices]),
    packing,
  ]);
}
