/** `lithoscope import`: GLB and glTF as new models, or merged into the file that they came from. */
import type { NewVersion } from '@lithoscope/core';
import { counted } from '../../explain/describe.ts';
import type { ImportOptions } from '../../from-glb/options.ts';
import { baseName, withoutExtension } from '../../lib/file-names.ts';
import { makeFiles } from '../batch.ts';
import type { Context } from '../context.ts';
import { listOf, POSITIVE, type Program, type Writing } from '../grammar.ts';
import { CommandError, type ExitCode, UsageError } from '../output.ts';
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
  readonly anims: ImportSettings['animations'];
}

const VERSIONS: readonly NewVersion[] = [6, 9, 10, 11, 12];

/** Options for new models. */
const MAKING = ['version', 'scale', 'up', 'turn', 'centre', 'paletteSkin', 'levels', 'distances'] as const;

const SHARES = listOf(
  'shares of the triangles below 1, each smaller than the one before, as 0.5,0.25',
  POSITIVE,
  (shares) => shares.every((share, i) => share < (shares[i - 1] ?? 1)),
);

const DISTANCES = listOf('units, each more than the one before, as 200,400', POSITIVE, (distances) =>
  distances.every((distance, i) => distance > (distances[i - 1] ?? 0)),
);

export function importCommand(program: Program): void {
  program
    .command('import')
    .about(
      'GLB and glTF as models',
      'Imports GLB and glTF as models. One that was exported from here becomes that model again, with what was changed in Blender: with --merge every other byte is the original’s, without it numbers are within 1e-4. What is not asked for is as the GLB suggests it.',
      'import hero.glb -o HERO.ABC --levels 0.5,0.25 --distances 300,600',
      'import hero-from-blender.glb -o NEW.ABC --merge HERO.ABC',
      'import SCENES -o models/ --version 6',
    )
    .paths()
    .writing('FILE.abc for one model, or a folder, below which models have the folders they were found in')
    .text(
      '--merge <ORIGINAL.ABC>',
      'the model that it goes back into: what does not differ keeps its bytes',
      (option) => option.conflicts([...MAKING]),
    )
    .choice(
      '--version <VERSION>',
      '6, 9, 10, 11 or 12, of a new model (default: 12, or that of the export)',
      VERSIONS,
    )
    .value('--scale <N>', 'units for one of glTF; a human is about 100 units', POSITIVE)
    .choice('--up <y|z>', 'the axis that points up', ['y', 'z'])
    .choice('--turn <0|90|180|270>', 'degrees about the upright axis', [0, 90, 180, 270])
    .option('--centre', 'the origin becomes the middle of the box around the model')
    .option('--palette-skin', 'make a skin from the colours of materials without a texture: a PNG beside it')
    .value(
      '--levels <N,…>',
      'levels of detail after the first: shares of its triangles, as 0.5,0.25; of v6 the last counts',
      SHARES,
    )
    .value('--distances <N,…>', 'up to which distance each level but the last is shown, units', DISTANCES)
    .animations('all', 'none')
    .action((paths: string[], options: ImportCommandOptions) =>
      program.run((context) => importModels(context, paths, options)),
    );
}

async function importModels(
  context: Context,
  paths: readonly string[],
  options: ImportCommandOptions,
): Promise<ExitCode> {
  const { merge, anims: animations } = options;
  if (options.distances && options.distances.length !== options.levels?.length)
    throw new UsageError('--distances takes as many numbers as --levels.');
  const asked = Object.fromEntries(MAKING.flatMap((key) => (key in options ? [[key, options[key]]] : [])));
  const base = merge === undefined ? null : await targetOf(context, merge);
  return makeFiles(context, {
    kind: 'import',
    wanted: SOURCES,
    ending: 'abc',
    stem: (path) => withoutExtension(baseName(path)),
    paths,
    options,
    animations,
    async prepare(items, writing) {
      if (base && items.length > 1)
        throw new CommandError(`--merge takes one GLB, and ${counted(items.length, 'file')} were found.`);
      const settings = { options: asked, animations, base, ...writing };
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
