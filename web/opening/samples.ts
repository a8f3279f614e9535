/** The samples of the page. */

import type { FileSource } from '../document/open-file.ts';
import { reasonOf } from '../lib/reason.ts';
import { pageAddress } from '../ui/environment.ts';

/** One entry of samples/index.json. */
export interface Sample {
  file: string;
  title: string;
  text: string;
  /** Files of its textures. */
  skins?: readonly string[];
  /** Files of its child models. */
  bases?: readonly string[];
  /** Name of the animation that plays in its loop, and when its card is pressed. */
  animation?: string;
  loop?: SampleLoop;
}

/** One cycle of the animation as a sprite sheet, a row of frames of one size (tools/samples/loops.mjs). */
export interface SampleLoop {
  readonly file: string;
  readonly frames: number;
  /** Duration of the cycle. */
  readonly ms: number;
}

const FOLDER = 'samples/';

let list: Promise<readonly Sample[]> | null = null;

/** The list of samples, fetched once; empty if it is missing. */
export function listSamples(): Promise<readonly Sample[]> {
  list ??= fetchList();
  return list;
}

async function fetchList(): Promise<Sample[]> {
  try {
    const response = await fetch(`${FOLDER}index.json`);
    const entries: unknown = response.ok ? await response.json() : [];
    return Array.isArray(entries) ? entries.filter(isSample) : [];
  } catch {
    return [];
  }
}

/** A model with the files that belong to it. */
export interface ModelSources {
  readonly model: FileSource;
  readonly textures: readonly FileSource[];
  /** Its child models. */
  readonly bases: readonly FileSource[];
}

/** The address of a sample's loop. */
export function loopAddress({ file }: SampleLoop): string {
  return addressOf(file);
}

/** Prefetched files, each for one read; later reads fetch again. */
const ahead = new Map<string, Promise<Blob>>();

/** Prefetches the files of a sample that the user is about to open. */
export function fetchAhead({ file, skins = [], bases = [] }: Sample): void {
  for (const name of [file, ...skins, ...bases]) {
    const url = addressOf(name);
    if (ahead.has(url)) continue;
    const content = fetchContent(url);
    ahead.set(url, content);
    // After a failure, reading it fetches again, which reports the reason.
    content.catch(() => ahead.delete(url));
  }
}

async function fetchContent(url: string): Promise<Blob> {
  const response = await fetch(url, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.blob();
}

/** The files of a sample. */
export function sampleSources({ file, title, skins = [], bases = [] }: Sample): ModelSources {
  const sourceOf = (name: string) => sampleSource(name, title);
  return { model: sourceOf(file), textures: skins.map(sourceOf), bases: bases.map(sourceOf) };
}

/** Whether an address is that of a sample's file. */
export function isSampleAddress(address: string): boolean {
  return address.startsWith(new URL(FOLDER, pageAddress()).href);
}

/** The sample at an address; null for other addresses. */
export async function sampleAt(url: URL): Promise<Sample | null> {
  if (!isSampleAddress(url.href)) return null;
  return (await listSamples()).find(({ file }) => addressOf(file) === url.href) ?? null;
}

function addressOf(file: string): string {
  return new URL(FOLDER + encodeURIComponent(file), pageAddress()).href;
}

function sampleSource(file: string, title: string): FileSource {
  const url = addressOf(file);
  return {
    name: file,
    url,
    async read() {
      try {
        const fetched = ahead.get(url);
        ahead.delete(url);
        return await (fetched ?? fetchContent(url));
      } catch (cause) {
        throw new Error(`The sample “${title}” could not be loaded: ${reasonOf(cause)}.`, { cause });
      }
    },
  };
}

function isSample(entry: unknown): entry is Sample {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    ['file', 'title', 'text'].every((key) => typeof Reflect.get(entry, key) === 'string') &&
    isListOfNames(Reflect.get(entry, 'skins') ?? []) &&
    isListOfNames(Reflect.get(entry, 'bases') ?? []) &&
    typeof (Reflect.get(entry, 'animation') ?? '') === 'string' &&
    isLoop(Reflect.get(entry, 'loop'))
  );
}

function isListOfNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function isLoop(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  const isCount = (key: string) => Number(Reflect.get(value, key)) >= 1;
  return typeof Reflect.get(value, 'file') === 'string' && isCount('frames') && isCount('ms');
}
