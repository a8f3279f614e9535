/** What is on the screen → a link. Not in it: sizes of the panels, how a texture is looked at. */

import { animationSourcesOf } from '../document/animation-clips.ts';
import { attachedFile } from '../document/attachments.ts';
import { knownDigest } from '../document/content-digest.ts';
import type { Attachment, FileSource, OpenFile } from '../document/open-file.ts';
import { bareName, baseName } from '../lib/file-names.ts';
import { isSampleAddress } from '../opening/samples.ts';
import { slotStates } from '../opening/textures/slots.ts';
import { libraryQuery, librarySources } from '../store/library.ts';
import { pageAddress } from '../ui/environment.ts';
import type { LinkedAttachment, PackedFile, Supplied } from './codecs.ts';
import type { Link } from './link.ts';
import { describeSelection, describeView } from './view.ts';

/** What a link to the view of a file says. Reads the signals, but not the time while it runs. */
export function linkOf(file: OpenFile, unknownParts: readonly string[] = []): Link {
  return {
    ...identityOf(file),
    ...companionsOf(file),
    ...searchOfLibrary(),
    ...describeView(file),
    unknownParts,
  };
}

/** What a link to the selected bytes of a file says. */
export function bytesLinkOf(file: OpenFile): Link {
  return { ...identityOf(file), ...describeSelection(file), keepView: true, unknownParts: [] };
}

/** The search in the library, while there is one to search. */
function searchOfLibrary(): Pick<Link, 'find'> {
  const find = librarySources.value.length > 0 ? libraryQuery.value : '';
  return find === '' ? {} : { find };
}

/** Where the file is, or how it is known again. What was changed here is at no address. */
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

/** The address that gives the bytes of a file. */
function addressOf(file: OpenFile): string | undefined {
  return isAsOpened(file) ? file.source.url : undefined;
}

/** The path in the archive or folder of the user's machine that the file is in. */
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
    // Added files, and those that the model names as they are called, find their place themselves.
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
    if (url) attached.push(linkedAttachment(file, attachment, url));
    else local.add(baseName(other.name));
    // They find their slots by their names.
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

function linkedAttachment(
  { playback: { playing, attachedMs } }: OpenFile,
  { socket, clip, shown }: Attachment,
  url: string,
): LinkedAttachment {
  const timeMs = clip.animation < 0 ? 0 : playing.value ? attachedMs.peek() : attachedMs.value;
  return { socket, ...clip, timeMs, shown, url: relativeAddress(url) };
}

/** Whether a file comes with the archive of another one, where it is found by itself. */
function isInSameSource({ source: { entry } }: OpenFile, other: FileSource): boolean {
  return entry !== undefined && entry.source === other.entry?.source;
}

/** A sample brings its own skins and bases, as long as the link leads to it. */
function comesAlong(file: OpenFile, address: string): boolean {
  const url = addressOf(file);
  return url !== undefined && isSampleAddress(url) && isSampleAddress(address);
}

/** Files beside the page by their place there: the link then works wherever the page is copied to. */
function relativeAddress(url: string): string {
  const folder = new URL('.', pageAddress()).href;
  return url.startsWith(folder) ? url.slice(folder.length) : url;
}
