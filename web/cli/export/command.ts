/** `lithoscope export`: models as GLB, with their skins and the animations of their child models. */
import { type Command, Option } from 'commander';
import { modelName } from '../../explain/file-names.ts';
import { GLB_DEFAULTS } from '../../glb/input.ts';
import { batch, everyNameMeant, summaryOf } from '../batch.ts';
import type { Context } from '../context.ts';
import type { Wanted } from '../expand.ts';
import {
  animationsOption,
  choice,
  formatOf,
  listOption,
  option,
  PATHS,
  positive,
  type Run,
  type WritingOptions,
  wholeNumber,
  writing,
} from '../grammar.ts';
import { type ExitCode, Report, UsageError } from '../output.ts';
import { placesOf } from '../places.ts';
import { targetsOf } from '../targets.ts';
import type { ExportSettings } from '../tasks.ts';

const MODELS: Wanted = { endings: ['abc'], noun: 'model', archives: false };

const ALPHA_MODES = { opaque: 'OPAQUE', mask: 'MASK', blend: 'BLEND' } as const;

interface ExportOptions extends WritingOptions {
  readonly skins?: readonly string[];
  readonly noSkins?: boolean;
  readonly alpha: keyof typeof ALPHA_MODES;
  readonly animFrom?: readonly string[];
  readonly children: boolean;
  readonly anims: ExportSettings['animations'];
  readonly lod: ExportSettings['lods'];
  readonly scale: number;
  readonly unlit?: boolean;
  readonly template: boolean;
  readonly morphs: number;
}

export function exportCommand(program: Command, run: Run): void {
  // Beside `--skins`, not its opposite: both at once are refused.
  const noSkins = new Option('--no-skins', 'without skins').conflicts('skins');
  noSkins.negate = false;
  const lods = '0,2, or all';
  const command = program
    .command('export')
    .summary('models as GLB, for Blender and game engines')
    .description('Exports models as GLB, with their skins and the animations of their child models.')
    .argument('<PATH...>', PATHS)
    .addHelpText(
      'after',
      `
Examples:
  lithoscope export HERO.ABC -o hero.glb
  lithoscope export GAME.REZ -o glb/ --lod all
  lithoscope export "GAME.REZ!/MODELS/**/*.abc" -o glb/ --skins SKINS.REZ --anims "walk*,run"`,
    );
  writing(
    command,
    'FILE.glb for one model, or a folder, below which models have the folders they were found in',
  )
    .addOption(
      listOption(
        '--skins <FOLDER|ARCHIVE>',
        'look for skins (DTX, PNG, TGA, PCX) there, before the folder or archive of the model',
      ),
    )
    .addOption(noSkins)
    .addOption(
      choice('--alpha <opaque|mask|blend>', 'what the alpha of skins does', Object.keys(ALPHA_MODES)).default(
        'opaque',
      ),
    )
    .addOption(listOption('--anim-from <FILE>', 'the animations of this model too'))
    .option(
      '--no-children',
      'without the animations of child models, which are looked for where the model is',
    )
    .addOption(animationsOption(['all', 'own', 'none']))
    .addOption(
      option('--lod <N,…|all>', 'levels of detail', `numbers of levels as ${lods}`, lodsOf).default(
        GLB_DEFAULTS.lods,
        '0',
      ),
    )
    .addOption(
      option('--scale <N>', 'scale of the topmost node', 'a number above 0', positive).default(
        GLB_DEFAULTS.scale,
      ),
    )
    .option('--unlit', 'materials that look the same in any light')
    .option('--no-template', 'without the bytes of the file that only a way back to ABC needs')
    .addOption(
      option('--morphs <N>', 'v6: morph targets at most', '0 or a whole number above', wholeNumber).default(
        GLB_DEFAULTS.maxMorphTargets,
      ),
    )
    .action((paths: string[], options: ExportOptions) =>
      run((context) => exportModels(context, paths, options)),
    );
}

function lodsOf(text: string): ExportSettings['lods'] | undefined {
  if (text === 'all') return 'all';
  const lods = text.split(',').map(wholeNumber);
  return lods.every((lod) => lod !== undefined) ? [...new Set(lods)].sort((a, b) => a - b) : undefined;
}

async function exportModels(
  context: Context,
  paths: readonly string[],
  options: ExportOptions,
): Promise<ExitCode> {
  const {
    output = null,
    anims: animations,
    skins = [],
    animFrom = [],
    force = false,
    dryRun = false,
  } = options;
  if (output === null && !dryRun) throw new UsageError('export needs -o FILE.glb or -o FOLDER.');
  if (animFrom.length > 0 && (animations === 'own' || animations === 'none'))
    throw new UsageError(`--anims ${animations} takes nothing of --anim-from.`);
  const report = new Report(context, formatOf(options));
  context.progress.show('Looking for files …');
  const { targets, problems } = await targetsOf(context, paths, MODELS);
  problems.forEach(report.reject);
  const name = (file: string) => `${modelName(file)}.glb`;
  const placing = { output, args: paths, endings: ['glb'], name, dryRun };
  const items = await placesOf(targets, placing, report.reject);
  const settings: ExportSettings = {
    lods: options.lod,
    animations,
    scale: options.scale,
    unlit: options.unlit ?? false,
    template: options.template,
    maxMorphTargets: options.morphs,
    alphaMode: ALPHA_MODES[options.alpha],
    skins: !options.noSkins,
    children: options.children,
    alone: items.length === 1,
    force,
    dryRun,
    ...report.style,
  };
  // With what writes GLBs, which no other command needs.
  const [{ exportModel }, { Finder }, { rootsOf }] = await Promise.all([
    import('./model.ts'),
    import('./find.ts'),
    import('./roots.ts'),
  ]);
  const roots = await rootsOf(context, skins, animFrom, settings, items);
  const finder = new Finder(roots);
  const meant = new Set<number>();
  await report.begin();
  await batch(report, {
    kind: 'export',
    items,
    settings,
    shared: roots,
    verb: 'Exported',
    here(item, signal) {
      context.progress.show(`Exporting ${item.target.name}`);
      return exportModel(context, finder, item, settings, signal);
    },
    onOutcome(outcome) {
      if (!('problem' in outcome)) for (const i of outcome.meant) meant.add(i);
    },
  });
  await report.end(settings.alone || items.length === 0 ? '' : summaryOf(report, 'exported', output, dryRun));
  const isMeant = settings.alone || everyNameMeant(report, animations, meant, 'model');
  return isMeant ? report.code : 2;
}
