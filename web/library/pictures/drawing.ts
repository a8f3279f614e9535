/** Files of the library → what their pictures are drawn from. Runs in the worker; one file after another is held. */

import { type AbcFile, Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { readWhole } from '../../archive/read.ts';
import type { Skin, SkinPicture } from '../../document/open-file.ts';
import { refusal } from '../../explain/describe.ts';
import { identify, isPicture } from '../../explain/file-kind.ts';
import { MAX_PARSED_BYTES } from '../../explain/partial.ts';
import { loadOnce } from '../../lib/once.ts';
import { refusedBySize, statedSize, type Texels } from '../../pictures/picture.ts';
import { decodePicture } from '../../textures/decode.ts';
import { dtxDecoder } from '../../textures/dtx-picture.ts';
import type { Wants, WorkFile } from './protocol.ts';

/** Longer side of a skin that a picture shows, texels: more would not be seen. */
const SKIN_SIDE = 256;
/** Texels of a skin that are decoded for a picture: a quarter of what the page takes. */
const MAX_TEXELS = 2048 * 2048;
/** Skins that are kept for the next model that wears them. */
const KEPT_SKINS = 32;

export const loadCore = loadOnce(() => Lithoscope.load());
export const loadDtx = loadOnce(() => DtxLibrary.load());

/** Why a file has no picture. */
export class NoPicture extends Error {
  /** In one or two words, for a placeholder. */
  readonly word: string;

  /** With these it would have one. */
  readonly wants: Wants | null;

  constructor(word: string, reason: string, wants: Wants | null = null) {
    super(reason);
    this.word = word;
    this.wants = wants;
  }
}

export function readFile({ locator }: WorkFile): Promise<Uint8Array<ArrayBuffer>> {
  return readWhole(locator, MAX_PARSED_BYTES);
}

/** Parses a model, which the caller releases. Throws NoPicture for what is none. */
export async function openModel(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<AbcFile> {
  const file = (await loadCore()).open(bytes);
  if (file.info.format === 'abc') return file as AbcFile;
  const reason = refusal(name, file.info, file.findings);
  file.release();
  throw new NoPicture('Not a model', reason);
}

/** The path of the first frame of a sprite. Throws NoPicture for what has none. */
export async function firstFrame(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const file = (await loadDtx()).sprites.open(bytes);
  const [frame] = file.sprite?.frames ?? [];
  const reason = refusal(name, file.info, file.findings);
  file.release();
  if (frame === undefined) throw new NoPicture('Cannot be read', reason);
  return frame;
}

/** A texture small, for a picture of itself. Throws an error with the reason. */
export async function smallTexture(file: WorkFile, bytes: Uint8Array<ArrayBuffer>): Promise<Texels> {
  const kind = identify(file.name, bytes);
  if (!isPicture(kind))
    throw new NoPicture('Cannot be read', `${file.name} is no texture that this page reads.`);
  const refused = refusedBySize(kind, bytes);
  if (refused) throw new NoPicture('Cannot be read', `${file.name} ${refused}.`);
  return (await decodePicture({ kind, bytes }, dtxDecoder(loadDtx))).thumbnail;
}

/** By the file's id; the last used last. */
const skins = new Map<number, Skin | null>();

/** A skin, small; null when it cannot be had: the slot then shows that it is missing. */
export async function skinOf(file: WorkFile): Promise<Skin | null> {
  let skin = skins.get(file.id);
  if (skin === undefined) skin = await readSkin(file).catch(() => null);
  skins.delete(file.id);
  skins.set(file.id, skin);
  const [oldest] = skins.keys();
  if (skins.size > KEPT_SKINS && oldest !== undefined) skins.delete(oldest);
  return skin;
}

async function readSkin(file: WorkFile): Promise<Skin | null> {
  const bytes = await readFile(file);
  const kind = identify(file.name, bytes);
  if (!isPicture(kind) || refusedBySize(kind, bytes)) return null;
  const size = statedSize(kind, bytes);
  if (!size || size.width * size.height > MAX_TEXELS) return null;
  const { picture } = await decodePicture({ kind, bytes }, dtxDecoder(loadDtx));
  return { name: file.name, picture: smaller(picture), alpha: false };
}

/** The levels that a picture shows: what is larger is let go. */
function smaller(picture: SkinPicture): SkinPicture {
  const { levels } = picture.decoded ?? picture;
  const fits = levels.findIndex(({ width, height }) => Math.max(width, height) <= SKIN_SIDE);
  const shown = fits < 0 ? levels.slice(-1) : levels.slice(fits);
  return { format: 'rgba', levels: shown.map((level) => ({ ...level, data: level.data.slice() })) };
}
