/** `lithoscope import`: GLB and glTF as new models, or merged into the file that they came from. */
import type { NewVersion } from '@lithoscope/core';
import { counted } from '../../explain/describe.ts';
import { extensionOf } from '../../explain/targets.ts';
import { formatsOf } from '../../from-glb/converted.ts';
import type { ImportOptions } from '../../from-glb/options.ts';
import { baseName, withoutExtension } from '../../lib/file-names.ts';
import { makeFiles } from '../batch.ts';
import type { Context } from '../context.ts';
import { listOf, POSITIVE, type Program, WORD, type Writing } from '../grammar.ts';
import { CommandError, type ExitCode, UsageError } from '../output.ts';
import { endingsLike } from '../places.ts';
import { targetOf, type Wanted } from '../targets.ts';
import type { ImportSettings } from '../tasks.ts';

const SOURCES: Wanted = { endings: ['glb', 'gltf'], noun: 'GLB or glTF', archives: false };

/** Options that the user may set; the source suggests the others. */
type Asked = Pick<
  ImportOptions,
  'version' | 'scale' | 'up' | 'turn' | 'centre' | 'paletteSkin' | 'levels' | 'distances'
>;

interface ImportCommandOptions extends Writing, Partial<Asked> {
  readonly merge?: string;
  readonly textures?: boolean;
  readonly to?: string;
  readonly anims: ImportSettings['animations'];
}

const VERSIONS: readonly NewVersion[] = [6, 9, 10, 11, 12];

/** Options for new models. */
const MAKING = ['version', 'scale', 'up', 'turn', 'centre', 'paletteSkin', 'levels', 'distances'] as const;

const SHARES = listOf(
  'shares of the triangles, below 1 and decreasing, such as 0.5,0.25',
  POSITIVE,
  (shares) => shares.every((share, i) => share < (shares[i - 1] ?? 1)),
);

const DISTANCES = listOf('units, increasing, such as 200,400', POSITIVE, (distances) =>
  distances.every((distance, i) => distance > (distances[i - 1] ?? 0)),
);

export function importCommand(program: Program): void {
  program
    .command('import')
    .about(
      'import GLB and glTF as models',
      'Imports GLB and glTF as models. A GLB that Lithoscope exported becomes the original model again, with the changes made in Blender: with --merge, every other byte is the original’s; without it, numbers are within 1e-4. Options that are not specified are as the GLB suggests.',
      'import hero.glb -o HERO.ABC --levels 0.5,0.25 --distances 300,600',
      'import hero-from-blender.glb -o NEW.ABC --merge HERO.ABC',
      'import SCENES -o models/ --version 6',
      'import hero.glb -o HERO.LTB',
    )
    .paths()
    .writing(
      'FILE.abc, .lta, .ltc or .ltb for one model, or a folder, in which the models keep their folders',
    )
    .text(
      '--merge <ORIGINAL.ABC>',
      'the model to merge the GLB into: what does not differ keeps its bytes',
      (option) => option.conflicts([...MAKING, 'to']),
    )
    .value(
      '--to <FORMAT>',
      'format of a new model: abc, lta, ltc, ltb (default: as -o says, otherwise abc), or a version of LTB, such as ltb24; what both steps lose is listed',
      WORD,
      (option) => option.conflicts(['version']),
    )
    .choice(
      '--version <VERSION>',
      'version of a new model: 6, 9, 10, 11 or 12 (default: that of the export, otherwise 12)',
      VERSIONS,
    )
    .value('--scale <N>', 'units per glTF unit; a human is about 100 units tall', POSITIVE)
    .choice('--up <y|z>', 'the axis that points up', ['y', 'z'])
    .choice('--turn <0|90|180|270>', 'rotate about the vertical axis, in degrees', [0, 90, 180, 270])
    .option('--centre', 'move the origin to the centre of the model’s bounding box')
    .option(
      '--palette-skin',
      'make a skin from the colours of untextured materials, as a PNG next to the model',
    )
    .option(
      '--textures',
      'write the images of the materials as textures (DTX) next to the model, named as games look for them',
    )
    .value(
      '--levels <N,…>',
      'levels of detail after the first: shares of its triangles, such as 0.5,0.25; for v6 only the last one counts',
      SHARES,
    )
    .value(
      '--distances <N,…>',
      'distances up to which each level except the last is shown, in units',
      DISTANCES,
    )
    .animations('all', 'none')
    .action((paths: string[], options: ImportCommandOptions) =>
      program.run((context) => importModels(context, paths, options)),
    );
}

/** The format that models are converted to: what is asked for, or what `-o` says; null: ABC. @throws {UsageError} */
async function formatWanted(
  context: Context,
  { to, output = '', merge, version }: ImportCommandOptions,
): Promise<string | null> {
  const named = /\.(\w+)$/.exec(output)?.[1]?.toLowerCase() ?? '';
  // Of a folder or another extension, placing says what is wrong.
  const isOther = endingsLike('x.abc').includes(named) && named !== 'abc';
  if (to === 'abc' || (to === undefined && !isOther)) return null;
  const formats = formatsOf((await context.converting()).allTargets());
  const format = to ?? named;
  if (!formats.includes(format))
    throw new UsageError(`--to takes abc, ${formats.join(', ')}, not "${format}".`);
  if (merge !== undefined || version !== undefined)
    throw new UsageError(
      `${merge === undefined ? '--version' : '--merge'} is for models in ABC, not for ${extensionOf(format).toUpperCase()}.`,
    );
  return format;
}

async function importModels(
  context: Context,
  paths: readonly string[],
  options: ImportCommandOptions,
): Promise<ExitCode> {
  const { merge, anims: animations, textures = false } = options;
  if (options.distances && options.distances.length !== options.levels?.length)
    throw new UsageError('--distances needs as many numbers as --levels.');
  const asked = Object.fromEntries(MAKING.flatMap((key) => (key in options ? [[key, options[key]]] : [])));
  const base = merge === undefined ? null : await targetOf(context, merge);
  const to = await formatWanted(context, options);
  return makeFiles(context, {
    kind: 'import',
    wanted: SOURCES,
    ending: to === null ? 'abc' : extensionOf(to),
    stem: (path) => withoutExtension(baseName(path)),
    paths,
    options,
    animations,
    async prepare(items, writing) {
      if (base && items.length > 1)
        throw new CommandError(`--merge takes one GLB, but ${counted(items.length, 'file')} were found.`);
      const settings = { options: asked, animations, base, textures, to, ...writing };
      const { importFile } = await import('./file.ts');
      return {
        settings,
        here(item, signal) {
          const progress = (done: number) =>
            context.progress.show(`Importing ${item.target.name}: ${Math.round(100 * done)} %`);
          const telling = { progress, say: context.warn, ...(signal && { signal }) };
          return importFile(context, item, settings, telling);
        },
      };
    },
  });
}
