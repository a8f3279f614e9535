/** A file's pieces in the scene. */
import type { Frame, PieceTopology } from '@lithoscope/core';
import { Group } from 'three';
import type { OpenFile } from '../../store/state.ts';
import type { Cover, Look } from './materials.ts';
import { PieceMesh } from './piece-mesh.ts';

/** Neighbouring pieces are told apart by small steps of lightness. */
const TINTS = [0, 1, -1, 0.5, -0.5];

/** What is drawn at the current level. */
export interface DrawnCounts {
  triangles: number;
  vertices: number;
  pieces: number;
}

/** The part of a look that is the same for all pieces, and what tells them apart. */
export type ModelLook = Omit<Look, 'cover' | 'marked' | 'tint'> & {
  /** By slot (MaterialIndex); a slot that is not in it is clay. */
  readonly covers: ReadonlyMap<number, Cover>;
  /** Covers the slots that have nothing. */
  readonly missing: Cover | null;
  readonly hidden: ReadonlySet<number>;
  /** −1 for none. */
  readonly selectedPiece: number;
  readonly highlightedPiece: number;
};

/** How strongly a piece that is pointed at is marked; the selected one is at 1. */
const HIGHLIGHT = 0.4;

/** Meshes of one file at one level, in file space; `object` goes below the parent that mirrors it. */
export class ModelView {
  readonly object = new Group();
  #pieces: PieceMesh[] = [];
  #slots: number[] = [];

  /** Takes the topology of another file or level. Positions come with the next `update`. */
  load(file: OpenFile, lod: number): void {
    this.clear();
    const { frontSign } = file.info.space;
    const { model } = file;
    this.#pieces = model
      ? file.info.pieces.map((_, piece) => new PieceMesh(model.topology(piece, lod), frontSign))
      : [];
    this.#slots = file.info.pieces.map(({ materialIndex }) => (file.info.version === 6 ? 0 : materialIndex));
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

  paint(look: ModelLook): void {
    this.#pieces.forEach((piece, i) => {
      piece.object.visible = !look.hidden.has(i);
      piece.paint({
        ...look,
        cover: look.covers.get(this.#slots[i] ?? 0) ?? look.missing,
        marked: i === look.selectedPiece ? 1 : i === look.highlightedPiece ? HIGHLIGHT : 0,
        tint: TINTS[i % TINTS.length] ?? 0,
      });
    });
  }

  /** Gives the vertices of a piece colours. @param colors three numbers a vertex */
  setColors(piece: number, colors: Float32Array): void {
    this.#pieces[piece]?.setColors(colors);
  }

  /** Triangles by piece, hidden ones too. */
  topologies(): PieceTopology[] {
    return this.#pieces.map((piece) => piece.topology);
  }

  /** Vertices that the triangles use, by piece. */
  usedVertices(): Uint32Array[] {
    return this.#pieces.map((piece) => piece.topology.corners);
  }

  /** Of the pieces that are not hidden. */
  counts(hidden: ReadonlySet<number>): DrawnCounts {
    const drawn = this.#pieces.filter((piece, i) => piece.triangles > 0 && !hidden.has(i));
    return {
      triangles: drawn.reduce((sum, piece) => sum + piece.triangles, 0),
      vertices: drawn.reduce((sum, piece) => sum + new Set(piece.topology.corners).size, 0),
      pieces: drawn.length,
    };
  }
}
