/**
 * The template for importing a GLB back: the bytes of the file, in which numbers are zero that can be computed from the GLB to
 * within 1e-4. All other data, known or not, is there byte for byte, so that the import only fills holes (docs/export.md lists
 * them). Also marks of vertices, and the faces that other programs drop.
 */
import type { AbcFile, Frame, Weights } from '@lithoscope/core';
import { zlibSync } from 'fflate';
import { toBase64 } from '../lib/hex.ts';
import type { ExportedClip } from './clips.ts';
import type { GlbClip, GlbInput, GlbOptions } from './input.ts';
import type { GlbReport } from './report.ts';
import { type Affine, inverted } from './space.ts';

/** Larger files and longer texts are left out: many programs read all JSON of a GLB at once. */
const MOST_BYTES = 32 << 20;
const MOST_TEXT = 4 << 20;

/** Tolerance for computed numbers, units: half of what the import back promises. */
const NEAR = 5e-5;
/** A rotation whose length is farther from 1 is kept. */
const NEAR_UNIT = 0.01;
/** Texture coordinates beyond this are not in the GLB unchanged. */
const MOST_UV = 1024;
/** v6: the GLB clamps texture coordinates to this range, as the games draw them (abc.md §2). */
const CLAMPED_UV = [0.0001, 0.9999] as const;

/** The parts of the file that the GLB contains. */
export interface Contents {
  readonly input: Pick<GlbInput, 'file'>;
  readonly options: Pick<GlbOptions, 'interpretation'>;
  readonly clips: readonly ExportedClip[];
  readonly leftOut: readonly GlbClip[];
  readonly names: { readonly meshes: readonly { readonly piece: number; readonly lod: number }[] };
  readonly report: Pick<GlbReport, 'morphTargets' | 'morphDeviation'>;
}

/** The file's bytes with holes, compressed (zlib) and as base64; null when it is too large. */
export function templateOf(contents: Contents): string | null {
  const { file } = contents.input;
  if (file.bytes.length === 0 || file.bytes.length > MOST_BYTES) return null;
  const text = toBase64(zlibSync(withHoles(contents), { level: 3 }));
  return text.length > MOST_TEXT ? null : text;
}

function withHoles({ input, clips, leftOut, names, options, report }: Contents): Uint8Array {
  const { file } = input;
  const holes = new Holes(file.bytes);
  const { collapses, bindPose } = file.info.features;
  const restAnimation = options.interpretation.restAnimation ?? file.info.restAnimation;
  const restAt = (lod: number) => file.evaluate({ animation: -1, timeMs: 0, loop: false, lod });
  const rest = restAt(0);
  if (rest) {
    const inverse = file.info.nodes.map((_, node) => inverted(affine(rest, node)));
    // A frame has all pieces, which may be many: one frame for each level is enough.
    const frames = new Map<number, Frame | null>();
    for (const { piece, lod } of names.meshes) {
      // Collapses are made from the first level.
      if (collapses) {
        if (lod === 0) clearGeometry(file, holes);
        continue;
      }
      const frame = frames.get(lod) ?? restAt(lod);
      frames.set(lod, frame);
      if (frame) clearLevel(file, holes, piece, lod, frame, inverse);
    }
  }
  const deformed = deformedPlaces(file);
  // Otherwise deformation frames that are no morph targets would be lost.
  const isExact = report.morphTargets.kept === report.morphTargets.all && report.morphDeviation === 0;
  for (const { clip, keys } of clips) {
    // Animations that the GLB lacks exist only in the template.
    if (clip.source >= 0 || leftOut.some((other) => other.source < 0 && other.animation === clip.animation))
      continue;
    // The import needs the rest pose to read the other poses: programs turn the axes of nodes.
    const isRest = !bindPose && clip.animation === restAnimation;
    clearKeys(file, holes, clip.animation, {
      keys: isRest ? keys.filter((key) => key > 0) : keys,
      deformed: isExact ? deformed : NONE_DEFORMED,
    });
  }
  return holes.bytes;
}

/** A copy of the bytes in which ranges are cleared. */
class Holes {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    // `slice` of a Buffer does not copy.
    this.bytes = new Uint8Array(bytes);
    this.#view = new DataView(this.bytes.buffer);
  }

  f32(at: number): number {
    return this.#view.getFloat32(at, true);
  }

  isFinite(at: number, count: number): boolean {
    for (let i = 0; i < count; i++) if (!Number.isFinite(this.f32(at + 4 * i))) return false;
    return true;
  }

  /** Whether the numbers there are within the tolerance of others. */
  areNear(at: number, x: number, y: number, z: number): boolean {
    return (
      Math.abs(this.f32(at) - x) <= NEAR &&
      Math.abs(this.f32(at + 4) - y) <= NEAR &&
      Math.abs(this.f32(at + 8) - z) <= NEAR
    );
  }

  /** Replaces three numbers by near ones from elsewhere: repeated bytes compress to nothing. @returns whether they were near */
  repeat(from: number, at: number): boolean {
    if (!this.areNear(at, this.f32(from), this.f32(from + 4), this.f32(from + 8))) return false;
    this.bytes.copyWithin(at, from, from + 12);
    return true;
  }

  clear(at: number, size: number): void {
    this.bytes.fill(0, at, at + size);
  }

  /** Clears a rotation; its length and sign, which glTF lacks, stay in its W. */
  clearTurn(at: number): void {
    const kept = signedLength([this.f32(at), this.f32(at + 4), this.f32(at + 8), this.f32(at + 12)]);
    this.clear(at, 16);
    this.#view.setFloat32(at + 12, kept, true);
  }
}

/** The offsets of a list's elements; empty when the list is missing. */
const startsOf = (file: AbcFile, path: string): Uint32Array =>
  file.elements(path)?.starts ?? new Uint32Array(0);

/** The triangles of a level that no program drops, so that they can come back. */
function drawn(file: AbcFile, piece: number, lod: number): { corners: Uint32Array; faces: Uint32Array } {
  const { corners, faces } = file.topology(piece, lod);
  const dropped = droppedFaces(corners);
  return {
    corners: corners.filter((_, i) => !dropped.has(Math.floor(i / 3))),
    faces: faces.filter((_, i) => !dropped.has(i)),
  };
}

/** v9+: clears texture coordinates, and positions of vertices that triangles use. Normals stay, as Blender changes them slightly. */
function clearLevel(
  file: AbcFile,
  holes: Holes,
  piece: number,
  lod: number,
  rest: Frame,
  inverse: readonly (Affine | null)[],
): void {
  const path = `Pieces.Pieces[${piece}].LODs[${lod}]`;
  const { corners, faces } = drawn(file, piece, lod);
  clearTexcoords(holes, startsOf(file, `${path}.Faces`), faces, [0, 10, 20]);
  const starts = startsOf(file, `${path}.Vertices`);
  const weights = file.weights(piece, lod);
  const positions = rest.pieces[piece]?.positions ?? NONE;
  for (const vertex of new Set(corners)) {
    const start = starts[vertex];
    if (start === undefined) continue;
    const count = (weights.start[vertex + 1] ?? 0) - (weights.start[vertex] ?? 0);
    // Two counts in four bytes, then weights of 20 bytes, then position and normal.
    const location = start + 4 + 20 * count;
    const at = positions.subarray(3 * vertex, 3 * vertex + 3);
    // Both or neither: a remaining one tells whether the vertex has moved since.
    const isPlace = holes.areNear(location, at[0] as number, at[1] as number, at[2] as number);
    if (!isPlace || !agree(holes, weights, vertex, start + 4, at, inverse)) continue;
    for (let weight = 0; weight < count; weight++) holes.clear(start + 4 + 20 * weight + 4, 12);
    holes.clear(location, 12);
  }
}

const NONE = new Float32Array(0);
const NONE_DEFORMED: ReadonlyMap<number, readonly number[]> = new Map();

/** Whether all weights of a vertex follow from its bind position: Location = Bias × (the position in its node's space). */
function agree(
  holes: Holes,
  { start, node, bias }: Weights,
  vertex: number,
  at: number,
  position: Float32Array,
  inverse: readonly (Affine | null)[],
): boolean {
  const [x, y, z] = position as unknown as [number, number, number];
  const first = start[vertex] ?? 0;
  const end = start[vertex + 1] ?? 0;
  const nodes = new Set(node.subarray(first, end));
  if (nodes.size < end - first) return false;
  for (let weight = first; weight < end; weight++) {
    const m = inverse[node[weight] as number];
    const share = bias[weight] as number;
    if (!m || !(share > 0)) return false;
    const row = (r: number) =>
      share *
      ((m[r] as number) * x + (m[r + 1] as number) * y + (m[r + 2] as number) * z + (m[r + 3] as number));
    if (!holes.areNear(at + 20 * (weight - first) + 4, row(0), row(4), row(8))) return false;
  }
  return true;
}

/** The first three rows. */
const affine = ({ nodes }: Frame, node: number): Affine =>
  Float64Array.from(nodes.subarray(16 * node, 16 * node + 12));

/** @param places of the two numbers of each corner, from the start of a face */
function clearTexcoords(
  holes: Holes,
  starts: Uint32Array,
  faces: Uint32Array,
  places: readonly number[],
  [least, most]: readonly [number, number] = [-MOST_UV, MOST_UV],
): void {
  for (const face of faces) {
    const start = starts[face];
    if (start === undefined) continue;
    for (const place of places) {
      const isThere = [0, 4].every((more) => {
        const value = holes.f32(start + place + more);
        return value >= least && value <= most;
      });
      if (isThere) holes.clear(start + place, 8);
    }
  }
}

/** v6: clears texture coordinates, and positions of vertices that triangles use and no animation deforms. */
function clearGeometry(file: AbcFile, holes: Holes): void {
  const { corners, faces } = drawn(file, 0, 0);
  clearTexcoords(holes, startsOf(file, 'Geometry.FaceInfo'), faces, [0, 8, 16], CLAMPED_UV);
  const starts = startsOf(file, 'Geometry.VertexInfo');
  const { node, deformation } = file.weights(0, 0);
  // What stands in for them must be told from where they were.
  const replaced = replacedVertices(holes, starts);
  for (const vertex of new Set(corners)) {
    const start = starts[vertex];
    if (
      start === undefined ||
      replaced.has(vertex) ||
      (node[vertex] ?? -1) < 0 ||
      (deformation[vertex] ?? -1) >= 0
    )
      continue;
    if (holes.isFinite(start, 3)) holes.clear(start, 12);
  }
}

/** v6: clears the vertices that edge collapses replace. */
function replacedVertices(holes: Holes, starts: Uint32Array): Set<number> {
  const out = new Set<number>();
  const view = new DataView(holes.bytes.buffer);
  const count = starts.length - 1;
  for (let vertex = 0; vertex < count; vertex++) {
    const at = starts[vertex] as number;
    const [a, b] = [view.getUint16(at + 16, true), view.getUint16(at + 18, true)];
    // Those of the full mesh have anything there.
    if (a >= vertex || b >= vertex) continue;
    out.add(a);
    out.add(b);
  }
  return out;
}

/** The keys of an animation that are cleared. */
interface KeyHoles {
  /** Of those that the animation has. */
  readonly keys: readonly number[];
  /** v6, by node: indices in its list of deformation vertices that the GLB has. */
  readonly deformed: ReadonlyMap<number, readonly number[]>;
}

const KEY_BYTES = 28;
/** v13 and v108: a time and an address follow. */
const LONG_KEY_BYTES = 36;

function clearKeys(file: AbcFile, holes: Holes, animation: number, what: KeyHoles): void {
  const { nodes, features, animations } = file.info;
  // One list for all nodes: lists for each node would cost more than everything else.
  const starts = startsOf(file, file.pathOf({ animation, node: 0 }).replace(/\[0\]$/, ''));
  const count = animations[animation]?.keyframes ?? 0;
  nodes.forEach(({ flags, deformationVertices }, node) => {
    const start = starts[node];
    const end = starts[node + 1];
    if (start === undefined || end === undefined) return;
    // Deformation follows the keys. Without it, a number may precede the keys, and others may follow each.
    const size = end - start;
    const step =
      features.deformation || size - KEY_BYTES * count < LONG_KEY_BYTES - KEY_BYTES
        ? KEY_BYTES
        : LONG_KEY_BYTES;
    const first = features.deformation ? start : end - step * count;
    if (first < start) return;
    // Rotation-only nodes keep the position of the bind pose: that in their keys is mostly noise.
    const hasPlace = !features.bindPose || (flags & 2) === 0;
    let same: number | undefined;
    for (const key of what.keys) {
      const at = first + step * key;
      if (!isPlain(holes, at)) continue;
      if (hasPlace) holes.clear(at, 12);
      else if (same === undefined || !holes.repeat(same, at)) same = at;
      holes.clearTurn(at + 12);
    }
    for (const place of what.deformed.get(node) ?? []) {
      for (const key of what.keys) {
        holes.clear(first + KEY_BYTES * count + 3 * (deformationVertices * key + place), 3);
      }
    }
  });
}

/** Steps of a stored length: half a step is within the tolerance. */
const LENGTH_STEP = 1e-4;

/**
 * The length of a rotation as it is stored, and its side: a rotation is the same with all signs turned. Above 0 when it
 * is on the side of a direction that no rotation is likely to be perpendicular to.
 */
function signedLength(rotation: readonly [number, number, number, number]): number {
  const length = Math.round(Math.hypot(...rotation) / LENGTH_STEP) * LENGTH_STEP;
  return sideOf(rotation) * length;
}

/** 1 or −1, the other one for the same rotation with all signs turned. */
function sideOf([x, y, z, w]: readonly [number, number, number, number]): 1 | -1 {
  return 0.3127 * x + 0.4711 * y + 0.5923 * z + 0.8317 * w < 0 ? -1 : 1;
}

/** Whether the GLB has a key unchanged, except for the length of its rotation. */
function isPlain(holes: Holes, at: number): boolean {
  if (!holes.isFinite(at, 7)) return false;
  let square = 0;
  for (let place = 12; place < KEY_BYTES; place += 4) square += holes.f32(at + place) ** 2;
  return Math.abs(Math.sqrt(square) - 1) <= NEAR_UNIT;
}

/** By node: indices in its list of the deformation vertices that triangles use. */
function deformedPlaces(file: AbcFile): Map<number, number[]> {
  const byNode = new Map<number, number[]>();
  if (!file.info.features.deformation) return byNode;
  const { node, deformation } = file.weights(0, 0);
  for (const vertex of new Set(drawn(file, 0, 0).corners)) {
    const place = deformation[vertex] ?? -1;
    const owner = node[vertex] ?? -1;
    if (place < 0 || owner < 0) continue;
    const places = byNode.get(owner);
    if (places) places.push(place);
    else byNode.set(owner, [place]);
  }
  return byNode;
}

/**
 * Faces that programs drop when they read a mesh, because they draw nothing of their own: those that name a vertex twice, and
 * those with the same three vertices as an earlier one.
 * @param corners three vertices a face
 * @returns indices of faces
 */
function droppedFaces(corners: ArrayLike<number>): Set<number> {
  const out = new Set<number>();
  const seen = new Set<string>();
  for (let face = 0; 3 * face + 2 < corners.length; face++) {
    const three = [corners[3 * face], corners[3 * face + 1], corners[3 * face + 2]] as number[];
    const key = three.toSorted((a, b) => a - b).join();
    if (new Set(three).size < 3 || seen.has(key)) out.add(face);
    seen.add(key);
  }
  return out;
}

/** Vertices that a triangle of the file can refer to. */
const MOST = 65536;

/**
 * The mark of a vertex of a level: which vertex of the file a vertex of glTF is, as a second pair of texture coordinates.
 * Programs keep those where they lose the order of vertices and attributes that they do not know. The second number is made
 * from the first, so that interpolated coordinates, of a new vertex between two others, are no mark.
 * @param lod 0 in v6, whose levels share their vertices
 */
export function markOf(piece: number, lod: number, vertex: number): [u: number, v: number] {
  return [(vertex + 0.5) / MOST, (checkOf(piece, lod, vertex) + 0.5) / MOST];
}

/** A 16-bit hash of a vertex. */
function checkOf(piece: number, lod: number, vertex: number): number {
  let bits =
    Math.imul(vertex + 1, 0x9e3779b1) ^ Math.imul(piece + 1, 0x85ebca6b) ^ Math.imul(lod + 1, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  return ((bits ^ (bits >>> 13)) >>> 0) % MOST;
}
