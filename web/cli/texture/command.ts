/** `lithoscope texture`: textures as images, and images as textures. */

import { baseName, withoutExtension } from '../../lib/file-names.ts';
import { DECODED_ENDINGS } from '../../pictures/decode.ts';
import { makeFiles } from '../batch.ts';
import type { Context } from '../context.ts';
import { COUNT, kind, type Program, type Writing } from '../grammar.ts';
import { type ExitCode, UsageError } from '../output.ts';
import { targetOf } from '../targets.ts';
import { TEXTURE_TARGETS, type TextureSettings } from '../tasks.ts';

const FORMATS = { dxt1: 'DXT1', dxt3: 'DXT3', dxt5: 'DXT5', bgra32: 'BGRA32' } as const;

interface TextureOptions extends Writing {
  readonly to?: (typeof TEXTURE_TARGETS)[number];
  readonly format?: keyof typeof FORMATS;
  readonly version?: number;
  readonly mips?: number;
  readonly holes?: number;
  readonly flags?: number;
  readonly surface?: number;
  readonly group?: number;
  readonly commands?: string;
  readonly like?: string;
}

/** Options that only a DTX has. */
const OF_DTX = [
  'format',
  'version',
  'mips',
  'holes',
  'flags',
  'surface',
  'group',
  'commands',
  'like',
] as const;

/** In decimal or, after `0x`, in hexadecimal. */
const BITS = kind<number>('a whole number, such as 128 or 0x80', (text) =>
  /^(?:\d{1,9}|0x[\da-f]{1,8})$/i.test(text.trim()) ? Number(text) : undefined,
);

const VERSION = kind<number>('the number of a version', (text) =>
  /^[-−]?\d{1,3}$/.test(text.trim()) ? -Math.abs(Number(text.replace('−', '-'))) : undefined,
);

export function textureCommand(program: Program): void {
  program
    .command('texture')
    .about(
      'convert textures to images and images to textures',
      'Converts DTX textures to PNG or TGA, and PNG, TGA, PCX, BMP, JPEG, WebP, GIF and other DTX files to DTX. A DTX that is converted to DTX keeps its flags and commands.',
      'texture HERO.DTX -o hero.png',
      'texture hero.png -o SKINS/HERO.DTX --like SKINS/HERO.DTX --force',
      'texture GAME.REZ -o png/ --to png',
      'texture "textures/*.tga" -o SKINS/ --to dtx --format dxt5 --mips 6',
    )
    .paths()
    .writing(
      'FILE.dtx, FILE.png or FILE.tga for one texture, or a folder, in which the textures keep their folders',
    )
    .choice('--to <dtx|png|tga>', 'output format (default: by the extension of -o)', TEXTURE_TARGETS)
    .value('--version <N>', 'DTX: version -2, -3 or -5 (default: -5)', VERSION)
    .choice(
      '--format <dxt1|dxt3|dxt5|bgra32>',
      'DTX: format of the pixels of version -5 (default: DXT1 of an opaque image, otherwise DXT5); versions -2 and -3 have a palette',
      Object.keys(FORMATS),
    )
    .value('--mips <N>', 'DTX: number of mips, the image itself included (default: 4)', COUNT)
    .value('--holes <ALPHA>', 'DXT1: pixels with less alpha, of 255, become holes (default: no holes)', COUNT)
    .value('--flags <BITS>', 'DTX: flags', BITS)
    .value('--surface <N>', 'DTX: surface type (UserFlags)', BITS)
    .value('--group <N>', 'DTX: texture group', COUNT)
    .text('--commands <TEXT>', 'DTX: command string')
    .text('--like <FILE.DTX>', 'DTX: take what is not given from this texture')
    .action((paths: string[], options: TextureOptions) =>
      program.run((context) => convertTextures(context, paths, options)),
    );
}

async function convertTextures(
  context: Context,
  paths: readonly string[],
  options: TextureOptions,
): Promise<ExitCode> {
  const ending = endingOf(options);
  const odd = OF_DTX.find((option) => options[option] !== undefined);
  if (ending !== 'dtx' && odd) throw new UsageError(`--${odd} is for DTX only.`);
  const like = options.like === undefined ? null : await targetOf(context, options.like);
  return makeFiles(context, {
    kind: 'texture',
    wanted: { endings: DECODED_ENDINGS, noun: 'texture', archives: false },
    ending,
    stem: (path) => withoutExtension(baseName(path)),
    paths,
    options,
    animations: '',
    async prepare(_items, { alone: _alone, ...writing }) {
      const { format, version, mips, holes, flags, surface, group, commands } = options;
      const settings: TextureSettings = {
        ending,
        like,
        wish: {
          ...(format && { format: FORMATS[format] }),
          ...(version !== undefined && { version }),
          ...(mips !== undefined && { mips }),
          ...(holes !== undefined && { holesBelow: holes }),
          ...(flags !== undefined && { flags }),
          ...(surface !== undefined && { userFlags: surface }),
          ...(group !== undefined && { group }),
          ...(commands !== undefined && { command: commands }),
        },
        ...writing,
      };
      const { convertTexture } = await import('./file.ts');
      return { settings, here: (item) => convertTexture(context, item, settings) };
    },
  });
}

/** The extension of the written files. @throws {UsageError} when nothing says it */
function endingOf({ to, output }: TextureOptions): TextureSettings['ending'] {
  if (to) return to;
  const ending = TEXTURE_TARGETS.find((ending) => output?.toLowerCase().endsWith(`.${ending}`));
  if (!ending)
    throw new UsageError('texture needs --to dtx, --to png or --to tga, or the extension of one in -o.');
  return ending;
}
