/** Converts one texture, in the program or in one of its threads. */
import type { TextureInfo } from '@lithoscope/dtx';
import type { WrittenTexture } from '@lithoscope/editing';
import type { Openers } from '../../archive/opened.ts';
import { counted } from '../../explain/describe.ts';
import { toJson } from '../../explain/json.ts';
import { printable } from '../../explain/report.ts';
import { reasonOf } from '../../lib/reason.ts';
import { decodePicture } from '../../pictures/decode.ts';
import { encodePng, encodeTga } from '../../pictures/encode.ts';
import {
  deviationWords,
  hasAlpha,
  refusedAsSource,
  textureLike,
  writtenWords,
} from '../../pictures/new-texture.ts';
import type { Texels } from '../../pictures/picture.ts';
import { bytesAt } from '../files.ts';
import { CommandError, paint } from '../output.ts';
import type { Outcome, PlacedItem, Target, TextureSettings } from '../tasks.ts';
import { expectFree, notWritten, placeIn, writeTogether } from '../write.ts';

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
    const { bytes, words, deviation } = await madeOf(openers, target, source, image, settings);
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
            ...(deviation && { deviation }),
            written: isWritten,
          })
        : [
            `${paint(settings, 'bold', printable(target.name))}${output === null ? '' : ` → ${printable(output)}`}`,
            `${isWritten ? '' : ' (not written)'}: ${width} × ${height}, ${words}, ${counted(bytes.length, 'byte')}`,
            deviation ? `; ${deviationWords(deviation)}\n` : '\n',
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
    return await decodePicture(target.name, bytes, openers);
  } catch (error) {
    throw new CommandError(`${target.name} cannot be decoded: ${reasonOf(error).replace(/\.$/, '')}.`);
  }
}

interface Made {
  readonly bytes: Uint8Array;
  readonly words: string;
  /** How far a compressed texture is from its image; null of what is exact. */
  readonly deviation: Pick<WrittenTexture, 'color' | 'alpha'> | null;
}

/** The file, and what it is, in words. @throws {CommandError} */
async function madeOf(
  openers: Openers,
  target: Target,
  source: Uint8Array,
  image: Texels,
  { ending, like, wish }: TextureSettings,
): Promise<Made> {
  if (ending === 'png') {
    const alpha = hasAlpha(image);
    return { bytes: encodePng(image, alpha), words: alpha ? 'PNG with alpha' : 'PNG', deviation: null };
  }
  if (ending === 'tga') return { bytes: encodeTga(image), words: 'TGA', deviation: null };
  const model = like ? await bytesAt(like) : source;
  const texture = await infoOf(openers, model);
  const refused = like ? '' : refusedAsSource(texture);
  if (refused) throw new CommandError(`${target.name} cannot be converted: ${refused}.`);
  if (like && !texture) throw new CommandError(`${like.name} is not a texture (DTX) that can be read.`);
  const made = (await openers.editing()).writeTexture(image, textureLike(texture, wish));
  if ('refused' in made) throw new CommandError(`${target.name}: ${made.refused}`);
  const { bytes, color, alpha } = made;
  return { bytes, words: writtenWords(made), deviation: { color, alpha } };
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
