/** The lists of a model as objects, from the columns that the core gives them in (wasm/bindings/lists.cpp). */
import type {
  AnimationInfo,
  BindingInfo,
  Info,
  LodInfo,
  NodeInfo,
  PieceInfo,
  Quat,
  SectionInfo,
  SocketInfo,
  Vec3,
} from './types/info.ts';

/** Where each text lies in the file. */
export interface TextColumn {
  offset: Uint32Array;
  length: Uint32Array;
}

/** A typed array for each field, with a number, or the numbers of a vector, for each element. */
export interface RawLists {
  sections: { type: TextColumn; offset: Uint32Array; end: Uint32Array; next: Uint32Array };
  pieces: {
    name: TextColumn;
    materialIndex: Uint32Array;
    specularPower: Float32Array;
    specularScale: Float32Array;
    lodWeight: Float32Array;
    extraCount: Uint32Array;
    /** How many of `lods` are the piece's: they stand in the order of the pieces. */
    lods: Uint32Array;
  };
  lods: { faces: Uint32Array; vertices: Uint32Array; weights: Uint32Array };
  nodes: {
    name: TextColumn;
    index: Uint32Array;
    flags: Uint32Array;
    parent: Int32Array;
    childCount: Uint32Array;
    deformationVertices: Uint32Array;
  };
  animations: {
    name: TextColumn;
    length: Uint32Array;
    keyframes: Uint32Array;
    extents: Float32Array;
    interpolationTime: Uint32Array;
    complete: Uint32Array;
  };
  childModels: { name: TextColumn; buildNumber: Uint32Array };
  sockets: { name: TextColumn; node: Uint32Array; rotation: Float32Array; location: Float32Array };
  /** The numbers of all sets, one set after the other; `count` of them are a set's. */
  weightSets: { name: TextColumn; count: Uint32Array; nodeWeights: Float32Array };
  /** The bindings of all lists, likewise. */
  bindings: { count: Uint32Array; name: TextColumn; extents: Float32Array; origin: Float32Array };
}

type Lists = Pick<
  Info,
  'sections' | 'pieces' | 'nodes' | 'animations' | 'childModels' | 'sockets' | 'weightSets' | 'bindings'
>;

/** @param bytes of the file: texts are read from them */
export function listsOf(raw: RawLists, bytes: Uint8Array): Lists {
  const { sections, pieces, lods, nodes, animations, childModels, sockets, weightSets, bindings } = raw;
  const text = ({ offset, length }: TextColumn, i: number) => latin1(bytes, at(offset, i), at(length, i));
  const levels = parted(
    pieces.lods,
    (i): LodInfo => ({
      faces: at(lods.faces, i),
      vertices: at(lods.vertices, i),
      weights: at(lods.weights, i),
    }),
  );
  return {
    sections: listOf(sections.offset.length, (i): SectionInfo => {
      const offset = at(sections.offset, i);
      return {
        type: text(sections.type, i),
        offset,
        size: at(sections.end, i) - offset,
        next: at(sections.next, i),
      };
    }),
    pieces: levels.map(
      (level, i): PieceInfo => ({
        name: text(pieces.name, i),
        materialIndex: at(pieces.materialIndex, i),
        specularPower: at(pieces.specularPower, i),
        specularScale: at(pieces.specularScale, i),
        lodWeight: at(pieces.lodWeight, i),
        extraCount: at(pieces.extraCount, i),
        lods: level,
      }),
    ),
    nodes: listOf(
      nodes.index.length,
      (i): NodeInfo => ({
        name: text(nodes.name, i),
        index: at(nodes.index, i),
        flags: at(nodes.flags, i),
        parent: at(nodes.parent, i),
        childCount: at(nodes.childCount, i),
        deformationVertices: at(nodes.deformationVertices, i),
      }),
    ),
    animations: listOf(
      animations.length.length,
      (i): AnimationInfo => ({
        name: text(animations.name, i),
        length: at(animations.length, i),
        keyframes: at(animations.keyframes, i),
        extents: vector(animations.extents, i),
        interpolationTime: at(animations.interpolationTime, i),
        complete: at(animations.complete, i) !== 0,
      }),
    ),
    childModels: listOf(childModels.buildNumber.length, (i) => ({
      name: text(childModels.name, i),
      buildNumber: at(childModels.buildNumber, i),
    })),
    sockets: listOf(
      sockets.node.length,
      (i): SocketInfo => ({
        name: text(sockets.name, i),
        node: at(sockets.node, i),
        rotation: quaternion(sockets.rotation, i),
        location: vector(sockets.location, i),
      }),
    ),
    weightSets: parted(weightSets.count, (i) => at(weightSets.nodeWeights, i)).map((nodeWeights, i) => ({
      name: text(weightSets.name, i),
      nodeWeights,
    })),
    bindings: parted(
      bindings.count,
      (i): BindingInfo => ({
        name: text(bindings.name, i),
        extents: vector(bindings.extents, i),
        origin: vector(bindings.origin, i),
      }),
    ),
  };
}

type Column = Uint32Array | Int32Array | Float32Array;

function at(column: Column, i: number): number {
  return column[i] ?? 0;
}

function vector(column: Float32Array, i: number): Vec3 {
  return [at(column, 3 * i), at(column, 3 * i + 1), at(column, 3 * i + 2)];
}

function quaternion(column: Float32Array, i: number): Quat {
  return [at(column, 4 * i), at(column, 4 * i + 1), at(column, 4 * i + 2), at(column, 4 * i + 3)];
}

function listOf<T>(length: number, make: (i: number) => T, from = 0): T[] {
  const list: T[] = [];
  for (let i = 0; i < length; i++) list.push(make(from + i));
  return list;
}

/** Lists of so many elements each, of elements that stand one after the other. */
function parted<T>(counts: Uint32Array, make: (i: number) => T): T[][] {
  let from = 0;
  return listOf(counts.length, (i) => {
    const part = listOf(at(counts, i), make, from);
    from += part.length;
    return part;
  });
}

/** Longer texts are decoded in parts: each byte is an argument of a call. */
const PART = 8192;

/** The decoder that browsers call Latin-1 is another one (windows-1252). */
function latin1(bytes: Uint8Array, offset: number, length: number): string {
  if (length === 1) return String.fromCharCode(bytes[offset] ?? 0);
  let text = '';
  for (let done = 0; done < length; done += PART) {
    const end = offset + Math.min(length, done + PART);
    text += String.fromCharCode(...bytes.subarray(offset + done, end));
  }
  return text;
}
