/** `lithoscope export`: models as GLB or OBJ, with their skins and the animations of their child models. */
import { Option } from 'commander';
import { modelName } from '../../lib/file-names.ts';
import { GLB_DEFAULTS } from '../../to-glb/input.ts';
import { makeFiles } from '../batch.ts';
import type { Context } from '../context.ts';
import { COUNT, listOf, NUMBER, POSITIVE, type Program, type Writing, wordOr } from '../grammar.ts';
import { type ExitCode, UsageError } from '../output.ts';
import { MODELS } from '../targets.ts';
import type { ExportSettings, ObjPose } from '../tasks.ts';

const ALPHA_MODES = { opaque: 'OPAQUE', mask: 'MASK', blend: 'BLEND' } as const;

const FORMATS = ['glb', 'obj'] as const;

interface ExportOptions extends Writing {
  /** Absent: by the extension of the output. */
  readonly format?: (typeof FORMATS)[number];
  readonly anim?: string;
  /** Milliseconds. */
  readonly time?: number;
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

export function exportCommand(program: Program): void {
  // A separate option, not the negation of `--skins`: using both is refused.
  const noSkins = new Option('--no-skins', 'do not export skins').conflicts('skins');
  noSkins.negate = false;
  program
    .command('export')
    .about(
      'export models as GLB or OBJ, for Blender and game engines',
      'Exports models as GLB, with their skins and the animations of their child models, or one pose of each as OBJ, with an MTL file and PNG skins next to it.',
      'export HERO.ABC -o hero.glb',
      'export GAME.REZ -o glb/ --lod all',
      'export "GAME.REZ!/MODELS/**/*.abc" -o glb/ --skins SKINS.REZ --anims "walk*,run"',
      'export HERO.ABC -o hero.obj --anim Walk --time 250',
    )
    .paths()
    .writing('FILE.glb or FILE.obj for one model, or a folder, in which the models keep their folders')
    .choice('--format <glb|obj>', 'output format (default: obj if -o ends in .obj, otherwise glb)', FORMATS)
    .texts(
      '--skins <FOLDER|ARCHIVE>',
      'look for skins (DTX, PNG, TGA, PCX, BMP, JPEG, WebP, GIF) here first, then in the folder or archive of the model',
    )
    .addOption(noSkins)
    .choice(
      '--alpha <opaque|mask|blend>',
      'how the alpha of skins is used',
      Object.keys(ALPHA_MODES),
      (option) => option.default('opaque'),
    )
    .texts('--anim-from <FILE>', 'also export the animations of this model')
    .option(
      '--no-children',
      'do not add the animations of child models, which are searched for next to the model',
    )
    .animations('all', 'own', 'none')
    .value(
      '--lod <N,…|all>',
      'levels of detail to export',
      wordOr('all', listOf('numbers of levels, such as 0,2', COUNT)),
      (option) => option.default(GLB_DEFAULTS.lods, '0'),
    )
    .value('--scale <N>', 'scale of the topmost node', POSITIVE, (option) =>
      option.default(GLB_DEFAULTS.scale),
    )
    .option('--unlit', 'unlit materials, which ignore lighting')
    .option('--no-template', 'do not embed the bytes of the file that only an import back into ABC needs')
    .value('--morphs <N>', 'v6: maximum number of morph targets', COUNT, (option) =>
      option.default(GLB_DEFAULTS.maxMorphTargets),
    )
    .text('--anim <NAME|INDEX|bind>', 'OBJ: the animation (default: the bind pose)')
    .value('--time <MS>', 'OBJ: time in the animation, in milliseconds (default: its start)', NUMBER)
    .action((paths: string[], options: ExportOptions) =>
      program.run((context) => exportModels(context, paths, options)),
    );
}

function exportModels(context: Context, paths: readonly string[], options: ExportOptions): Promise<ExitCode> {
  const { anims: animations, skins = [], animFrom = [], lod } = options;
  if (animFrom.length > 0 && (animations === 'own' || animations === 'none'))
    throw new UsageError(`--anims ${animations} cannot be combined with --anim-from.`);
  const pose = poseOf(options);
  return makeFiles(context, {
    kind: 'export',
    wanted: MODELS,
    ending: pose ? 'obj' : 'glb',
    stem: modelName,
    paths,
    options,
    animations,
    async prepare(items, writing) {
      const settings: ExportSettings = {
        lods: lod === 'all' ? 'all' : [...new Set(lod)].sort((a, b) => a - b),
        animations,
        scale: options.scale,
        unlit: options.unlit ?? false,
        template: options.template,
        maxMorphTargets: options.morphs,
        alphaMode: ALPHA_MODES[options.alpha],
        skins: !options.noSkins,
        // The bind pose needs no child model.
        children: options.children && pose?.animation !== 'bind',
        pose,
        ...writing,
      };
      // Loaded on demand: no other command needs the GLB writer.
      const [{ exportModel }, { Finder }, { rootsOf }] = await Promise.all([
        import('./model.ts'),
        import('./find.ts'),
        import('./roots.ts'),
      ]);
      const shared = await rootsOf(context, skins, animFrom, settings, items);
      const finder = new Finder(shared);
      return {
        settings,
        shared,
        here(item, signal) {
          context.progress.show(`Exporting ${item.target.name}`);
          return exportModel(context, finder, item, settings, signal);
        },
      };
    },
  });
}

/** The pose of an OBJ; null for a GLB. @throws {UsageError} for options that the format does not have */
function poseOf(options: ExportOptions): ObjPose | null {
  const { format, output, anim, time, lod } = options;
  const isObj = format === undefined ? /\.obj$/i.test(output ?? '') : format === 'obj';
  if (!isObj) {
    if (anim === undefined && time === undefined) return null;
    throw new UsageError('--anim and --time choose the pose of an OBJ. For a GLB, use --anims.');
  }
  if (lod === 'all' || new Set(lod).size !== 1)
    throw new UsageError('An OBJ has a single level of detail: use --lod N.');
  if (time !== undefined && anim === undefined) throw new UsageError('--time needs --anim.');
  const { anims, unlit = false, template, morphs } = options;
  if (anims !== 'all' || unlit || !template || morphs !== GLB_DEFAULTS.maxMorphTargets)
    throw new UsageError(
      '--anims, --unlit, --no-template and --morphs are for GLB only: an OBJ has a single pose.',
    );
  return { animation: anim ?? 'bind', timeMs: time ?? 0 };
}
