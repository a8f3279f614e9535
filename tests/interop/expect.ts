/**
 * Exports models and writes beside each GLB what another program must see of it: from the core's evaluator, and of the GLB
 * only which of its vertices is which of the file's.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Converting } from '@lithoscope/converting';
import {
  type AbcFile,
  type Frame,
  type FrozenPose,
  Lithoscope,
  type PieceTopology,
  type PoseRequest,
  type Vec3,
} from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { Exchange } from '@lithoscope/exchange';
import { root } from '../../tools/lib/process.mjs';
import { type ExportedClip, exportedClips } from '../../web/to-glb/clips.ts';
import {
  type AlphaMode,
  GLB_DEFAULTS,
  type GlbInput,
  type GlbOptions,
  type GlbSkin,
} from '../../web/to-glb/input.ts';
import type { GlbReport } from '../../web/to-glb/report.ts';
import { toGlb } from '../../web/to-glb/to-glb.ts';
import { type Case, cases } from './cases.ts';
import { Glb } from './glb.ts';

/** Moments of an animation that are compared, where it has two keys: so many at keys at most, so many in all. */
const AT_KEYS = 12;
const MOMENTS = 22;
/** Between two keys; none is a half, where an error of the fraction could hide. */
const FRACTIONS = [0.37, 0.81, 0.12, 0.59];

/** A mesh of the GLB and what it is made of. */
interface Mesh {
  readonly name: string;
  readonly piece: number;
  readonly lod: number;
  /** File units by which the file itself leaves its vertices open (GlbReport.deviations). */
  readonly bound: number;
  /** Blender keeps one of several with the same vertices. */
  readonly triangles: number;
  /** By vertex that a triangle uses, in the order of the GLB: index into the vertices of the level. */
  readonly vertices: readonly number[];
  /** Two numbers for each of them, as the file has them at the corners. */
  readonly uvs: readonly number[];
}

interface Moment {
  /** Milliseconds. */
  readonly time: number;
  readonly atKey: boolean;
}

/** What tests/interop/check.py reads: names, counts, and floats of the .bin in the order of `Writer`. */
export interface Expectation {
  readonly glb: string;
  readonly bin: string;
  readonly model: string;
  readonly version: number;
  /** The diagonal of the box around the bind pose, file units. */
  readonly size: number;
  readonly scale: number;
  readonly morphDeviation: number;
  readonly joints: readonly string[];
  readonly sockets: readonly string[];
  readonly meshes: readonly (Omit<Mesh, 'uvs'> & {
    count: number;
    facingOut: number;
  })[];
  readonly materials: readonly {
    name: string;
    alphaMode: string;
    image: { width: number; height: number; halves: readonly number[] } | null;
  }[];
  readonly animations: readonly { name: string; moments: readonly Moment[] }[];
  readonly extras: {
    root: Record<string, unknown>;
    joints: readonly (Record<string, unknown> | null)[];
    sockets: readonly (Record<string, unknown> | null)[];
    meshes: readonly (Record<string, unknown> | null)[];
    materials: readonly (object | null)[];
  };
  readonly report: GlbReport;
  readonly bytes: number;
  readonly roundTrip: boolean;
  /** The animation of which a key is changed in Blender, with a vertex and a name; null: nothing is. */
  readonly edit: string | null;
}

const wasm = (name: string) => new Uint8Array(readFileSync(join(root, 'build/wasm', name))).buffer;

/** With the module of the Jupiter engine, which loads now: when this module was imported, Vite loads nothing any more. */
const core = await Lithoscope.load(wasm('lithoscope.wasm'), async () => wasm('jupiter.wasm'));
await core.wholeCatalogue();

/** Writes GLBs and expectations into a folder. */
export async function writeExpectations(folder: string): Promise<string[]> {
  const converting = await Converting.load(wasm('converting.wasm'));
  const textures = await DtxLibrary.load(wasm('dtx.wasm'));
  const editing = await Exchange.load(wasm('exchange.wasm'));
  const written: string[] = [];
  for (const one of cases) {
    const name = one.as ?? basename(one.path).replace(/\.abc$/i, '');
    const path = join(folder, `${name}.json`);
    const file = await openedAs(one, converting);
    const { input, options } = inputOf(one, file, editing, textures);
    const { bytes, report } = await toGlb(input, options);
    writeFileSync(join(folder, `${name}.glb`), bytes);
    const { expectation, floats } = expected(one, name, input, options, bytes, report);
    writeFileSync(join(folder, `${name}.bin`), new Uint8Array(floats.buffer, 0, floats.byteLength));
    writeFileSync(path, JSON.stringify(expectation));
    written.push(path);
    for (const { file } of input.sources) file.release();
    input.file.release();
  }
  return written;
}

/** The model of a case, in its format. */
async function openedAs({ path, convertTo }: Case, converting: Converting): Promise<AbcFile> {
  const file = await core.openAny(new Uint8Array(readFileSync(path)));
  if (convertTo === undefined) return file;
  const made = converting.convert(file, convertTo);
  file.release();
  if ('refused' in made) throw new Error(`${path}: ${made.refused}`);
  return core.openAny(made.bytes);
}

function inputOf(
  one: Case,
  file: AbcFile,
  editing: Exchange,
  textures: DtxLibrary,
): { input: GlbInput; options: GlbOptions } {
  const open = (path: string) => core.open(new Uint8Array(readFileSync(path)));
  const skins = new Map((one.skins ?? []).map((path, slot) => [slot, skinOf(path, one.alpha, textures)]));
  const sources = (one.sources ?? []).map((path) => ({ child: 0, name: basename(path), file: open(path) }));
  return {
    input: { name: basename(one.path), file, sources, skins, editing },
    options: { ...GLB_DEFAULTS, lods: one.lods ?? GLB_DEFAULTS.lods, scale: one.scale ?? 1 },
  };
}

export function skinOf(path: string, alphaMode: AlphaMode | undefined, textures: DtxLibrary): GlbSkin {
  const file = textures.open(new Uint8Array(readFileSync(path)));
  const { width = 0, height = 0 } = file.texture ?? {};
  const rgba = new Uint8Array(file.pixels(0) ?? []);
  file.release();
  return { name: basename(path), width, height, rgba, alphaMode: alphaMode ?? 'OPAQUE' };
}

/** The mean red, green and blue, 0 to 255, of the upper half and of the lower half. */
function halvesOf({ rgba }: GlbSkin): number[] {
  return [rgba.subarray(0, rgba.length / 2), rgba.subarray(rgba.length / 2)].flatMap((half) =>
    [0, 1, 2].map((channel) => {
      let sum = 0;
      for (let at = channel; at < half.length; at += 4) sum += half[at] ?? 0;
      return sum / (half.length / 4);
    }),
  );
}

/** The numbers of the .bin, in the order in which they are read. */
class Writer {
  #floats = new Float32Array(1 << 20);
  #length = 0;

  add(...values: number[]): void {
    if (this.#length + values.length > this.#floats.length) {
      const larger = new Float32Array(2 * this.#floats.length);
      larger.set(this.#floats);
      this.#floats = larger;
    }
    for (const value of values) this.#floats[this.#length++] = value;
  }

  get floats(): Float32Array {
    return this.#floats.slice(0, this.#length);
  }
}

function expected(
  { as, roundTrip = false, edit = false }: Case,
  name: string,
  input: GlbInput,
  options: GlbOptions,
  bytes: Uint8Array,
  report: GlbReport,
): { expectation: Expectation; floats: Float32Array } {
  const { file } = input;
  const { info } = file;
  const mirrorZ = options.interpretation.mirrorZ ?? info.space.mirrorZ;
  const axes: Vec3 = mirrorZ ? [-1, 1, 1] : [-1, 1, -1];
  const glb = new Glb(bytes);
  const { nodes = [], meshes: glbMeshes = [], skins = [], materials = [], animations = [] } = glb.json;
  const rest = new Poses(file, { animation: -1, timeMs: 0, loop: false });

  const joints = (skins[0]?.joints ?? []).slice(0, info.nodes.length).map((joint) => nodes[joint]);
  const socketNodes = info.sockets.map((_, i) => nodes.find((node) => node.extras?.lt_socket === i));
  const meshes = glbMeshes.map((mesh, index): Mesh => {
    const piece = Number(mesh.extras?.lt_piece);
    const lod = Number(mesh.extras?.lt_lod);
    const bound = report.deviations.find((other) => other.piece === piece && other.lod === lod)?.bound ?? 0;
    const positions = rest.at(lod).pieces[piece]?.positions ?? new Float32Array();
    return {
      name: mesh.name ?? '',
      piece,
      lod,
      bound,
      triangles: differentTriangles(glb.indices(index)),
      ...verticesOf(glb, index, file.topology(piece, lod), positions, axes),
    };
  });

  const writer = new Writer();
  const write = (poses: Poses) => {
    for (const { piece, lod, vertices } of meshes) {
      const positions = poses.at(lod).pieces[piece]?.positions ?? [];
      for (const vertex of vertices) {
        writer.add(
          ...axes.map((sign, axis) => options.scale * sign * (positions[3 * vertex + axis] ?? Number.NaN)),
        );
      }
    }
    const { nodes: matrices } = poses.at(meshes[0]?.lod ?? 0);
    info.nodes.forEach((_, node) => {
      writer.add(
        ...axes.map((sign, axis) => options.scale * sign * (matrices[16 * node + 4 * axis + 3] ?? 0)),
      );
    });
    info.sockets.forEach((socket) => {
      writer.add(...socketMatrix(matrices, socket, axes, options.scale));
    });
  };
  for (const { uvs } of meshes) writer.add(...uvs);
  // The bind pose, then per moment the pose; between keys the pose as Blender interpolates it as well.
  write(rest);
  const { clips } = exportedClips(input, options);
  const listed = clips.map((clip) => {
    const times = glb.keyTimes(clip.name);
    const missing = clip.times.filter((time) => !times.includes(time));
    if (missing.length > 0) throw new Error(`${name}: ${clip.name} has no keys at ${missing.slice(0, 3)} ms`);
    const moments = momentsOf(times);
    for (const { time, atKey } of moments) {
      const request = requestOf(clip, time);
      write(new Poses(file, request));
      // Vertices that move one by one follow the animation, whatever the nodes blend from.
      if (!atKey) write(new Poses(file, { ...request, ...blended(file, clip, times, time) }));
    }
    return { name: clip.name, moments };
  });

  const expectation: Expectation = {
    glb: `${name}.glb`,
    bin: `${name}.bin`,
    model: as ?? basename(input.name),
    version: info.version,
    size: diagonal(rest.at(0)),
    scale: options.scale,
    morphDeviation: report.morphDeviation,
    joints: joints.map((node) => node?.name ?? ''),
    sockets: socketNodes.map((node) => node?.name ?? ''),
    meshes: meshes.map(({ uvs: _, ...mesh }) => ({
      ...mesh,
      count: mesh.vertices.length,
      facingOut: facingOut(file, mesh, rest.at(mesh.lod)),
    })),
    materials: materials.map((material) => {
      const slot = Number((material.extras as Record<string, unknown> | undefined)?.lt_material);
      const skin = input.skins.get(slot);
      return {
        name: material.name ?? '',
        alphaMode: skin?.alphaMode ?? 'OPAQUE',
        image: skin ? { width: skin.width, height: skin.height, halves: halvesOf(skin) } : null,
      };
    }),
    animations: listed,
    extras: {
      root: nodes.find(({ extras }) => extras?.lithoscope !== undefined)?.extras ?? {},
      joints: joints.map((node) => node?.extras ?? null),
      sockets: socketNodes.map((node) => node?.extras ?? null),
      meshes: glbMeshes.map(({ extras }) => extras ?? null),
      materials: materials.map(({ extras }) => extras ?? null),
    },
    report,
    bytes: bytes.length,
    roundTrip,
    edit: edit ? (clips.find(({ clip, times }) => clip.source < 0 && times.length > 2)?.name ?? null) : null,
  };
  if (animations.length !== clips.length) {
    throw new Error(`${name}: ${animations.length} animations in the GLB, ${clips.length} expected`);
  }
  return { expectation, floats: writer.floats };
}

/** One pose at whatever levels are asked for. */
class Poses {
  readonly #levels = new Map<number, Frame>();

  constructor(
    private readonly file: AbcFile,
    private readonly request: Omit<PoseRequest, 'lod'>,
  ) {}

  at(lod: number): Frame {
    const known = this.#levels.get(lod);
    if (known) return known;
    const frame = this.file.evaluate({ ...this.request, lod });
    if (!frame) throw new Error('A pose that was exported cannot be evaluated.');
    this.#levels.set(lod, frame);
    return frame;
  }
}

function requestOf({ clip, file, origin }: ExportedClip, timeMs: number): Omit<PoseRequest, 'lod'> {
  return { animation: clip.animation, source: file, timeMs, loop: false, ...(origin && { origin }) };
}

/** Keys spread over the animation, and moments between them. */
function momentsOf(times: readonly number[]): Moment[] {
  const atKeys = spread(times.length, AT_KEYS).map((key) => ({ time: times[key] ?? 0, atKey: true }));
  const spans = times.length - 1;
  const count = spans > 0 ? MOMENTS - atKeys.length : 0;
  const between = Array.from({ length: count }, (_, i) => {
    const span = spans > count ? Math.floor((i * spans) / count) : i % spans;
    const from = times[span] ?? 0;
    // In a span that comes again, another place.
    const fraction = ((FRACTIONS[i % FRACTIONS.length] ?? 0) + Math.floor(i / spans) * 0.137) % 1;
    return { time: from + fraction * ((times[span + 1] ?? 0) - from), atKey: false };
  });
  return [...atKeys, ...between].sort((a, b) => a.time - b.time);
}

/** At most so many of the numbers below a count, the first and the last among them. */
function spread(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}

/**
 * The pose between two keys as Blender makes it: it interpolates the four numbers of a rotation each for itself and
 * normalises, where glTF and the engine have slerp. The locals are handed to the evaluator as a pose to blend from.
 */
function blended(
  file: AbcFile,
  clip: ExportedClip,
  times: readonly number[],
  time: number,
): Pick<PoseRequest, 'transition'> {
  const next = times.findIndex((key) => key > time);
  const [from = 0, to = 0] = [times[next - 1], times[next]];
  const fraction = (time - from) / (to - from);
  const [a, b] = [from, to].map((key) => file.freeze({ ...requestOf(clip, key), lod: 0 }));
  if (!a || !b) throw new Error('A pose that was exported cannot be frozen.');
  const pose: FrozenPose = {
    locals: new Float32Array(a.locals.length),
    vertices: a.vertices.map((value, i) => mix(value, b.vertices[i] ?? 0, fraction)),
  };
  for (let at = 0; at < a.locals.length; at += 7) {
    const [p, q] = [unit(a.locals.slice(at, at + 7)), unit(b.locals.slice(at, at + 7))];
    const isFar = dot(p, q) < 0;
    const mixed = p.map((value, i) => mix(value, (isFar && i > 2 ? -1 : 1) * (q[i] ?? 0), fraction));
    pose.locals.set(unit(mixed), at);
  }
  return { transition: { from: pose, fraction: 0 } };
}

const mix = (a: number, b: number, fraction: number) => a + fraction * (b - a);

/** A local whose rotation has the length 1, as in glTF. */
function unit(local: Float32Array): Float32Array {
  const length = Math.sqrt(dot(local, local));
  return local.map((value, i) => (i > 2 ? value / length : value));
}

/** Of the rotations of two locals. */
const dot = (p: Float32Array, q: Float32Array) =>
  [3, 4, 5, 6].reduce((sum, i) => sum + (p[i] ?? 0) * (q[i] ?? 0), 0);

function differentTriangles(indices: readonly number[]): number {
  const triangles = new Set<string>();
  for (let i = 0; i < indices.length; i += 3) {
    triangles.add(
      indices
        .slice(i, i + 3)
        .sort((a, b) => a - b)
        .join(),
    );
  }
  return triangles.size;
}

/** Which vertex of the level each vertex of the GLB is that a triangle uses: both list the same triangles. */
function verticesOf(
  glb: Glb,
  mesh: number,
  { corners, uvs }: PieceTopology,
  positions: Float32Array,
  axes: Vec3,
): Pick<Mesh, 'vertices' | 'uvs'> {
  const indices = glb.indices(mesh);
  if (indices.length !== corners.length) throw new Error(`Mesh ${mesh} has not the triangles of its piece.`);
  const placed = glb.floats(mesh, 'POSITION', 3);
  const candidates = [
    [0, 2, 1],
    [0, 1, 2],
  ].map((order) => {
    const found = new Map<number, { vertex: number; uv: readonly number[] }>();
    let error = 0;
    indices.forEach((index, i) => {
      const corner = i - (i % 3) + (order[i % 3] ?? 0);
      const vertex = corners[corner] ?? 0;
      const known = found.get(index) ?? { vertex, uv: [uvs[2 * corner] ?? 0, uvs[2 * corner + 1] ?? 0] };
      if (known.vertex !== vertex) error = Number.POSITIVE_INFINITY;
      found.set(index, known);
      axes.forEach((sign, axis) => {
        error += Math.abs((placed[3 * index + axis] ?? 0) - sign * (positions[3 * vertex + axis] ?? 0));
      });
    });
    return { found, error };
  });
  const [best] = candidates.sort((a, b) => a.error - b.error);
  if (!best || !Number.isFinite(best.error)) throw new Error(`Mesh ${mesh} mixes vertices of its piece.`);
  const inOrder = [...best.found].sort(([a], [b]) => a - b).map(([, one]) => one);
  return { vertices: inOrder.map(({ vertex }) => vertex), uvs: inOrder.flatMap(({ uv }) => uv) };
}

/** Twelve numbers, row by row, of a socket in the space of glTF. */
function socketMatrix(
  matrices: Float32Array,
  { node, rotation: [x, y, z, w], location }: AbcFile['info']['sockets'][number],
  axes: Vec3,
  scale: number,
): number[] {
  const s = 2 / (x * x + y * y + z * z + w * w);
  const local = [
    [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w), location[0]],
    [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w), location[1]],
    [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y), location[2]],
    [0, 0, 0, 1],
  ];
  return axes.flatMap((sign, row) =>
    [...axes, 1].map((other, column) => {
      const value = [0, 1, 2, 3].reduce(
        (sum, i) => sum + (matrices[16 * node + 4 * row + i] ?? 0) * (local[i]?.[column] ?? 0),
        0,
      );
      return sign * (column < 3 ? other : scale) * value;
    }),
  );
}

export function diagonal({ pieces }: Frame): number {
  const [low, high] = [[0, 0, 0].fill(Number.POSITIVE_INFINITY), [0, 0, 0].fill(Number.NEGATIVE_INFINITY)];
  for (const { positions } of pieces) {
    positions.forEach((value, i) => {
      low[i % 3] = Math.min(low[i % 3] ?? 0, value);
      high[i % 3] = Math.max(high[i % 3] ?? 0, value);
    });
  }
  return Math.hypot(...[0, 1, 2].map((axis) => Math.max(0, (high[axis] ?? 0) - (low[axis] ?? 0))));
}

/** The share of the triangles whose front, by the file's own winding, is where the normals of their corners point. */
function facingOut(file: AbcFile, { piece, lod }: Pick<Mesh, 'piece' | 'lod'>, frame: Frame): number {
  const { corners } = file.topology(piece, lod);
  const { positions, normals } = frame.pieces[piece] ?? { positions: [], normals: [] };
  const at = (list: ArrayLike<number>, corner: number): Vec3 => {
    const first = 3 * (corners[corner] ?? 0);
    return [list[first] ?? 0, list[first + 1] ?? 0, list[first + 2] ?? 0];
  };
  let out = 0;
  for (let corner = 0; corner < corners.length; corner += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => at(positions, corner + i)) as [Vec3, Vec3, Vec3];
    const [u, v] = [b, c].map((p) => p.map((value, i) => value - (a[i] ?? 0))) as [Vec3, Vec3];
    const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const normal = [0, 1, 2].map((axis) =>
      [0, 1, 2].reduce((sum, i) => sum + (at(normals, corner + i)[axis] ?? 0), 0),
    );
    const towards = cross.reduce((sum, value, i) => sum + value * (normal[i] ?? 0), 0);
    if (file.info.space.frontSign * towards > 0) out++;
  }
  return corners.length > 0 ? out / (corners.length / 3) : 1;
}
