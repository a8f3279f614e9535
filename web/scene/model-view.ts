/** A file's pieces in the scene. */
import type { Frame } from '@lithoscope/core';
import { Group, type Raycaster } from 'three';
import type { OpenFile } from '../state.ts';
import type { Palette } from './palette.ts';
import { PieceMesh } from './piece-mesh.ts';

/** Neighbouring pieces are told apart by small steps of lightness. */
const TINTS = [0, 1, -1, 0.5, -0.5];

/** What is drawn at the current level. */
export interface DrawnCounts {
  triangles: number;
  vertices: number;
  pieces: number;
}

/** Meshes of one file at one level, in file space; `object` goes below the parent that mirrors it. */
export class ModelView {
  readonly object = new Group();
  #pieces: PieceMesh[] = [];

  /** Takes the topology of another file or level. Positions come with the next `update`. */
  load(file: OpenFile, lod: number): void {
    this.clear();
    const { frontSign } = file.info.space;
    const { model } = file;
    this.#pieces = file.info.pieces.flatMap((_, piece) =>
      model ? new PieceMesh(model.mesh(piece, lod), frontSign, TINTS[piece % TINTS.length] ?? 0) : [],
    );
    for (const piece of this.#pieces) this.object.add(piece.object);
  }

  /** Empties the view. */
  clear(): void {
    for (const piece of this.#pieces) piece.dispose();
    this.object.clear();
    this.#pieces = [];
  }

  /** Shows a frame of the file that was loaded. */
  update(frame: Frame): void {
    this.#pieces.forEach((piece, i) => {
      const deformed = frame.pieces[i];
      if (deformed) piece.update(deformed);
    });
  }

  /** Takes the theme's colours and marks a piece, −1 for none. */
  paint(palette: Palette, selectedPiece: number): void {
    this.#pieces.forEach((piece, i) => {
      piece.paint(palette, i === selectedPiece);
    });
  }

  setWireframe(on: boolean): void {
    for (const piece of this.#pieces) piece.setWireframe(on);
  }

  /** Vertices that the triangles use, by piece. */
  usedVertices(): Uint32Array[] {
    return this.#pieces.map((piece) => piece.topology.corners);
  }

  /** The nearest face that a ray meets, by its index in the file; null when it meets none. */
  faceAt(ray: Raycaster): { piece: number; face: number } | null {
    const [hit] = ray.intersectObjects(this.object.children, false);
    const piece = this.#pieces.findIndex(({ object }) => object === hit?.object);
    const face = this.#pieces[piece]?.topology.faces[hit?.faceIndex ?? -1];
    return face === undefined ? null : { piece, face };
  }

  /** The corners of a face of the file, as vertices of its piece; null when it is not drawn. */
  faceVertices(piece: number, face: number): [number, number, number] | null {
    const topology = this.#pieces[piece]?.topology;
    const triangle = topology?.faces.indexOf(face) ?? -1;
    if (!topology || triangle < 0) return null;
    const [a = 0, b = 0, c = 0] = topology.corners.subarray(triangle * 3, triangle * 3 + 3);
    return [a, b, c];
  }

  counts(): DrawnCounts {
    const drawn = this.#pieces.filter((piece) => piece.triangles > 0);
    return {
      triangles: drawn.reduce((sum, piece) => sum + piece.triangles, 0),
      vertices: drawn.reduce((sum, piece) => sum + new Set(piece.topology.corners).size, 0),
      pieces: drawn.length,
    };
  }
}
