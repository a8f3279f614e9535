/** What came of an import: what is in the file, what was changed, what was left out. Plain data. */
import type { EditOperation, ImportChange, ImportNote, PieceSource } from '@lithoscope/core';

import { NotImported } from '../gltf/not-imported.ts';

export { type ImportChange, type ImportNote, NotImported, type PieceSource };

/** What is in a file that was made of a GLB or glTF, and what is to be known of it. */
export interface ImportReport {
  /** Of the file. */
  readonly version: number;
  /** Pieces of the file. */
  readonly pieces: number;
  /** Levels of detail; at least 1. */
  readonly levels: number;
  /** Over all pieces at level 0. */
  readonly vertices: number;
  /** Over all pieces at level 0. */
  readonly triangles: number;
  /** Nodes of the file. */
  readonly nodes: number;
  /** Sockets of the file. */
  readonly sockets: number;
  /** Animations of the file. */
  readonly animations: number;
  /** Of all animations. */
  readonly keys: number;
  /** Of the file that it went back into; empty when nothing differs, and for a new file. */
  readonly changes: readonly ImportChange[];
  /** What was left out or changed, and what games would not take. */
  readonly notes: readonly ImportNote[];
}

/** A picture that was made of the colours of materials. */
export interface MadeSkin {
  /** The skin slot of the pieces that wear it. */
  readonly slot: number;
  /** With its ending, `.png`. */
  readonly name: string;
  /** The bytes of the PNG. */
  readonly png: Uint8Array<ArrayBuffer>;
  /** Materials are drawn with their alpha. */
  readonly alpha: boolean;
}

export interface ImportResult {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** By piece of the file: where its triangles come from, one stretch of them after the other. v6: several for its one piece. */
  readonly sources: readonly (readonly PieceSource[])[];
  /** From the space of the scene of glTF to that of the file: 12 numbers, row-major; it mirrors. */
  readonly space: Float64Array;
  /** By animation of the file: its index in glTF; −1 for one that is not from there. */
  readonly animations: Int32Array;
  /** By animation of the file: at how many milliseconds of glTF its time 0 is. */
  readonly starts: Float64Array;
  /** `new`: made from the source alone. `template`: into what its export kept of the file. `merge`: into the file that was given. */
  readonly way: 'new' | 'template' | 'merge';
  /** `merge`: the changes that make it of the file that was given; else none. */
  readonly operations: readonly EditOperation[];
  /** Made where it was asked for; else null. */
  readonly skin: MadeSkin | null;
  readonly report: ImportReport;
}

/** Why nothing was imported, in a sentence for the user: what a library says of what it met is none. */
export function whyNotImported(error: unknown): string {
  if (error instanceof NotImported) return error.message;
  return 'The import stopped for an unknown reason: the file may be damaged or too large. Please report it.';
}
