/** Opening the files of a link, and applying its view. */

import { batch } from '@preact/signals-core';
import {
  addAnimationSource,
  animationSourcesOf,
  clipInfo,
  sameClip,
  setAnimationSource,
} from '../document/animation-clips.ts';
import { attach, attachedFile, changeAttachment } from '../document/attachments.ts';
import { BIND_POSE, type FileSource, type OpenFile } from '../document/open-file.ts';
import { activeFile, activeId, files } from '../document/state.ts';
import { addTextures, textures } from '../document/textures.ts';
import { openSources } from '../opening/open.ts';
import { resolveAddress } from '../opening/remote/address.ts';
import { fetchSource, openBeside, type SourceResult, sourcesAt } from '../opening/remote/source.ts';
import { type ModelSources, sampleAt, sampleSources } from '../opening/samples.ts';
import { openInLibrary } from '../opening/sources/arrive.ts';
import { fileAt, sourceOf } from '../opening/sources/library-file.ts';
import type { NewSource } from '../opening/sources/list.ts';
import { addSources } from '../opening/sources/open-source.ts';
import { showTexture } from '../opening/textures/assign.ts';
import { chooseSkin, slotStates } from '../opening/textures/slots.ts';
import { reasonOf } from '../store/core.ts';
import { notify } from '../store/notices.ts';
import { visible } from '../ui/dom.ts';
import { choosePanel, pane, showPanel } from '../ui/layout.ts';
import { usePart } from '../ui/parts.ts';
import type { LinkBudget } from './budget.ts';
import type { LinkedAttachment, PackedFile, Supplied } from './codecs.ts';
import { askForHosts, foreignAddresses } from './hosts.ts';
import type { Link } from './link.ts';
import { Unpacker } from './unpacker.ts';
import { applyLink, applyPlayback, sayMissing } from './view.ts';

/** A file beside the model that is being fetched. */
interface Companion {
  readonly kind: 'base' | 'texture' | 'attached';
  readonly supplied: Supplied;
  /** Of models at sockets. */
  readonly attachment?: LinkedAttachment;
  /** Files that come with it. */
  readonly along: readonly FileSource[];
  readonly result: SourceResult;
}

/** Maximum length of the name of a packed file, characters. */
const MAX_NAME = 255;

/**
 * Opens the files of a link that has an address or packed files.
 * @param left aborted when another link replaces this one
 * @returns null on failure, which the user is told
 */
export async function openLinked(
  link: Link,
  budget: LinkBudget,
  left: AbortSignal,
): Promise<OpenFile | null> {
  const sentences = budget.sentence ? [budget.sentence] : [];
  const unpacker = new Unpacker(budget, left);
  const asked =
    link.model === undefined
      ? unpacked(link.name ?? 'model.abc', link.data ?? '', unpacker)
      : sourcesAt(link.model, link.entry !== undefined);
  const companions = fetchCompanions(link, sentences, unpacker, left, asked);
  try {
    const opening = await asked;
    if (left.aborted) return null;
    if (opening && 'archive' in opening && link.entry === undefined && link.selection) {
      return await openArchiveBytes(opening.archive, link);
    }
    const model = opening && ('archive' in opening ? await openArchive(opening.archive, link) : opening);
    if (!model) return null;
    const beside = await companions;
    if (!left.aborted) return await openWith(model, link, beside, sentences, left);
  } catch (error) {
    if (!left.aborted) notify(reasonOf(error));
  }
  return null;
}

/**
 * Applies a link to an open file, with the files beside it.
 * @returns the file; null if it was closed meanwhile
 */
export async function applyWithCompanions(
  { id }: OpenFile,
  link: Link,
  budget: LinkBudget,
  left: AbortSignal,
): Promise<OpenFile | null> {
  const sentences: string[] = [];
  const companions = await fetchCompanions(
    link,
    sentences,
    new Unpacker(budget, left),
    left,
    Promise.resolve(link),
  );
  if (left.aborted) return null;
  if (companions.length > 0) {
    await openSources(arrivedModels(companions), { textures: skinsAlong(companions), sentences });
  } else if (sentences.length > 0) notify(sentences.join('\n'));
  const current = fileById(id);
  if (current && !left.aborted) applyAll(current, link, companions);
  return current;
}

/** Lists an archive in the library. @returns the file in it that the link names, if any */
async function openArchive(archive: NewSource, { entry }: Link): Promise<ModelSources | null> {
  if (entry === undefined) {
    await openInLibrary([archive]);
    return null;
  }
  const [source] = await addSources([archive]);
  if (!source) return null;
  const file = fileAt(source, entry);
  if (file) {
    choosePanel('library');
    return { model: sourceOf(file), textures: [], bases: [] };
  }
  showPanel('library');
  notify(`${source.name} holds no file ${visible(entry, MAX_NAME)}: its files are in the library.`);
  return null;
}

/** Shows the bytes of an archive that a link is about. */
async function openArchiveBytes(archive: NewSource, link: Link): Promise<OpenFile | null> {
  const [source] = await addSources([archive]);
  if (!source) return null;
  choosePanel('structure');
  await usePart(
    () => import('../opening/archive/open.ts'),
    ({ openLibraryArchive }) => openLibraryArchive(source),
  );
  const file = activeFile.peek();
  if (!file?.archive) return null;
  applyLink(file, link);
  return file;
}

function fileById(id: number): OpenFile | null {
  return files.peek().find((file) => file.id === id) ?? null;
}

async function openWith(
  { model, textures: along, bases }: ModelSources,
  link: Link,
  companions: readonly Companion[],
  sentences: readonly string[],
  left: AbortSignal,
): Promise<OpenFile | null> {
  await openSources([model, ...arrivedModels(companions)], {
    textures: [...along, ...skinsAlong(companions)],
    bases,
    sentences,
  });
  const file = files.peek().find(({ source }) => source === model) ?? (await openedTexture(model));
  if (left.aborted) return null;
  if (file) applyAll(file, link, companions, false);
  // On a narrow page, which shows one panel at a time, the library would cover the file.
  if (file && link.entry !== undefined) pane.value = 'model';
  if (file) void bringBeside(file, link);
  return file ?? null;
}

/** Opens files beside the model at its address. An animation of a child model that is found so is applied. */
async function bringBeside({ id, source }: OpenFile, link: Link): Promise<void> {
  const brought = await openBeside(source);
  const current = fileById(id);
  if (!current || link.anim === undefined || link.keepView) return;
  const { clip } = current.playback;
  if (brought && sameClip(clip.peek(), BIND_POSE)) applyPlayback(current, link);
  sayMissing(current, link);
}

/** Opens a texture as a file, although an open model has taken it as a skin. */
async function openedTexture(source: FileSource): Promise<OpenFile | undefined> {
  if (!textures.peek().includes(source)) return undefined;
  await showTexture(source);
  return files.peek().find(({ id, texture }) => id === activeId.peek() && texture !== null);
}

function skinsAlong(companions: readonly Companion[]): FileSource[] {
  return [...new Set(companions.flatMap(({ along }) => along))];
}

/** Models that have arrived, each once: a model may be at several sockets. */
function arrivedModels(companions: readonly Companion[]): FileSource[] {
  const sources = companions.flatMap(({ kind, result }) =>
    kind !== 'texture' && result.source ? [result.source] : [],
  );
  return [...new Set(sources)];
}

/** Assigns the files beside the model and applies the view; files that arrive after a retry follow. */
function applyAll(file: OpenFile, link: Link, companions: readonly Companion[], isWhole = true): void {
  batch(() => {
    activeId.value = file.id;
    if (!link.keepView) file.attachments.value = [];
    for (const companion of companions) supply(file, companion, companion.result.source);
    applyLink(file, link, isWhole);
  });
  const { id } = file;
  for (const companion of companions) {
    void companion.result.retried.then(async (source) => {
      if (!source) return;
      if (companion.kind !== 'texture') await openSources([source]);
      const current = fileById(id);
      if (!current) return;
      batch(() => {
        activeId.value = id;
        supply(current, companion, source);
        if (companion.kind === 'base') applyPlayback(current, link);
      });
    });
  }
}

function supply(file: OpenFile, { kind, supplied, attachment }: Companion, source: FileSource | null): void {
  const { place } = supplied;
  if (attachment) {
    supplyAttachment(file, attachment, source);
    return;
  }
  if (kind === 'texture') {
    if (source) addTextures([source]);
    else if (supplied.url !== '') return;
    const slots = slotStates(file);
    if (place !== undefined) chooseSkin(file, place, source);
    else if (source && ![...slots, ...attachedSlots(file)].some((slot) => slot.source === source)) {
      // In a link written by hand, a texture covers the first empty slot, whatever its name.
      const bare = slots.find((slot) => slot.source === null);
      if (bare) chooseSkin(file, bare.slot, source);
    }
    return;
  }
  const base = files.peek().find((other) => other.source === source);
  if (
    !base?.model ||
    base.id === file.id ||
    animationSourcesOf(file).some((animationSource) => animationSource.file?.id === base.id)
  )
    return;
  if (place !== undefined && place > 0 && place < file.info.childModels.length)
    setAnimationSource(file, place, base);
  else addAnimationSource(file, base);
}

/** Slots of the models at the sockets. */
function attachedSlots(file: OpenFile): ReturnType<typeof slotStates> {
  return file.attachments.peek().flatMap((attachment) => {
    const attached = attachedFile(attachment);
    return attached ? slotStates(attached) : [];
  });
}

function supplyAttachment(
  file: OpenFile,
  { socket, child, animation, shown }: LinkedAttachment,
  source: FileSource | null,
): void {
  const attached = files.peek().find((other) => other.source === source);
  if (!attached?.model || attached.id === file.id || !file.info.sockets[socket]) return;
  attach(file, socket, attached);
  const clip = clipInfo(attached, { child, animation })?.complete ? { child, animation } : BIND_POSE;
  changeAttachment(file, socket, { clip, shown });
}

async function unpacked(name: string, data: string, unpacker: Unpacker): Promise<ModelSources> {
  return { model: await packedSource(name, data, unpacker), textures: [], bases: [] };
}

/** A file packed in the link. Rejects with a sentence for the user. */
async function packedSource(name: string, data: string, unpacker: Unpacker): Promise<FileSource> {
  const blob = await unpacker.unpack(data);
  return { name: name.slice(0, MAX_NAME), read: async () => blob, packed: data };
}

/**
 * Fetches and unpacks all files at once; a failed one is left out, and the user is told.
 * @param model the model that they belong to; without it no other server is asked
 */
async function fetchCompanions(
  link: Link,
  sentences: string[],
  unpacker: Unpacker,
  left: AbortSignal,
  model: Promise<unknown>,
): Promise<Companion[]> {
  const named: Omit<Companion, keyof Arrival>[] = [
    ...(link.bases ?? []).map((supplied) => ({ kind: 'base' as const, supplied })),
    ...(link.attached ?? []).map((attachment) => ({
      kind: 'attached' as const,
      supplied: { url: attachment.url },
      attachment,
    })),
    ...(link.textures ?? []).map((supplied) => ({ kind: 'texture' as const, supplied })),
  ];
  const fetched = new Map<string, Promise<Arrival>>();
  const fetchOnce = (url: URL, kind: Companion['kind']): Promise<Arrival> => {
    const arrival = fetched.get(url.href) ?? fetchCompanion(url, kind);
    fetched.set(url.href, arrival);
    return arrival;
  };
  const foreign = foreignAddresses(link);
  const asked = new Set(foreign.map(({ href }) => href));
  const isAllowed = model.then(
    (came) => came !== null && foreign.length > 0 && askForHosts(foreign, left),
    () => false,
  );
  const fetching = named.map(async (part): Promise<Companion | null> => {
    if (part.supplied.url === '') return { ...part, ...NOTHING };
    const resolved = resolveAddress(part.supplied.url);
    if ('problem' in resolved) {
      sentences.push(resolved.problem);
      return null;
    }
    const { url } = resolved;
    if (!asked.has(url.href)) return { ...part, ...(await fetchOnce(url, part.kind)) };
    // The model does not wait for the user's answer.
    const retried = isAllowed.then((allowed) => (allowed ? arrivedLate(fetchOnce(url, part.kind)) : null));
    return { ...part, result: { source: null, retried }, along: [] };
  });
  const unpacking = [
    ...(link.packedBases ?? []).map((file) => ({ kind: 'base' as const, file })),
    ...(link.packedTextures ?? []).map((file) => ({ kind: 'texture' as const, file })),
  ].map(({ kind, file }) => unpackCompanion(kind, file, unpacker, sentences));
  const companions = await Promise.all([...fetching, ...unpacking]);
  return companions.filter((companion) => companion !== null);
}

async function arrivedLate(arrival: Promise<Arrival>): Promise<FileSource | null> {
  const { source, retried } = (await arrival).result;
  return source ?? retried;
}

async function unpackCompanion(
  kind: Companion['kind'],
  { name, data, place }: PackedFile,
  unpacker: Unpacker,
  sentences: string[],
): Promise<Companion | null> {
  try {
    const source = await packedSource(name, data, unpacker);
    const supplied = { ...(place !== undefined && { place }), url: name };
    return { kind, supplied, along: [], result: { source, retried: Promise.resolve(null) } };
  } catch (error) {
    sentences.push(`${visible(name, MAX_NAME)}: ${reasonOf(error)}`);
    return null;
  }
}

type Arrival = Pick<Companion, 'result' | 'along'>;

const NOTHING: Arrival = { result: { source: null, retried: Promise.resolve(null) }, along: [] };

/** A sample at a socket brings its skins. */
async function fetchCompanion(url: URL, kind: Companion['kind']): Promise<Arrival> {
  const sample = kind === 'attached' ? await sampleAt(url) : null;
  if (!sample) return { result: await fetchSource(url), along: [] };
  const { model, textures } = await sampleSources(sample);
  return { result: { source: model, retried: Promise.resolve(null) }, along: textures };
}
