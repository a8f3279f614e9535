/** Opening the files of a link, wherever they come from, and applying its view. */

import { batch } from '@preact/signals-core';
import {
  addAnimationSource,
  animationSourcesOf,
  clipInfo,
  sameClip,
  setAnimationSource,
} from '../document/animation-clips.ts';
import { attach, attachedFile, attachmentAt, changeAttachment } from '../document/attachments.ts';
import { BIND_POSE, type FileSource, type OpenFile } from '../document/open-file.ts';
import { activeFile, activeId, files } from '../document/state.ts';
import { addTextures, textures } from '../document/textures.ts';
import { openSources } from '../opening/open.ts';
import { openBeside, sourcesAt } from '../opening/remote/source.ts';
import type { ModelSources } from '../opening/samples.ts';
import { isBundle, openInLibrary } from '../opening/sources/arrive.ts';
import { fileAt, sourceOf } from '../opening/sources/library-file.ts';
import type { NewSource } from '../opening/sources/list.ts';
import { addSources } from '../opening/sources/open-source.ts';
import { showTexture } from '../opening/textures/assign.ts';
import { chooseSkin, slotStates } from '../opening/textures/slots.ts';
import { reasonOf } from '../store/core.ts';
import type { LibrarySource } from '../store/library.ts';
import { notify } from '../store/notices.ts';
import { visible } from '../ui/dom.ts';
import { choosePanel, pane, showPanel } from '../ui/layout.ts';
import { loadPart, usePart } from '../ui/parts.ts';
import type { LinkBudget } from './budget.ts';
import type { Bundle } from './bundle/read.ts';
import type { LinkedAttachment, Supplied } from './codecs.ts';
import type { Companion } from './companions.ts';
import { fetchCompanions, packedSource } from './fetched.ts';
import type { Link } from './link.ts';
import { Unpacker } from './unpacker.ts';
import { applyLink, applyPlayback, sayMissing } from './view.ts';

/** Maximum length of a name in a sentence, characters. */
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
      ? packedSource(link.name ?? 'model.abc', link.data ?? '', unpacker).then(alone)
      : sourcesAt(link.model, link.entry !== undefined);
  const companions = fetchCompanions(link, sentences, unpacker, left, asked);
  try {
    const opening = await asked;
    if (left.aborted) return null;
    if (opening && 'archive' in opening && isBundle(opening.archive)) {
      const [source] = await addSources([opening.archive]);
      const bundled = source && (await openBundleAt(source, link, companions, left));
      if (!source || bundled || left.aborted) return bundled ?? null;
    }
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

/** A model without files of its own beside it. */
const alone = (model: FileSource): ModelSources => ({ model, textures: [], bases: [] });

/**
 * Opens the bundle at the address of a link.
 * @param companions files beside the model that the link itself names
 * @returns null if it is none, or holds another file that the link is about
 */
async function openBundleAt(
  source: LibrarySource,
  link: Link,
  companions: Promise<readonly Companion[]>,
  left: AbortSignal,
): Promise<OpenFile | null> {
  const { readBundle } = await loadPart(() => import('./bundle/read.ts'));
  const bundle = await readBundle(source);
  if (!bundle || left.aborted) return null;
  const { bases, attached, textures, ...view } = bundle.link;
  if (link.entry !== undefined && fileAt(source, link.entry) !== bundle.model) return null;
  const named = { ...(bases && { bases }), ...(attached && { attached }), ...(textures && { textures }) };
  // A link with a view has all of it: what it leaves out is as at first. Written by hand, it may have the address alone.
  const shown = { ...(link.entry === undefined && view), ...link, ...named };
  const all = { ...bundle, link: shown, companions: [...bundle.companions, ...(await companions)] };
  return openBundled(all, left);
}

/** Opens the model of a bundle with its files and its view. */
export async function openBundled(
  { model, link, companions, sentences }: Bundle,
  left: AbortSignal,
): Promise<OpenFile | null> {
  const file = await openWith(alone(sourceOf(model)), link, companions, sentences, left);
  // On a narrow page, which shows one panel at a time, a list would cover the model.
  if (file) pane.value = 'model';
  return file;
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
    return alone(sourceOf(file));
  }
  showPanel('library');
  notify(`${source.name} has no file ${visible(entry, MAX_NAME)}. Its files are listed in the library.`);
  return null;
}

/** Shows the bytes of an archive that a link is about. */
async function openArchiveBytes(archive: NewSource, link: Link): Promise<OpenFile | null> {
  const [source] = await addSources([archive]);
  if (!source) return null;
  choosePanel('outline');
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
    // Models at sockets first: the others may belong to them, and lend them the animations that they play.
    const ofSockets = companions.filter(({ kind }) => kind === 'attached');
    for (const { attachment, result } of ofSockets) supplyAttachment(file, attachment, result.source);
    for (const companion of companions) supply(file, companion, companion.result.source);
    for (const { attachment } of ofSockets) playAttachment(file, attachment);
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
        const { kind, attachment } = companion;
        supplyAttachment(current, attachment, source);
        playAttachment(current, attachment);
        supply(current, companion, source);
        if (kind === 'base') applyPlayback(current, link);
      });
    });
  }
}

/** Puts a file that came into its place: a slot, or among the files that lend animations. */
function supply(model: OpenFile, { kind, supplied }: Companion, source: FileSource | null): void {
  const { socket } = supplied;
  const attachment = socket === undefined ? null : attachmentAt(model, socket);
  const file = socket === undefined ? model : attachment && attachedFile(attachment);
  if (file && kind === 'texture') supplyTexture(file, supplied, source);
  if (file && kind === 'base') supplyBase(file, supplied, source);
}

function supplyTexture(file: OpenFile, { place, url }: Supplied, source: FileSource | null): void {
  if (source) addTextures([source]);
  else if (url !== '') return;
  const slots = slotStates(file);
  if (place !== undefined) chooseSkin(file, place, source);
  else if (source && ![...slots, ...attachedSlots(file)].some((slot) => slot.source === source)) {
    // In a link written by hand, a texture covers the first empty slot, whatever its name.
    const bare = slots.find((slot) => slot.source === null);
    if (bare) chooseSkin(file, bare.slot, source);
  }
}

function supplyBase(file: OpenFile, { place }: Supplied, source: FileSource | null): void {
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
  linked: LinkedAttachment | undefined,
  source: FileSource | null,
): void {
  const attached = files.peek().find((other) => other.source === source);
  if (!linked || !attached?.model || attached.id === file.id || !file.info.sockets[linked.socket]) return;
  attach(file, linked.socket, attached);
}

/** Sets the animation of the model at a socket, once the files that lend it are in their places. */
function playAttachment(file: OpenFile, linked: LinkedAttachment | undefined): void {
  const attachment = linked && attachmentAt(file, linked.socket);
  const attached = attachment && attachedFile(attachment);
  if (!linked || !attached) return;
  const { socket, child, animation, shown } = linked;
  const clip = clipInfo(attached, { child, animation })?.complete ? { child, animation } : BIND_POSE;
  changeAttachment(file, socket, { clip, shown });
}
