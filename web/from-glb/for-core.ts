/** What was read of a glTF as the core takes it: words, flat numbers, and indices instead of objects. */
import type { GltfChannels, GltfDescription, GltfPrimitive, GltfWords, NotWritten } from '@lithoscope/core';
import {
  type Accessor,
  type Channel,
  type Document,
  type Mesh,
  type Node,
  type Primitive,
  parentsOf,
} from '../gltf/document.ts';
import type { ExportDescription } from '../gltf/source.ts';
import { NotImported } from './report.ts';

const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

const PATHS = { translation: 0, rotation: 1, scale: 2, weights: 3 } as const;
const SIZES = { translation: 3, rotation: 4, scale: 3 } as const;
const INTERPOLATIONS = { LINEAR: 0, STEP: 1, CUBICSPLINE: 2 } as const;

const MARKS = ['TEXCOORD_1', 'TEXCOORD_2', 'TEXCOORD_3'];

const NONE = new Float32Array(0);

/** An answer of the core. @throws NotImported when it is a refusal */
export function expectMade<Answer>(answer: Answer | NotWritten): Answer {
  if (typeof answer === 'object' && answer !== null && 'refused' in answer)
    throw new NotImported(answer.refused);
  return answer as Answer;
}

export const indicesOf = <One>(list: readonly One[]): ReadonlyMap<One, number> =>
  new Map(list.map((one, i) => [one, i]));

/** All that an import and the way back are both given. */
export function sourceOf(document: Document) {
  const { nodes, skins, animations } = document;
  const indexOf = indicesOf(nodes);
  const skinIndex = indicesOf(skins);
  const primitiveAt = (node: number, primitive: number) =>
    (nodes[node] as Node).mesh?.primitives[primitive] as Primitive;
  return {
    ...wordsOf(document),
    parents: parentsOf(nodes, indexOf),
    skinOf: Int32Array.from(nodes, ({ skin }) => (skin ? (skinIndex.get(skin) as number) : -1)),
    skins: skins.map(({ joints, inverseBinds }) => ({
      joints: Uint32Array.from(joints, (joint) => indexOf.get(joint) as number),
      inverse: numbersOf(inverseBinds, 16) ?? NONE,
    })),
    primitive: (node: number, primitive: number) => primitiveOf(primitiveAt(node, primitive)),
    targets: (node: number, primitive: number) => targetsOf(primitiveAt(node, primitive)),
    channels: (animation: number, node: number) => {
      const channels = animations[animation]?.channels ?? [];
      return channelsOf(node < 0 ? channels : channels.filter((one) => one.node === nodes[node]), indexOf);
    },
  };
}

function wordsOf({ nodes, meshes, materials, animations }: Document): GltfWords {
  const meshIndex = indicesOf(meshes);
  const materialIndex = indicesOf(materials);
  return {
    nodes: nodes.map(({ name, extras, mesh, weights }) => ({
      name,
      extras,
      mesh: mesh ? (meshIndex.get(mesh) as number) : -1,
      weights: Float64Array.from(weights),
    })),
    meshes: meshes.map(({ name, extras, weights, primitives }) => ({
      name,
      extras,
      weights: Float64Array.from(weights),
      primitives: primitives.map((primitive) => {
        const { mode, material, attributes, targets } = primitive;
        return {
          drawsTriangles: mode >= TRIANGLES && mode <= FAN,
          triangles: triangleCount(primitive),
          vertices: attributes.get('POSITION')?.count ?? 0,
          material: material ? (materialIndex.get(material) as number) : -1,
          targets: targets.length,
          hasColours: attributes.has('COLOR_0'),
        };
      }),
    })),
    materials: materials.map(({ name, extras, colour, alphaMode, texture }) => ({
      name,
      extras,
      colour,
      isOpaque: alphaMode === 'OPAQUE',
      hasTexture: texture !== null,
    })),
    animations: animations.map(({ name, extras, channels }) => ({ name, extras, channels: channels.length })),
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
function primitiveOf({ mode, indices, attributes }: Primitive): GltfPrimitive | null {
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
    // The second texture coordinates, or the next where somebody has added maps.
    marks: MARKS.flatMap((name) => numbersOf(attributes.get(name), 2) ?? []),
  };
}

/** Its morph targets; empty lists move nothing. */
function targetsOf({ targets }: Primitive) {
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
function channelsOf(channels: readonly Channel[], indexOf: ReadonlyMap<Node, number>): GltfChannels {
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
