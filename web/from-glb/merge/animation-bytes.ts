/** The bytes of an animation with keys that came or went. */
import type { AbcFile } from '@lithoscope/core';
import type { AnimationKeys, KeysContext, MergedAnimation } from './keys.ts';
import { trackPlaces, tracksPath } from './keys.ts';
import { counted, joined } from './level-bytes.ts';
import type { MergedStrings } from './strings.ts';
import { latin1 } from './texts.ts';

export interface AnimationMade {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Frame strings of keys that are gone. */
  readonly strings: readonly string[];
}

interface Key {
  readonly time: number;
  /** Index in the file; −1 for a new one. */
  readonly from: number;
  /** Milliseconds of the GLB's curves at which it is. */
  readonly at: number;
  /** As bytes, with its length before it. */
  text: Uint8Array;
}

/**
 * The animation as the copy of the file has it, with the keys and the frame strings that the GLB has. Null for keys of an
 * unknown form.
 * @param deformation v6, by node: what stands behind its keys, for these times; null: nothing is deformed
 */
export function animationBytes(
  { base, patches }: KeysContext,
  animation: number,
  keys: AnimationKeys,
  back: Pick<MergedAnimation, 'inserted' | 'removed'>,
  texts: MergedStrings,
  deformation: (times: readonly number[]) => readonly Uint8Array[] | null,
): AnimationMade | null {
  const isV6 = base.info.version === 6;
  const path = isV6 ? `Animation.Anims[${animation}]` : `Animation.Animations[${animation}]`;
  const whole = base.resolve(path);
  const count = base.resolve(`${path}.${isV6 ? 'NumKeyframes' : 'KeyframeCount'}`);
  const stored = base.elements(`${path}.${isV6 ? 'KeyframeData' : 'Keyframes'}`)?.starts;
  const { times } = base.keyframes(animation);
  const tracks = trackPlaces(base, tracksPath(base, animation), times.length);
  if (!whole || !count || !stored || tracks.some((track) => track?.step !== 28)) return null;
  const gone = new Set(back.removed);
  const head = isV6 ? 28 : 4;
  const textOf = (key: number) => {
    const text = texts.changed.get(key);
    return text === undefined
      ? patches.bytes.slice((stored[key] as number) + head, stored[key + 1])
      : withLength(latin1(text));
  };
  /** Milliseconds of the file, and those of the GLB. */
  const inserted = new Map([...texts.added.keys()].map((time) => [time, time]));
  for (const time of back.inserted) inserted.set(Math.round(time), time);
  const list: Key[] = [];
  times.forEach((time, from) => {
    if (gone.has(from)) return;
    list.push({ time, from, at: time, text: textOf(from) });
  });
  for (const [time, at] of inserted) {
    const text = texts.added.get(time);
    list.push({ time, from: -1, at, text: withLength(text === undefined ? '' : latin1(text)) });
  }
  list.sort((a, b) => a.time - b.time);
  const strings: string[] = [];
  const { strings: all } = base.keyframes(animation);
  for (const key of back.removed) {
    const text = texts.changed.get(key) ?? all[key];
    if (!text) continue;
    strings.push(`“${text}”`);
    const nearest = list.reduce<Key | null>((best, each) => {
      if (!best) return each;
      const [near, far] = [
        Math.abs(each.time - (times[key] as number)),
        Math.abs(best.time - (times[key] as number)),
      ];
      return near < far ? each : best;
    }, null);
    if (!nearest) continue;
    const bytes = textOf(key);
    const isFree = nearest.text.length === 2;
    nearest.text = isFree ? bytes : together(nearest.text, bytes);
  }
  const parts: Uint8Array[] = [
    headOf(base, patches.bytes, path, whole.start, count.start, list.at(-1)?.time ?? 0),
  ];
  parts.push(counted(list.length));
  for (const { time, from, text } of list) {
    const frame = new Uint8Array(head);
    if (from >= 0) frame.set(patches.bytes.subarray(stored[from] as number, (stored[from] as number) + head));
    new DataView(frame.buffer).setUint32(0, time, true);
    parts.push(frame, text);
  }
  const behind = isV6 ? deformation(list.map(({ at }) => at)) : null;
  base.info.nodes.forEach(({ parent, deformationVertices }, node) => {
    const track = tracks[node];
    if (!track) return;
    const deformed = 3 * deformationVertices;
    const frames = track.first + 28 * times.length;
    // What stands before the keys in some versions.
    if (!isV6) {
      const start = base.elements(tracksPath(base, animation))?.starts[node] ?? track.first;
      parts.push(patches.bytes.slice(start, track.first));
    }
    for (const { at, from } of list) {
      if (from >= 0) {
        parts.push(patches.bytes.slice(track.first + 28 * from, track.first + 28 * from + 28));
        continue;
      }
      const { translation, rotation } = keys.local(node, parent, at);
      parts.push(new Uint8Array(Float32Array.of(...translation, ...rotation).buffer));
    }
    if (!isV6) return;
    const made = behind?.[node];
    if (made) {
      parts.push(made);
      return;
    }
    for (const { time, from } of list) {
      const of = from >= 0 ? from : nearestKey(times, time);
      parts.push(patches.bytes.slice(frames + deformed * of, frames + deformed * (of + 1)));
    }
    const end = frames + deformed * times.length;
    parts.push(patches.bytes.slice(end, end + 24));
  });
  return { bytes: joined(parts), strings };
}

/** Up to the number of keys; of v6 with the length, which is the time of the last one. */
function headOf(
  base: AbcFile,
  bytes: Uint8Array,
  path: string,
  start: number,
  end: number,
  length: number,
): Uint8Array {
  const head = bytes.slice(start, end);
  const field = base.info.version === 6 ? base.resolve(`${path}.Length`) : null;
  if (field) new DataView(head.buffer).setUint32(field.start - start, length, true);
  return head;
}

function nearestKey(times: Float64Array, time: number): number {
  let best = 0;
  times.forEach((other, key) => {
    if (Math.abs(other - time) < Math.abs((times[best] as number) - time)) best = key;
  });
  return best;
}

/** A text with its length before it; what is longer than that can say is cut. */
export function withLength(text: string): Uint8Array<ArrayBuffer> {
  const cut = text.slice(0, 0xffff);
  const bytes = new Uint8Array(2 + cut.length);
  bytes[0] = cut.length & 255;
  bytes[1] = cut.length >> 8;
  for (let i = 0; i < cut.length; i++) bytes[2 + i] = cut.charCodeAt(i);
  return bytes;
}

/** Two texts, one after the other. */
function together(a: Uint8Array, b: Uint8Array): Uint8Array {
  const text = joined([a.subarray(2), Uint8Array.of(0x3b), b.subarray(2)]).slice(0, 0xffff);
  return joined([Uint8Array.of(text.length & 255, text.length >> 8), text]);
}
