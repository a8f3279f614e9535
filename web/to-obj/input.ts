/** The input of an OBJ: one pose as plain data, so that it can be sent to a worker or thread. */
import type { AbcFile, PoseRequest } from '@lithoscope/core';
import type { GlbSkin } from '../to-glb/input.ts';

/** A piece at one level, in one pose. */
export interface ObjPiece {
  readonly name: string;
  /** Which skin covers it: MaterialIndex, 0 in v6. */
  readonly slot: number;
  /** Three numbers for each vertex, file space and file units. */
  readonly positions: Float32Array;
  /** Three numbers for each vertex, of length 1. */
  readonly normals: Float32Array;
  /** Three vertex indices for each triangle, all in range. */
  readonly corners: Uint32Array;
  /** Two for each corner; (0, 0) is the upper left of the skin. */
  readonly uvs: Float32Array;
}

export interface ObjInput {
  /** The model's name as it is known, with its folders. */
  readonly name: string;
  /** The pose in words, for a comment. */
  readonly pose: string;
  readonly pieces: readonly ObjPiece[];
  /** By slot. */
  readonly skins: ReadonlyMap<number, GlbSkin>;
  /** As `Info.space.mirrorZ`: the numbers are left-handed. */
  readonly mirrorZ: boolean;
}

/** Plain data, so that it can be sent to a worker or thread. */
export interface ObjOptions {
  /** Scale of all lengths, above 0. */
  readonly scale: number;
}

/** A pose in words for a comment: `Walk at 250 ms`. */
export function poseInWords(
  file: Pick<AbcFile, 'info'>,
  {
    animation,
    timeMs,
    source = file,
  }: Pick<PoseRequest, 'animation' | 'timeMs'> & { source?: Pick<AbcFile, 'info'> },
): string {
  const clip = source.info.animations[animation];
  return clip ? `${clip.name} at ${timeMs} ms` : 'bind pose';
}

/**
 * The pieces of a model in a pose.
 * @param frame the pose, of this level
 * @param pieces indices into `info.pieces`; absent: all
 */
export function posedPieces(
  file: Pick<AbcFile, 'info' | 'topology'>,
  { pieces: posed }: { readonly pieces: readonly Pick<ObjPiece, 'positions' | 'normals'>[] },
  lod: number,
  pieces: readonly number[] = [...file.info.pieces.keys()],
): ObjPiece[] {
  return pieces.flatMap((piece) => {
    const { name = '', materialIndex = 0 } = file.info.pieces[piece] ?? {};
    const found = posed[piece];
    if (!found || found.positions.length === 0) return [];
    const { positions, normals } = found;
    const { corners, uvs } = file.topology(piece, lod);
    return [{ name, slot: materialIndex, positions, normals, corners, uvs }];
  });
}
