/** What `export --format obj` makes of a model: one pose as OBJ, MTL and PNGs. */
import type { AbcFile, PoseRequest } from '@lithoscope/core';
import { counted } from '../../explain/describe.ts';
import { poseNamed } from '../../explain/pose-at.ts';
import type { GlbSkin, GlbSource } from '../../to-glb/input.ts';
import type { GlbNote } from '../../to-glb/report.ts';
import { posedPieces, poseInWords } from '../../to-obj/input.ts';
import { leftOutOf, toObj } from '../../to-obj/to-obj.ts';
import { CommandError } from '../output.ts';
import type { ObjPose } from '../tasks.ts';
import type { Made } from './report.ts';

/** A model with what is found of it. */
interface Found {
  /** As it is told. */
  readonly name: string;
  readonly file: AbcFile;
  /** Opens the models in which an animation is looked for that this one does not have. */
  sources(): Promise<readonly GlbSource[]>;
  readonly skins: ReadonlyMap<number, GlbSkin>;
}

/**
 * Writes the pose that is asked for.
 * @param stem of the names of the files; pictures begin with it too, as other models may go into the same folder
 * @throws {CommandError} when the model does not have this pose
 */
export async function objOf(
  { name, file, sources, skins }: Found,
  { lod, scale, ...words }: ObjPose & { readonly lod: number; readonly scale: number },
  stem: string,
): Promise<Made> {
  const request = await requestOf(name, file, sources, { ...words, lod });
  const frame = file.evaluate(request);
  if (!frame) throw new CommandError(`${name}: this pose cannot be computed from what could be read.`);
  const pieces = posedPieces(file, frame, lod);
  const { mirrorZ } = file.info.space;
  const { files, report } = toObj(
    { name, pose: poseInWords(file, request), pieces, skins, mirrorZ },
    { scale },
    stem,
    `${stem}_`,
  );
  const lost = leftOutOf(report);
  const notes: GlbNote[] = lost ? [{ code: 'TRIANGLES_LEFT_OUT', severity: 'warning', message: lost }] : [];
  const { vertices, triangles, materials, images } = report;
  const counts = [
    counted(vertices, 'vertex'),
    counted(triangles, 'triangle'),
    counted(materials, 'material'),
    counted(images, 'skin'),
  ];
  return { files, counts, report, notes };
}

async function requestOf(
  name: string,
  file: AbcFile,
  sources: Found['sources'],
  { animation, timeMs, lod }: ObjPose & { readonly lod: number },
): Promise<PoseRequest> {
  const words = { animation, timeMs, lod, loop: false };
  const own = poseNamed(file, words);
  if ('request' in own) return own.request;
  for (const source of lod < file.info.lodCount ? await sources() : []) {
    const lent = poseNamed(file, words, source);
    if ('request' in lent) return lent.request;
  }
  throw new CommandError(`${name} ${own.problem}`);
}
