/** A file's pieces in the scene. */

import type { DrawnModel, Features, Frame, Info } from '@lithoscope/core';
import { type BufferGeometry, Group, InstancedMesh, type Material, type Mesh, type Object3D } from 'three';

import type { Cover, Look } from './materials.ts';
import { PieceMesh } from './piece-mesh.ts';

/** Neighbouring pieces are told apart by small steps of lightness. */
const TINTS = [0, 1, -1, 0.5, -0.5];

/** How much is drawn at the current level. */
export interface DrawnCounts {
  triangles: number;
  vertices: number;
  pieces: number;
}

/** The part of a look that is the same for all pieces, and what sets single ones apart. */
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

/** How strongly the highlighted piece is marked; the selected one is at 1. */
const HIGHLIGHT = 0.4;

/** What of a file is drawn. */
interface DrawnFile {
  readonly info: Pick<Info, 'pieces' | 'space'> & { readonly features: Pick<Features, 'collapses'> };
  /** Null of a file that is no model. */
  readonly model: Pick<DrawnModel, 'topology'> | null;
}

/** Meshes of one file at one level, in file space; `object` goes below the parent that mirrors it. */
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
   * By piece, hidden ones too; null for one without a face at this level. Another array for each level. Empty for a file
   * that is no model.
   */
  get meshes(): readonly (PieceMesh | null)[] {
    return this.#meshes;
  }

  /** Takes the topology of a level. Positions come with the next `update`. */
  load(lod: number): void {
    const { info, model } = this.#file;
    disposeAll(this.object);
    this.object.clear();
    // Collapses have one list of faces, of which a level leaves some out.
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

/** Counts triangles, the vertices that they use, and pieces. @param meshes null for a hidden one */
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
