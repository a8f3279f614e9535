/** `lithoscope pose`: the posed skeleton and the deformed vertices, in file space and file order. */
import type { AbcFile, Frame } from '@lithoscope/core';
import { findAnimation } from '../explain/animations.ts';
import { childOrigin } from '../explain/bindings.ts';
import { toJson } from '../explain/json.ts';
import type { PoseCommand } from './args.ts';
import type { Context } from './context.ts';
import { openModel } from './files.ts';
import { type ExitCode, reportErrors, UsageError } from './output.ts';

/** The pose request's number for the bind pose. */
const BIND = -1;

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
  const { animation: wanted, timeMs, loop, lod, animationSource, file } = command;
  if (lod >= model.info.lodCount) {
    if (hasErrors(model)) return null;
    throw new UsageError(`${file} has no LOD ${lod}: the last is ${model.info.lodCount - 1}.`);
  }
  if (wanted === 'bind') return model.evaluate({ animation: BIND, timeMs, loop, lod });
  const names = source.info.animations.map(({ name }) => name);
  const animation = findAnimation(names, wanted);
  if (animation < 0) {
    if (hasErrors(source)) return null;
    const known = names.length > 0 ? `it has ${names.join(', ')}` : 'it has none';
    throw new UsageError(`${animationSource ?? file} has no animation "${wanted}": ${known}.`);
  }
  const request = { animation, timeMs, loop, lod };
  if (animationSource === undefined) return model.evaluate(request);
  const origin = childOrigin(model.info, animationSource, names[animation] ?? '');
  return model.evaluate({ ...request, source, origin });
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
