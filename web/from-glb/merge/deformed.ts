/** The deformation vertices of v6 as the morph targets of a GLB say them: packed places in the space of a node (abc.md §2). */
import type { Animation, Node } from '@gltf-transform/core';
import type { Vec3 } from '@lithoscope/core';
import type { KeysContext } from './keys.ts';
import { exportedKeys, trackPlaces, tracksPath } from './keys.ts';
import { MorphPlayer } from './morph-player.ts';
import { isEven, SAME_TIME } from './player.ts';
import { nearPlace } from './rig.ts';
import { keysOfSamples, WAY_OF_NUMBERS } from './samples.ts';
import type { Soup } from './soup.ts';

const KEY_BYTES = 28;

/** A deformation vertex that triangles use. */
interface Deformed {
  readonly node: number;
  /** In the list of its node. */
  readonly place: number;
  /** A vertex of the mesh that it is. */
  readonly index: number;
}

export class Deformation {
  readonly #context: KeysContext;
  readonly #soup: Soup;
  readonly #deformed: readonly Deformed[];
  /** By morph target: three numbers for each of `#deformed`, the axes and units of the file. */
  readonly #targets: readonly Float64Array[];
  /** How far the export was off because it had not all frames. */
  readonly #off: number;

  constructor(context: KeysContext, soup: Soup, members: ReadonlyMap<number, number>) {
    const { base, rig, description } = context;
    this.#context = context;
    this.#soup = soup;
    const { node, deformation } = base.weights(0, 0);
    this.#deformed = [...members].flatMap(([vertex, index]) => {
      const place = deformation[vertex] ?? -1;
      return place >= 0 && (node[vertex] ?? -1) >= 0 ? [{ node: node[vertex] as number, place, index }] : [];
    });
    const element: number[] = [];
    this.#targets = soup.source.listTargets().map((target) => {
      const deltas = target.getAttribute('POSITION');
      const out = new Float64Array(3 * this.#deformed.length);
      if (!deltas) return out;
      this.#deformed.forEach(({ index }, i) => {
        const [x = 0, y = 0, z = 0] = deltas.getElement(index, element);
        const delta = [rig.unit * rig.space.x * x, rig.unit * y, rig.unit * rig.space.z * z];
        const m = rig.undo;
        const row = (r: number) =>
          delta.reduce((sum, value, axis) => sum + (m?.[4 * r + axis] as number) * value, 0);
        out.set(m ? [row(0), row(1), row(2)] : delta, 3 * i);
      });
      return out;
    });
    const off = description.json.morphDeviation;
    this.#off = typeof off === 'number' && off > 0 ? 1.05 * off : 0;
  }

  get count(): number {
    return this.#deformed.length;
  }

  /**
   * Patches the packed places of an animation of the file.
   * @param start milliseconds of the GLB at which its time 0 is
   * @returns keys at which some were others
   */
  patch(animation: number, animations: readonly Animation[], start: number): number {
    const { base, patches, isTemplate } = this.#context;
    const { times } = base.keyframes(animation);
    const path = tracksPath(base, animation);
    const tracks = trackPlaces(base, path, times.length);
    const player = this.#player(animations, start);
    const changed = new Set<number>();
    /** By node: keys × vertices, where they are to be. */
    const wanted = new Map<number, { key: number; place: number; local: Vec3 }[]>();
    const exported = exportedKeys(times);
    const weights = weightsAt(
      player,
      exported.map((key) => times[key] as number),
    );
    for (const [i, key] of exported.entries()) {
      const locals = this.#locals(weights[i] as readonly number[]);
      this.#deformed.forEach(({ node, place }, i) => {
        const list = wanted.get(node);
        const one = { key, place, local: locals[i] as Vec3 };
        if (list) list.push(one);
        else wanted.set(node, [one]);
      });
    }
    for (const [node, list] of wanted) {
      const track = tracks[node];
      const count = base.info.nodes[node]?.deformationVertices ?? 0;
      if (!track) continue;
      const frames = track.first + KEY_BYTES * times.length;
      const space = frames + 3 * count * times.length;
      const [scale, shift] = [patches.vector(space), patches.vector(space + 12)];
      if (![...scale, ...shift].every(Number.isFinite)) continue;
      let isOut = false;
      for (const { key, place, local } of list) {
        const at = frames + 3 * (count * key + place);
        const stored = [0, 1, 2].map((i) => patches.bytes[at + i] as number);
        const isHole = isTemplate && stored.every((value) => value === 0);
        const isNear = local.every((value, i) => {
          const there = (stored[i] as number) * (scale[i] as number) + (shift[i] as number);
          return (
            Math.abs(value - there) <=
            0.51 * Math.abs(scale[i] as number) + nearPlace(Math.hypot(...local)) + this.#off
          );
        });
        if (isNear) continue;
        if (!isHole) changed.add(key);
        const packed = local.map((value, i) => packedOf(value, scale[i] as number, shift[i] as number));
        isOut ||= packed.some((value) => value < 0 || value > 255);
        packed.forEach((value, i) => {
          patches.bytes[at + i] = Math.min(255, Math.max(0, value));
        });
        patches.touch(path, node);
      }
      if (isOut) this.#refit(list, { frames, count, space, list: path, node });
    }
    return changed.size;
  }

  /** Other steps, where places do not fit the range that there is. */
  #refit(
    all: readonly { key: number; place: number; local: Vec3 }[],
    {
      frames,
      count,
      space,
      list,
      node,
    }: { frames: number; count: number; space: number; list: string; node: number },
  ): void {
    const { patches } = this.#context;
    const { scale, shift } = rangeOf(all.map(({ local }) => local));
    for (const { key, place, local } of all) {
      const at = frames + 3 * (count * key + place);
      local.forEach((value, i) => {
        patches.bytes[at + i] = Math.min(
          255,
          Math.max(0, packedOf(value, scale[i] as number, shift[i] as number)),
        );
      });
    }
    patches.write(list, node, space, [...scale, ...shift]);
  }

  /**
   * By node: what stands behind the keys of an animation that is written anew.
   * @param times of its keys, milliseconds
   * @param start as `patch`
   */
  frames(animations: readonly Animation[], times: readonly number[], start: number): Uint8Array[] {
    const { base } = this.#context;
    const weights = weightsAt(this.#player(animations, start), times);
    const locals = weights.map((each) => this.#locals(each));
    return base.info.nodes.map(({ deformationVertices: count }, node) => {
      const own = this.#deformed.flatMap((one, i) => (one.node === node ? [{ place: one.place, i }] : []));
      const { scale, shift } = rangeOf(locals.flatMap((all) => own.map(({ i }) => all[i] as Vec3)));
      const bytes = new Uint8Array(3 * count * times.length + 24);
      times.forEach((_, key) => {
        for (const { place, i } of own) {
          const local = locals[key]?.[i] as Vec3;
          local.forEach((value, axis) => {
            const packed = packedOf(value, scale[axis] as number, shift[axis] as number);
            bytes[3 * (count * key + place) + axis] = Math.min(255, Math.max(0, packed));
          });
        }
      });
      const view = new DataView(bytes.buffer);
      [...scale, ...shift].forEach((value, i) => {
        view.setFloat32(3 * count * times.length + 4 * i, value, true);
      });
      return bytes;
    });
  }

  #player(animations: readonly Animation[], start: number): MorphPlayer {
    return new MorphPlayer(this.#soup.node as Node, animations, this.#targets.length, start);
  }

  /** By deformed vertex: its place in the space of its node. */
  #locals(weights: readonly number[]): Vec3[] {
    const { rig } = this.#context;
    return this.#deformed.map(({ node, index }, i) => {
      const place = [0, 1, 2].map((axis) => {
        let value = this.#soup.positions[3 * index + axis] as number;
        weights.forEach((weight, target) => {
          if (weight !== 0) value += weight * (this.#targets[target]?.[3 * i + axis] ?? 0);
        });
        return value;
      });
      const m = rig.inverseNow[node] as Float64Array;
      const row = (r: number) =>
        (m[r] as number) * (place[0] as number) +
        (m[r + 1] as number) * (place[1] as number) +
        (m[r + 2] as number) * (place[2] as number) +
        (m[r + 3] as number);
      return [row(0), row(4), row(8)];
    });
  }
}

/** At keys; those of a program that sampled are where its samples lead. */
function weightsAt(player: MorphPlayer, keys: readonly number[]): readonly (readonly number[])[] {
  const at = (ms: number): readonly number[] => player.at(ms);
  const { times } = player;
  const isThere = (key: number) => times.some((time) => Math.abs(time - key) <= SAME_TIME);
  if (!isEven(times) || keys.every(isThere)) return keys.map(at);
  return keysOfSamples(keys, { times, values: times.map(at) }, at, WAY_OF_NUMBERS);
}

/** Of an axis on which all places are one, that is the shift. */
function packedOf(value: number, scale: number, shift: number): number {
  if (scale === 0) return value === shift ? 0 : 256;
  return Math.round((value - shift) / scale);
}

function rangeOf(places: readonly Vec3[]): { scale: Vec3; shift: Vec3 } {
  const least: Vec3 = [Infinity, Infinity, Infinity];
  const most: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (const place of places) {
    for (let i = 0; i < 3; i++) {
      least[i] = Math.min(least[i] as number, place[i] as number);
      most[i] = Math.max(most[i] as number, place[i] as number);
    }
  }
  if (places.length === 0) return { scale: [0, 0, 0], shift: [0, 0, 0] };
  const shift = least.map(Math.fround) as Vec3;
  // A little more, so that the last step is in range in 32 bits.
  const scale = most.map((value, i) =>
    Math.fround(((value - (shift[i] as number)) / 255) * (1 + 1e-6)),
  ) as Vec3;
  return { scale, shift };
}
