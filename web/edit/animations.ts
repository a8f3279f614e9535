/** Changes to animations and their dims, as edit operations: the functions of ModelEdit. */
import type { AbcFile, EditOperation, Vec3 } from '@lithoscope/core';
import { dimsPath } from './lists/row.ts';

/** Why a change is refused: a sentence for the user. */
export interface Refused {
  readonly refused: string;
}

export type Prepared = readonly EditOperation[] | Refused;

export function isRefused(prepared: Prepared): prepared is Refused {
  return 'refused' in prepared;
}

const refused = (sentence: string): Refused => ({ refused: sentence });

type Operations = readonly EditOperation[];

/** Keeps the times from `from` to `to`, shifted to start at 0. Keys are added at the cuts where they are missing. */
export function trim(model: AbcFile, animation: number, from: number, to: number): Operations {
  return [{ op: 'trim', path: model.pathOf({ animation }), from, to }];
}

/** Reverses an animation: time t becomes length − t, frame strings included. */
export function reverse(model: AbcFile, animation: number): Operations {
  return [{ op: 'reverse', path: model.pathOf({ animation }) }];
}

/** Stretches an animation to a length, ms. */
export function retime(model: AbcFile, animation: number, length: number): Operations {
  return [{ op: 'retime', path: model.pathOf({ animation }), length }];
}

/**
 * Multiplies the translation of every key of every node, and in v6 the positions of deformation vertices. Rotations and
 * times stay, and so does the origin in the binding; a node of v9+ with the flag "rotation only" keeps its offset from
 * the bind pose, whatever its keys say (abc.md §4.6).
 * @param dims the half sizes of the collision box too, by the factor without its sign
 */
export function scale(model: AbcFile, animation: number, factor: number, dims = false): Operations {
  return [{ op: 'scale', path: model.pathOf({ animation }), factor, dims }];
}

/** Appends another animation of the file, which is kept. @param gap between the two, ms */
export function join(model: AbcFile, animation: number, other: number, gap: number): Operations {
  const [path, next] = [animation, other].map((index) => model.pathOf({ animation: index }));
  return [{ op: 'join', path: path ?? '', with: next ?? '', gap }];
}

/** Adds an animation of another model after the last one. @param name its name in this model */
export function adopt(model: AbcFile, source: AbcFile, animation: number, name: string): Operations {
  const path = `${model.listPath('animation')}[${model.info.animations.length}]`;
  return [{ op: 'adopt', path, from: source.bytes, animation, name }];
}

/** Inserts a key with the interpolated pose at a time. */
export function insertKey(model: AbcFile, animation: number, time: number): Operations {
  return [{ op: 'addKey', path: model.pathOf({ animation }), time }];
}

/** Deletes keys; the others keep their times. */
export function deleteKeys(model: AbcFile, animation: number, keyframes: readonly number[]): Prepared {
  if (keyframes.length >= model.keyframes(animation).times.length)
    return refused('An animation needs at least one key.');
  // From the last one, so that the paths of the others stay valid.
  return keyframes
    .toSorted((a, b) => b - a)
    .map((keyframe) => ({ op: 'remove', path: model.pathOf({ animation, keyframe }) }));
}

/** A change of keys, and where they are afterwards. */
export interface PlacedKeys {
  readonly prepared: Prepared;
  readonly places: readonly number[];
}

/** Moves keys by a time, past other keys too. */
export function moveKeys(
  model: AbcFile,
  animation: number,
  keyframes: readonly number[],
  by: number,
): PlacedKeys {
  const { times } = model.keyframes(animation);
  const at = (key: number) => times[key] ?? 0;
  const order = Array.from(times, (time, key) => ({ key, time }));
  const placeOf = (key: number) => order.findIndex((entry) => entry.key === key);
  // The leading key first, so that none meets another that is still to be moved.
  const moving = keyframes.toSorted((a, b) => (by > 0 ? at(b) - at(a) : at(a) - at(b)));
  const prepared = moving.map((key): EditOperation => {
    const place = placeOf(key);
    const time = at(key) + by;
    order.splice(place, 1);
    order.splice(order.filter((other) => other.time < time).length, 0, { key, time });
    return { op: 'moveKey', path: model.pathOf({ animation, keyframe: place }), time };
  });
  return { prepared, places: keyframes.map(placeOf) };
}

/** Path of a key's frame string. */
export function stringPath(model: AbcFile, animation: number, keyframe: number): string {
  return model.labelPath(model.pathOf({ animation, keyframe }));
}

/** Sets the frame string of a key; '' removes it. */
export function setString(model: AbcFile, animation: number, keyframe: number, text: string): Operations {
  return [{ op: 'set', path: stringPath(model, animation, keyframe), value: text }];
}

/** Moves a frame string to a key without one. */
export function moveString(model: AbcFile, animation: number, from: number, to: number): Prepared {
  const { strings } = model.keyframes(animation);
  if (strings[to] !== '')
    return refused(
      strings[to] === undefined ? 'There is no such key.' : `Key ${to + 1} already has a frame string.`,
    );
  return [...setString(model, animation, to, strings[from] ?? ''), ...setString(model, animation, from, '')];
}

/**
 * Sets the numbers that differ. The binding of the animation, which no engine reads, follows if it had the same dims
 * before (abc.md §3.9). Null where the file has no dims.
 */
export function dimsOperations(
  model: AbcFile,
  animation: number,
  extents: Readonly<Vec3>,
): EditOperation[] | null {
  const path = dimsPath(model, animation);
  const before = model.info.animations[animation]?.extents;
  if (!path || !before) return null;
  const bindings = bindingsAlike(model, animation).map(
    (binding) => `${model.pathOf({ bindingList: 0, binding })}.Extents`,
  );
  return [path, ...bindings].flatMap((place) => setNumbers(place, ['X', 'Y', 'Z'], before, extents));
}

/** Indices of the model's own bindings that name an animation and have its dims. */
function bindingsAlike({ info }: AbcFile, animation: number): number[] {
  const found = info.animations[animation];
  const list = info.bindings[0] ?? [];
  if (!found) return [];
  const name = found.name.toLowerCase();
  // A binding refers to the first animation of its name.
  const isFirst = info.animations.findIndex((other) => other.name.toLowerCase() === name) === animation;
  return list.flatMap((binding, i) =>
    isFirst && binding.name.toLowerCase() === name && same(binding.extents, found.extents) ? [i] : [],
  );
}

/** Sets the numbers that differ. @param names field names below the path */
export function setNumbers(
  path: string,
  names: readonly string[],
  before: readonly number[],
  after: readonly number[],
): EditOperation[] {
  return names.flatMap((name, i): EditOperation[] => {
    const value = after[i];
    if (value === undefined || Object.is(value, before[i])) return [];
    return [{ op: 'set', path: `${path}.${name}`, value }];
  });
}

/** Whether numbers are bitwise equal; all NaNs are equal. */
export function same(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, i) => Object.is(value, b[i]));
}
