/** Opens the files of a link, and sets them to what it says. */

import { batch } from '@preact/signals-core';
import { openSources } from '../files/open.ts';
import { resolveAddress } from '../files/remote/fetch-address.ts';
import { fetchSource, type SourceArrival } from '../files/remote/source.ts';
import { isSampleAddress, sampleAt, sampleSources } from '../files/samples.ts';
import { chooseSkin, slotStates } from '../files/textures/slots.ts';
import { showTexture } from '../files/textures/take.ts';
import { addAnimationSource, animationSourcesOf, setAnimationSource } from '../store/clips.ts';
import { reasonOf } from '../store/core.ts';
import { notify } from '../store/notices.ts';
import { activeId, type FileSource, files, type OpenFile } from '../store/state.ts';
import { addTextures, textures } from '../store/textures.ts';
import { applyLink, applyPlayback } from './apply.ts';
import { packedIn } from './describe.ts';
import type { Link, Supplied } from './link.ts';
import { unpack } from './pack.ts';

/** A file beside the model, on its way. */
interface Companion {
  readonly kind: 'base' | 'texture';
  readonly supplied: Supplied;
  readonly arrival: SourceArrival;
}

/** What a model needs to be opened. */
interface Opening {
  readonly model: FileSource;
  /** Textures that come with it whatever the link says. */
  readonly textures: readonly FileSource[];
}

/** Longer names of files are cut: a link may hold any. */
const LONGEST_NAME = 255;

/**
 * Opens what a link with an address or with a file in it names.
 * @returns null when that failed, which the page then says
 */
export async function openLinked(link: Link): Promise<OpenFile | null> {
  const sentences: string[] = [];
  const asked = link.model === undefined ? unpacked(link) : fetched(link.model);
  const companions = fetchCompanions(link, sentences);
  try {
    const opening = await asked;
    if (opening) return await openWith(opening, link, await companions, sentences);
  } catch (error) {
    notify(reasonOf(error));
  }
  return null;
}

/** Gives a file that is open already what a link says, with the files that the link names. */
export async function applyWithCompanions(file: OpenFile, link: Link): Promise<void> {
  const sentences: string[] = [];
  const companions = await fetchCompanions(link, sentences);
  if (companions.length > 0) await openSources(arrivedBases(companions), { sentences });
  else if (sentences.length > 0) notify(sentences.join('\n'));
  const current = files.peek().find(({ id }) => id === file.id);
  if (current) settle(current, link, companions);
}

async function openWith(
  { model, textures: along }: Opening,
  link: Link,
  companions: readonly Companion[],
  sentences: readonly string[],
): Promise<OpenFile | null> {
  await openSources([model, ...arrivedBases(companions)], { textures: along, sentences });
  const file = files.peek().find(({ source }) => source === model) ?? (await openedTexture(model));
  if (file) settle(file, link, companions);
  return file ?? null;
}

/** A texture that an open model took for a skin: the link means the texture itself. */
async function openedTexture(source: FileSource): Promise<OpenFile | undefined> {
  if (!textures.peek().includes(source)) return undefined;
  await showTexture(source);
  return files.peek().find(({ id, texture }) => id === activeId.peek() && texture !== null);
}

function arrivedBases(companions: readonly Companion[]): FileSource[] {
  return companions.flatMap(({ kind, arrival }) =>
    kind === 'base' && arrival.source ? [arrival.source] : [],
  );
}

/** Puts the companions in their places and the view as the link says; what comes later, then. */
function settle(file: OpenFile, link: Link, companions: readonly Companion[]): void {
  batch(() => {
    activeId.value = file.id;
    for (const companion of companions) supply(file, companion, companion.arrival.source);
    applyLink(file, link);
  });
  for (const companion of companions) {
    void companion.arrival.later.then(async (source) => {
      if (!source) return;
      if (companion.kind === 'base') await openSources([source]);
      const current = files.peek().find(({ id }) => id === file.id);
      if (!current) return;
      batch(() => {
        activeId.value = file.id;
        supply(current, companion, source);
        if (companion.kind === 'base') applyPlayback(current, link);
      });
    });
  }
}

function supply(file: OpenFile, { kind, supplied }: Companion, source: FileSource | null): void {
  const { place } = supplied;
  if (kind === 'texture') {
    if (source) addTextures([source]);
    else if (supplied.url !== '') return;
    const slots = slotStates(file);
    if (place !== undefined) chooseSkin(file, place, source);
    else if (source && !slots.some((slot) => slot.source === source)) {
      // Whoever wrote the link by hand means it for the model, whatever it is called.
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

async function fetched(address: string): Promise<Opening | null> {
  const resolved = resolveAddress(address);
  if ('problem' in resolved) throw new Error(resolved.problem);
  // A link names the model only: a sample comes with its skins all the same.
  const sample = isSampleAddress(resolved.url.href) && (await sampleAt(resolved.url));
  if (sample) return sampleSources(sample);
  const { source, later } = await fetchSource(resolved.url);
  const model = source ?? (await later);
  return model && { model, textures: [] };
}

async function unpacked({ name, data = '' }: Link): Promise<Opening> {
  const blob = await unpack(data);
  const model: FileSource = {
    name: (name ?? 'model.abc').slice(0, LONGEST_NAME),
    read: async () => blob,
  };
  packedIn.set(model, data);
  return { model, textures: [] };
}

/** Fetches all at once; one that cannot be is left out, and a sentence says why. */
async function fetchCompanions(link: Link, sentences: string[]): Promise<Companion[]> {
  const named = [
    ...(link.bases ?? []).map((supplied) => ({ kind: 'base' as const, supplied })),
    ...(link.textures ?? []).map((supplied) => ({ kind: 'texture' as const, supplied })),
  ];
  if (named.length > MOST_COMPANIONS) {
    sentences.push(
      `The link names ${named.length} bases and skins: the first ${MOST_COMPANIONS} were loaded.`,
    );
  }
  const companions = named
    .slice(0, MOST_COMPANIONS)
    .map(async ({ kind, supplied }): Promise<Companion | null> => {
      if (supplied.url === '') return { kind, supplied, arrival: NOTHING };
      const resolved = resolveAddress(supplied.url);
      if ('url' in resolved) return { kind, supplied, arrival: await fetchSource(resolved.url) };
      sentences.push(resolved.problem);
      return null;
    });
  return (await Promise.all(companions)).filter((companion) => companion !== null);
}

/** A link that names more files is not to make the page fetch them all. */
const MOST_COMPANIONS = 64;

const NOTHING: SourceArrival = { source: null, later: Promise.resolve(null) };
