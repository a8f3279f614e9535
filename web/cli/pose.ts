/** `lithoscope pose`: the posed skeleton and the deformed vertices, in file space and file order. */
import type { AbcFile, Frame } from '@lithoscope/core';
import { toJson } from '../explain/json.ts';
import { poseNamed } from '../explain/pose-at.ts';
import type { Context } from './context.ts';
import { modelAt } from './files.ts';
import { COUNT, NUMBER, type Program, type Reporting } from './grammar.ts';
import { inspect, type Sheet } from './inspect.ts';
import { CommandError, type ExitCode, reportErrors, UsageError } from './output.ts';
import type { Target } from './target.ts';
import { targetOf } from './targets.ts';

interface PoseOptions extends Reporting {
  readonly anim: string;
  /** Milliseconds. */
  readonly time?: number;
  readonly lod: number;
  readonly loop?: boolean;
  /** File that the animation is taken from; the model's own when absent. */
  readonly animFrom?: string;
}

export function poseCommand(program: Program): void {
  program
    .command('pose')
    .about(
      'posed nodes and vertices, as JSON',
      'Writes the posed skeleton and the deformed vertices of models. One model is an object; of several each is a line, and with --json all are one list.',
      'pose HERO.ABC --anim Walk --time 250',
      'pose HERO.ABC --anim bind',
      'pose HERO.ABC --anim Walk --time 1250 --loop --anim-from BASE.ABC',
    )
    .paths()
    .text('--anim <NAME|INDEX|bind>', 'the animation, or the bind pose', (option) =>
      option.makeOptionMandatory(),
    )
    .value('--time <MS>', 'time in the animation, milliseconds', NUMBER)
    .value('--lod <N>', 'level of detail, 0 is the finest', COUNT, (option) => option.default(0))
    .text('--anim-from <FILE>', 'take the animation from this file')
    .renamed('--base <FILE>', '--anim-from')
    .option('--loop', 'repeat the animation after its end')
    .reporting()
    .action((paths: string[], options: PoseOptions) =>
      program.run(async (context) => {
        if (options.time === undefined && options.anim !== 'bind')
          throw new UsageError('pose needs --time MS.');
        const source = options.animFrom === undefined ? null : await targetOf(context, options.animFrom);
        return inspect(context, paths, options, (target, sheet) =>
          pose(context, target, source, options, sheet),
        );
      }),
    );
}

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
 * Poses the model as the options say; null when damage to a file took away what was asked for.
 * @throws {CommandError} for an animation or level that a sound file does not have
 */
function evaluate(options: PoseOptions, name: string, model: AbcFile, source: AbcFile): Frame | null {
  const { anim: animation, time: timeMs = 0, lod, loop = false, animFrom } = options;
  const from = animFrom === undefined ? undefined : { name: animFrom, file: source };
  const found = poseNamed(model, { animation, timeMs, lod, loop }, from);
  if ('request' in found) return model.evaluate(found.request);
  if (hasErrors(found.of === 'source' ? source : model)) return null;
  throw new CommandError(`${found.of === 'source' ? animFrom : name} ${found.problem}`);
}

async function pose(
  context: Context,
  target: Target,
  from: Target | null,
  options: PoseOptions,
  { isAlone, add }: Sheet,
): Promise<ExitCode> {
  const { name } = target;
  const model = await modelAt(context, target);
  const source = from ? await modelAt(context, from) : model;
  try {
    const frame = evaluate(options, name, model, source);
    if (!frame) context.warn(`${name}: this pose cannot be computed from what could be read.`);
    await add(toJson({ ...(!isAlone && { file: name }), ...asJson(model, frame) }));
    const codes = [reportErrors(context, name, model.findings)];
    if (from) codes.push(reportErrors(context, from.name, source.findings));
    return frame && codes.every((code) => code === 0) ? 0 : 1;
  } finally {
    model.release();
    if (from) source.release();
  }
}
