/** The levels of the pieces as skinned meshes. */
import type { Accessor, Material, Mesh, Node, Primitive } from '@gltf-transform/core';
import type { BindingParts, BoundVertices, Frame, PieceTopology } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import type { Building } from './building.ts';
import { Deviations } from './deviations.ts';
import { pieceExtras } from './extras.ts';
import type { Materials } from './materials.ts';
import { type GlbDeviation, trianglesLeftOut } from './report.ts';
import type { Skeleton } from './skeleton.ts';
import { convertVector, flattened, type Space } from './space.ts';

/** Vertices of glTF: one for each pair of a vertex and texture coordinates. */
class SplitVertices {
  /** By vertex of glTF: the vertex of the file. */
  readonly sources: number[] = [];
  readonly uvs: number[] = [];
  /** By vertex of the file: its last vertex in glTF, or −1; `#before` links to the others. */
  readonly #last: Int32Array;
  readonly #before: number[] = [];

  constructor(vertices: number) {
    this.#last = new Int32Array(vertices).fill(-1);
  }

  index(vertex: number, u: number, v: number): number {
    const last = this.#last[vertex] as number;
    for (let i = last; i >= 0; i = this.#before[i] as number) {
      if (this.uvs[2 * i] === u && this.uvs[2 * i + 1] === v) return i;
    }
    const index = this.sources.push(vertex) - 1;
    this.#before.push(last);
    this.#last[vertex] = index;
    this.uvs.push(u, v);
    return index;
  }
}

/** A level of a piece that has triangles. */
interface Level {
  readonly lod: number;
  /** Three indices into the split vertices for each triangle, counter-clockwise from outside. */
  readonly indices: Uint32Array;
}

/** Meshes that share their vertices: a level of v9+, all levels of v6. */
export interface MeshVertices {
  /** By vertex of glTF: the vertex of the file. */
  readonly sources: readonly number[];
  readonly meshes: readonly Mesh[];
  readonly primitives: readonly Primitive[];
  readonly nodes: readonly Node[];
}

export interface MeshNode {
  readonly piece: number;
  readonly lod: number;
  readonly node: Node;
}

export interface Meshes {
  readonly made: readonly MeshVertices[];
  /** Of all meshes, in the order of the scene. */
  readonly nodes: readonly MeshNode[];
  readonly vertices: number;
  readonly triangles: number;
  readonly deviations: readonly GlbDeviation[];
}

/** Maximum of all levels together: programs do not open larger GLBs. */
const MAX_TRIANGLES = 20_000_000;

/** Makes the meshes of the requested levels. The skin is set after all are made. */
export class MeshBuilder {
  readonly #building: Building;
  readonly #skeleton: Skeleton;
  readonly #materials: Materials;
  readonly #binds: Pick<BindingParts, 'binds' | 'inverseBinds'>;
  readonly #made: MeshVertices[] = [];
  readonly #nodes: MeshNode[] = [];
  readonly #deviations = new Deviations();
  #vertices = 0;
  #triangles = 0;
  #facesLost = 0;
  #unlike = 0;
  #crowded = 0;

  constructor(building: Building, skeleton: Skeleton, materials: Materials) {
    this.#building = building;
    this.#skeleton = skeleton;
    this.#materials = materials;
    this.#binds = { binds: flattened(skeleton.binds), inverseBinds: flattened(skeleton.inverseBinds) };
  }

  /** @param share of the whole work, for `Building.step` */
  async build(share: number): Promise<Meshes> {
    const building = this.#building;
    const lods = wantedLevels(building);
    if (building.features.collapses) await this.#collapses(lods, share);
    else {
      for (const [i, lod] of lods.entries())
        await this.#level(lod, (done) => (share * (i + done)) / lods.length);
    }
    const skin = this.#skeleton.skin();
    for (const { node } of this.#nodes) node.setSkin(skin);
    this.#note();
    return {
      made: this.#made,
      nodes: this.#nodes,
      vertices: this.#vertices,
      triangles: this.#triangles,
      deviations: this.#deviations.report(building.notes),
    };
  }

  /** v9+: every level has its own vertices. */
  async #level(lod: number, done: (part: number) => number): Promise<void> {
    const { file } = this.#building.input;
    const { pieces } = file.info;
    const pose = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod });
    if (!pose) return;
    for (let piece = 0; piece < pieces.length; piece++) {
      if (!pieces[piece]?.lods[lod]?.faces || !this.#isWanted(piece)) continue;
      await this.#building.pace.step(done(piece / pieces.length));
      const posed = pose.pieces[piece] as Frame['pieces'][number];
      const bound = this.#bound(piece, lod, posed.positions);
      const split = new SplitVertices(bound.off.length);
      const level = this.#indexed(file.topology(piece, lod), bound, split, lod);
      if (level) this.#add(piece, bound, posed.normals, split, [level]);
    }
  }

  /** @param places as `BindingParts.places` */
  #bound(piece: number, lod: number, places: Float32Array): BoundVertices {
    const { file, editing } = this.#building.input;
    const bound = editing.bound(file, { piece, lod, places, ...this.#binds });
    if (!bound) throw new Error('There is not enough memory for this export.');
    this.#skeleton.fix(bound.joints);
    return bound;
  }

  #isWanted(piece: number): boolean {
    return this.#building.options.pieces?.includes(piece) ?? true;
  }

  /** v6: the levels are edge collapses of one list of vertices, which they share. */
  async #collapses(lods: readonly number[], share: number): Promise<void> {
    const { file } = this.#building.input;
    const pose = file.evaluate({
      animation: -1,
      timeMs: 0,
      loop: false,
      lod: 0,
      interpretation: this.#skeleton.interpretation,
    });
    const posed = pose?.pieces[0];
    if (!posed || !this.#isWanted(0)) return;
    const bound = this.#bound(0, 0, this.#skeleton.restVertices);
    const split = new SplitVertices(bound.off.length);
    const levels: Level[] = [];
    for (const [i, lod] of lods.entries()) {
      await this.#building.pace.step((share * i) / lods.length);
      const level = this.#indexed(file.topology(0, lod), bound, split, lod);
      if (level) levels.push(level);
    }
    if (levels.length > 0) this.#add(0, bound, posed.normals, split, levels);
  }

  /** Null when no triangle is left. */
  #indexed(
    { corners, uvs }: PieceTopology,
    { positions }: BoundVertices,
    split: SplitVertices,
    lod: number,
  ): Level | null {
    const { space, input } = this.#building;
    // A mirror reverses the winding.
    const swaps = (input.file.info.space.frontSign === 1) === space.mirrors;
    const order = swaps ? [0, 2, 1] : [0, 1, 2];
    const indices = new Uint32Array(corners.length);
    const isSomewhere = (vertex: number) =>
      Number.isFinite(
        (positions[3 * vertex] as number) +
          (positions[3 * vertex + 1] as number) +
          (positions[3 * vertex + 2] as number),
      );
    let end = 0;
    for (let t = 0; t < corners.length; t += 3) {
      if (
        !(
          isSomewhere(corners[t] as number) &&
          isSomewhere(corners[t + 1] as number) &&
          isSomewhere(corners[t + 2] as number)
        )
      ) {
        this.#facesLost++;
        continue;
      }
      for (const corner of order) {
        const at = t + corner;
        indices[end++] = split.index(corners[at] as number, uvs[2 * at] as number, uvs[2 * at + 1] as number);
      }
    }
    this.#triangles += end / 3;
    return end > 0 ? { lod, indices: indices.subarray(0, end) } : null;
  }

  #add(
    piece: number,
    bound: BoundVertices,
    normals: Float32Array,
    split: SplitVertices,
    levels: readonly Level[],
  ): void {
    const building = this.#building;
    const { document, nodeNames } = building;
    const info = building.input.file.info.pieces[piece];
    const { sources } = split;
    const positions = gathered(bound.positions, sources);
    const unit = gathered(normals, sources);
    completeNormals(
      unit,
      positions,
      levels.map(({ indices }) => indices),
      building.space,
    );
    for (const values of [positions, unit]) convert(values, building.space);
    this.#deviations.measure(positions);
    const shared: [string, Accessor][] = [
      ['POSITION', building.accessor(positions, 'VEC3')],
      ['NORMAL', building.accessor(unit, 'VEC3')],
      ['TEXCOORD_0', building.accessor(Float32Array.from(split.uvs), 'VEC2')],
      ...this.#marks(piece, building.features.collapses ? 0 : (levels[0]?.lod ?? 0), sources),
      ...this.#influences(bound, sources),
    ];
    const material: Material = this.#materials.of(info?.materialIndex ?? 0);
    const made: { meshes: Mesh[]; primitives: Primitive[]; nodes: Node[] } = {
      meshes: [],
      primitives: [],
      nodes: [],
    };
    for (const { lod, indices } of levels) {
      const suffix = lod > 0 ? `_LOD${lod}` : '';
      const name = nodeNames.unique(`${info?.name || 'piece'}${suffix}`);
      const small = sources.length <= 65535 ? Uint16Array.from(indices) : indices.slice();
      const primitive = document
        .createPrimitive()
        .setMaterial(material)
        .setIndices(building.accessor(small, 'SCALAR'));
      for (const [semantic, accessor] of shared) primitive.setAttribute(semantic, accessor);
      const mesh = document
        .createMesh(name)
        .setExtras(pieceExtras(building.input.file, piece, lod, name))
        .addPrimitive(primitive);
      const node = document.createNode(name).setMesh(mesh);
      document.getRoot().getDefaultScene()?.addChild(node);
      made.meshes.push(mesh);
      made.primitives.push(primitive);
      made.nodes.push(node);
      this.#nodes.push({ piece, lod, node });
      this.#deviations.add({ piece, lod, off: bound.off, sources, indices });
    }
    this.#vertices += sources.length;
    this.#unlike += bound.unlike;
    this.#made.push({ sources, ...made });
  }

  /** TEXCOORD_1: marks of vertices, when the GLB has the template for importing it back. */
  #marks(piece: number, lod: number, sources: readonly number[]): [string, Accessor][] {
    const { input, options } = this.#building;
    const marks = options.template && input.editing.marks(piece, lod, Uint32Array.from(sources));
    return marks ? [['TEXCOORD_1', this.#building.accessor(marks, 'VEC2')]] : [];
  }

  /** JOINTS_0, WEIGHTS_0, and further sets of four for the vertex with the most influences. */
  #influences({ start, joints, shares }: BoundVertices, sources: readonly number[]): [string, Accessor][] {
    const building = this.#building;
    const countOf = (vertex: number) => (start[vertex + 1] as number) - (start[vertex] as number);
    let most = 0;
    for (const vertex of sources) {
      most = Math.max(most, countOf(vertex));
      if (countOf(vertex) > 8) this.#crowded++;
    }
    const jointCount = this.#skeleton.joints.length + 1;
    const sets: [string, Accessor][] = [];
    for (let set = 0; 4 * set < most; set++) {
      const size = 4 * sources.length;
      const jointArray = jointCount > 256 ? new Uint16Array(size) : new Uint8Array(size);
      const shareArray = new Float32Array(size);
      sources.forEach((vertex, i) => {
        const from = (start[vertex] as number) + 4 * set;
        const end = Math.min(from + 4, start[vertex + 1] as number);
        for (let w = from; w < end; w++) {
          jointArray[4 * i + w - from] = joints[w] as number;
          shareArray[4 * i + w - from] = shares[w] as number;
        }
      });
      sets.push(
        [`JOINTS_${set}`, building.accessor(jointArray, 'VEC4')],
        [`WEIGHTS_${set}`, building.accessor(shareArray, 'VEC4')],
      );
    }
    return sets;
  }

  #note(): void {
    const { notes, input } = this.#building;
    const { format, header } = input.file.info;
    if (format === 'ltb' && header.VertAnimDataSize) {
      notes.warn('VERTICES_LEFT_OUT', 'Animations that move single vertices are not exported.');
    }
    if (this.#facesLost > 0) {
      notes.warn('FACES_LEFT_OUT', trianglesLeftOut(this.#facesLost));
    }
    if (this.#unlike > 0) {
      notes.warn(
        'WEIGHTS_LEFT_OUT',
        `Skipped weights of ${counted(this.#unlike, 'vertex')}, which move differently: negative ones, the weakest of more than 32, or those of nodes above 65,534.`,
      );
    }
    if (this.#crowded > 0) {
      notes.warn(
        'WEIGHTS_MANY',
        `${counted(this.#crowded, 'vertex')} with more than eight weights: most programs read only four or eight.`,
      );
    }
  }
}

/** The requested levels of detail that the model has, each once. */
function wantedLevels({ input, options, notes, features }: Building): number[] {
  const { lodCount } = input.file.info;
  const asked =
    options.lods === 'all' ? Array.from({ length: lodCount }, (_, lod) => lod) : [...new Set(options.lods)];
  const there = asked
    .filter((lod) => Number.isInteger(lod) && lod >= 0 && lod < lodCount)
    .sort((a, b) => a - b);
  const missing = asked.length - there.length;
  // Every level can be as large as the first.
  const faces = input.file.info.counts.faces;
  const most = features.collapses
    ? Math.max(1, Math.floor(MAX_TRIANGLES / Math.max(1, faces)))
    : there.length;
  const kept = there.slice(0, most);
  // Without pieces no level can be missing.
  if (lodCount === 0) return [];
  if (missing > 0 || kept.length < there.length) {
    notes.warn(
      'LEVEL_LEFT_OUT',
      `Skipped ${counted(asked.length - kept.length, 'level')}: ${missing > 0 ? 'not in the model' : 'all of them together are too large'}.`,
    );
  }
  return kept;
}

/** Three numbers for each of the vertices. */
function gathered(values: Float32Array, sources: readonly number[]): Float32Array {
  const out = new Float32Array(3 * sources.length);
  sources.forEach((vertex, i) => {
    for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = values[3 * vertex + axis] as number;
  });
  return out;
}

function convert(values: Float32Array, space: Building['space']): void {
  for (let at = 0; at < values.length; at += 3) {
    convertVector(space, values, at);
  }
}

/**
 * Normalises all normals, as glTF requires. One without a direction becomes the mean of its triangles' normals, weighted by area.
 * @param positions file space, as the normals
 * @param triangles lists of three indices, counter-clockwise from outside in glTF
 */
function completeNormals(
  normals: Float32Array,
  positions: Float32Array,
  triangles: readonly Uint32Array[],
  { mirrors }: Space,
): void {
  const missing = new Set<number>();
  for (let at = 0; at < normals.length; at += 3) {
    if (!normalize(normals, at)) missing.add(at / 3);
  }
  if (missing.size === 0) return;
  for (const vertex of missing) normals.fill(0, 3 * vertex, 3 * vertex + 3);
  // Counter-clockwise in glTF: where the file is mirrored, the cross product in file space points inward.
  const sign = mirrors ? -1 : 1;
  for (const indices of triangles) {
    for (let t = 0; t < indices.length; t += 3) {
      const corners = indices.subarray(t, t + 3);
      if (!corners.some((vertex) => missing.has(vertex))) continue;
      const [x, y, z] = cross(positions, corners);
      for (const vertex of corners) {
        if (!missing.has(vertex)) continue;
        for (const [axis, value] of [x, y, z].entries()) {
          normals[3 * vertex + axis] = (normals[3 * vertex + axis] as number) + sign * value;
        }
      }
    }
  }
  for (const vertex of missing) {
    if (!normalize(normals, 3 * vertex)) normals.set([0, 1, 0], 3 * vertex);
  }
}

/** False when the vector has no direction in 32 bits. */
function normalize(values: Float32Array, at: number): boolean {
  const length = Math.hypot(values[at] as number, values[at + 1] as number, values[at + 2] as number);
  if (!(length > 1e-30 && length < 1e30)) return false;
  for (let i = at; i < at + 3; i++) values[i] = (values[i] as number) / length;
  return true;
}

/** The normal of a triangle, twice as long as its area. */
function cross(points: Float32Array, [a, b, c]: Uint32Array): [number, number, number] {
  const side = (to: number | undefined, axis: number) =>
    (points[3 * (to as number) + axis] as number) - (points[3 * (a as number) + axis] as number);
  const [ux, uy, uz] = [side(b, 0), side(b, 1), side(b, 2)];
  const [vx, vy, vz] = [side(c, 0), side(c, 1), side(c, 2)];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
