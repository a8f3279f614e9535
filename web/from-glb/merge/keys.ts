/** The keys of an animation of the file, and what the GLB says of them. */

import type { AbcFile, Quat, Vec3 } from '@lithoscope/core';
import { boundOrigin } from '../../explain/animations.ts';
import { sideOf } from '../../to-glb/template.ts';
import { inverseTurn, unitTurn } from '../drafting/turns.ts';
import type { ExportDescription } from '../source.ts';
import { HOLE } from './level.ts';
import type { Patches } from './patches.ts';
import { isEven, type Local, type Player, SAME_TIME } from './player.ts';
import { nearPlace, type Rig } from './rig.ts';
import { angleBetween, between } from './rotations.ts';
import { isDense, keysOfSamples, WAY_OF_NODE } from './samples.ts';
import { renamed } from './texts.ts';

const KEY_BYTES = 28;
/** v13 and v108: with a time and an address behind. */
const LONG_KEY_BYTES = 36;
/** Radians that are the same rotation. */
const SAME_TURN = 2e-4;
/** Between two keys programs interpolate a little otherwise, radians and units. */
const SAME_BETWEEN = 1e-3;
/** Where it has sampled them: Blender interpolates the numbers of a rotation each for itself. Radians and units. */
const SAME_SAMPLED = [0.03, 0.05] as const;
/** A rotation whose length is farther from 1 is not in the GLB as it is. */
const NEAR_UNIT = 0.01;

export interface KeysContext {
  readonly base: AbcFile;
  readonly rig: Rig;
  readonly patches: Patches;
  readonly description: ExportDescription;
  /** `base` has holes where the GLB has the numbers. */
  readonly isTemplate: boolean;
}

/** Where the keys of a node lie. */
interface TrackPlace {
  readonly first: number;
  readonly step: number;
}

/** An animation as the GLB has it. */
export interface MergedAnimation {
  /** Keys of nodes that have other values, and how many moments they are of. */
  readonly changed: number;
  readonly moments: number;
  /** Milliseconds of keys that the GLB has between those of the file and that are not on their way, not rounded. */
  readonly inserted: readonly number[];
  /** Indices of keys that are gone. */
  readonly removed: readonly number[];
  /** The program has written it at even distances, not at its keys. */
  readonly isSampled: boolean;
  /** Of one that was sampled: renamed nodes that stay in the rest pose, but for those that did so in the file. */
  readonly still: readonly number[];
  /** Likewise: renamed nodes that move. */
  readonly moving: readonly number[];
}

export class AnimationKeys {
  readonly #context: KeysContext;
  readonly #player: Player;
  readonly #list: string;
  readonly #tracks: readonly (TrackPlace | null)[];
  readonly #times: Float64Array;
  readonly #origin: Vec3;
  readonly #conjugates: boolean;
  /** Times of the keys of the file. */
  readonly #known: ReadonlySet<number>;
  #isSampled = false;
  /** Nodes that move as in the file, but for what sampling takes. */
  readonly #same = new Set<number>();
  /** Of one that was sampled, by node: by key, where the samples lead. */
  readonly #led = new Map<number, ReadonlyMap<number, Local>>();

  constructor(context: KeysContext, animation: number, player: Player) {
    const { base, description } = context;
    const info = base.info.animations[animation];
    this.#context = context;
    this.#player = player;
    this.#list = tracksPath(base, animation);
    this.#times = base.keyframes(animation).times;
    this.#known = new Set(this.#times);
    this.#tracks = trackPlaces(base, this.#list, this.#times.length);
    this.#origin = boundOrigin(base.info, 0, info?.name ?? '');
    this.#conjugates = base.info.version === 6 && description.conjugateKeys !== false;
  }

  /** Patches the keys that both have, and says which only one of them has. */
  back(): MergedAnimation {
    const { base } = this.#context;
    const there = new Set(this.#player.times.map(Math.round));
    const exported = exportedKeys(this.#times);
    const known = this.#known;
    // A program that samples has keys at equal distances, and none of the file's.
    this.#isSampled =
      isEven(this.#player.times) && this.#player.times.some((time) => !known.has(Math.round(time)));
    if (this.#isSampled && !this.#context.isTemplate) this.#findSame(exported);
    const { still, moving } = this.#renamed();
    // What Blender has lost the file still has.
    if (!this.#context.isTemplate) for (const node of still) this.#same.add(node);
    let changed = 0;
    let moments = 0;
    const removed: number[] = [];
    for (const key of exported) {
      const time = this.#times[key] as number;
      const isGone = !there.has(time) && !this.#isSampled && there.size > 0;
      if (isGone && this.#differs(key)) {
        removed.push(key);
        continue;
      }
      let here = 0;
      base.info.nodes.forEach(({ parent }, node) => {
        if (!this.#same.has(node) && this.#key(node, parent, key, time)) here++;
      });
      changed += here;
      if (here > 0) moments++;
    }
    const inserted = this.#inserted(removed);
    return { changed, moments, inserted, removed, isSampled: this.#isSampled, still, moving };
  }

  /** Blender 3.4 samples a bone that was renamed in its rest pose, in animations other than the one that is open, until it reads the file again. */
  #renamed(): { still: number[]; moving: number[] } {
    const { base, rig, description } = this.#context;
    const still: number[] = [];
    const moving: number[] = [];
    if (!this.#isSampled) return { still, moving };
    base.info.nodes.forEach(({ parent }, node) => {
      const name = rig.joints[node]?.getName() ?? '';
      if (this.#same.has(node) || renamed(name, description.joints[node]) === null) return;
      const from = 7 * node;
      const translation = [...rig.rest.subarray(from, from + 3)] as unknown as Vec3;
      const rotation = unitTurn([...rig.rest.subarray(from + 3, from + 7)] as unknown as Quat);
      const isStill = this.#player.times.every((time) => {
        const local = this.#player.at(node, parent, time);
        return (
          apart(local.translation, translation) <= SAME_BETWEEN &&
          angleBetween(local.rotation, rotation) <= SAME_BETWEEN
        );
      });
      (isStill ? still : moving).push(node);
    });
    return { still, moving };
  }

  /** The value of a key as the file would have it. */
  local(node: number, parent: number, ms: number): Local {
    const { translation, rotation } = this.#player.at(node, parent, ms);
    const isRoot = parent < 0;
    return {
      translation: isRoot
        ? (translation.map((value, i) => value - (this.#origin[i] as number)) as Vec3)
        : translation,
      rotation: this.#conjugates ? inverseTurn(rotation) : rotation,
    };
  }

  /** How much of some keys is as in the file, 0 to 1; of holes that is only the side of each rotation. */
  likeness(): number {
    const { base, patches, isTemplate } = this.#context;
    const exported = exportedKeys(this.#times);
    const step = Math.max(1, Math.floor(exported.length / 8));
    let same = 0;
    let all = 0;
    for (let i = 0; i < exported.length; i += step) {
      const key = exported[i] as number;
      base.info.nodes.forEach(({ parent }, node) => {
        const track = this.#tracks[node];
        if (!track) return;
        const at = track.first + track.step * key;
        const turn = quatAt(patches, at + 12);
        const { translation, rotation } = this.local(node, parent, this.#times[key] as number);
        all++;
        if (isTemplate) {
          if (sideOf(rotation) === Math.sign(turn[3])) same++;
        } else if (
          apart(patches.vector(at), translation) <= SAME_BETWEEN &&
          angleBetween(unitTurn(turn), rotation) <= SAME_BETWEEN
        )
          same++;
      });
    }
    return all > 0 ? same / all : 0;
  }

  /** The value of a key that the file has. */
  #atKey(node: number, parent: number, key: number, time: number): Local {
    if (!this.#isSampled) return this.local(node, parent, time);
    let led = this.#led.get(node);
    if (!led) {
      const at = (ms: number) => this.local(node, parent, ms);
      const keys = exportedKeys(this.#times);
      const samples = { times: this.#player.times, values: this.#player.times.map(at) };
      const times = keys.map((each) => this.#times[each] as number);
      const locals = keysOfSamples(times, samples, at, WAY_OF_NODE);
      led = new Map(keys.map((each, i) => [each, locals[i] as Local]));
      this.#led.set(node, led);
    }
    return led.get(key) ?? this.local(node, parent, time);
  }

  /** Compares the samples with the way that the file takes between its keys. */
  #findSame(exported: readonly number[]): void {
    const { nodes } = this.#context.base.info;
    const other = new Set<number>();
    let next = 0;
    let [before, after]: [Moment | null, Moment | null] = [null, null];
    for (const time of this.#player.times) {
      const first = next;
      while (next < exported.length && (this.#times[exported[next] as number] as number) <= time + SAME_TIME)
        next++;
      if (first !== next || !after) {
        before = next > 0 ? this.#stored(exported[next - 1] as number) : null;
        after = next < exported.length ? this.#stored(exported[next] as number) : null;
      }
      nodes.forEach(({ parent }, node) => {
        const there = other.has(node) ? null : onTheWay(before, after, time, node);
        if (there && !this.#isSame(node, this.local(node, parent, time), there)) other.add(node);
      });
    }
    nodes.forEach((_, node) => {
      if (!other.has(node)) this.#same.add(node);
    });
  }

  /** A key as it is now. */
  #stored(key: number): Moment {
    const { base, patches } = this.#context;
    const pose = base.info.nodes.map((_, node) => {
      const track = this.#tracks[node];
      const at = (track?.first ?? 0) + (track?.step ?? 0) * key;
      return { translation: patches.vector(at), rotation: unitTurn(quatAt(patches, at + 12)) };
    });
    return { time: this.#times[key] as number, pose };
  }

  /** Whether some node is elsewhere at a key; a key that is a hole is. */
  #differs(key: number): boolean {
    const { base, patches, isTemplate } = this.#context;
    if (isTemplate) return true;
    return base.info.nodes.some(({ parent, flags }, node) => {
      const track = this.#tracks[node];
      if (!track) return false;
      const at = track.first + track.step * key;
      const { translation, rotation } = this.local(node, parent, this.#times[key] as number);
      const hasPlace = base.info.version === 6 || (flags & 2) === 0;
      const stored = patches.vector(at);
      const turn = quatAt(patches, at + 12);
      return (
        (hasPlace && apart(stored, translation) > SAME_BETWEEN) ||
        !(angleBetween(unitTurn(turn), rotation) <= SAME_BETWEEN)
      );
    });
  }

  /** @returns whether it was there and has another value now */
  #key(node: number, parent: number, key: number, time: number): boolean {
    const { base, patches } = this.#context;
    const track = this.#tracks[node];
    if (!track) return false;
    const at = track.first + track.step * key;
    const turn = quatAt(patches, at + 12);
    const length = Math.hypot(...turn);
    const stored = patches.vector(at);
    // Of a rotation the template has its length and side.
    const isHole = this.#context.isTemplate && turn[0] === 0 && turn[1] === 0 && turn[2] === 0;
    // What the GLB cannot have.
    if (![...stored, ...turn].every(Number.isFinite) || !(Math.abs(length - 1) <= NEAR_UNIT)) return false;
    const { translation, rotation } = this.#atKey(node, parent, key, time);
    let differs = false;
    const hasPlace = base.info.version === 6 || ((base.info.nodes[node]?.flags ?? 0) & 2) === 0;
    if (hasPlace) {
      const isZero = isHole && stored.every((value) => value === 0);
      const near = isZero ? HOLE : nearPlace(Math.hypot(...stored));
      if (apart(stored, translation) > near) {
        differs = !isZero;
        patches.write(this.#list, node, at, translation);
      }
    }
    if (angleBetween(unitTurn(turn), rotation) > SAME_TURN) {
      differs ||= !isHole;
      // The same side as before: the file may turn the shorter way from key to key.
      const isOtherSide = isHole
        ? sideOf(rotation) !== Math.sign(turn[3])
        : turn.reduce((sum, value, i) => sum + value * (rotation[i] as number), 0) < 0;
      const factor = (isOtherSide ? -1 : 1) * (isHole ? length : 1);
      patches.write(
        this.#list,
        node,
        at + 12,
        rotation.map((value) => factor * value),
      );
    }
    return differs;
  }

  /** Keys of the GLB that the way between the keys of the file does not go through. */
  #inserted(removed: readonly number[]): number[] {
    const { nodes } = this.#context.base.info;
    const gone = new Set(removed);
    const kept = exportedKeys(this.#times).filter((key) => !gone.has(key));
    const known = new Set(Array.from(this.#times).filter((_, key) => !gone.has(key)));
    const inserted: number[] = [];
    let last = -1;
    let next = 0;
    let [before, after]: [Moment | null, Moment | null] = [null, null];
    const moments = this.#isSampled
      ? this.#player.times
      : this.#player.moments(nodes.map(({ parent }) => parent));
    for (const time of moments) {
      const first = next;
      while (next < kept.length && (this.#times[kept[next] as number] as number) <= time + SAME_TIME) next++;
      if (first !== next) before = this.#stored(kept[next - 1] as number);
      if (first !== next || (!after && !before))
        after = next < kept.length ? this.#stored(kept[next] as number) : null;
      const rounded = Math.round(time);
      if (known.has(rounded) || rounded === last) continue;
      if (this.#isSampled && before && after && isDense(before.time, after.time, this.#player.times))
        continue;
      const pose = nodes.map(({ parent }, node) => this.local(node, parent, time));
      const isOnTheWay = pose.every((local, node) => {
        const there = this.#same.has(node) ? null : onTheWay(before, after, time, node);
        return !there || this.#isSame(node, local, there);
      });
      if (isOnTheWay) continue;
      inserted.push(time);
      last = rounded;
      before = { time, pose };
    }
    return inserted;
  }

  #isSame(node: number, a: Local, b: Local): boolean {
    const { base } = this.#context;
    const hasPlace = base.info.version === 6 || ((base.info.nodes[node]?.flags ?? 0) & 2) === 0;
    const [turn, place] = this.#isSampled ? SAME_SAMPLED : [SAME_BETWEEN, SAME_BETWEEN];
    const near = Math.max(place, nearPlace(Math.hypot(...b.translation)));
    return (
      (!hasPlace || apart(a.translation, b.translation) <= near) &&
      angleBetween(a.rotation, b.rotation) <= turn
    );
  }
}

/** All nodes at a time, milliseconds. */
interface Moment {
  readonly time: number;
  readonly pose: readonly Local[];
}

/** Where a node is between two moments; null when there is none. */
function onTheWay(before: Moment | null, after: Moment | null, time: number, node: number): Local | null {
  const [a, b] = [before?.pose[node], after?.pose[node]];
  if (!before || !after || !a || !b) return a ?? b ?? null;
  const share = (time - before.time) / (after.time - before.time);
  return {
    translation: a.translation.map(
      (value, i) => value + share * ((b.translation[i] as number) - value),
    ) as Vec3,
    rotation: between(a.rotation, b.rotation, share),
  };
}

export function tracksPath({ info }: AbcFile, animation: number): string {
  return info.version === 6
    ? `Animation.Anims[${animation}].NodeAnims`
    : `Animation.Animations[${animation}].NodeTransforms`;
}

/** By node: where its keys lie; null where there is no track. */
export function trackPlaces(base: AbcFile, path: string, count: number): (TrackPlace | null)[] {
  const starts = base.elements(path)?.starts;
  const isV6 = base.info.version === 6;
  return base.info.nodes.map((_, node) => {
    const start = starts?.[node];
    const end = starts?.[node + 1];
    if (start === undefined || end === undefined) return null;
    const isLong = !isV6 && end - start - KEY_BYTES * count >= LONG_KEY_BYTES - KEY_BYTES;
    const step = isLong ? LONG_KEY_BYTES : KEY_BYTES;
    const first = isV6 ? start : end - step * count;
    return first >= start ? { first, step } : null;
  });
}

/** Of keys at one time the last counts, and none goes back in time: as the export has them. */
export function exportedKeys(times: Float64Array): number[] {
  const out: number[] = [];
  times.forEach((time, key) => {
    const last = out.at(-1);
    if (last !== undefined && time < (times[last] as number)) return;
    if (last !== undefined && Math.fround(time / 1000) === Math.fround((times[last] as number) / 1000))
      out.pop();
    out.push(key);
  });
  return out;
}

const quatAt = (patches: Patches, at: number): Quat => [
  patches.f32(at),
  patches.f32(at + 4),
  patches.f32(at + 8),
  patches.f32(at + 12),
];

const apart = (a: Vec3, b: Vec3): number =>
  Math.max(...a.map((value, i) => Math.abs(value - (b[i] as number))));
