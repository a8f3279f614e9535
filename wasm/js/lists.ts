/** The lists of a model as objects, from the columns that the core gives them in (wasm/bindings/lists.cpp). */
import { Columns, type TextColumn, textAt } from './columns.ts';
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

/** A typed array for each field, with a number, or the numbers of a vector, for each element. */
interface RawLists {
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
  sockets: {
    name: TextColumn;
    node: Uint32Array;
    rotation: Float32Array;
    location: Float32Array;
    scale: Float32Array;
  };
  /** The numbers of all sets, one set after the other; `count` of them are a set's. */
  weightSets: { name: TextColumn; count: Uint32Array; nodeWeights: Float32Array };
  /** The bindings of all lists, likewise. */
  bindings: { count: Uint32Array; name: TextColumn; extents: Float32Array; origin: Float32Array };
}

type Lists = Pick<
  Info,
  'sections' | 'pieces' | 'nodes' | 'animations' | 'childModels' | 'sockets' | 'weightSets' | 'bindings'
>;

function rawLists(columns: Columns): RawLists {
  const u32 = () => columns.u32();
  const i32 = () => columns.i32();
  const f32 = () => columns.f32();
  const texts = () => columns.texts();
  return {
    sections: { type: texts(), offset: u32(), end: u32(), next: u32() },
    pieces: {
      name: texts(),
      materialIndex: u32(),
      specularPower: f32(),
      specularScale: f32(),
      lodWeight: f32(),
      extraCount: u32(),
      lods: u32(),
    },
    lods: { faces: u32(), vertices: u32(), weights: u32() },
    nodes: {
      name: texts(),
      index: u32(),
      flags: u32(),
      parent: i32(),
      childCount: u32(),
      deformationVertices: u32(),
    },
    animations: {
      name: texts(),
      length: u32(),
      keyframes: u32(),
      extents: f32(),
      interpolationTime: u32(),
      complete: u32(),
    },
    childModels: { name: texts(), buildNumber: u32() },
    sockets: { name: texts(), node: u32(), rotation: f32(), location: f32(), scale: f32() },
    weightSets: { name: texts(), count: u32(), nodeWeights: f32() },
    bindings: { count: u32(), name: texts(), extents: f32(), origin: f32() },
  };
}

/**
 * @param columns null: there was no memory for them
 * @param bytes of the file: texts are read from them
 */
export function listsOf(columns: Uint32Array | null, bytes: Uint8Array): Lists {
  const { sections, pieces, lods, nodes, animations, childModels, sockets, weightSets, bindings } = rawLists(
    new Columns(columns),
  );
  const text = (column: TextColumn, i: number) => textAt(bytes, column, i);
  const levels = parted(
    pieces.lods,
    (i): LodInfo => ({
      faces: at(lods.faces, i),
      vertices: at(lods.vertices, i),
      weights: at(lods.weights, i),
    }),
  );
  return {
    sections: sectionsOf(sections, bytes),
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
        scale: vector(sockets.scale, i),
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

/**
 * The last section is made first: its `next` (0xFFFFFFFF) is no small integer. V8 rewrites, at the next look at each, all
 * objects that were made before it met such a value in a field: of 350,000 sections that took 0.4 s.
 */
function sectionsOf({ type, offset, end, next }: RawLists['sections'], bytes: Uint8Array): SectionInfo[] {
  const list = new Array<SectionInfo>(offset.length);
  for (let i = list.length - 1; i >= 0; i--) {
    const start = at(offset, i);
    list[i] = { type: textAt(bytes, type, i), offset: start, size: at(end, i) - start, next: at(next, i) };
  }
  return list;
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
