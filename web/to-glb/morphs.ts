/** Plans the deformation vertices of v6 as morph targets: which frames become targets, and when each has weight 1. */
import type { AbcFile } from '@lithoscope/core';
import { formatCount } from '../explain/describe.ts';
import type { ExportedClip } from './clips.ts';
import type { GlbOptions } from './input.ts';
import type { GlbNote } from './report.ts';

/** When the targets of one animation have weight. Between two times weights are interpolated linearly. */
export interface MorphTrack {
  /** Milliseconds, each later than the one before; at least one. Times between equal neighbours are left out. */
  readonly times: Float64Array;
  /** By `times`: index of the target whose weight is 1, all others have 0; −1 is the rest, where all have 0. */
  readonly targets: Int32Array;
}

export interface MorphPlan {
  /** Vertices of piece 0 that some target moves, growing. */
  readonly vertices: Uint32Array;
  /** By target: three numbers for each of `vertices`, what is added to its place in the rest pose. File space, finite. */
  readonly targets: readonly Float32Array[];
  /** One for each of the clips that were given. */
  readonly tracks: readonly MorphTrack[];
  /** Different deformation frames that the clips have, the rest not counted. As many as `targets` when all are kept. */
  readonly all: number;
  /** Greatest distance of a vertex from its place, file units, for frames that are interpolated; 0 when all are kept. */
  readonly deviation: number;
  /** `MORPH_TARGETS_LIMITED`, `MORPH_KEYS_SKIPPED`. */
  readonly notes: readonly GlbNote[];
}

/** Maximum numbers in the deltas of all frames: 64 MB. Above it, keys are skipped. */
const MOST_DELTAS = 2 ** 24;
/** Maximum numbers that are decoded to read the keys. */
const MOST_DECODED = 2 ** 28;
/** Maximum weights in all animations. Above it, there are fewer targets. */
const MOST_WEIGHTS = 2 ** 25;

/**
 * The morph targets of a model, and their weights in its animations. Null without deformation: in v9+, and when all keys show
 * the rest.
 * @param clips all animations that are exported, of the model and of other files
 */
export function planMorphs(
  file: AbcFile,
  clips: readonly ExportedClip[],
  options: Pick<GlbOptions, 'maxMorphTargets' | 'interpretation'>,
): MorphPlan | null {
  const seen = lookAt(file, clips, options);
  if (!seen) return null;
  const { frames, sequences, vertices, skipped } = seen;
  const keys = clips.reduce((sum, { times }) => sum + times.length, 0);
  const most = Math.min(Math.max(options.maxMorphTargets, 1), Math.max(1, Math.floor(MOST_WEIGHTS / keys)));
  const { kept, deviation } =
    frames.length <= most ? allOf(frames.length) : choose(frames, sequences, Math.floor(most));
  const target = new Int32Array(frames.length).fill(UNKEPT);
  const order = [...kept.keys()].filter((frame) => kept[frame]);
  for (const [i, frame] of order.entries()) target[frame] = i;
  return {
    vertices,
    targets: order.map((frame) => frames[frame] as Float32Array),
    tracks: sequences.map((sequence) => trackOf(sequence, target)),
    all: frames.length,
    deviation,
    notes: notesOf(frames.length, order.length, deviation, skipped),
  };
}

/** Instead of a frame's index: the rest. */
const REST = -1;
/** Instead of a target's index: the frame is interpolated. */
const UNKEPT = -2;

/** The frames of an animation in time. */
interface Sequence {
  /** Milliseconds, growing. */
  readonly times: Float64Array;
  /** By `times`: index of the frame, or REST. */
  readonly frames: Int32Array;
}

interface Seen {
  readonly vertices: Uint32Array;
  /** Different ones, in the order in which they were met: deltas of `vertices`. */
  readonly frames: Float32Array[];
  readonly sequences: Sequence[];
  /** Keys that were not looked at. */
  readonly skipped: number;
}

/** Every key of every clip, as deltas from the rest. Null when nothing is deformed. */
function lookAt(
  file: AbcFile,
  clips: readonly ExportedClip[],
  { interpretation }: Pick<GlbOptions, 'interpretation'>,
): Seen | null {
  const weights = file.info.features.deformation ? file.weights(0, 0) : null;
  const deformed = weights ? indicesWhere(weights.deformation, (index) => index >= 0) : [];
  const atRest = { animation: -1, timeMs: 0, loop: false, lod: 0, interpretation };
  const rest = deformed.length > 0 && clips.length > 0 ? file.freeze(atRest)?.vertices : undefined;
  const nodes = rest && file.evaluate(atRest)?.nodes;
  if (!weights || !rest || !nodes) return null;

  const keys = clips.reduce((sum, { times }) => sum + times.length, 0);
  const stride = Math.max(
    1,
    Math.ceil((keys * 3 * deformed.length) / MOST_DELTAS),
    Math.ceil((keys * rest.length) / MOST_DECODED),
  );
  const frames = new DistinctFrames();
  let skipped = 0;
  const sequences = clips.map(({ clip, file: source, times }): Sequence => {
    const looked = times.filter((_, i) => i % stride === 0 || i === times.length - 1);
    skipped += times.length - looked.length;
    const indices = looked.map((timeMs) => {
      const pose = { ...atRest, animation: clip.animation, source, timeMs };
      const vertices = file.freeze(pose)?.vertices;
      return vertices ? frames.add(deltas(deformed, weights.node, nodes, rest, vertices)) : REST;
    });
    return { times: Float64Array.from(looked), frames: Int32Array.from(indices) };
  });
  if (frames.list.length === 0) return null;
  const moves = new Uint8Array(deformed.length);
  for (const frame of frames.list) {
    for (let i = 0; i < frame.length; i++) if (frame[i] !== 0) moves[Math.floor(i / 3)] = 1;
  }
  const moved = indicesWhere(moves, (flag) => flag === 1);
  return {
    vertices: Uint32Array.from(moved, (i) => deformed[i] as number),
    frames: moved.length === deformed.length ? frames.list : frames.list.map((frame) => only(frame, moved)),
    sequences,
    skipped,
  };
}

function indicesWhere(list: ArrayLike<number>, fits: (value: number, index: number) => boolean): number[] {
  const indices: number[] = [];
  for (let i = 0; i < list.length; i++) if (fits(list[i] as number, i)) indices.push(i);
  return indices;
}

/** How far the vertices are from the rest, turned as the rest pose turns their nodes. What is not finite does not move. */
function deltas(
  vertices: readonly number[],
  nodeOf: Int32Array,
  nodes: Float32Array,
  rest: Float32Array,
  now: Float32Array,
): Float32Array {
  const out = new Float32Array(3 * vertices.length);
  const at = (list: Float32Array, index: number) => list[index] as number;
  for (let i = 0; i < vertices.length; i++) {
    const from = 3 * (vertices[i] as number);
    const matrix = 16 * (nodeOf[vertices[i] as number] as number);
    const x = at(now, from) - at(rest, from);
    const y = at(now, from + 1) - at(rest, from + 1);
    const z = at(now, from + 2) - at(rest, from + 2);
    if (x === 0 && y === 0 && z === 0) continue;
    let sum = 0;
    for (let row = 0; row < 3; row++) {
      const m = matrix + 4 * row;
      // No −0: equal frames have equal bits.
      out[3 * i + row] = at(nodes, m) * x + at(nodes, m + 1) * y + at(nodes, m + 2) * z + 0;
      sum += Math.abs(at(out, 3 * i + row));
    }
    if (!Number.isFinite(sum)) out.fill(0, 3 * i, 3 * i + 3);
  }
  return out;
}

function only(frame: Float32Array, places: readonly number[]): Float32Array {
  const out = new Float32Array(3 * places.length);
  for (const [i, place] of places.entries()) out.set(frame.subarray(3 * place, 3 * place + 3), 3 * i);
  return out;
}

/** Frames that are compared with a new one, at most. */
const MOST_ALIKE = 16;

/** Each frame once. */
class DistinctFrames {
  readonly list: Float32Array[] = [];
  /** Indices into `list`, by a number that equal frames have in common. */
  readonly #byHash = new Map<number, number[]>();

  /** The index of the frame, or REST when it moves nothing. */
  add(frame: Float32Array): number {
    if (frame.every((number) => number === 0)) return REST;
    const bits = new Int32Array(frame.buffer, frame.byteOffset, frame.length);
    let hash = 0;
    for (const word of bits) hash = (Math.imul(hash, 0x01000193) ^ word) | 0;
    const alike = this.#byHash.get(hash) ?? [];
    const known = alike.find((index) => isEqual(this.list[index] as Float32Array, frame));
    if (known !== undefined) return known;
    // A file that is made for it has many frames of one number; then one may be a target twice.
    if (alike.length < MOST_ALIKE) alike.push(this.list.length);
    this.#byHash.set(hash, alike);
    return this.list.push(frame) - 1;
  }
}

function isEqual(a: Float32Array, b: Float32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

interface Choice {
  /** By frame. */
  readonly kept: boolean[];
  readonly deviation: number;
}

function allOf(count: number): Choice {
  return { kept: new Array<boolean>(count).fill(true), deviation: 0 };
}

/** A stretch of an animation between two keys that are kept, and the key in it that is farthest from their interpolation. */
interface Gap {
  readonly sequence: number;
  /** Positions in the sequence of the kept keys around it; −1 and its length where there is none. */
  readonly before: number;
  readonly after: number;
  readonly farthest: number;
  readonly distance: number;
}

/** The frames that are worth most: the ends of the animations, then again and again the one that is farthest off. */
function choose(frames: readonly Float32Array[], sequences: readonly Sequence[], most: number): Choice {
  const kept = new Array<boolean>(frames.length).fill(false);
  const withFrame = frames.map((): number[] => []);
  for (const [i, sequence] of sequences.entries()) {
    for (const frame of new Set(sequence.frames)) withFrame[frame]?.push(i);
  }
  const ends = new Set(sequences.flatMap(({ frames: of }) => [of[0] as number, of.at(-1) as number]));
  ends.delete(REST);
  let count = ends.size <= most ? ends.size : 0;
  if (count > 0) for (const frame of ends) kept[frame] = true;

  const gaps = new GapHeap();
  /** By sequence, and in it by one more than `before`: where its gap ends now. A gap in the heap that says else is old. */
  const endOf = sequences.map(({ times }) => new Int32Array(times.length + 1).fill(-1));
  const isOld = (gap: Gap) => endOf[gap.sequence]?.[gap.before + 1] !== gap.after;
  const split = (index: number) => {
    const sequence = sequences[index] as Sequence;
    const ends = endOf[index] as Int32Array;
    for (let before = -1, at = 0; at <= sequence.frames.length; at++) {
      const frame = sequence.frames[at];
      if (frame !== undefined && frame !== REST && !kept[frame]) continue;
      if (ends[before + 1] !== at) {
        ends[before + 1] = at;
        if (at - before > 1) gaps.push(gapIn(frames, sequence, index, before, at));
      }
      before = at;
    }
  };
  for (const index of sequences.keys()) split(index);
  for (;;) {
    while (gaps.top && isOld(gaps.top)) gaps.pop();
    const gap = gaps.top;
    if (!gap || gap.distance === 0 || count === most) return { kept, deviation: gap?.distance ?? 0 };
    const frame = sequences[gap.sequence]?.frames[gap.farthest] as number;
    kept[frame] = true;
    count++;
    for (const index of withFrame[frame] as number[]) split(index);
  }
}

/** @param before @param after as in `Gap`, at least one key between them */
function gapIn(
  frames: readonly Float32Array[],
  sequence: Sequence,
  index: number,
  before: number,
  after: number,
): Gap {
  const { times } = sequence;
  const deltasAt = (key: number) => frames[sequence.frames[key] as number];
  const last = times.length;
  // Before the first kept key and after the last one, weights are constant.
  const from = deltasAt(before >= 0 ? before : after);
  const to = deltasAt(after < last ? after : before);
  const start = times[before] ?? 0;
  const span = (times[after] ?? 0) - start;
  let farthest = before + 1;
  let greatest = -1;
  for (let key = before + 1; key < after; key++) {
    const share = before >= 0 && after < last ? ((times[key] as number) - start) / span : 0;
    const distance = distanceTo(deltasAt(key) as Float32Array, from, to, share);
    if (distance > greatest) {
      greatest = distance;
      farthest = key;
    }
  }
  return { sequence: index, before, after, farthest, distance: Math.sqrt(greatest) };
}

/** Square of the greatest distance of a vertex from the interpolation of two frames; absent is the rest. */
function distanceTo(
  frame: Float32Array,
  from: Float32Array | undefined,
  to: Float32Array | undefined,
  share: number,
): number {
  let greatest = 0;
  for (let at = 0; at < frame.length; at += 3) {
    let square = 0;
    for (let i = at; i < at + 3; i++) {
      const mixed = (1 - share) * (from?.[i] ?? 0) + share * (to?.[i] ?? 0);
      square += ((frame[i] as number) - mixed) ** 2;
    }
    if (square > greatest) greatest = square;
  }
  return greatest;
}

/** Orders gaps by distance, the greatest first; equal ones by time. */
class GapHeap {
  readonly #list: Gap[] = [];

  get top(): Gap | undefined {
    return this.#list[0];
  }

  push(gap: Gap): void {
    const list = this.#list;
    let at = list.push(gap) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(gap, list[above] as Gap)) break;
      list[at] = list[above] as Gap;
      at = above;
    }
    list[at] = gap;
  }

  pop(): void {
    const list = this.#list;
    const gap = list.pop();
    if (!gap || list.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= list.length) break;
      const other = list[below + 1];
      if (other && isBefore(other, list[below] as Gap)) below++;
      if (!isBefore(list[below] as Gap, gap)) break;
      list[at] = list[below] as Gap;
      at = below;
    }
    list[at] = gap;
  }
}

function isBefore(a: Gap, b: Gap): boolean {
  return (a.distance - b.distance || b.sequence - a.sequence || b.before - a.before) > 0;
}

/** The kept keys, without those between two of the same target. */
function trackOf(sequence: Sequence, targetOf: Int32Array): MorphTrack {
  const times: number[] = [];
  const targets: number[] = [];
  for (const [key, frame] of sequence.frames.entries()) {
    const target = frame === REST ? REST : (targetOf[frame] as number);
    if (target === UNKEPT) continue;
    if (target === targets.at(-1) && target === targets.at(-2)) {
      times[times.length - 1] = sequence.times[key] as number;
      continue;
    }
    times.push(sequence.times[key] as number);
    targets.push(target);
  }
  // With one kept frame or none, the same one applies all the time.
  if (targets.length === 0) return { times: sequence.times.slice(0, 1), targets: Int32Array.of(REST) };
  const isConstant = targets.every((target) => target === targets[0]);
  const count = isConstant ? 1 : targets.length;
  return {
    times: Float64Array.from(times.slice(0, count)),
    targets: Int32Array.from(targets.slice(0, count)),
  };
}

function notesOf(all: number, kept: number, deviation: number, skipped: number): GlbNote[] {
  const notes: GlbNote[] = [];
  if (kept < all && deviation > 0) {
    notes.push({
      code: 'MORPH_TARGETS_LIMITED',
      severity: 'warning',
      message:
        `The animations have ${formatCount(all)} deformation frames; ${formatCount(kept)} of them became morph ` +
        `targets. Between them, a vertex is up to ${Number(deviation.toPrecision(3))} units off.`,
    });
  }
  if (skipped > 0) {
    notes.push({
      code: 'MORPH_KEYS_SKIPPED',
      severity: 'warning',
      message: `The animations have too many keys: at ${formatCount(skipped)} of them deformation vertices are interpolated.`,
    });
  }
  return notes;
}
