/** The commands that show what is in files: `info`, `fields`, `pose`, `template`. */
import type { AbcFile, Frame } from '@lithoscope/core';
import { listArchive } from '../archive/list.ts';
import type { ByteSource } from '../archive/locator.ts';
import { infoOf, zipInfoOf } from '../archive/opened.ts';
import { poseNamed } from '../explain/animations.ts';
import { fieldLines, type TemplateProgram, templateFor, whyNoTemplate } from '../explain/field-lines.ts';
import { toJson } from '../explain/json.ts';
import type { Context } from './context.ts';
import { archiveAt, modelAt, openTarget } from './files.ts';
import { COUNT, formatOf, NUMBER, type Program, type Reporting } from './grammar.ts';
import { CommandError, cannotOpen, type ExitCode, reportErrors, UsageError } from './output.ts';
import { OFFSET, ownFields, patternAt } from './own-fields.ts';
import { isNamed } from './places.ts';
import { targetOf, targetsNamed } from './targets.ts';
import type { Target } from './tasks.ts';

/** The output of one file. */
export interface Sheet {
  /** It is the only file, and the user named it itself. */
  readonly isAlone: boolean;
  /** Writes a JSON value of one line. */
  add(json: string): Promise<void>;
}

/**
 * Writes JSON of files one after another: of a single named file as it is, of several as lines or as one list. Files that
 * cannot be opened are reported and skipped.
 * @param show returns 0, or 1 when the content has an error
 * @param hasMany a file has many values: with `--json` they are a list even for one file
 */
export async function inspect(
  context: Context,
  paths: readonly string[],
  options: Reporting,
  show: (target: Target, sheet: Sheet) => Promise<ExitCode>,
  hasMany = false,
): Promise<ExitCode> {
  const { targets, problems } = await targetsNamed(context, paths);
  const isAlone = isNamed(targets, paths);
  const format = formatOf(options);
  const isList = format === 'json' && (hasMany || !isAlone) && targets.length > 0;
  let code: ExitCode = 0;
  let count = 0;
  const reject = (problem: string) => {
    code = 2;
    context.warn(problem);
  };
  const add = (json: string) => {
    const isFirst = count++ === 0;
    return context.write(isList ? `${isFirst ? '[\n' : ',\n'}${json}` : `${json}\n`);
  };
  problems.forEach(reject);
  for (const target of targets) {
    try {
      const one = await show(target, { isAlone, add });
      if (one > code) code = one;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      reject(error.message);
    }
  }
  if (isList) await context.write(count > 0 ? '\n]\n' : '[]\n');
  return code;
}

export function infoCommand(program: Program): void {
  program
    .command('info')
    .about(
      'show what files contain, as JSON',
      'Shows what files contain: version, pieces, nodes, animations, textures, entries. A single file gives an indented object, several give a line each, or one list with --json.',
      'info HERO.ABC',
      'info "GAME.REZ!/**/*.abc" --json',
    )
    .paths('<PATH...>', 'here an archive means the archive itself, not the files in it')
    .reporting()
    .action((paths: string[], options: Reporting) =>
      program.run((context) =>
        inspect(context, paths, options, async (target, sheet) => {
          const indent = sheet.isAlone && !options.ndjson ? 0 : null;
          const add = (data: object) => sheet.add(toJson(data, indent));
          const archive = await archiveAt(target);
          return archive?.kind === 'zip'
            ? zipInfo(context, target, archive.source, add)
            : fileInfo(context, target, add);
        }),
      ),
    );
}

type Add = (data: object) => ReturnType<Sheet['add']>;

async function fileInfo(context: Context, target: Target, add: Add): Promise<ExitCode> {
  const { name } = target;
  const file = await openTarget(context, target);
  try {
    await add({ file: name, ...infoOf(file) });
    return reportErrors(context, name, file.findings);
  } finally {
    file.release();
  }
}

async function zipInfo(context: Context, { name }: Target, source: ByteSource, add: Add): Promise<ExitCode> {
  let contents: ReturnType<typeof zipInfoOf>;
  try {
    contents = zipInfoOf(source, await listArchive(source, name, context));
  } catch (error) {
    throw cannotOpen(name, (error as Error).message);
  }
  await add({ file: name, ...contents });
  return contents.problems.length > 0 ? 1 : 0;
}

interface FieldsOptions extends Reporting {
  readonly pattern?: string;
  readonly at?: number;
}

export function fieldsCommand(program: Program): void {
  program
    .command('fields')
    .about(
      'list every field in file order, as JSON lines',
      'Lists every field in file order, a JSON line each, or one list with --json. With several files, each line begins with the file.',
      'fields HERO.ABC',
      'fields SAVE.DAT --pattern save.hexpat --at 0x40',
      `fields "MODELS/*.ABC" | grep '"path":"Header\\.'`,
    )
    .paths('<PATH...>', 'here an archive means the archive itself, not the files in it')
    .text(
      '--pattern <FILE>',
      'find the fields by this ImHex pattern (.hexpat) or Kaitai Struct description (.ksy), in files of any kind',
    )
    .value('--at <OFFSET>', 'where the pattern begins, in decimal or as 0x1A4; 0 by default', OFFSET)
    .reporting()
    .action((paths: string[], options: FieldsOptions) =>
      program.run(async (context) => {
        const isList = options.json ?? false;
        if (options.pattern === undefined) {
          if (options.at !== undefined) throw new UsageError('--at needs --pattern FILE.');
          return inspect(context, paths, options, (...one) => fields(context, ...one, isList), true);
        }
        const pattern = await patternAt(context, options.pattern);
        const show = (target: Target, sheet: Sheet) =>
          ownFields(context, target, sheet, { pattern, at: options.at ?? 0, isList });
        return inspect(context, paths, options, show, true);
      }),
    );
}

async function fields(
  context: Context,
  target: Target,
  { isAlone, add }: Sheet,
  isList: boolean,
): Promise<ExitCode> {
  const file = await openTarget(context, target);
  const of = isAlone ? '{' : `{"file":${toJson(target.name)},`;
  try {
    for await (const part of fieldLines(file)) {
      const lines = isAlone ? part : part.replace(/^\{/gm, () => of);
      if (!isList) await context.write(lines);
      else if (lines !== '') await add(lines.trimEnd().replaceAll('\n', ',\n'));
    }
    return reportErrors(context, target.name, file.findings);
  } finally {
    file.release();
  }
}

interface PoseOptions extends Reporting {
  readonly anim: string;
  /** Milliseconds. */
  readonly time?: number;
  readonly lod: number;
  readonly loop?: boolean;
  /** The file that has the animation; absent: the model itself. */
  readonly animFrom?: string;
}

export function poseCommand(program: Program): void {
  program
    .command('pose')
    .about(
      'show posed nodes and vertices, as JSON',
      'Shows the posed skeleton and the deformed vertices of models. A single model gives an object, several give a line each, or one list with --json.',
      'pose HERO.ABC --anim Walk --time 250',
      'pose HERO.ABC --anim bind',
      'pose HERO.ABC --anim Walk --time 1250 --loop --anim-from BASE.ABC',
    )
    .paths()
    .text('--anim <NAME|INDEX|bind>', 'the animation, or the bind pose', (option) =>
      option.makeOptionMandatory(),
    )
    .value('--time <MS>', 'time in the animation, in milliseconds', NUMBER)
    .value('--lod <N>', 'level of detail; 0 is the finest', COUNT, (option) => option.default(0))
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

/** Splits numbers into rows of `width`. */
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
 * Poses the model; null when damage to a file removed the animation or level.
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
    if (!frame) context.warn(`${name}: this pose cannot be computed from the data that could be read.`);
    await add(toJson({ ...(!isAlone && { file: name }), ...asJson(model, frame) }));
    const codes = [reportErrors(context, name, model.findings)];
    if (from) codes.push(reportErrors(context, from.name, source.findings));
    return frame && codes.every((code) => code === 0) ? 0 : 1;
  } finally {
    model.release();
    if (from) source.release();
  }
}

export function templateCommand(program: Program): void {
  program
    .command('template')
    .about(
      'write a template for ImHex, 010 Editor or Kaitai Struct',
      'Writes a template that parses this kind of file in ImHex (.hexpat), 010 Editor (.bt) or Kaitai Struct (.ksy).',
      'template HERO.ABC --for imhex > abc.hexpat',
    )
    .argument('<FILE>', 'a model, texture, sprite or REZ archive, on disk or in an archive')
    .choice(
      '--for <imhex|010|kaitai>',
      'the program that the template is for',
      ['imhex', '010', 'kaitai'],
      (option) => option.makeOptionMandatory(),
    )
    .action((file: string, options: { for: TemplateProgram }) =>
      program.run((context) => template(context, file, options.for)),
    );
}

async function template(context: Context, path: string, editor: TemplateProgram): Promise<ExitCode> {
  const file = await openTarget(context, await targetOf(context, path));
  const name = templateFor(file, editor);
  if (!name) {
    context.warn(`${path}: ${whyNoTemplate(file)}`);
    return 1;
  }
  await context.write(await context.template(name));
  return reportErrors(context, path, file.findings);
}
