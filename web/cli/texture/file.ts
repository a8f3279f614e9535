/** Converts one texture, in the program or in one of its threads. */
import type { TextureInfo } from '@lithoscope/dtx';
import type { NewTexture } from '@lithoscope/editing';
import type { Openers } from '../../archive/opened.ts';
import { counted } from '../../explain/describe.ts';
import { toJson } from '../../explain/json.ts';
import { printable } from '../../explain/report.ts';
import { reasonOf } from '../../lib/reason.ts';
import { decodePicture } from '../../pictures/decode.ts';
import { formatInWords } from '../../pictures/dtx.ts';
import { encodePng, encodeTga } from '../../pictures/encode.ts';
import type { Texels } from '../../pictures/picture.ts';
import { bytesAt } from '../files.ts';
import { CommandError, paint } from '../output.ts';
import type { Outcome, PlacedItem, Target, TextureSettings } from '../tasks.ts';
import { expectFree, notWritten, placeIn, writeTogether } from '../write.ts';

const PLAIN: NewTexture = {
  version: 0,
  format: '',
  mips: 0,
  flags: 0,
  userFlags: 0,
  group: 0,
  command: '',
  holesBelow: 0,
};

export async function convertTexture(
  openers: Openers,
  { target, place }: PlacedItem,
  settings: TextureSettings,
): Promise<Outcome<'texture'>> {
  try {
    // Before any work: a link may lead out of the folder.
    if (place) await placeIn(place);
    if (place && !settings.force) await expectFree(place);
    const source = await bytesAt(target);
    const image = await imageOf(openers, target, source);
    const { bytes, words } = await madeOf(openers, target, source, image, settings);
    if (place && !settings.dryRun) await writeTogether({ place, bytes }, [], settings.force);
    const isWritten = place !== null && !settings.dryRun;
    const output = place?.output ?? null;
    const { width, height } = image;
    return {
      text: settings.json
        ? toJson({
            file: target.name,
            output,
            width,
            height,
            size: bytes.length,
            format: words,
            written: isWritten,
          })
        : [
            `${paint(settings, 'bold', printable(target.name))}${output === null ? '' : ` → ${printable(output)}`}`,
            `${isWritten ? '' : ' (not written)'}: ${width} × ${height}, ${words}, ${counted(bytes.length, 'byte')}\n`,
          ].join(''),
      notes: [],
      inPart: false,
      meant: [],
    };
  } catch (error) {
    // A fault of one texture does not stop the others.
    return {
      problem: error instanceof CommandError ? error.message : `${target.name}: ${notWritten(error)}`,
    };
  }
}

/** @throws {CommandError} */
async function imageOf(openers: Openers, target: Target, bytes: Uint8Array): Promise<Texels> {
  try {
    return await decodePicture(target.name, bytes, openers.textures);
  } catch (error) {
    throw new CommandError(`${target.name} cannot be decoded: ${reasonOf(error).replace(/\.$/, '')}.`);
  }
}

const hasAlpha = ({ data }: Texels) => {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
};

/** The file, and what it is, in words. @throws {CommandError} */
async function madeOf(
  openers: Openers,
  target: Target,
  source: Uint8Array,
  image: Texels,
  { ending, like, wish }: TextureSettings,
): Promise<{ bytes: Uint8Array; words: string }> {
  if (ending === 'png') {
    const alpha = hasAlpha(image);
    return { bytes: encodePng(image, alpha), words: alpha ? 'PNG with alpha' : 'PNG' };
  }
  if (ending === 'tga') return { bytes: encodeTga(image), words: 'TGA' };
  const model = like ? await bytesAt(like) : source;
  const texture = await infoOf(openers, model);
  if (!like && texture && texture.faces.length > 1)
    throw new CommandError(`${target.name} is a cube map, of which only the first face could be written.`);
  if (like && !texture) throw new CommandError(`${like.name} is not a texture (DTX) that can be read.`);
  const kept = texture ? keptOf(texture) : {};
  // Format, flags and commands belong to the version: another one has its own.
  const isOther = wish.version !== undefined && wish.version !== texture?.version;
  const { format, flags, command } = PLAIN;
  const asked = { ...PLAIN, ...kept, ...(isOther && { format, flags, command }), ...wish };
  const made = (await openers.editing()).writeTexture(image, asked);
  if ('refused' in made) throw new CommandError(`${target.name}: ${made.refused}`);
  const written = await infoOf(openers, made);
  if (!written) throw new CommandError(`${target.name}: the written texture cannot be read.`);
  return {
    bytes: made,
    words:
      `DTX v${written.version}, ${formatInWords(written.format)}, ${counted(written.faces[0]?.length ?? 0, 'mip')}`.replace(
        'v-',
        'v−',
      ),
  };
}

/** Null of what is no texture. */
async function infoOf(openers: Openers, bytes: Uint8Array): Promise<TextureInfo | null> {
  const file = (await openers.textures()).open(bytes);
  try {
    return file.texture;
  } finally {
    file.release();
  }
}

const WRITTEN = ['PALETTE8', 'BGRA32', 'DXT1', 'DXT3', 'DXT5'] as const;

/** What a texture has in common with one that is made like it. */
function keptOf({
  version,
  format,
  faces,
  flags,
  userFlags,
  group,
  commandString,
}: TextureInfo): Partial<NewTexture> {
  return {
    version,
    format: WRITTEN.find((one) => one === format) ?? '',
    mips: faces[0]?.length ?? 0,
    flags,
    userFlags,
    group,
    command: commandString,
  };
}
