/** The levels of the pieces as skinned meshes. */
import type { Accessor, Material, Mesh, Node, Primitive } from '@gltf-transform/core';
import type { ExportedMesh } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import { type Building, made } from './building.ts';
import { Deviations } from './deviations.ts';
import { pieceExtras } from './extras.ts';
import type { Materials } from './materials.ts';
import { type GlbDeviation, trianglesLeftOut } from './report.ts';
import type { Skeleton } from './skeleton.ts';

/** Meshes that share their vertices: a level of v9+, all levels of v6. */
export interface MeshVertices {
  readonly piece: number;
  /** v6: 0. */
  readonly lod: number;
  /** By vertex of glTF: the vertex of the file. */
  readonly sources: Uint32Array;
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
  }

  /** @param share of the whole work, for `Building.step` */
  async build(share: number): Promise<Meshes> {
    const building = this.#building;
    const lods = wantedLevels(building);
    // v6: the levels are edge collapses of one list of vertices, which they share.
    const shared = building.features.collapses ? [lods] : lods.map((lod) => [lod]);
    for (const [i, levels] of shared.entries())
      await this.#levels(levels, (done) => (share * (i + done)) / shared.length);
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

  /** @param lods levels that share their vertices */
  async #levels(lods: readonly number[], done: (part: number) => number): Promise<void> {
    const { features, exporting, input, pace } = this.#building;
    const { pieces } = input.file.info;
    for (const [piece, { lods: stored }] of pieces.entries()) {
      const hasFaces = features.collapses ? lods.length > 0 : Boolean(stored[lods[0] as number]?.faces);
      if (!hasFaces || !this.#isWanted(piece)) continue;
      await pace.step(done(piece / pieces.length));
      const mesh = made(exporting.mesh(piece, lods));
      if (mesh.hasFixed) this.#skeleton.fix();
      this.#facesLost += mesh.lost;
      if (mesh.levels.length > 0) this.#add(piece, mesh);
    }
  }

  #isWanted(piece: number): boolean {
    return this.#building.options.pieces?.includes(piece) ?? true;
  }

  #add(piece: number, mesh: ExportedMesh): void {
    const building = this.#building;
    const { document, nodeNames } = building;
    const info = building.input.file.info.pieces[piece];
    const { sources, positions } = mesh;
    this.#deviations.measure(positions);
    const shared: [string, Accessor][] = [
      ['POSITION', building.accessor(positions, 'VEC3')],
      ['NORMAL', building.accessor(mesh.normals, 'VEC3')],
      ['TEXCOORD_0', building.accessor(mesh.uvs, 'VEC2')],
    ];
    // When the GLB has the template for importing it back.
    if (building.options.template) shared.push(['TEXCOORD_1', building.accessor(mesh.marks, 'VEC2')]);
    shared.push(...this.#influences(mesh));
    const material: Material = this.#materials.of(info?.materialIndex ?? 0);
    const [first] = building.features.collapses ? [0] : mesh.levels.map(({ lod }) => lod);
    const all: { meshes: Mesh[]; primitives: Primitive[]; nodes: Node[] } = {
      meshes: [],
      primitives: [],
      nodes: [],
    };
    for (const { lod, indices } of mesh.levels) {
      const suffix = lod > 0 ? `_LOD${lod}` : '';
      const name = nodeNames.unique(`${info?.name || 'piece'}${suffix}`);
      const small = sources.length <= 65535 ? Uint16Array.from(indices) : indices;
      const primitive = document
        .createPrimitive()
        .setMaterial(material)
        .setIndices(building.accessor(small, 'SCALAR'));
      for (const [semantic, accessor] of shared) primitive.setAttribute(semantic, accessor);
      const level = document
        .createMesh(name)
        .setExtras(pieceExtras(building.input.file, piece, lod, name))
        .addPrimitive(primitive);
      const node = document.createNode(name).setMesh(level);
      document.getRoot().getDefaultScene()?.addChild(node);
      all.meshes.push(level);
      all.primitives.push(primitive);
      all.nodes.push(node);
      this.#nodes.push({ piece, lod, node });
      this.#deviations.add({ piece, lod, off: mesh.off, sources, indices });
      this.#triangles += indices.length / 3;
    }
    this.#vertices += sources.length;
    this.#unlike += mesh.unlike;
    this.#crowded += mesh.crowded;
    this.#made.push({ piece, lod: first ?? 0, sources, ...all });
  }

  /** JOINTS_0, WEIGHTS_0, and further sets of four for the vertex with the most influences. */
  #influences({ joints, shares }: ExportedMesh): [string, Accessor][] {
    const building = this.#building;
    const isLarge = this.#skeleton.joints.length + 1 > 256;
    return joints.flatMap((set, i): [string, Accessor][] => [
      [`JOINTS_${i}`, building.accessor(isLarge ? Uint16Array.from(set) : Uint8Array.from(set), 'VEC4')],
      [`WEIGHTS_${i}`, building.accessor(shares[i] as Float32Array, 'VEC4')],
    ]);
  }

  #note(): void {
    const { notes } = this.#building;
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
