/**
 * A source as a model, as the core makes files of it, with what only the report and the preview of an import take.
 * Everything that was understood of the glTF document is here.
 */
import type { ImportAnimation, ImportDraft, ImportMesh, ImportNode, ImportPiece } from '@lithoscope/core';
import type { ImportNote, MadeSkin, PieceSource } from './report.ts';

/** Texts have any characters: what a version cannot have of them is its writer's to say. */
export interface Draft extends ImportDraft {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly pieces: readonly DraftPiece[];
  readonly animations: readonly DraftAnimation[];
  /** As `ImportResult.space`. */
  readonly space: Float64Array;
  /** Made of the colours of materials; absent: none. */
  readonly skin?: MadeSkin;
  readonly notes: readonly ImportNote[];
}

export interface DraftPiece extends ImportPiece {
  /** Of level 0. */
  readonly source: PieceSource | null;
}

export type DraftNode = ImportNode;

export type DraftMesh = ImportMesh;

export interface DraftAnimation extends ImportAnimation {
  /** Index in glTF; −1: made here. */
  readonly source: number;
  /** Milliseconds of glTF at which the first key stands. */
  readonly start: number;
}
