/** One piece at one level as a three.js mesh: corner-expanded buffers, filled again for every frame. */
import type { Mesh as Topology } from '@lithoscope/core';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Sphere,
  Vector3,
} from 'three';
import type { Palette } from './palette.ts';

/** Deformed vertices of one piece, as `AbcFile.evaluate` gives them. */
export interface Deformed {
  positions: Float32Array;
  normals: Float32Array;
}

/** Below this squared length a normal says nothing, and the triangle's own is shown. */
const NO_NORMAL = 1e-12;

/** A drawn piece. `object` holds the shaded mesh and its wireframe, which share one geometry. */
export class PieceMesh {
  readonly object: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly topology: Topology;
  readonly #corners: Uint32Array;
  readonly #positions: BufferAttribute;
  readonly #normals: BufferAttribute;
  readonly #wire: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #tint: number;
  readonly #center = new Vector3();
  readonly #sphere = new Sphere();

  /**
   * @param frontSign as `Info.space.frontSign`: −1 swaps two corners of every triangle
   * @param tint −1 … 1, how much darker or lighter than the palette's model colour
   */
  constructor(topology: Topology, frontSign: 1 | -1, tint: number) {
    this.topology = topology;
    this.#tint = tint;
    const { corners, uvs } =
      frontSign === 1 ? topology : { corners: swapped(topology.corners, 1), uvs: swapped(topology.uvs, 2) };
    this.#corners = corners;
    this.#positions = new BufferAttribute(new Float32Array(corners.length * 3), 3).setUsage(DynamicDrawUsage);
    this.#normals = new BufferAttribute(new Float32Array(corners.length * 3), 3).setUsage(DynamicDrawUsage);
    const geometry = new BufferGeometry()
      .setAttribute('position', this.#positions)
      .setAttribute('normal', this.#normals)
      .setAttribute('uv', new BufferAttribute(uvs, 2));
    geometry.boundingSphere = this.#sphere;
    // Old models have cloth and hair of one side only: both sides show, and offset so that lines stay on top.
    this.object = new Mesh(
      geometry,
      new MeshStandardMaterial({
        roughness: 0.82,
        side: DoubleSide,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      }),
    );
    this.#wire = new Mesh(
      geometry,
      new MeshBasicMaterial({ wireframe: true, transparent: true, opacity: 0.45, depthWrite: false }),
    );
    this.#wire.visible = false;
    this.object.add(this.#wire);
  }

  get triangles(): number {
    return this.#corners.length / 3;
  }

  /** Shows the deformed vertices. */
  update({ positions, normals }: Deformed): void {
    const corners = this.#corners;
    const outPositions = this.#positions.array;
    const outNormals = this.#normals.array;
    for (let corner = 0, to = 0; corner < corners.length; corner++, to += 3) {
      const from = (corners[corner] ?? 0) * 3;
      outPositions[to] = positions[from] ?? 0;
      outPositions[to + 1] = positions[from + 1] ?? 0;
      outPositions[to + 2] = positions[from + 2] ?? 0;
      outNormals[to] = normals[from] ?? 0;
      outNormals[to + 1] = normals[from + 1] ?? 0;
      outNormals[to + 2] = normals[from + 2] ?? 0;
    }
    fillMissingNormals(outPositions, outNormals);
    this.#positions.needsUpdate = true;
    this.#normals.needsUpdate = true;
    this.#updateSphere();
  }

  setWireframe(on: boolean): void {
    this.#wire.visible = on;
  }

  /** Takes the theme's colours; a selected piece is mixed with the selection's. */
  paint(palette: Palette, selected: boolean): void {
    const { material } = this.object;
    material.color.copy(palette.model).offsetHSL(0, 0, this.#tint * 0.045);
    if (selected) material.color.lerp(palette.selected, 0.45);
    material.emissive.copy(palette.selected).multiplyScalar(selected ? 0.18 : 0);
    this.#wire.material.color.copy(palette.ink);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
    this.#wire.material.dispose();
  }

  /** three caches the sphere: picking and culling would go on with the first pose. */
  #updateSphere(): void {
    const { array } = this.#positions;
    const min = [Infinity, Infinity, Infinity];
    const max = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < array.length; i++) {
      const value = array[i] ?? 0;
      const axis = i % 3;
      if (value < (min[axis] ?? 0)) min[axis] = value;
      if (value > (max[axis] ?? 0)) max[axis] = value;
    }
    const [x0 = 0, y0 = 0, z0 = 0] = min;
    const [x1 = 0, y1 = 0, z1 = 0] = max;
    const radius = Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2;
    this.#center.set((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
    // Without a finite middle (no triangle, or numbers too large) culling must not hide what may be seen.
    const finite = Number.isFinite(radius) && Number.isFinite(this.#center.length());
    this.object.frustumCulled = finite;
    this.#wire.frustumCulled = finite;
    this.#sphere.set(this.#center, finite ? radius : Number.MAX_VALUE);
  }
}

/** The same corners with the second and third of every triangle exchanged. */
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

/** Gives corners without a normal that of their triangle, so that they are not drawn black. */
function fillMissingNormals(
  positions: ArrayLike<number>,
  normals: { [index: number]: number; length: number },
) {
  for (let i = 0; i < normals.length; i += 3) {
    const x = normals[i] ?? 0;
    const y = normals[i + 1] ?? 0;
    const z = normals[i + 2] ?? 0;
    if (x * x + y * y + z * z > NO_NORMAL) continue;
    const flat = triangleNormal(positions, i - (i % 9));
    normals[i] = flat.x;
    normals[i + 1] = flat.y;
    normals[i + 2] = flat.z;
  }
}

const edge1 = new Vector3();
const edge2 = new Vector3();

function triangleNormal(positions: ArrayLike<number>, at: number): Vector3 {
  const value = (i: number) => positions[at + i] ?? 0;
  edge1.set(value(3) - value(0), value(4) - value(1), value(5) - value(2));
  edge2.set(value(6) - value(0), value(7) - value(1), value(8) - value(2));
  return edge1.cross(edge2).normalize();
}
