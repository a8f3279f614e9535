/**
 * Bundles (.lith), written: the model as it is now, the models that lend it animations, those at its sockets, the skins of
 * all of them, and a link with the view.
 */

import { FreePaths } from '../../archive/paths.ts';
import { ZipWriter } from '../../archive/zip-writer.ts';
import { animationSourcesOf } from '../../document/animation-clips.ts';
import { attachedFile } from '../../document/attachments.ts';
import { bookmarksOf } from '../../document/bookmarks.ts';
import type { FileSource, OpenFile } from '../../document/open-file.ts';
import { formatMegabytes } from '../../explain/describe.ts';
import { baseName, withoutExtension } from '../../lib/file-names.ts';
import { BlobParts } from '../../opening/save-target.ts';
import { slotStates } from '../../opening/textures/slots.ts';
import { reasonOf } from '../../store/core.ts';
import { LINK_LIMITS, MAX_BUNDLE_BYTES } from '../budget.ts';
import type { LinkedAttachment, Supplied } from '../codecs.ts';
import { linkedAttachment } from '../describe.ts';
import { formatLink } from '../format.ts';
import type { Link } from '../link.ts';
import { describeView } from '../view.ts';
import { LINK_FILE } from './read.ts';

/** The type of a bundle. */
export const BUNDLE_TYPE = 'application/x-lithoscope-bundle';

/** A file that goes into a bundle: an open one with its changes, or a skin. */
type Member = OpenFile | FileSource;

/** What a bundle will hold. */
export interface BundlePlan {
  /** `hero.lith` */
  readonly name: string;
  readonly link: Link;
  /** By their names in it, the model first. */
  readonly files: ReadonlyMap<string, Member>;
}

export interface MadeBundle {
  readonly name: string;
  readonly blob: Blob;
  /** Names of the files in it. */
  readonly files: readonly string[];
  /** What could not be read, a phrase each. */
  readonly failures: readonly string[];
}

/** What goes into the bundle of a model. Reads signals. */
export function planBundle(file: OpenFile): BundlePlan {
  const names = new Names();
  const model = names.of(file, file.name);
  const bases: Supplied[] = [];
  const textures: Supplied[] = [];
  const attached: LinkedAttachment[] = [];
  const add = (one: OpenFile, of: Pick<Supplied, 'socket'>) => {
    for (const { child, name, file: base } of animationSourcesOf(one)) {
      if (!base || base.id === one.id) continue;
      bases.push({ ...of, ...(name !== '' && { place: child }), url: names.of(base, base.name) });
    }
    // Each in its slot: on another page, other skins of these names may be open.
    for (const { slot, source, chosen } of slotStates(one)) {
      if (source) textures.push({ ...of, place: slot, url: names.of(source, source.name) });
      else if (chosen === null) textures.push({ ...of, place: slot, url: '' });
    }
  };
  add(file, {});
  for (const attachment of file.attachments.value) {
    const other = attachedFile(attachment);
    if (!other) continue;
    attached.push(linkedAttachment(file, attachment, names.of(other, other.name)));
    add(other, { socket: attachment.socket });
  }
  const bookmarks = bookmarksOf(file);
  const link: Link = {
    ...describeView(file),
    model,
    ...(bases.length > 0 && { bases }),
    ...(attached.length > 0 && { attached }),
    ...(textures.length > 0 && { textures }),
    ...(bookmarks.length > 0 && { bookmarks }),
    unknownParts: [],
  };
  return { name: bundleName(file), link, files: names.files };
}

/** Names of the members, each once. */
class Names {
  readonly files = new Map<string, Member>();
  readonly #names = new Map<Member, string>();
  readonly #free = new FreePaths();

  constructor() {
    this.#free.take(LINK_FILE);
  }

  of(member: Member, name: string): string {
    let own = this.#names.get(member);
    if (own === undefined) {
      own = this.#free.take(baseName(name));
      this.#names.set(member, own);
      this.files.set(own, member);
    }
    return own;
  }
}

/** `hero.lith` */
function bundleName({ name }: OpenFile): string {
  return new FreePaths().take(`${withoutExtension(baseName(name))}.lith`);
}

/**
 * Makes a bundle. What cannot be read is left out, but not the model. Rejects with a phrase, or the reason of the signal.
 * @param step called before each file
 */
export async function makeBundle(
  { name, link, files }: BundlePlan,
  { signal, step = async () => {} }: { readonly signal?: AbortSignal; step?(): Promise<void> } = {},
): Promise<MadeBundle> {
  const target = new BlobParts();
  const zip = new ZipWriter({ write: async (part) => target.write(part) });
  const failures: string[] = [];
  const written: string[] = [];
  let size = 0;
  for (const [path, member] of files) {
    await step();
    signal?.throwIfAborted();
    try {
      const bytes = await bytesOf(member);
      size += bytes.length;
      if (size > MAX_BUNDLE_BYTES) throw new TooLarge();
      await zip.addDeflated(path, bytes, null);
      written.push(path);
    } catch (error) {
      if (signal?.aborted || error instanceof TooLarge || path === link.model) throw error;
      failures.push(`${path}: ${reasonOf(error)}`);
    }
  }
  const text = new TextEncoder().encode(formatLink(withFiles(link, new Set(written))));
  await zip.addDeflated(LINK_FILE, text, null);
  await zip.end();
  return { name, blob: target.whole(BUNDLE_TYPE), files: [...written, LINK_FILE], failures };
}

class TooLarge extends Error {
  constructor() {
    super(`a bundle holds at most ${formatMegabytes(MAX_BUNDLE_BYTES)}.`);
  }
}

/** The content now: of a model that is read in parts, as on the disk. */
async function bytesOf(member: Member): Promise<Uint8Array<ArrayBuffer>> {
  const parsed = 'parsed' in member ? member.parsed : null;
  if (parsed && !parsed.isPartial) return new Uint8Array(parsed.fileBytes);
  const source = 'parsed' in member ? member.source : member;
  return new Uint8Array(await (await source.read()).arrayBuffer());
}

/** The link with the files that are in the bundle alone, as many as a link may name. */
function withFiles(
  { bases = [], attached = [], textures = [], ...link }: Link,
  there: ReadonlySet<string>,
): Link {
  let room: number = LINK_LIMITS.files;
  const kept = <T extends { readonly url: string }>(list: readonly T[]) => {
    const some = list.filter(({ url }) => url === '' || there.has(url)).slice(0, room);
    room -= some.length;
    return some;
  };
  const [models, lending, skins] = [kept(attached), kept(bases), kept(textures)];
  return {
    ...link,
    ...(lending.length > 0 && { bases: lending }),
    ...(models.length > 0 && { attached: models }),
    ...(skins.length > 0 && { textures: skins }),
  };
}
