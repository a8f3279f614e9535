/** Meshes: triangles, what belongs to their vertices, morph targets. */
import { formatCount } from '../explain/describe.ts';
import { type Accessor, accessorOf, type Mesh, type Primitive } from './document.ts';
import {
  countAt,
  extrasAt,
  indexAt,
  isObject,
  type Json,
  listAt,
  nameAt,
  numbersAt,
  objectAt,
  objectsAt,
  wrong,
} from './json.ts';
import type { ReadMaterial } from './materials.ts';
import { NotImported } from './not-imported.ts';
import type { Reading } from './reading.ts';

const MOST_MESHES = 65_536;
const MOST_PRIMITIVES = 65_536;
const MOST_TARGETS = 4096;
/** Of four weights each. */
const MOST_SETS = 16;
const MOST_TEXCOORDS = 4;
/** POINTS, LINES, LINE_LOOP and LINE_STRIP come before TRIANGLES, TRIANGLE_STRIP and TRIANGLE_FAN. */
const TRIANGLES = 4;
const MOST_MODE = 6;
const CHUNK = 1 << 16;

export interface ReadMesh {
  readonly mesh: Mesh;
  /** Morph targets of each of its primitives. */
  readonly targets: number;
  /** Joints that its skin must have: one more than the greatest that a weight above 0 names. */
  readonly joints: number;
  /** Of all its numbers. */
  readonly bytes: number;
}

export async function readMeshes(reading: Reading, materials: readonly ReadMaterial[]): Promise<ReadMesh[]> {
  const meshes: ReadMesh[] = [];
  const texcoords = new Texcoords(reading);
  let primitives = 0;
  for (const [i, def] of objectsAt(reading.json, 'meshes', '', MOST_MESHES).entries()) {
    const place = `meshes[${i}]`;
    const defs = objectsAt(def, 'primitives', place, MOST_PRIMITIVES);
    primitives += defs.length;
    if (primitives > MOST_PRIMITIVES) {
      throw new NotImported(`The meshes have more than ${formatCount(MOST_PRIMITIVES)} primitives.`);
    }
    const extras = extrasAt(def);
    const list: Primitive[] = [];
    const names = targetNames(extras);
    let [targets, joints, bytes] = [-1, 0, 0];
    for (const [j, primitiveDef] of defs.entries()) {
      const at = `${place}.primitives[${j}]`;
      const read = await readPrimitive(reading, primitiveDef, at, { materials, texcoords, names });
      list.push(read.primitive);
      joints = Math.max(joints, read.joints);
      bytes += read.bytes;
      if (read.targets < 0) continue;
      if (targets >= 0 && targets !== read.targets) {
        wrong(at, `has ${read.targets} morph targets, but the previous one has ${targets}`);
      }
      targets = read.targets;
    }
    const weights = numbersAt(def, 'weights', place);
    if (weights && targets >= 0 && weights.length !== targets)
      wrong(`${place}.weights`, `has ${weights.length} of ${targets} weights`);
    const mesh = { name: nameAt(def), extras, primitives: list, weights: weights ?? [] };
    meshes.push({ mesh, targets: Math.max(0, targets), joints, bytes });
  }
  return meshes;
}

function targetNames(extras: Json): readonly unknown[] {
  return Array.isArray(extras.targetNames) ? extras.targetNames : [];
}

interface ReadPrimitive {
  readonly primitive: Primitive;
  /** −1: it has no triangles, and nothing is read of it. */
  readonly targets: number;
  readonly joints: number;
  readonly bytes: number;
}

async function readPrimitive(
  reading: Reading,
  def: Json,
  place: string,
  {
    materials,
    texcoords,
    names,
  }: { materials: readonly ReadMaterial[]; texcoords: Texcoords; names: readonly unknown[] },
): Promise<ReadPrimitive> {
  const { accessors, notes } = reading;
  const mode = countAt(def, 'mode', place, TRIANGLES);
  if (mode > MOST_MODE) wrong(`${place}.mode`, `is ${mode}`);
  const material = indexAt(def, 'material', place, materials.length, 'materials');
  const look = material === null ? undefined : materials[material];
  const attributesRead = new Map<string, Accessor>();
  const morphs: Primitive['targets'][number][] = [];
  const common = { mode, material: look?.material ?? null, attributes: attributesRead, targets: morphs };
  const empty = { primitive: { ...common, indices: null }, targets: -1, joints: 0, bytes: 0 };
  // Points and lines, which are no part of a model.
  if (mode < TRIANGLES) return empty;
  const attributes = objectAt(def, 'attributes', place) ?? wrong(place, 'does not have attributes');
  const path = `${place}.attributes`;
  await reading.packed.unpack(def, attributes, place);
  const positions = await accessors.at(attributes, 'POSITION', path, { types: ['VEC3'] });
  if (!positions) {
    notes.add('NO_POSITIONS', place);
    return empty;
  }
  const vertices = positions.count;
  let bytes = 0;
  const put = (name: string, accessor: Accessor | null) => {
    if (!accessor) return;
    if (accessor.count !== vertices) {
      wrong(
        `${path}.${name}`,
        `is for ${formatCount(accessor.count)} vertices, but there are ${formatCount(vertices)}`,
      );
    }
    bytes += accessor.array.byteLength;
    attributesRead.set(name, accessor);
  };
  put('POSITION', positions);
  put('NORMAL', await accessors.at(attributes, 'NORMAL', path, { types: ['VEC3'] }));
  put('TEXCOORD_0', await texcoords.of(attributes, path, look));
  // An export from here marks its vertices in another set.
  let others = 0;
  for (const name of texcoords.others(attributes, look)) {
    put(`TEXCOORD_${++others}`, await accessors.at(attributes, name, path, { types: ['VEC2'] }));
  }
  put('COLOR_0', await accessors.at(attributes, 'COLOR_0', path, { types: ['VEC3', 'VEC4'] }));
  const sets: { joints: Accessor; weights: Accessor }[] = [];
  for (let set = 0; set < MOST_SETS; set++) {
    const joints = await accessors.at(attributes, `JOINTS_${set}`, path, { types: ['VEC4'], whole: true });
    const weights = await accessors.at(attributes, `WEIGHTS_${set}`, path, { types: ['VEC4'] });
    if (!joints && !weights) break;
    if (!joints || !weights) wrong(path, `has JOINTS_${set} or WEIGHTS_${set} without the other`);
    put(`JOINTS_${set}`, joints);
    put(`WEIGHTS_${set}`, weights);
    sets.push({ joints, weights });
  }
  const indices = await accessors.at(def, 'indices', place, { types: ['SCALAR'], whole: true });
  if (indices) {
    const greatest = await greatestOf(reading, indices);
    if (greatest >= vertices) {
      wrong(`${place}.indices`, `refer to vertex ${formatCount(greatest)} of ${formatCount(vertices)}`);
    }
    bytes += indices.array.byteLength;
  }
  const targets = listAt(def, 'targets', place);
  if (targets.length > MOST_TARGETS) {
    throw new NotImported(
      `${place} has ${formatCount(targets.length)} morph targets, more than ${formatCount(MOST_TARGETS)}.`,
    );
  }
  for (const [i, target] of targets.entries()) {
    const at = `${place}.targets[${i}]`;
    if (!isObject(target)) return wrong(at, 'is not an object');
    const name = names[i];
    const morph = new Map<string, Accessor>();
    for (const semantic of ['POSITION', 'NORMAL']) {
      const accessor = await accessors.at(target, semantic, at, { types: ['VEC3'] });
      if (!accessor) continue;
      if (accessor.count !== vertices) {
        wrong(
          `${at}.${semantic}`,
          `is for ${formatCount(accessor.count)} vertices, but there are ${formatCount(vertices)}`,
        );
      }
      bytes += accessor.array.byteLength;
      morph.set(semantic, accessor);
    }
    morphs.push({ name: typeof name === 'string' ? name : String(i), attributes: morph });
  }
  return {
    primitive: { ...common, indices },
    targets: targets.length,
    joints: await jointsOf(reading, sets),
    bytes,
  };
}

async function greatestOf({ pace, accessors }: Reading, { array }: Accessor): Promise<number> {
  let greatest = -1;
  for (let first = 0; first < array.length; first += CHUNK) {
    for (let i = first; i < Math.min(array.length, first + CHUNK); i++) {
      greatest = Math.max(greatest, array[i] as number);
    }
    await pace.step(accessors.done);
  }
  return greatest;
}

/** One more than the greatest joint that a weight above 0 names. */
async function jointsOf(
  { pace, accessors }: Reading,
  sets: readonly { joints: Accessor; weights: Accessor }[],
): Promise<number> {
  let count = 0;
  for (const set of sets) {
    const { array: joints } = set.joints;
    const { array: weights } = set.weights;
    for (let first = 0; first < joints.length; first += CHUNK) {
      for (let i = first; i < Math.min(joints.length, first + CHUNK); i++) {
        if ((weights[i] as number) > 0) count = Math.max(count, (joints[i] as number) + 1);
      }
      await pace.step(accessors.done);
    }
  }
  return count;
}

/** Texture coordinates as the base colour uses them: the right ones of several, moved and turned as the material says. */
class Texcoords {
  readonly #reading: Reading;
  readonly #made = new Map<string, Accessor>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** The names of the other ones. */
  others(attributes: Json, look: ReadMaterial | undefined): string[] {
    const used = this.#used(attributes, look);
    return Array.from({ length: MOST_TEXCOORDS }, (_, set) => `TEXCOORD_${set}`).filter(
      (name) => name !== used && attributes[name] !== undefined,
    );
  }

  #used(attributes: Json, look: ReadMaterial | undefined): string {
    const named = `TEXCOORD_${look?.texcoord ?? 0}`;
    return attributes[named] === undefined ? 'TEXCOORD_0' : named;
  }

  async of(attributes: Json, place: string, look: ReadMaterial | undefined): Promise<Accessor | null> {
    const { accessors, buffers, pace } = this.#reading;
    const key = this.#used(attributes, look);
    const stored = await accessors.at(attributes, key, place, { types: ['VEC2'] });
    const transform = look?.transform;
    if (!stored || !transform) return stored;
    const name = `${String(attributes[key])} ${transform.join(' ')}`;
    const known = this.#made.get(name);
    if (known) return known;
    const { array: from } = stored;
    buffers.take(4 * from.length, `${place}.${key}`);
    const array = new Float32Array(from.length);
    const [a, b, c, d, e, f] = transform;
    for (let first = 0; first < array.length; first += CHUNK) {
      for (let i = first; i < Math.min(array.length, first + CHUNK); i += 2) {
        const u = from[i] as number;
        const v = from[i + 1] as number;
        array[i] = a * u + b * v + c;
        array[i + 1] = d * u + e * v + f;
      }
      await pace.step(accessors.done);
    }
    const made = accessorOf(array, 2);
    this.#made.set(name, made);
    return made;
  }
}
