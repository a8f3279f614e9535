/** The pieces of a file as three.js meshes: buffers with three corners a triangle, filled again for every frame. */
import type { DrawnModel, Features, Frame, Info, PieceTopology } from '@lithoscope/core';
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  type Material,
  Mesh,
  type MeshBasicMaterial,
  type MeshStandardMaterial,
  type Object3D,
  Sphere,
} from 'three';
import type { PickedMesh } from './picking.ts';
import {
  backMaterial,
  type Cover,
  type Look,
  paintBack,
  paintSurface,
  paintWire,
  surfaceMaterial,
  wireMaterial,
} from './shading.ts';

/** Small steps of lightness that distinguish neighbouring pieces. */
const TINTS = [0, 1, -1, 0.5, -0.5];

/** Numbers of what is drawn at the current level. */
export interface DrawnCounts {
  triangles: number;
  vertices: number;
  pieces: number;
}

/** The look of all pieces, and the values from which the look of each piece is derived. */
export type ModelLook = Omit<Look, 'cover' | 'marked' | 'tint'> & {
  /** By slot (MaterialIndex); slots without a cover are clay. */
  readonly covers: ReadonlyMap<number, Cover>;
  /** Covers the slots without a cover of their own. */
  readonly missing: Cover | null;
  readonly hidden: ReadonlySet<number>;
  /** −1 for none. */
  readonly selectedPiece: number;
  readonly highlightedPiece: number;
};

/** Strength of the mark of the highlighted piece; the selected piece has 1. */
const HIGHLIGHT = 0.4;

/** The part of a file that is drawn. */
interface DrawnFile {
  readonly info: Pick<Info, 'pieces' | 'space'> & { readonly features: Pick<Features, 'collapses'> };
  /** Null if the file is not a model. */
  readonly model: Pick<DrawnModel, 'topology'> | null;
}

/** Meshes of one file at one level, in file space; the parent of `object` mirrors it. */
export class ModelView {
  readonly object = new Group();
  readonly #file: DrawnFile;
  /** By piece. */
  readonly #slots: readonly number[];
  #meshes: readonly (PieceMesh | null)[] = [];

  constructor(file: DrawnFile) {
    this.#file = file;
    this.#slots = file.info.pieces.map(({ materialIndex }) => materialIndex);
  }

  /**
   * By piece, hidden pieces included; null for a piece without faces at this level. A new array for each level. Empty if
   * the file is not a model.
   */
  get meshes(): readonly (PieceMesh | null)[] {
    return this.#meshes;
  }

  /** Loads the topology of a level. The next `update` fills the positions. */
  load(lod: number): void {
    const { info, model } = this.#file;
    disposeAll(this.object);
    this.object.clear();
    // Files with collapses have one list of faces, of which each level omits some.
    const level = info.features.collapses ? 0 : lod;
    this.#meshes = info.pieces.map(({ lods }, piece) =>
      model && lods[level]?.faces ? new PieceMesh(model.topology(piece, lod), info.space.frontSign) : null,
    );
    for (const mesh of this.#meshes) if (mesh) this.object.add(mesh.object);
  }

  /** Shows a frame of the file. */
  update(frame: Frame): void {
    for (const [piece, mesh] of this.#meshes.entries()) {
      const deformed = mesh && frame.pieces[piece];
      if (deformed) mesh.update(deformed);
    }
  }

  paint(look: ModelLook): void {
    this.#meshes.forEach((mesh, piece) => {
      if (!mesh) return;
      mesh.object.visible = !look.hidden.has(piece);
      mesh.paint({
        ...look,
        cover: look.covers.get(this.#slots[piece] ?? 0) ?? look.missing,
        marked: piece === look.selectedPiece ? 1 : piece === look.highlightedPiece ? HIGHLIGHT : 0,
        tint: TINTS[piece % TINTS.length] ?? 0,
      });
    });
  }
}

/** Counts triangles, the vertices they use, and pieces. @param meshes null for a hidden piece */
export function countDrawn(meshes: readonly (PieceMesh | null)[]): DrawnCounts {
  const counts = { triangles: 0, vertices: 0, pieces: 0 };
  for (const mesh of meshes) {
    if (!mesh || mesh.triangles === 0) continue;
    counts.triangles += mesh.triangles;
    counts.vertices += mesh.vertices.length;
    counts.pieces++;
  }
  return counts;
}

/** Disposes of the geometries and materials of all objects below one. Textures have owners of their own. */
export function disposeAll(root: Object3D): void {
  root.traverse((object) => {
    if (!('geometry' in object && 'material' in object)) return;
    if (object instanceof InstancedMesh) object.dispose();
    const { geometry, material } = object as Mesh<BufferGeometry, Material>;
    geometry.dispose();
    material.dispose();
  });
}

/** Deformed vertices of one piece, as `AbcFile.evaluate` gives them. */
interface Deformed {
  positions: Float32Array;
  normals: Float32Array;
}

/**
 * Squared lengths outside of which a GPU cannot normalize a normal: it is zero, or its square exceeds 32 bits. The
 * normal of the triangle replaces it.
 */
const MIN_NORMAL_SQUARED = 1e-12;
const MAX_NORMAL_SQUARED = 1e30;

/** One piece at one level. `object` holds surface, backs and edges, which share one geometry. */
export class PieceMesh implements PickedMesh {
  readonly object: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly topology: PieceTopology;
  /** Vertex of each corner, in drawing order. */
  readonly corners: Uint32Array;
  /** Positions of the corners as drawn last, three numbers each. */
  readonly positions: Float32Array;
  /** The vertices used by the triangles, each once. */
  readonly vertices: Uint32Array;
  readonly #normals: Float32Array;
  readonly #wire: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #back: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #sphere = new Sphere();

  /** @param frontSign `Info.space.frontSign`: −1 swaps two corners of every triangle */
  constructor(topology: PieceTopology, frontSign: 1 | -1) {
    this.topology = topology;
    const { corners, uvs } =
      frontSign === 1 ? topology : { corners: swapped(topology.corners, 1), uvs: swapped(topology.uvs, 2) };
    this.corners = corners;
    this.vertices = Uint32Array.from(new Set(corners));
    this.positions = new Float32Array(corners.length * 3);
    this.#normals = new Float32Array(corners.length * 3);
    const geometry = new BufferGeometry()
      .setAttribute('position', dynamic(this.positions))
      .setAttribute('normal', dynamic(this.#normals))
      .setAttribute('uv', new BufferAttribute(uvs, 2));
    geometry.boundingSphere = this.#sphere;
    this.object = new Mesh(geometry, surfaceMaterial());
    this.#wire = new Mesh(geometry, wireMaterial());
    this.#back = new Mesh(geometry, backMaterial());
    this.object.add(this.#wire, this.#back);
  }

  get triangles(): number {
    return this.corners.length / 3;
  }

  get geometry(): BufferGeometry {
    return this.object.geometry;
  }

  get faces(): Uint32Array {
    return this.topology.faces;
  }

  /** Shows the deformed vertices. */
  update({ positions, normals }: Deformed): void {
    expand(this.corners, positions, this.positions);
    expand(this.corners, normals, this.#normals);
    fillMissingNormals(this.positions, this.#normals);
    const { position, normal } = this.object.geometry.attributes;
    if (position) position.needsUpdate = true;
    if (normal) normal.needsUpdate = true;
    this.#updateSphere();
  }

  /** Sets vertex colours. @param colors three numbers per vertex */
  setColors(colors: Float32Array): void {
    const array = new Float32Array(this.corners.length * 3);
    expand(this.corners, colors, array);
    this.object.geometry.setAttribute('color', new BufferAttribute(array, 3));
  }

  paint(look: Look): void {
    paintSurface(this.object.material, look);
    this.#back.visible = paintBack(this.#back.material, look);
    this.#wire.visible = paintWire(this.#wire.material, look);
  }

  /** Updates the bounding sphere, which three caches: culling and picking would keep that of the first pose. */
  #updateSphere(): void {
    const array = this.positions;
    let x0 = Infinity;
    let y0 = Infinity;
    let z0 = Infinity;
    let x1 = -Infinity;
    let y1 = -Infinity;
    let z1 = -Infinity;
    for (let i = 0; i < array.length; i += 3) {
      const x = array[i] as number;
      const y = array[i + 1] as number;
      const z = array[i + 2] as number;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      if (z < z0) z0 = z;
      if (z > z1) z1 = z;
    }
    const radius = Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2;
    const { center } = this.#sphere;
    center.set((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
    // Without a finite sphere (no triangles, or numbers too large) nothing may be culled.
    const finite = Number.isFinite(radius) && Number.isFinite(center.length());
    if (!finite) center.set(0, 0, 0);
    for (const mesh of [this.object, this.#wire, this.#back]) mesh.frustumCulled = finite;
    this.#sphere.radius = finite ? radius : Number.POSITIVE_INFINITY;
  }
}

function dynamic(array: Float32Array): BufferAttribute {
  return new BufferAttribute(array, 3).setUsage(DynamicDrawUsage);
}

/** Copies three numbers of each vertex to its corners; corners from the core are always in range. */
function expand(corners: Uint32Array, vertices: Float32Array, out: Float32Array): void {
  for (let corner = 0, to = 0; corner < corners.length; corner++, to += 3) {
    const from = (corners[corner] as number) * 3;
    out[to] = vertices[from] as number;
    out[to + 1] = vertices[from + 1] as number;
    out[to + 2] = vertices[from + 2] as number;
  }
}

/** The corners with the second and third of every triangle swapped. */
function swapped<T extends Uint32Array | Float32Array>(values: T, size: number): T {
  const result = values.slice() as T;
  for (let triangle = 0; triangle < values.length; triangle += 3 * size) {
    for (let i = 0; i < size; i++) {
      result[triangle + size + i] = values[triangle + 2 * size + i] ?? 0;
      result[triangle + 2 * size + i] = values[triangle + size + i] ?? 0;
    }
  }
  return result;
}

/** Replaces missing normals of corners by that of their triangle, so that they are not drawn black. */
function fillMissingNormals(positions: Float32Array, normals: Float32Array): void {
  for (let i = 0; i < normals.length; i += 3) {
    const x = normals[i] as number;
    const y = normals[i + 1] as number;
    const z = normals[i + 2] as number;
    const squared = x * x + y * y + z * z;
    if (squared > MIN_NORMAL_SQUARED && squared < MAX_NORMAL_SQUARED) continue;
    triangleNormal(positions, i - (i % 9), normals, i);
  }
}

/**
 * Writes the unit normal of a triangle (nine numbers from `at`), on the side from which it is counter-clockwise; zeros
 * for a triangle without area.
 */
export function triangleNormal(points: Float32Array, at: number, out: Float32Array, to: number): void {
  const x = points[at] as number;
  const y = points[at + 1] as number;
  const z = points[at + 2] as number;
  const ax = (points[at + 3] as number) - x;
  const ay = (points[at + 4] as number) - y;
  const az = (points[at + 5] as number) - z;
  const bx = (points[at + 6] as number) - x;
  const by = (points[at + 7] as number) - y;
  const bz = (points[at + 8] as number) - z;
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  const length = Math.hypot(nx, ny, nz) || 1;
  out[to] = nx / length;
  out[to + 1] = ny / length;
  out[to + 2] = nz / length;
}
