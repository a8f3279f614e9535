/** What was read of a glTF as the core takes it: words, flat numbers, and indices instead of objects. */
import type {
  DraftingPrimitive,
  GltfChannels,
  GltfDescription,
  GltfPrimitive,
  GltfWords,
  NotWritten,
} from '@lithoscope/core';
import type { Accessor, Animation, Channel, Document, Mesh, Node, Primitive } from './gltf.ts';
import { NotImported } from './report.ts';
import type { ExportDescription } from './source.ts';

const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

const PATHS = { translation: 0, rotation: 1, scale: 2, weights: 3 } as const;
const SIZES = { translation: 3, rotation: 4, scale: 3 } as const;
const INTERPOLATIONS = { LINEAR: 0, STEP: 1, CUBICSPLINE: 2 } as const;

const NONE = new Float32Array(0);

/** An answer of the core. @throws NotImported when it is a refusal */
export function expectMade<Answer>(answer: Answer | NotWritten): Answer {
  if (typeof answer === 'object' && answer !== null && 'refused' in answer)
    throw new NotImported(answer.refused);
  return answer as Answer;
}

export const indicesOf = <One>(list: readonly One[]): ReadonlyMap<One, number> =>
  new Map(list.map((one, i) => [one, i]));

export function wordsOf({ nodes, meshes, animations }: Document): GltfWords {
  const meshIndices = indicesOf(meshes);
  return {
    nodes: nodes.map(({ name, extras, mesh, weights }) => ({
      name,
      extras,
      mesh: mesh ? (meshIndices.get(mesh) as number) : -1,
      weights: Float64Array.from(weights),
    })),
    meshes: meshes.map(({ extras, weights, primitives }) => ({
      extras,
      weights: Float64Array.from(weights),
      primitives: primitives.map((primitive) => ({
        drawsTriangles: primitive.mode >= TRIANGLES && primitive.mode <= FAN,
        triangles: triangleCount(primitive),
        vertices: numbersCount(primitive.attributes.get('POSITION'), 3),
        material: primitive.material,
      })),
    })),
    animations,
  };
}

export function describedOf(description: ExportDescription): GltfDescription {
  const { version, joints, sockets, meshes, animations, json } = description;
  return {
    version,
    joints,
    sockets,
    meshes,
    animations: [...animations].map(([key, { source, index, name, times }]) => ({
      key,
      source,
      index,
      name,
      times: Float64Array.from(times),
    })),
    json,
  };
}

/** Triangles that a primitive draws; 0 for points and lines. */
export function triangleCount({ mode, indices, attributes }: Primitive): number {
  const corners = (indices ?? attributes.get('POSITION'))?.count ?? 0;
  if (mode === TRIANGLES) return Math.floor(corners / 3);
  return mode === STRIP || mode === FAN ? Math.max(0, corners - 2) : 0;
}

/** Null for points and lines. */
export function primitiveOf({ mode, indices, attributes }: Primitive): GltfPrimitive | null {
  if (mode !== TRIANGLES && mode !== STRIP && mode !== FAN) return null;
  const numbers = (name: string, size: number) => numbersOf(attributes.get(name), size) ?? NONE;
  const sets = (name: string) => {
    const out: Float32Array[] = [];
    for (let set = 0; attributes.has(`${name}_${set}`); set++) out.push(numbers(`${name}_${set}`, 4));
    return out;
  };
  return {
    mode,
    indices: indices && Uint32Array.from(indices.array),
    positions: numbers('POSITION', 3),
    normals: numbers('NORMAL', 3),
    uvs: numbers('TEXCOORD_0', 2),
    joints: sets('JOINTS'),
    weights: sets('WEIGHTS'),
  };
}

/** Its morph targets; empty lists move nothing. */
export function targetsOf({ targets }: Primitive): DraftingPrimitive['targets'] {
  return targets.map(({ attributes }) => ({
    positions: numbersOf(attributes.get('POSITION'), 3) ?? NONE,
    normals: numbersOf(attributes.get('NORMAL'), 3) ?? NONE,
  }));
}

/** The number of weights of a mesh. */
export function targetCount(mesh: Mesh | null): number {
  return mesh?.primitives.reduce((most, one) => Math.max(most, one.targets.length), 0) ?? 0;
}

/** Without those of what no node is moved by. */
export function channelsOf(
  { channels }: Pick<Animation, 'channels'>,
  indexOf: ReadonlyMap<Node, number>,
): GltfChannels {
  const found = channels.flatMap((channel) => channelOf(channel, indexOf) ?? []);
  return {
    nodes: Uint32Array.from(found, ({ node }) => node),
    paths: Uint8Array.from(found, ({ path }) => path),
    interpolations: Uint8Array.from(found, ({ interpolation }) => interpolation),
    sizes: Uint32Array.from(found, ({ size }) => size),
    keys: Uint32Array.from(found, ({ keys }) => keys),
    times: joined(found.map(({ times }) => times)),
    values: joined(found.map(({ values }) => values)),
  };
}

function channelOf({ node, path, sampler }: Channel, indexOf: ReadonlyMap<Node, number>) {
  const index = indexOf.get(node);
  const size = path === 'weights' ? targetCount(node.mesh) : SIZES[path];
  const times = numbersOf(sampler.input, 1);
  const values = numbersOf(sampler.output, path === 'weights' ? 1 : size);
  if (index === undefined || size === 0 || !times || !values) return null;
  const width = sampler.interpolation === 'CUBICSPLINE' ? 3 * size : size;
  const keys = Math.min(times.length, Math.floor(values.length / width));
  return {
    node: index,
    path: PATHS[path],
    interpolation: INTERPOLATIONS[sampler.interpolation],
    size,
    keys,
    times: times.subarray(0, keys),
    values: values.subarray(0, width * keys),
  };
}

function joined(lists: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}

/**
 * The numbers of an accessor, whatever they are stored as: elements of so many, one after the other; null when there is none,
 * or one of another shape.
 */
export function numbersOf(accessor: Accessor | null | undefined, size: number): Float32Array | null {
  if (accessor?.size !== size) return null;
  const { array } = accessor;
  return array instanceof Float32Array ? array : Float32Array.from(array);
}

const numbersCount = (accessor: Accessor | undefined, size: number) =>
  accessor?.size === size ? accessor.count : 0;
