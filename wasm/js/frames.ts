/** Frames of a model, the same in every module that has one (wasm/bindings/frames.h): numbers in, numbers out. */
import { Columns, textAt } from './columns.ts';
import type { Info } from './types/info.ts';
import type {
  Frame,
  FrozenPose,
  HitBoxes,
  Keyframes,
  Layer,
  Marker,
  ModelHandle,
  PieceTopology,
  PoseRequest,
  Weights,
} from './types/model.ts';

/** The C++ side of a model. Addresses hold until the memory grows. */
export interface RawFrames {
  /** What a layer of another file's frame names this model by. */
  model(): number;
  /** Address of so many doubles to fill; 0 when there is no memory for them. */
  request(numbers: number): number;
  /** False when the request names a part that is not there. What follows is about the pose of the last request. */
  pose(): boolean;
  /** Address of the matrices, 16 numbers a node. */
  nodeMatrices(): number;
  /** Address of the positions, three numbers a vertex; as many normals follow. */
  deform(piece: number): number;
  /** Columns of a FrozenPose. */
  freeze(): Uint32Array | null;
}

export interface RawTrails extends RawFrames {
  /** Address of the places that a request is followed by, three numbers each; 0 when it names a part that is not there. */
  trail(): number;
}

/** The memory of a module; other arrays after it has grown. */
export interface Memory {
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
}

/** Whose memory a model is in, and how to find those of others there. */
export interface Posed {
  readonly raw: RawFrames;
  readonly memory: Memory;
  readonly info: Info;
  /** @throws TypeError of a file that is not in the same module */
  rawOf(source: ModelHandle): RawFrames;
}

/** Poses the skeleton alone, as `AbcFile.pose` says. */
export function matrices(posed: Posed, request: PoseRequest): Float32Array | null {
  const { raw, memory, info } = posed;
  if (!pose(posed, request)) return null;
  const nodes = new Float32Array(16 * info.nodes.length);
  copy(memory, raw.nodeMatrices(), nodes);
  return nodes;
}

/** Poses the skeleton and deforms every piece, as `AbcFile.evaluate` says. */
export function evaluate(posed: Posed, request: PoseRequest, frame: Frame): Frame | null {
  const { raw, memory, info } = posed;
  if (!pose(posed, request)) return null;
  const { nodes, pieces } = info;
  frame.nodes = sized(frame.nodes, 16 * nodes.length);
  copy(memory, raw.nodeMatrices(), frame.nodes);
  frame.pieces.length = pieces.length;
  // v6 has one list of vertices for all levels.
  const level = info.version === 6 ? 0 : request.lod;
  for (let i = 0; i < pieces.length; i++) {
    const length = 3 * (pieces[i]?.lods[level]?.vertices ?? 0);
    let piece = frame.pieces[i] ?? NO_PIECE;
    if (length > 0 && piece === NO_PIECE) piece = { positions: NO_FLOATS, normals: NO_FLOATS };
    frame.pieces[i] = piece;
    // A file may claim 100,000s of empty pieces.
    if (piece === NO_PIECE) continue;
    const positions = raw.deform(i);
    piece.positions = sized(piece.positions, length);
    piece.normals = sized(piece.normals, length);
    copy(memory, positions, piece.positions);
    copy(memory, positions + length * Float32Array.BYTES_PER_ELEMENT, piece.normals);
  }
  return frame;
}

/** The pose of `evaluate`, to blend from later. Null when the request names a part that is not there. */
export function freeze(posed: Posed, request: PoseRequest): FrozenPose | null {
  const columns = pose(posed, request) ? posed.raw.freeze() : null;
  if (!columns) return null;
  const read = new Columns(columns);
  return { locals: read.f32(), vertices: read.f32() };
}

/** Where a point is at several times, as `AbcFile.trail` says. */
export function trail(
  posed: Posed & { readonly raw: RawTrails },
  request: PoseRequest,
  { node, place }: Marker,
  times: Float64Array,
): Float32Array | null {
  const layers = 1 + (request.layers?.length ?? 0);
  const moments = Math.floor(times.length / layers);
  if (moments === 0) return new Float32Array();
  const used = times.subarray(0, moments * layers);
  if (!write(posed, request, [node, ...place, used.length], used)) return null;
  const address = posed.raw.trail();
  if (address === 0) return null;
  const places = new Float32Array(3 * moments);
  copy(posed.memory, address, places);
  return places;
}

/** Columns of `topology` of the C++ side. */
export function topologyOf(columns: Uint32Array | null): PieceTopology {
  const read = new Columns(columns);
  return { corners: read.u32(), uvs: read.f32(), faces: read.u32() };
}

/** Columns of `weights`. */
export function weightsOf(columns: Uint32Array | null): Weights {
  const read = new Columns(columns ?? Uint32Array.of(1, 0));
  return {
    start: read.u32(),
    node: read.i32(),
    bias: read.f32(),
    location: read.f32(),
    deformation: read.i32(),
  };
}

/** Columns of `hitBoxes`. */
export function hitBoxesOf(columns: Uint32Array | null): HitBoxes {
  const read = new Columns(columns);
  return { node: read.i32(), centre: read.f32(), size: read.f32(), axes: read.f32() };
}

/** Columns of `keyframes`. */
export function keyframesOf(columns: Uint32Array | null, bytes: Uint8Array): Keyframes {
  const read = new Columns(columns);
  const times = Float64Array.from(read.u32());
  const texts = read.texts();
  return { times, strings: Array.from(times, (_, i) => textAt(bytes, texts, i)) };
}

const NO_NUMBERS = new Float64Array(0);
const NO_FLOATS = new Float32Array(0);
const NO_PIECE: Frame['pieces'][number] = { positions: NO_FLOATS, normals: NO_FLOATS };

/** The array itself when it has the length, else a new one. */
function sized(array: Float32Array, length: number): Float32Array {
  return array.length === length ? array : new Float32Array(length);
}

/** The view that an array was filled from last: a playing frame makes no objects. */
const VIEWS = new WeakMap<Float32Array, Float32Array>();

/** Copies numbers out of WebAssembly by one call, which is many times as fast as one by one. */
function copy({ HEAPF32 }: Memory, address: number, into: Float32Array): void {
  let view = VIEWS.get(into);
  // The memory is another one after it has grown.
  if (view?.buffer !== HEAPF32.buffer || view.byteOffset !== address) {
    const from = address / Float32Array.BYTES_PER_ELEMENT;
    view = HEAPF32.subarray(from, from + into.length);
    VIEWS.set(into, view);
  }
  into.set(view);
}

/** Numbers of a request before its layers and after them, without the frozen pose, and of a layer. */
const HEAD = 2;
const TAIL = 9;
const LAYER = 6;

function pose(posed: Posed, request: PoseRequest): boolean {
  return write(posed, request) && posed.raw.pose();
}

/**
 * Writes a request and what follows it into the memory (`Frames::take` reads it). False when there is no memory for it.
 * @param head what follows it, before `more`
 */
function write(
  { raw, memory, rawOf }: Posed,
  request: PoseRequest,
  head: readonly number[] = [],
  more: Float64Array = NO_NUMBERS,
): boolean {
  const { layers = [], origin, transition, interpretation } = request;
  const from = transition?.from;
  const frozen = from ? 2 + from.locals.length + from.vertices.length : 0;
  const address = raw.request(HEAD + LAYER * (1 + layers.length) + TAIL + frozen + head.length + more.length);
  if (address === 0) return false;
  const { HEAPF64 } = memory;
  let at = address / Float64Array.BYTES_PER_ELEMENT;
  const put = (number: number) => {
    HEAPF64[at++] = number;
  };
  const putLayer = ({ source, animation, timeMs, loop, weightSet }: Layer) => {
    put((source ? rawOf(source) : raw).model());
    put(animation);
    put(timeMs);
    put(Number(loop));
    put(Number(weightSet !== undefined));
    put(weightSet ?? -1);
  };
  const putFloats = (floats: Float32Array) => {
    put(floats.length);
    HEAPF64.set(floats, at);
    at += floats.length;
  };
  put(request.lod);
  put(1 + layers.length);
  putLayer(request);
  for (const layer of layers) putLayer(layer);
  put(Number(origin !== undefined));
  for (let i = 0; i < 3; i++) put(origin?.[i] ?? 0);
  put(interpretation?.conjugateKeys === undefined ? Number.NaN : Number(interpretation.conjugateKeys));
  put(Number(interpretation?.restAnimation !== undefined));
  put(interpretation?.restAnimation ?? -1);
  put(transition?.fraction ?? 1);
  put(Number(from !== undefined));
  if (from) {
    putFloats(from.locals);
    putFloats(from.vertices);
  }
  for (const number of head) put(number);
  HEAPF64.set(more, at);
  return true;
}
