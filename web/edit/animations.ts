/**
 * Changes to animations, as operations: what ModelEdit did with them. No DOM.
 *
 * Keys are kept as they are, to the bit, wherever a key stays one. A key between two others is what the core evaluates
 * there; only the positions of deformation vertices (v6), which a byte holds, are rounded to the nearest one.
 */

import type { AbcFile, EditOperation, FrozenPose } from '@lithoscope/core';
import {
  type AnimationData,
  animationBytes,
  KEY_BYTES,
  type KeyData,
  readAnimation,
  shapeOf,
  type TrackData,
} from './animation-data.ts';
import { dimsOperations } from './dims.ts';

/** Why it is not done: a sentence for the user. */
export interface Refused {
  readonly refused: string;
}

export type Prepared = readonly EditOperation[] | Refused;

export function isRefused(prepared: Prepared | AnimationData): prepared is Refused {
  return 'refused' in prepared;
}

const refused = (sentence: string): Refused => ({ refused: sentence });

/** The latest time that a file can hold, ms. */
export const MAX_TIME = 0xffffffff;

/** A key of the animation to be: one that there is, or what is seen at a moment of it. */
type PlannedKey = { readonly time: number; readonly string?: string } & (
  | { readonly from: number }
  | { readonly at: number }
);

/** Keeps the moments from one time to another; the first of them becomes 0. Keys are made at the cuts where there are none. */
export function trim(model: AbcFile, animation: number, fromMs: number, toMs: number): Prepared {
  return planned(model, animation, ({ keys }) => {
    const last = keys.at(-1)?.time ?? 0;
    const from = Math.round(fromMs);
    const to = Math.round(toMs);
    if (!(from >= 0 && from <= to && to <= last)) return refused(`Choose a range within 0 to ${last} ms.`);
    const kept: PlannedKey[] = keys.flatMap(({ time }, key) =>
      time >= from && time <= to ? { time: time - from, from: key } : [],
    );
    if (kept[0]?.time !== 0) kept.unshift({ time: 0, at: from });
    if (kept.at(-1)?.time !== to - from) kept.push({ time: to - from, at: to });
    return kept;
  });
}

/**
 * Plays it backwards: what was seen at t is seen at length − t, frame strings included. When its first key is not at 0,
 * what it holds until then is held at the end, by a key more.
 */
export function reverse(model: AbcFile, animation: number): Prepared {
  return planned(model, animation, ({ keys }) => {
    const last = keys.at(-1)?.time ?? 0;
    const mirrored = keys.map(({ time }, from): PlannedKey => ({ time: last - time, from })).reverse();
    if ((keys[0]?.time ?? 0) > 0) mirrored.push({ time: last, from: 0, string: '' });
    return mirrored;
  });
}

/**
 * Stretches it to a length. Times are rounded to whole milliseconds; two keys that were at different times stay so, for
 * which they move by as many milliseconds as that takes.
 */
export function retime(model: AbcFile, animation: number, lengthMs: number): Prepared {
  return planned(model, animation, ({ keys }) => {
    const last = keys.at(-1)?.time ?? 0;
    const length = Math.round(lengthMs);
    if (!(length >= 0 && length <= MAX_TIME)) return refused('Choose a length of 0 to 4,294,967,295 ms.');
    const different = [...new Set(keys.map(({ time }) => time))];
    if (last === 0 && length > 0) return refused('All keys are at 0 ms: there is nothing to stretch.');
    if (length < different.length - 1)
      return refused(
        `Its keys are at ${different.length} different times: at least ${different.length - 1} ms.`,
      );
    const times = different.map((time) => Math.round((time / Math.max(last, 1)) * length));
    for (let i = 1; i < times.length; i++) times[i] = Math.max(times[i] ?? 0, (times[i - 1] ?? 0) + 1);
    for (let i = times.length - 1, limit = length; i >= 0; i--, limit = (times[i + 1] ?? 0) - 1)
      times[i] = Math.min(times[i] ?? 0, limit);
    const moved = new Map(different.map((time, i) => [time, times[i] ?? 0]));
    return keys.map(({ time }, key) => ({ time: moved.get(time) ?? 0, from: key }));
  });
}

/**
 * Multiplies the translation of every key of every node, and in v6 the positions of deformation vertices. Rotations and
 * times stay, and so does the origin in the binding; a node of v9+ with the flag "rotation only" keeps its offset from
 * the bind pose, whatever its keys say (abc.md §4.6).
 * @param dims the half sizes of the collision box too, by the factor without its sign
 */
export function scale(model: AbcFile, animation: number, factor: number, dims = false): Prepared {
  const shape = shapeOf(model);
  const data = readAnimation(model, animation);
  if (!shape || !data) return refused(UNREADABLE);
  if (!Number.isFinite(factor)) return refused('Choose a number.');
  const tracks = data.tracks.map((track): TrackData => {
    const keys = track.keys.slice();
    const view = new DataView(keys.buffer);
    for (let at = 0; at < keys.length; at += KEY_BYTES) multiply(view, at, 3, factor);
    const packing = track.packing.slice();
    // Of v6: the deformation is byte × Scale + Transform.
    multiply(new DataView(packing.buffer), 0, packing.length / 4, factor);
    return { ...track, keys, packing };
  });
  const scaled: AnimationData = { ...data, tracks };
  if (tracks.some((track) => !areNumbers(track.keys) || !areNumbers(track.packing)))
    return refused('Some numbers would be too large for the file.');
  const [x = 0, y = 0, z = 0] = (model.info.animations[animation]?.extents ?? []).map(
    (size) => size * Math.abs(factor),
  );
  return [
    { op: 'set', path: model.pathOf({ animation }), value: animationBytes(scaled, shape) },
    ...((dims && dimsOperations(model, animation, [x, y, z])) || []),
  ];
}

/** The binding of an animation in the model's own list; −1 when there is none. */
export function ownBinding({ info }: AbcFile, animation: number): number {
  const name = info.animations[animation]?.name.toLowerCase();
  const own = info.bindings[0] ?? [];
  // Names may be there twice; mostly the lists are in the same order.
  if (own[animation]?.name.toLowerCase() === name) return animation;
  return own.findIndex((binding) => binding.name.toLowerCase() === name);
}

/** A key with the pose that is seen at a time. */
export function insertKey(model: AbcFile, animation: number, timeMs: number): Prepared {
  const time = Math.round(timeMs);
  return planned(model, animation, ({ keys }) => {
    const last = keys.at(-1)?.time ?? 0;
    if (!(time >= 0 && time <= MAX_TIME)) return refused('Choose a time of 0 ms or later.');
    if (keys.some((key) => key.time === time)) return refused(`There is a key at ${time} ms.`);
    const at = time > last ? keys.length : keys.findIndex((key) => key.time > time);
    const all: PlannedKey[] = keys.map((key, from) => ({ time: key.time, from }));
    all.splice(at, 0, { time, at: time });
    return all;
  });
}

/** Takes keys out; the others stay where they are. */
export function deleteKeys(model: AbcFile, animation: number, keyframes: readonly number[]): Prepared {
  const gone = new Set(keyframes);
  return planned(model, animation, ({ keys }) => {
    const kept = keys.flatMap(({ time }, key): PlannedKey[] => (gone.has(key) ? [] : [{ time, from: key }]));
    return kept.length > 0 ? kept : refused('An animation has one key at least.');
  });
}

/** Moves a key to another time, past other keys too. */
export function moveKey(model: AbcFile, animation: number, keyframe: number, timeMs: number): Prepared {
  const time = Math.round(timeMs);
  return planned(model, animation, ({ keys }) => {
    if (!(time >= 0 && time <= MAX_TIME)) return refused('Choose a time of 0 ms or later.');
    const taken = keys.findIndex((key, i) => key.time === time && i !== keyframe);
    if (taken >= 0) return refused(`Key ${taken + 1} is at ${time} ms.`);
    return keys
      .map((key, from) => ({ time: from === keyframe ? time : key.time, from }))
      .sort((a, b) => a.time - b.time);
  });
}

/** Where a key is after `moveKey`. */
export function placeAfterMove(times: Float64Array, keyframe: number, timeMs: number): number {
  const time = Math.round(timeMs);
  return times.reduce((before, other, i) => before + (i !== keyframe && other < time ? 1 : 0), 0);
}

/** Path of a key's frame string. */
export function stringPath(model: AbcFile, animation: number, keyframe: number): string {
  return model.labelPath(model.pathOf({ animation, keyframe }));
}

/** Gives a key a frame string; '' takes it away. */
export function setString(
  model: AbcFile,
  animation: number,
  keyframe: number,
  text: string,
): EditOperation[] {
  return [{ op: 'set', path: stringPath(model, animation, keyframe), value: text }];
}

/** Moves a frame string to a key that has none. */
export function moveString(model: AbcFile, animation: number, from: number, to: number): Prepared {
  const { strings } = model.keyframes(animation);
  if (strings[to] !== '')
    return refused(strings[to] === undefined ? 'There is no such key.' : `Key ${to + 1} has a frame string.`);
  return [...setString(model, animation, to, strings[from] ?? ''), ...setString(model, animation, from, '')];
}

const UNREADABLE = 'The file ends or breaks inside this animation.';

/** The operation that gives an animation other keys. */
function planned(
  model: AbcFile,
  animation: number,
  plan: (data: AnimationData) => readonly PlannedKey[] | Refused,
): Prepared {
  const shape = shapeOf(model);
  const data = readAnimation(model, animation);
  if (!shape || !data) return refused(UNREADABLE);
  if (data.keys.length === 0) return refused('This animation has no keys.');
  if (data.keys.some(({ time }, i) => time < (data.keys[i - 1]?.time ?? 0)))
    return refused('The times of its keys do not grow. Set them in the structure first.');
  const keys = plan(data);
  if ('refused' in keys) return keys;
  const value = animationBytes(withKeys(model, animation, data, keys), shape);
  return [{ op: 'set', path: model.pathOf({ animation }), value }];
}

/** The animation with other keys. */
function withKeys(
  model: AbcFile,
  animation: number,
  data: AnimationData,
  plan: readonly PlannedKey[],
): AnimationData {
  const moments = plan.map((key) => ('at' in key ? momentAt(model, animation, data, key.at) : null));
  const sourceOf = (key: PlannedKey, i: number) => ('from' in key ? key.from : (moments[i]?.before ?? 0));
  const keys = plan.map((key, i): KeyData => {
    const source = data.keys[sourceOf(key, i)];
    const own = 'from' in key ? (source?.string ?? '') : '';
    return { time: key.time, string: key.string ?? own, bounds: source?.bounds ?? new Uint8Array(0) };
  });
  const tracks = data.tracks.map((track, node): TrackData => {
    const packed = track.deformation.length / Math.max(data.keys.length, 1);
    const made: TrackData = {
      unknown: track.unknown,
      keys: new Uint8Array(plan.length * KEY_BYTES),
      times: new Uint32Array(track.times.length > 0 ? plan.length : 0),
      pointers: new Uint32Array(track.pointers.length > 0 ? plan.length : 0),
      deformation: new Uint8Array(plan.length * packed),
      packing: track.packing,
    };
    plan.forEach((key, i) => {
      const from = sourceOf(key, i);
      const moment = moments[i];
      const stored = track.keys.subarray(from * KEY_BYTES, (from + 1) * KEY_BYTES);
      made.keys.set(moment ? keyAt(track, node, moment) : stored, i * KEY_BYTES);
      const frame = moment ? deformationAt(track, packed, moment) : frameOf(track, packed, from);
      made.deformation.set(frame, i * packed);
      // A time that was not its keyframe's stays what it is.
      const follows = track.times[from] === data.keys[from]?.time;
      made.times[i] = follows ? key.time : (track.times[from] ?? 0);
      made.pointers[i] = track.pointers[from] ?? 0;
    });
    return made;
  });
  const lengthFollows = data.length === (data.keys.at(-1)?.time ?? 0);
  return { ...data, keys, tracks, length: lengthFollows ? (keys.at(-1)?.time ?? 0) : data.length };
}

/** A moment between two keys. */
interface Moment {
  readonly before: number;
  readonly after: number;
  /** As the core has it: a float. */
  readonly fraction: number;
  readonly pose: FrozenPose | null;
}

/** Between which keys a time is (abc.md §4.2). */
function momentAt(model: AbcFile, animation: number, { keys }: AnimationData, timeMs: number): Moment {
  const last = keys.length - 1;
  // With nothing added, and as the rotations are stored.
  const interpretation = { conjugateKeys: false };
  const request = { animation, timeMs, loop: false, lod: 0, origin: ORIGIN, interpretation };
  const pose = model.freeze(request);
  if (!(timeMs > (keys[0]?.time ?? 0))) return { before: 0, after: 0, fraction: 0, pose };
  if (timeMs >= (keys[last]?.time ?? 0)) return { before: last, after: last, fraction: 0, pose };
  const after = keys.findIndex(({ time }) => time > timeMs);
  const from = keys[after - 1]?.time ?? 0;
  const fraction = Math.fround((timeMs - from) / ((keys[after]?.time ?? 0) - from));
  return { before: after - 1, after, fraction, pose };
}

const ORIGIN: [number, number, number] = [0, 0, 0];

/** The key of a node at a moment: the rotation is the core's own; the translation too, but for nodes that ignore theirs. */
function keyAt({ keys }: TrackData, node: number, { before, after, fraction, pose }: Moment): Uint8Array {
  const result = keys.slice(before * KEY_BYTES, (before + 1) * KEY_BYTES);
  if (before === after) return result;
  const from = new DataView(keys.buffer, keys.byteOffset);
  const to = new DataView(result.buffer);
  for (let i = 0; i < 3; i++) {
    const a = from.getFloat32(before * KEY_BYTES + 4 * i, true);
    const b = from.getFloat32(after * KEY_BYTES + 4 * i, true);
    to.setFloat32(4 * i, between(a, b, fraction), true);
  }
  for (let i = 0; i < 4; i++) to.setFloat32(12 + 4 * i, pose?.locals[7 * node + 3 + i] ?? 0, true);
  return result;
}

/** Packed positions at a moment, each number rounded to the nearest that there is. */
function deformationAt(track: TrackData, size: number, { before, after, fraction }: Moment): Uint8Array {
  const a = frameOf(track, size, before);
  const b = frameOf(track, size, after);
  return a.map((from, i) => Math.round(from + ((b[i] ?? 0) - from) * fraction));
}

function frameOf({ deformation }: TrackData, size: number, key: number): Uint8Array {
  return deformation.subarray(key * size, (key + 1) * size);
}

/** As the core computes it, in floats. */
function between(a: number, b: number, fraction: number): number {
  return Math.fround(a + Math.fround(Math.fround(b - a) * fraction));
}

function multiply(view: DataView, at: number, count: number, factor: number): void {
  for (let i = 0; i < count; i++) {
    const place = at + 4 * i;
    view.setFloat32(place, view.getFloat32(place, true) * factor, true);
  }
}

/** Whether all floats are numbers. */
function areNumbers(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += 4) if (!Number.isFinite(view.getFloat32(at, true))) return false;
  return true;
}
