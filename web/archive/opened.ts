/** Opening files by their content, and their description as data. */

import type { Converting } from '@lithoscope/converting';
import type { AbcFile, Coverage, Info, Lithoscope, ParsedFile, SectionInfo } from '@lithoscope/core';
import type { DtxFile, SprFile, SpriteInfo, TextureInfo } from '@lithoscope/dtx';
import type { Editing } from '@lithoscope/editing';
import type { Exchange } from '@lithoscope/exchange';
import type { RezFile, RezLibrary } from '@lithoscope/rez';
import { kindNamed } from '../explain/file-kind.ts';
import { isReadFormat } from '../explain/formats.ts';
import type { PictureTools } from '../pictures/decode.ts';
import type { ListTools } from './list.ts';
import { type ArchiveKind, archiveKind, type ByteSource } from './locator.ts';

/** What opens files. */
export interface Openers extends ListTools, Required<PictureTools> {
  lithoscope: Lithoscope;
  /** What changes files; loaded when it is asked for. */
  editing(): Promise<Editing>;
  /** What converts models to other formats; loaded when it is asked for. */
  converting(): Promise<Converting>;
  /** What exports and imports models; loaded when it is asked for. */
  exchange(): Promise<Exchange>;
  /** What reads REZ archives; loaded when the first is asked for. */
  rez(): Promise<RezLibrary>;
}

/** What the bytes of a file can be parsed as when all of them are there. */
export type Parsed = AbcFile | DtxFile | SprFile;

/** What a file can be parsed as. */
export type Opened = Parsed | RezFile;

/** Whether the file was parsed as a texture. */
export const isTexture = (file: ParsedFile): file is DtxFile => 'texture' in file;

/** Whether the file was parsed as a sprite. */
export const isSprite = (file: ParsedFile): file is SprFile => 'sprite' in file;

/** Whether the file was parsed as a REZ archive. */
export const isRez = (file: ParsedFile): file is RezFile => 'entryCount' in file;

/**
 * Parses bytes as what they are: a texture, a sprite, else a model. What has no signature is the sprite that its name says.
 * What they contain never throws.
 */
export async function parseBytes(
  openers: Pick<Openers, 'lithoscope' | 'textures'>,
  name: string,
  bytes: Uint8Array,
): Promise<Parsed> {
  const file = await openers.lithoscope.openAny(bytes);
  if (file.info.format === 'dtx') {
    file.release();
    return (await openers.textures()).open(bytes);
  }
  if (file.info.format !== 'spr' && kindNamed(name) !== 'sprite') return file;
  const sprite = (await openers.textures()).sprites.open(bytes);
  const [kept, other] = sprite.info.format === 'spr' ? [sprite, file] : [file, sprite];
  other.release();
  return kept;
}

/** Whether a file is a model, texture or sprite by its content. */
export const hasFormat = ({ info: { format } }: ParsedFile): boolean => isReadFormat(format);

/** What a file is an archive of: by its content, else a REZ by its name, of which the findings say what it is. */
export async function archiveKindOf(source: ByteSource, name: string): Promise<ArchiveKind | null> {
  return (await archiveKind(source)) ?? (/\.rez$/i.test(name) ? 'rez' : null);
}

/** A model, or bytes that are of no kind that is known: all lists are empty then. */
export interface ModelInfo extends Omit<Info, 'token' | 'header'> {
  /** The text by which the file names its version, of v6 `MonolithExport Model File v6`; absent in v9+. */
  readonly token?: string;
  /** Header fields by their names in the format, in file order; absent where there is a `token`. */
  readonly header?: Info['header'];
  /** Bytes by what is known of them. */
  readonly coverage: Coverage;
}

/** What textures, sprites and REZ archives have. */
export interface FileInfo {
  /** Bytes. */
  readonly size: number;
  /** Fields of the header by their names in the format. */
  readonly header: Info['header'];
  /** Parts of the file in file order. */
  readonly sections: SectionInfo[];
  /** Bytes by what is known of them. */
  readonly coverage: Coverage;
}

/** A texture. */
export interface DtxInfo extends FileInfo {
  /** `dtx` */
  readonly format: 'dtx';
  /** −2, −3 or −5; 0 when it could not be read. */
  readonly version: number;
  /** What the texture tells the renderer; '' for nothing. */
  readonly commandString: string;
  /** Null when the version has no description, or the file ends inside its header. */
  readonly texture: TextureInfo | null;
}

/** A sprite. */
export interface SprInfo extends FileInfo {
  /** `spr` */
  readonly format: 'spr';
  /** Null when the file ends inside its head. */
  readonly sprite: SpriteInfo | null;
}

/** A REZ archive. */
export interface RezInfo extends FileInfo {
  /** `rez`; of what is only called so, what else it is. */
  readonly format: Info['format'];
  /** 1; 0 when it could not be read. */
  readonly version: number;
  /** Files in it, without those of archives in it. */
  readonly entryCount: number;
}

/** A zip. */
export interface ZipInfo {
  /** `zip` */
  readonly format: 'zip';
  /** Bytes. */
  readonly size: number;
  /** Files in it, without those of archives in it. */
  readonly entryCount: number;
  /** Those that are encrypted, of an unknown method, or damaged as far as the directory says it. */
  readonly unreadable: number;
  /** What is wrong with the directory, a sentence each. */
  readonly problems: readonly string[];
}

/** What a file is, as `lithoscope info` prints it after its name. */
export function infoOf(file: AbcFile): ModelInfo;
export function infoOf(file: DtxFile): DtxInfo;
export function infoOf(file: SprFile): SprInfo;
export function infoOf(file: RezFile): RezInfo;
export function infoOf(file: Opened): ModelInfo | DtxInfo | SprInfo | RezInfo;
export function infoOf(file: Opened): object {
  const { coverage } = file;
  const { format, size, version, token, header, commandString, sections, ...contents } = file.info;
  if (isTexture(file))
    return { format, size, version, header, commandString, sections, texture: file.texture, coverage };
  if (isSprite(file)) return { format, size, header, sections, sprite: file.sprite, coverage };
  if (isRez(file)) return { format, size, version, header, sections, entryCount: file.entryCount, coverage };
  const named = token ? { token } : { header };
  return { format, size, version, ...named, commandString, sections, ...contents, coverage };
}

/** The same of a zip. */
export function zipInfoOf(
  { size }: ByteSource,
  { entries, problems }: { entries: readonly { problem: string }[]; problems: readonly string[] },
): ZipInfo {
  const unreadable = entries.filter(({ problem }) => problem !== '').length;
  return { format: 'zip', size, entryCount: entries.length, unreadable, problems };
}
