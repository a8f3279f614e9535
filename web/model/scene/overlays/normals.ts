/** Normals as short lines that stand on the deformed model: of vertices, and of faces. */
import { Lines } from '../lines.ts';
import { tokenColor } from '../palette.ts';
import { type PieceMesh, triangleNormal } from '../piece-mesh.ts';
import type { Overlay, Shown } from './overlay.ts';

/** Of a line, part of the model's size. */
const LENGTH = 0.025;

abstract class NormalLines implements Overlay {
  readonly #lines = new Lines(1, true);
  readonly object = this.#lines.object;
  readonly #token: string;
  #meshes: Shown['meshes'] = [];
  /** Six numbers a line; filled again for every frame. */
  #ends = new Float32Array();
  #filled = 0;

  constructor(token: string) {
    this.#token = token;
  }

  /** Lines that a mesh may need. */
  protected abstract count(mesh: PieceMesh): number;

  /** Adds all lines of a piece. */
  protected abstract addAll(mesh: PieceMesh, piece: number, shown: Shown): void;

  update(shown: Shown): void {
    if (shown.meshes !== this.#meshes) {
      this.#meshes = shown.meshes;
      const lines = shown.meshes.reduce((sum, mesh) => sum + (mesh ? this.count(mesh) : 0), 0);
      this.#ends = new Float32Array(lines * 6);
    }
    this.#filled = 0;
    shown.meshes.forEach((mesh, piece) => {
      if (mesh) this.addAll(mesh, piece, shown);
    });
    this.#lines.set(this.#ends.subarray(0, this.#filled));
  }

  /** Both arrays hold three numbers from the place given. */
  protected add(
    points: Float32Array,
    point: number,
    normals: Float32Array,
    normal: number,
    length: number,
  ): void {
    for (let axis = 0; axis < 3; axis++) {
      const from = points[point + axis] ?? 0;
      this.#ends[this.#filled + axis] = from;
      this.#ends[this.#filled + 3 + axis] = from + (normals[normal + axis] ?? 0) * length;
    }
    this.#filled += 6;
  }

  paint(): void {
    this.#lines.paint(tokenColor(this.#token));
  }
}

export class VertexNormals extends NormalLines {
  constructor() {
    super('--hue-bindings');
  }

  protected count({ vertices }: PieceMesh): number {
    return vertices.length;
  }

  protected addAll({ vertices }: PieceMesh, piece: number, { frame, size }: Shown): void {
    const { positions, normals } = frame.pieces[piece] ?? {};
    if (!positions || !normals) return;
    for (const vertex of vertices) this.add(positions, vertex * 3, normals, vertex * 3, size * LENGTH);
  }
}

/** From the middles of the triangles; outward as the file's winding is read. */
export class FaceNormals extends NormalLines {
  readonly #middle = new Float32Array(3);
  readonly #normal = new Float32Array(3);

  constructor() {
    super('--hue-animation');
  }

  protected count({ triangles }: PieceMesh): number {
    return triangles;
  }

  protected addAll({ positions }: PieceMesh, _piece: number, { size }: Shown): void {
    for (let at = 0; at < positions.length; at += 9) {
      triangleNormal(positions, at, this.#normal, 0);
      for (let axis = 0; axis < 3; axis++) {
        const from = at + axis;
        this.#middle[axis] =
          ((positions[from] ?? 0) + (positions[from + 3] ?? 0) + (positions[from + 6] ?? 0)) / 3;
      }
      this.add(this.#middle, 0, this.#normal, 0, size * LENGTH);
    }
  }
}
