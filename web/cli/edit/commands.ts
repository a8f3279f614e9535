/** `lithoscope set`, `fix`, `edit`, `convert` and `retarget`: their grammar, and the meaning of their arguments. */
import { readFile } from 'node:fs/promises';
import { dataOfJson, editsFromData, filesNamedIn, NoEdit } from '../../changes/edit-json.ts';
import { isVersion } from '../../explain/targets.ts';
import type { Context } from '../context.ts';
import { reasonOf } from '../disk.ts';
import { bytesAt } from '../files.ts';
import { type Changing, kind, type Program, WORD } from '../grammar.ts';
import { CommandError, lowerFirst, UsageError } from '../output.ts';
import { targetOf } from '../targets.ts';
import type { Change } from '../tasks.ts';

export function editCommands(program: Program): void {
  /** Runs a change of files. @param changeOf makes the change */
  const change = (
    name: Change['kind'],
    paths: readonly string[],
    options: Changing,
    changeOf: (context: Context) => Change | Promise<Change>,
  ) => {
    if (options.inPlace && options.output !== undefined)
      throw new UsageError(`${name} takes -o or --in-place, not both.`);
    if (!options.inPlace && options.output === undefined && !options.dryRun)
      throw new UsageError(`${name} needs -o OUT, or --in-place to replace the file itself.`);
    return program.run(async (context) => {
      const made = await changeOf(context);
      // Loaded on demand, with the code that writes files and archives.
      return (await import('./change.ts')).changeFiles(context, paths, made, options);
    });
  };

  changing(program.command('set').paths('<FILE>', ITSELF))
    .about(
      'change values in a file',
      'Sets the values of fields: either all of them or none.',
      'set HERO.ABC Header.InternalRadius=20 "Nodes.Nodes[0].Name=root" -o NEW.ABC',
      `set HERO.ABC 'Sockets.Sockets[0].Location={"X": 1}' --in-place`,
      'set "GAME.REZ!/MODELS/HERO.ABC" Header.InternalRadius=20 -o MOD.REZ',
    )
    .argument(
      '<PATH=VALUE...>',
      'path of a field, as listed by the fields command, and its value: a number, arithmetic, text (quotes are optional) or hex:0A0B; use JSON for several values',
    )
    .action((file: string, texts: string[], options: Changing) => {
      const values = texts.map((text) => {
        const value = splitAssignment(text);
        if (!value) throw new UsageError(`set takes PATH=VALUE, not "${text}".`);
        return value;
      });
      return change('set', [file], options, () => ({ kind: 'set', values }));
    });

  changing(program.command('fix').paths())
    .about(
      'repair what can be repaired safely',
      'Repairs the problems that check finds, where a repair is certain, and reports what is left and why. With several files, only those that change are listed; what is left is summarised.',
      'fix MODELS --dry-run',
      'fix GAME.REZ -o FIXED.REZ',
      'fix HERO.ABC --only HEADER_COUNT_MISMATCH --in-place',
    )
    .texts('--only <CODE>', 'repair only problems with this code')
    .action((paths: string[], options: Changing & { readonly only?: readonly string[] }) => {
      const codes = options.only?.flatMap((text) => text.split(',')).map((code) => code.trim().toUpperCase());
      return change('fix', paths, options, async (context) => {
        for (const code of codes ?? []) await expectRepair(context, code);
        return { kind: 'fix', codes: codes ?? null };
      });
    });

  changing(program.command('edit').paths('<FILE>', ITSELF))
    .about(
      'apply a list of changes (JSON)',
      'Applies a list of changes to values, lists, animations and levels of detail: either all of them or none.',
      'edit HERO.ABC changes.json -o NEW.ABC',
      'edit "GAME.REZ!/MODELS/*.ABC" changes.json --in-place',
    )
    .argument('<OPS.json>', 'the changes (public/schema/edit.schema.json), or - for stdin')
    .action((file: string, path: string, options: Changing) =>
      change('edit', [file], options, async (context) => {
        return { kind: 'edit', operations: await operationsAt(context, path) };
      }),
    );

  changing(program.command('convert').paths())
    .about(
      'convert models to another format or version',
      'Converts models to text (LTA, or LTC if packed), to compiled models (LTB) or to a version of ABC, and reports what is lost. Models that already are what they would become are copied unchanged.',
      'convert MODELS --to 12 -o converted/',
      'convert HERO.ABC --to lta -o HERO.LTA',
      'convert HERO.LTA --to ltb -o HERO.LTB',
      'convert "GAME.REZ!/**/*.ltb" --to 12 -o converted/',
    )
    .value(
      '--to <FORMAT>',
      'target format: lta, ltc, ltb, ltb24, ltb23, or the number of an ABC version',
      WORD,
      (option) => option.makeOptionMandatory(),
    )
    .action((paths: string[], options: Changing & { readonly to: string }) =>
      change('convert', paths, options, async (context) => {
        const target = options.to;
        if (!isVersion(target)) await expectFormat(context, target);
        return { kind: 'convert', target };
      }),
    );

  changing(program.command('retarget').paths('<TARGET>', ITSELF))
    .about(
      'add animations of another model, by names of nodes',
      'Adds animations of a model with another skeleton: nodes are paired by name, and each turns away from its bind pose as its counterpart does. The report lists the pairs and what did not match.',
      'retarget HERO.ABC WALKER.ABC -o NEW.ABC',
      'retarget HERO.ABC WALKER.ABC --anims "walk*,run" --map "pelvis=Bip01 Pelvis" --in-place',
      'retarget HERO.ABC "GAME.REZ!/MODELS/WALKER.LTB" --dry-run --json',
    )
    .argument('<SOURCE>', 'the model with the animations: ABC, LTB, LTA or LTC; also in an archive')
    .animations('all')
    .texts('--map <TARGET=SOURCE>', 'the node of the source that a node follows; nothing after = for none')
    .option('--exact-names', 'pair only nodes with the same name, ignoring case; not similar ones')
    .choice('--translations <NODES>', 'nodes that take translations: root, or all', ['root', 'all'])
    .value('--scale <FACTOR>', 'factor for translations and dims; by default from the two skeletons', FACTOR)
    .action((file: string, source: string, options: Changing & Retargeting) => {
      const map = (options.map ?? []).map((text) => {
        const pair = splitAssignment(text);
        if (!pair) throw new UsageError(`--map takes TARGET=SOURCE, not "${text}".`);
        return [pair.path, pair.text.trim()] as const;
      });
      return change('retarget', [file], options, async (context) => ({
        kind: 'retarget',
        source: await targetOf(context, source),
        animations: options.anims,
        map,
        options: {
          ...(options.exactNames && { similar: false }),
          ...(options.translations && { translations: options.translations }),
          ...(options.scale !== undefined && { scale: options.scale }),
        },
      }));
    });
}

interface Retargeting {
  readonly anims: 'all' | readonly string[];
  readonly map?: readonly string[];
  readonly exactNames?: boolean;
  readonly translations?: 'root' | 'all';
  readonly scale?: number;
}

/** As the core takes it. */
const FACTOR = kind<number>('a number from 0.0001 to 10,000', (text) => {
  const value = Number(text);
  return value >= 1e-4 && value <= 1e4 ? value : undefined;
});

const ITSELF = 'here an archive means the archive itself, not the files in it';

/** Adds the options of all five. */
function changing(command: Program): Program {
  return command
    .writing(
      'a file; a folder, in which the files keep their folders; or, for files in an archive, a new archive, which also contains everything else in theirs',
    )
    .option('--in-place', 'replace the files themselves, or the archive that contains them')
    .option('--allow-errors', 'make changes that leave the file with errors, or that some program rejects');
}

/** @throws {UsageError} when nothing is converted to a format */
async function expectFormat(context: Context, format: string): Promise<void> {
  const formats = (await context.converting()).allTargets().filter((target) => !isVersion(target));
  if (!formats.includes(format))
    throw new UsageError(
      `--to takes ${formats.join(', ')} or the number of an ABC version, not "${format}".`,
    );
}

/** Splits `PATH=VALUE` at its first `=`: paths write it as %3D. Null without one. */
function splitAssignment(text: string): { path: string; text: string } | null {
  const at = text.indexOf('=');
  return at < 1 ? null : { path: text.slice(0, at).trim(), text: text.slice(at + 1) };
}

/** @throws {CommandError} when findings of a code have no repair */
async function expectRepair(context: Context, code: string): Promise<void> {
  const textures = await context.textures();
  const entries = [
    ...(await context.lithoscope.wholeCatalogue()),
    ...textures.catalogue(),
    ...textures.sprites.catalogue(),
    ...(await context.rez()).catalogue(),
  ].filter((entry) => entry.code === code);
  if (entries.length === 0) throw new UsageError(`Unknown problem code "${code}".`);
  if (entries.every(({ fix }) => fix === ''))
    throw new CommandError(
      `${code} cannot be repaired safely (docs/findings.md lists the problems that can).`,
    );
}

/** @throws {CommandError} when the operations cannot be read */
async function operationsAt(context: Context, path: string) {
  let text: string;
  try {
    text = path === '-' ? await context.stdin() : await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandError(`Cannot open ${path}: ${reasonOf(error)}.`);
  }
  try {
    const data = dataOfJson(text);
    return editsFromData(data, await filesOfOperations(context, filesNamedIn(data)));
  } catch (error) {
    if (!(error instanceof NoEdit)) throw error;
    const [, said] = /^It (.*)$/s.exec(error.message) ?? [];
    throw new CommandError(said ? `${path} ${said}` : `${path}: ${lowerFirst(error.message)}`);
  }
}

/** Other models that operations take data from; they are named like the changed file. @throws {CommandError} */
async function filesOfOperations(context: Context, names: readonly string[]) {
  const files = new Map<string, Uint8Array>();
  for (const name of names) files.set(name, await bytesAt(await targetOf(context, name)));
  return files;
}
