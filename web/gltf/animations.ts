/** Animations: keys and the values at them. */
import { formatCount } from '../explain/describe.ts';
import {
  type Accessor,
  type Animation,
  accessorOf,
  type Channel,
  type Node,
  type Sampler,
} from './document.ts';
import { extrasAt, indexAt, indexOf, type Json, nameAt, objectAt, objectsAt, wrong } from './json.ts';
import type { ReadMesh } from './meshes.ts';
import { NotImported } from './not-imported.ts';
import type { Reading } from './reading.ts';
import type { ReadNodes } from './scene.ts';

const MOST_ANIMATIONS = 65_536;
const MOST_CHANNELS = 262_144;

/** What can be animated, and of how many numbers each value is. */
const PATHS = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;
type Path = Channel['path'];
const INTERPOLATIONS = ['LINEAR', 'STEP', 'CUBICSPLINE'] as const;

export async function readAnimations(
  reading: Reading,
  { defs, nodes }: ReadNodes,
  meshes: readonly ReadMesh[],
): Promise<Animation[]> {
  const { json, notes } = reading;
  const read: Animation[] = [];
  const samplers = new Samplers(reading);
  let all = 0;
  for (const [i, def] of objectsAt(json, 'animations', '', MOST_ANIMATIONS).entries()) {
    const place = `animations[${i}]`;
    const list: Channel[] = [];
    const channels = objectsAt(def, 'channels', place, MOST_CHANNELS);
    const samplerDefs = objectsAt(def, 'samplers', place, MOST_CHANNELS);
    all += channels.length;
    if (all > MOST_CHANNELS) {
      throw new NotImported(`The animations have more than ${formatCount(MOST_CHANNELS)} channels.`);
    }
    const made = new Map<string, Sampler>();
    for (const [j, channelDef] of channels.entries()) {
      const at = `${place}.channels[${j}]`;
      const target = objectAt(channelDef, 'target', at) ?? wrong(at, 'does not have a target');
      const node = indexAt(target, 'node', `${at}.target`, nodes.length, 'nodes');
      const { path } = target;
      if (!isPath(path)) {
        notes.add('CHANNELS_LEFT_OUT', at);
        continue;
      }
      // Of what an extension says elsewhere.
      if (node === null) continue;
      const index = indexOf(channelDef.sampler, `${at}.sampler`, samplerDefs.length, `${place}.samplers`);
      const mesh = indexAt(defs[node] as Json, 'mesh', `nodes[${node}]`, meshes.length, 'meshes');
      const targets = mesh === null ? 0 : (meshes[mesh] as ReadMesh).targets;
      if (path === 'weights' && targets === 0) {
        notes.add('CHANNELS_LEFT_OUT', at);
        continue;
      }
      const width = path === 'weights' ? targets : 1;
      const key = `${index} ${path} ${width}`;
      const known = made.get(key);
      const sampler =
        known ??
        (await samplers.read(samplerDefs[index] as Json, `${place}.samplers[${index}]`, path, width));
      // Each node is moved on its own, whoever else is by the same numbers.
      if (known) reading.buffers.take(sampler.output.array.byteLength, at);
      else made.set(key, sampler);
      list.push({ node: nodes[node] as Node, path, sampler });
    }
    read.push({ name: nameAt(def), extras: extrasAt(def), channels: list });
  }
  return read;
}

const isPath = (path: unknown): path is Path => typeof path === 'string' && Object.hasOwn(PATHS, path);

class Samplers {
  readonly #reading: Reading;
  /** By times: which keys are later than the one before, and their times; null: all. */
  readonly #later = new Map<Accessor, { keys: Uint32Array; times: Accessor } | null>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** @param width values at each key */
  async read(def: Json, place: string, path: Path, width: number): Promise<Sampler> {
    const { accessors, pace } = this.#reading;
    const kind = def.interpolation ?? 'LINEAR';
    const interpolation =
      INTERPOLATIONS.find((name) => name === kind) ?? wrong(`${place}.interpolation`, 'is unknown');
    const input =
      (await accessors.at(def, 'input', place, { types: ['SCALAR'] })) ??
      wrong(place, 'does not have an input');
    const output =
      (await accessors.at(def, 'output', place, { types: [PATHS[path]] })) ??
      wrong(place, 'does not have an output');
    // Spline: the slope before, the value, and the slope behind.
    const each = width * (interpolation === 'CUBICSPLINE' ? 3 : 1);
    if (output.count !== each * input.count) {
      wrong(
        place,
        `has ${formatCount(input.count)} times and ${formatCount(output.count)} values, which are ${formatCount(each)} per time`,
      );
    }
    await pace.step(accessors.done);
    const later = this.#laterKeys(input, place);
    if (!later) return { input, output, interpolation };
    return { input: later.times, output: this.#kept(output, later.keys, each, place), interpolation };
  }

  #laterKeys(input: Accessor, place: string): { keys: Uint32Array; times: Accessor } | null {
    const known = this.#later.get(input);
    if (known !== undefined) return known;
    const times = input.array;
    const keys: number[] = [];
    let last = Number.NEGATIVE_INFINITY;
    for (const [key, time] of times.entries()) {
      if (time <= last) continue;
      keys.push(key);
      last = time;
    }
    const left = times.length - keys.length;
    const later =
      left === 0
        ? null
        : {
            keys: Uint32Array.from(keys),
            times: accessorOf(
              Float32Array.from(keys, (key) => times[key] as number),
              1,
            ),
          };
    if (left > 0) this.#reading.notes.add('KEYS_NOT_LATER', place, left);
    this.#later.set(input, later);
    return later;
  }

  /** @param each elements a key */
  #kept(output: Accessor, keys: Uint32Array, each: number, place: string): Accessor {
    const { array: from } = output;
    const size = each * output.size;
    this.#reading.buffers.take(4 * size * keys.length, place);
    const array = new Float32Array(size * keys.length);
    keys.forEach((key, i) => {
      for (let j = 0; j < size; j++) array[size * i + j] = from[size * key + j] as number;
    });
    return accessorOf(array, output.size);
  }
}
