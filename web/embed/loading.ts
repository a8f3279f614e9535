/**
 * Loading of an element: addresses → a model with its animations and skins, opened by the WebAssembly module that all
 * elements share.
 */

import type { PoseRequest } from '@lithoscope/core';
import { type ViewedModel, Viewer } from '@lithoscope/viewer';
import wasm from '../../build/wasm/viewer.wasm?url';
import jupiterWasm from '../../build/wasm/viewer_jupiter.wasm?url';
import type { Skin } from '../document/open-file.ts';
import { childOrigin, findAnimation, sameTree } from '../explain/animations.ts';
import { matchSlot, TextureIndex } from '../explain/dependencies.ts';
import { slotsOf } from '../explain/facts.ts';
import { loadOnce } from '../lib/once.ts';
import { reasonOf } from '../lib/reason.ts';
import { decodePicture } from '../textures/decode.ts';
import type { DtxPicture } from '../textures/dtx-picture.ts';
import { pictureOf } from '../textures/named.ts';
import { drawnLevels, storedLevels, withSmallerLevels } from '../textures/picture.ts';
import { visible } from '../ui/dom.ts';
import { type Fetched, fetchBytes, fullAddress, LoadError, type Progress } from './fetching.ts';

let loaded: Viewer | null = null;

const fetchModule = (name: string) => fetch(new URL(name, import.meta.url), { credentials: 'same-origin' });

/** What needs a module of the viewer; rejects with a sentence. */
async function withModule<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (cause) {
    throw new Error(
      'The WebAssembly module that reads models could not be loaded. The content security policy of this page must allow it, and the server of the viewer must allow other pages to read its files.',
      { cause },
    );
  }
}

/** Loads the module, shared by all elements. Rejects with a sentence; the next call tries again. */
const load = loadOnce(async () => {
  loaded = await withModule(Viewer.load(fetchModule(wasm), () => fetchModule(jupiterWasm)));
  return loaded;
});

/** Parses any bytes; the caller releases the model. Rejects if a module cannot be loaded. */
export async function openModel(bytes: Uint8Array): Promise<ViewedModel> {
  return withModule((await load()).open(bytes));
}

/** Bytes of memory of the module; 0 before it is loaded. */
export const coreMemory = (): number => loaded?.memory ?? 0;

/** Decodes a texture, for `decodePicture`. */
export async function decodeDtx(bytes: Uint8Array): Promise<DtxPicture> {
  const texture = (await load()).texture(bytes);
  try {
    const stored = storedLevels(texture.levels, (level) => {
      const pixels = texture.pixels(level)?.pixels;
      return pixels ? new Uint8Array(pixels.buffer) : null;
    });
    const [first] = stored;
    if (!first) throw new Error('it is not a texture in a known pixel format, or it is truncated');
    const levels = drawnLevels(stored.length > 1 ? stored : withSmallerLevels(first));
    return {
      picture: { format: 'rgba', levels },
      format: 'DTX',
      width: first.width,
      height: first.height,
      levels: stored.length,
    };
  } finally {
    texture.release();
  }
}

/** Maximum number of bases and of skins of an element. */
const MAX_BESIDE = 64;
/** Characters of a name in a sentence. */
const MAX_NAME = 100;

/** A base or skin that could not be used. */
export interface Problem {
  readonly source: 'base' | 'skin';
  readonly address: string;
  /** A sentence. */
  readonly message: string;
}

/** An animation of the model or of a base. */
export interface Clip {
  readonly name: string;
  /** Milliseconds. */
  readonly length: number;
  /** Its part of a pose. */
  readonly request: Pick<PoseRequest, 'animation' | 'source' | 'origin'>;
}

/** A loaded model. It holds files of the core until `release`. */
export class LoadedModel {
  readonly name: string;
  readonly file: ViewedModel;
  /** Playable animations: its own, then those of each base. */
  readonly clips: readonly Clip[];
  readonly #files: readonly ViewedModel[];

  constructor(name: string, file: ViewedModel, bases: readonly (Fetched & { file: ViewedModel })[]) {
    this.name = name;
    this.file = file;
    this.#files = [file, ...bases.map((base) => base.file)];
    const own = file.info.animations.flatMap(({ name, length, complete }, animation) =>
      complete ? [{ name, length, request: { animation } }] : [],
    );
    const lent = bases.flatMap((base) =>
      base.file.info.animations.flatMap(({ name, length, complete }, animation): Clip[] => {
        const origin = childOrigin(file.info, base.name, name);
        return complete ? [{ name, length, request: { animation, source: base.file, origin } }] : [];
      }),
    );
    this.clips = [...own, ...lent];
  }

  /** Index of the clip with a name or number; −1 for none. */
  clipNamed(word: string): number {
    return findAnimation(
      this.clips.map(({ name }) => name),
      word,
    );
  }

  /** False if the module has run out of memory since; the model can be reloaded. */
  get isThere(): boolean {
    return this.#files.every(({ isThere }) => isThere);
  }

  /** Whether this model stopped the module, as it would again. */
  get stoppedModule(): boolean {
    return this.#files.some(({ stoppedModule }) => stoppedModule);
  }

  release(): void {
    for (const file of this.#files) file.release();
  }
}

/**
 * Loads a model and its bases. Rejects with a sentence, or with the signal's reason.
 * @param base addresses separated by white space
 * @param baseAddress base of relative addresses
 */
export async function loadModel(
  src: string,
  base: string,
  baseAddress: string,
  signal: AbortSignal,
  progress: Progress,
): Promise<{ model: LoadedModel; problems: readonly Problem[] }> {
  const problems: Problem[] = [];
  const held: ViewedModel[] = [];
  try {
    // First, so that the bases wait in turn.
    const coming = fetchBytes(fullAddress(src, baseAddress), signal, progress);
    const bases = wordsOf(base).map((word) => beside(problems, 'base', word, baseAddress, signal));
    const fetched = await coming;
    const name = visible(fetched.name, MAX_NAME);
    const file = await readModel(name, fetched.bytes, true);
    held.push(file);
    const lenders: (Fetched & { file: ViewedModel })[] = [];
    for (const [i, lending] of bases.entries()) {
      const came = await lending;
      const lender = came && (await openBase(problems, wordsOf(base)[i] ?? '', came, file));
      if (!came || !lender) continue;
      held.push(lender);
      lenders.push({ ...came, file: lender });
    }
    signal.throwIfAborted();
    return { model: new LoadedModel(name, file, lenders), problems };
  } catch (error) {
    for (const file of held) file.release();
    throw error;
  }
}

/** Addresses of a list; the text may have any length. */
function wordsOf(list: string): string[] {
  return list.trim().split(/\s+/, MAX_BESIDE).filter(Boolean);
}

/** `2:ADDRESS` is for slot 2; schemes never start with a digit. */
function addressIn(word: string): { place: number | null; address: string } {
  const [, place = '', address = word] = /^(\d{1,9}):(.*)$/s.exec(word) ?? [];
  return { place: place === '' ? null : Number(place), address };
}

/** Throws a LoadError for other files. @param draws whether triangles are needed; else animations suffice */
async function readModel(name: string, bytes: Uint8Array, draws: boolean): Promise<ViewedModel> {
  const file = await openModel(bytes);
  const { nodes } = file.info;
  if (file.error === null || (!draws && nodes.length > 0)) return file;
  file.release();
  throw new LoadError(`${name}: ${file.error}`);
}

/** Fetches a base or skin; null, with a problem, if it fails. */
async function beside(
  problems: Problem[],
  source: Problem['source'],
  address: string,
  baseAddress: string,
  signal: AbortSignal,
): Promise<Fetched | null> {
  try {
    return await fetchBytes(fullAddress(address, baseAddress), signal);
  } catch (error) {
    // An abort is reported by the model.
    if (!signal.aborted) problems.push({ source, address, message: reasonOf(error) });
    return null;
  }
}

async function openBase(
  problems: Problem[],
  address: string,
  { name, bytes }: Fetched,
  model: ViewedModel,
): Promise<ViewedModel | null> {
  const shown = visible(name, MAX_NAME);
  const fail = (message: string) => {
    problems.push({ source: 'base', address, message });
    return null;
  };
  let file: ViewedModel;
  try {
    file = await readModel(shown, bytes, false);
  } catch (error) {
    return fail(reasonOf(error));
  }
  const canLend =
    model.info.features.childModels && file.info.features.childModels && model.canBorrowFrom(file);
  if (canLend && sameTree(model, file)) return file;
  file.release();
  return fail(`${shown} cannot lend animations: its node tree differs from that of the model.`);
}

/**
 * Loads the skins of a model. Rejects only with the signal's reason.
 * @param skin addresses separated by white space; `1:ADDRESS` is for slot 1, `1:` leaves it bare
 */
export async function loadSkins(
  skin: string,
  { name, file: { info } }: LoadedModel,
  baseAddress: string,
  signal: AbortSignal,
): Promise<{ skins: ReadonlyMap<number, Skin>; problems: readonly Problem[] }> {
  const problems: Problem[] = [];
  const coming = wordsOf(skin).map(async (word) => {
    const { place, address } = addressIn(word);
    if (address === '') return { place, name: '', skin: null };
    const fetched = await beside(problems, 'skin', address, baseAddress, signal);
    if (!fetched) return null;
    const name = visible(fetched.name, MAX_NAME);
    try {
      const { picture } = await pictureOf(name, fetched.bytes, (task) => decodePicture(task, decodeDtx));
      return { place, name: fetched.name, skin: { name, picture, alpha: false } };
    } catch (error) {
      problems.push({ source: 'skin', address, message: reasonOf(error) });
      return null;
    }
  });
  const came = (await Promise.all(coming)).filter((one) => one !== null);
  signal.throwIfAborted();
  const skins = dressed(came, { name, commandString: info.commandString }, slotsOf(info));
  return { skins, problems };
}

interface Dress {
  /** Its slot; null to match by name. */
  readonly place: number | null;
  readonly name: string;
  /** Null leaves the slot bare. */
  readonly skin: Skin | null;
}

/** Skins by slot: as specified, then by name, then the rest in the first bare slots. */
export function dressed(
  came: readonly Dress[],
  model: { readonly name: string; readonly commandString: string },
  slots: readonly number[],
): ReadonlyMap<number, Skin> {
  const placed = new Map(came.flatMap((one) => (one.place === null ? [] : [[one.place, one.skin] as const])));
  const free = came.filter(({ place }) => place === null);
  const index = new TextureIndex(free);
  const used = new Set<Dress>();
  const skins = new Map<number, Skin>();
  for (const slot of slots) {
    const chosen = placed.get(slot);
    if (chosen !== undefined) {
      if (chosen) skins.set(slot, chosen);
      continue;
    }
    const { found } = matchSlot([index], { ...model, slots }, slot);
    if (!found?.skin) continue;
    used.add(found);
    skins.set(slot, found.skin);
  }
  const left = free.filter((one) => !used.has(one));
  for (const slot of slots) {
    if (skins.has(slot) || placed.has(slot)) continue;
    const next = left.shift()?.skin;
    if (next) skins.set(slot, next);
  }
  return skins;
}
