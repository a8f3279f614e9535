/**
 * Links to the current view, with the address of the file or the file itself. Panel sizes and the view of textures are
 * not part of them.
 */
import { animationSourcesOf } from '../document/animation-clips.ts';
import { attachedFile } from '../document/attachments.ts';
import { knownDigest } from '../document/content-digest.ts';
import type { Attachment, FileSource, OpenFile } from '../document/open-file.ts';
import { bareName, baseName, withoutExtension } from '../lib/file-names.ts';
import { isSampleAddress } from '../opening/samples.ts';
import { loadPicture } from '../opening/textures/load.ts';
import { slotStates } from '../opening/textures/slots.ts';
import type { Texels } from '../pictures/picture.ts';
import { libraryQuery, librarySources } from '../store/library.ts';
import { pageAddress } from '../ui/environment.ts';
import type { LinkedAttachment, PackedFile, Supplied } from './codecs.ts';
import type { Link } from './link.ts';
import { type Beside, tooLargeToPack } from './messages.ts';
import { deflate, MAX_PACKED_BYTES, packedSize, toBase64Url } from './pack.ts';
import { describeSelection, describeView } from './view.ts';

/** A link to the view of a file. Reads signals, except the time while it plays. */
export function linkOf(file: OpenFile, unknownParts: readonly string[] = []): Link {
  return {
    ...identityOf(file),
    ...companionsOf(file),
    ...searchOfLibrary(),
    ...describeView(file),
    unknownParts,
  };
}

/** A link to the selected bytes of a file. */
export function bytesLinkOf(file: OpenFile): Link {
  return { ...identityOf(file), ...describeSelection(file), keepView: true, unknownParts: [] };
}

/** The search text, while the library has files. */
function searchOfLibrary(): Pick<Link, 'find'> {
  const find = librarySources.value.length > 0 ? libraryQuery.value : '';
  return find === '' ? {} : { find };
}

/** The address of the file, or its name and digest. A changed file has no address. */
function identityOf(file: OpenFile): Partial<Link> {
  const { source, parsed } = file;
  const { entry } = source;
  const url = addressOf(file);
  if (url) return { model: relativeAddress(url) };
  const isThere = isAsOpened(file);
  if (isThere && entry?.source.url) {
    return { model: relativeAddress(entry.source.url), entry: entry.path };
  }
  const name = baseName(source.name);
  if (isThere && source.packed) return { name, data: source.packed };
  const sha256 = knownDigest(parsed);
  return sha256 ? { ...entryOf(source), name, size: parsed.size, sha256 } : {};
}

/** Whether a file has the bytes that it was opened with. Reads a signal. */
export function isAsOpened({ edits }: OpenFile): boolean {
  return edits.value.done.length === 0;
}

/** The address of a file's current bytes. */
function addressOf(file: OpenFile): string | undefined {
  return isAsOpened(file) ? file.source.url : undefined;
}

/** The path of a file in its archive or folder on the user's machine. */
export function entryOf({ entry }: FileSource): Pick<Link, 'entry'> {
  return entry && entry.source.kind !== 'files' ? { entry: entry.path } : {};
}

/** Files beside the model: those with an address, and the names of the others. */
function companionsOf(
  file: OpenFile,
): Pick<Link, 'bases' | 'attached' | 'textures' | 'packedBases' | 'packedTextures' | 'local'> {
  const bases: Supplied[] = [];
  const textures: Supplied[] = [];
  const packedBases: PackedFile[] = [];
  const packedTextures: PackedFile[] = [];
  const attached: LinkedAttachment[] = [];
  const local = new Set<string>();
  for (const { child, name, file: animationSource } of animationSourcesOf(file)) {
    if (!animationSource) continue;
    const url = addressOf(animationSource);
    if (isInSameSource(file, animationSource.source)) continue;
    // Files that the user added, and those named as in the model, find their place by name.
    const placed = name !== '' && bareName(name) !== bareName(animationSource.name);
    if (url && name !== '' && !placed && comesAlong(file, url)) continue;
    const place = placed ? { place: child } : {};
    const { packed } = animationSource.source;
    if (url) bases.push({ ...place, url: relativeAddress(url) });
    else if (packed && isAsOpened(animationSource)) {
      packedBases.push({ ...place, name: baseName(animationSource.name), data: packed });
    } else local.add(baseName(animationSource.name));
  }
  for (const attachment of file.attachments.value) {
    const other = attachedFile(attachment);
    if (!other) continue;
    const url = addressOf(other);
    if (url) attached.push(linkedAttachment(file, attachment, relativeAddress(url)));
    else local.add(baseName(other.name));
    // Found by name in their slots.
    for (const { source } of slotStates(other)) {
      if (source?.url && !comesAlong(other, source.url)) textures.push({ url: relativeAddress(source.url) });
      else if (source && !source.url && !isInSameSource(file, source)) local.add(baseName(source.name));
    }
  }
  for (const { slot, source, chosen } of slotStates(file)) {
    const place = chosen === undefined ? {} : { place: slot };
    if (chosen === null) textures.push({ place: slot, url: '' });
    else if (source?.url && !(chosen === undefined && comesAlong(file, source.url))) {
      textures.push({ ...place, url: relativeAddress(source.url) });
    } else if (source?.packed) {
      const known = packedTextures.some(({ data }) => data === source.packed);
      if (!known || chosen !== undefined) {
        packedTextures.push({ ...place, name: baseName(source.name), data: source.packed });
      }
    } else if (source && !source.url && !isInSameSource(file, source)) local.add(baseName(source.name));
  }
  return {
    ...(bases.length > 0 && { bases }),
    ...(attached.length > 0 && { attached }),
    ...(textures.length > 0 && { textures }),
    ...(packedBases.length > 0 && { packedBases }),
    ...(packedTextures.length > 0 && { packedTextures }),
    ...(local.size > 0 && { local: [...local] }),
  };
}

/** A model at a socket, at an address or by a name. Reads signals. */
export function linkedAttachment(
  { playback: { playing, attachedMs } }: OpenFile,
  { socket, clip, shown }: Attachment,
  url: string,
): LinkedAttachment {
  const timeMs = clip.animation < 0 ? 0 : playing.value ? attachedMs.peek() : attachedMs.value;
  return { socket, ...clip, timeMs, shown, url };
}

/** Whether a file is in the same archive as another one, and is found there by name. */
function isInSameSource({ source: { entry } }: OpenFile, other: FileSource): boolean {
  return entry !== undefined && entry.source === other.entry?.source;
}

/** Whether a file comes with the sample at an address: samples bring their skins and bases. */
function comesAlong(file: OpenFile, address: string): boolean {
  const url = addressOf(file);
  return url !== undefined && isSampleAddress(url) && isSampleAddress(address);
}

/** An address relative to the page if possible, so that the link also works in copies of the page. */
function relativeAddress(url: string): string {
  const folder = new URL('.', pageAddress()).href;
  return url.startsWith(folder) ? url.slice(folder.length) : url;
}

/** Minimum side of a scaled-down skin, texels. */
const MIN_SIDE = 32;
const JPEG_QUALITY = 0.9;

/** A link with the file inside; `problem` is a sentence. */
export async function linkInside(
  file: OpenFile,
  link: Link,
): Promise<{ readonly link: Link; readonly beside: Beside } | { readonly problem: string }> {
  const data = link.data ?? (await dataOf(file));
  if (typeof data !== 'string') return data;
  const packing = new Packing(MAX_PACKED_BYTES - packedSize(data));
  await packing.addSkins(file);
  await packing.addBases(file);
  const { size: _size, sha256: _digest, entry: _entry, local = [], ...rest } = link;
  const { bases, textures, beside } = packing;
  const inLink = new Set([...beside.included, ...beside.smaller.map(({ name }) => name)]);
  const left = [...new Set([...local, ...beside.tooLarge])].filter((name) => !inLink.has(name));
  const { packedBases: _bases, packedTextures: _textures, ...bare } = rest;
  const full: Link = {
    ...bare,
    name: baseName(file.name),
    data,
    ...(bases.length > 0 && { packedBases: bases }),
    ...(textures.length > 0 && { packedTextures: textures }),
    ...(left.length > 0 && { local: left }),
  };
  return { link: full, beside };
}

/** The packed file, or why it cannot be packed. */
async function dataOf(file: OpenFile): Promise<string | { readonly problem: string }> {
  const { source, parsed } = file;
  if (source.packed && isAsOpened(file)) return source.packed;
  if (parsed.isPartial) return { problem: tooLargeToPack(null) };
  const packed = await deflate(new Blob([new Uint8Array(parsed.fileBytes)]));
  if (!packed) return { problem: 'This browser cannot compress files.' };
  if (packed.length > MAX_PACKED_BYTES) return { problem: tooLargeToPack(packed.length) };
  return toBase64Url(packed);
}

/** A skin without an address. */
interface LocalSkin {
  readonly source: FileSource;
  readonly name: string;
  readonly place: number | undefined;
  /** Whether a slot uses its alpha. */
  readonly alpha: boolean;
  /** Null when it cannot be read. */
  readonly packed: string | null;
}

/** Fills the space that the model leaves: skins first, since the model does not look right without them. */
class Packing {
  readonly bases: PackedFile[] = [];
  readonly textures: PackedFile[] = [];
  readonly #included: string[] = [];
  readonly #smaller: { name: string; width: number; height: number }[] = [];
  readonly #tooLarge: string[] = [];
  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  get beside(): Beside {
    return { included: this.#included, smaller: this.#smaller, tooLarge: this.#tooLarge };
  }

  async addSkins(file: OpenFile): Promise<void> {
    const skins = await localSkins(file);
    skins.sort((a, b) => sizeOf(a) - sizeOf(b));
    for (const [i, skin] of skins.entries()) {
      // Space that small skins do not use goes to later ones.
      const share = Math.floor(this.#room / (skins.length - i));
      await this.#addSkin(skin, share);
    }
  }

  async #addSkin({ source, name, place, alpha, packed }: LocalSkin, share: number): Promise<void> {
    const placed = place === undefined ? {} : { place };
    if (packed !== null && packedSize(packed) <= share) {
      this.textures.push({ ...placed, name, data: packed });
      this.#room -= packedSize(packed);
      this.#included.push(name);
      return;
    }
    const small = await smallerPicture(source, alpha, share);
    if (!small) {
      this.#tooLarge.push(name);
      return;
    }
    const { data, width, height } = small;
    this.textures.push({ ...placed, name: `${withoutExtension(name)}.${alpha ? 'png' : 'jpg'}`, data });
    this.#room -= packedSize(data);
    this.#smaller.push({ name, width, height });
  }

  async addBases(file: OpenFile): Promise<void> {
    for (const { child, name, file: base } of animationSourcesOf(file)) {
      if (!base || base.id === file.id || (base.source.url && isAsOpened(base))) continue;
      const data = await dataOf(base);
      const called = baseName(base.name);
      if (typeof data !== 'string' || packedSize(data) > this.#room) {
        this.#tooLarge.push(called);
        continue;
      }
      const isNamed = name === '' || baseName(name).toLowerCase() === called.toLowerCase();
      this.bases.push({ ...(!isNamed && { place: child }), name: called, data });
      this.#room -= packedSize(data);
      this.#included.push(called);
    }
  }
}

function sizeOf({ packed }: LocalSkin): number {
  return packed === null ? Number.POSITIVE_INFINITY : packedSize(packed);
}

/** Skins of a model without an address: each once if its name determines its slots. */
async function localSkins(file: OpenFile): Promise<LocalSkin[]> {
  const skins: LocalSkin[] = [];
  const seen = new Set<FileSource>();
  const names = new Set<string>();
  for (const { slot, source, chosen, alpha } of slotStates(file)) {
    if (!source || source.url || (chosen === undefined && seen.has(source))) continue;
    seen.add(source);
    const name = baseName(source.name);
    // By name, the recipient's page could tell only one of them.
    const isTaken = names.has(name);
    names.add(name);
    const placed = isTaken || chosen !== undefined;
    skins.push({
      source,
      name: isTaken ? `${slot}-${name}` : name,
      place: placed ? slot : undefined,
      alpha,
      packed: source.packed ?? (await packedContent(source)),
    });
  }
  return skins;
}

async function packedContent(source: FileSource): Promise<string | null> {
  try {
    const packed = await deflate(await source.read());
    return packed && toBase64Url(packed);
  } catch {
    // The file can no longer be read.
    return null;
  }
}

/** The largest level of a skin that fits: a PNG if its alpha is used, otherwise a JPEG. Null if none fits. */
async function smallerPicture(source: FileSource, alpha: boolean, room: number) {
  try {
    const { picture } = await loadPicture(source);
    for (const level of (picture.decoded ?? picture).levels) {
      if (Math.max(level.width, level.height) < MIN_SIDE) break;
      const packed = await deflate(await encoded(level, alpha));
      if (!packed || packed.length > room) continue;
      return { data: toBase64Url(packed), width: level.width, height: level.height };
    }
  } catch {
    // Not a readable picture: the recipient would not see it either.
  }
  return null;
}

function encoded({ width, height, data }: Texels, alpha: boolean): Promise<Blob> {
  const image = new ImageData(width, height);
  image.data.set(data);
  if (!alpha) {
    // A canvas premultiplies alpha, but most skins are opaque whatever their alpha (abc.md §6).
    for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;
  }
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser cannot create a canvas');
  context.putImageData(image, 0, 0);
  return canvas.convertToBlob(alpha ? { type: 'image/png' } : { type: 'image/jpeg', quality: JPEG_QUALITY });
}
