/** `lithoscope pose`: the posed skeleton and the deformed vertices, in file space and file order. */
import type { AbcFile, Frame } from '@lithoscope/core';
import { toJson } from '../explain/json.ts';
import { poseNamed } from '../explain/pose-at.ts';
import type { PoseCommand } from './args.ts';
import type { Context } from './context.ts';
import { openModel } from './files.ts';
import { type ExitCode, reportErrors, UsageError } from './output.ts';

const hasErrors = ({ findings }: AbcFile) => findings.some(({ severity }) => severity === 'error');

/** Splits a column of numbers into rows of `width`. */
function rows(values: Float32Array, width: number): number[][] {
  const result: number[][] = [];
  for (let i = 0; i < values.length; i += width) result.push([...values.subarray(i, i + width)]);
  return result;
}

function asJson(model: AbcFile, frame: Frame | null) {
  const pieces = (frame?.pieces ?? []).map(({ positions, normals }, i) => ({
    name: model.info.pieces[i]?.name ?? '',
    positions: rows(positions, 3),
    normals: rows(normals, 3),
  }));
  return { nodes: rows(frame?.nodes ?? new Float32Array(), 16), pieces };
}

/**
 * Poses the model as the command says; null when damage to a file took away what was asked for.
 * @throws {UsageError} for an animation or level that a sound file does not have
 */
function evaluate(command: PoseCommand, model: AbcFile, source: AbcFile): Frame | null {
  const { animationSource, file } = command;
  const from = animationSource === undefined ? undefined : { name: animationSource, file: source };
  const found = poseNamed(model, command, from);
  if ('request' in found) return model.evaluate(found.request);
  if (hasErrors(found.of === 'source' ? source : model)) return null;
  throw new UsageError(`${found.of === 'source' ? animationSource : file} ${found.problem}`);
}

export async function pose(context: Context, command: PoseCommand): Promise<ExitCode> {
  const { file, animationSource } = command;
  const model = await openModel(context, file);
  const source = animationSource === undefined ? model : await openModel(context, animationSource);
  const frame = evaluate(command, model, source);
  if (!frame) context.warn(`${file}: this pose cannot be computed from what could be read.`);
  await context.write(`${toJson(asJson(model, frame))}\n`);
  const code = reportErrors(context, file, model.findings);
  const sourceCode =
    animationSource === undefined ? 0 : reportErrors(context, animationSource, source.findings);
  return frame && code === 0 && sourceCode === 0 ? 0 : 1;
}
