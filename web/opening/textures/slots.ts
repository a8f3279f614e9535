/** The slots of the open models: which texture each has, why, and what the user has set. */

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { seekerOf } from '../../document/library-index.ts';
import type { FileSource, OpenFile } from '../../document/open-file.ts';
import { textures } from '../../document/textures.ts';
import {
  matchSlot,
  type NamedModel,
  type SlotMatch,
  TextureIndex,
  type TextureSet,
} from '../../explain/dependencies.ts';
import { slotsOf } from '../../explain/facts.ts';
import { reasonOf } from '../../store/core.ts';
import type { LoadedPicture } from '../../textures/picture.ts';
import { loadPart } from '../../ui/parts.ts';
import { libraryTextureSources } from './in-library.ts';

/** A texture that a slot uses, as far as it is loaded: `problem` is a sentence. */
export type TextureLoad =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly loaded: LoadedPicture }
  | { readonly state: 'failed'; readonly problem: string };

/** What a slot has. */
export interface SlotState {
  readonly slot: number;
  readonly match: SlotMatch<FileSource>;
  /** What the user chose, null for nothing; undefined: what the names say. */
  readonly chosen: FileSource | null | undefined;
  /** The texture it has, by choice or by name. */
  readonly source: FileSource | null;
  readonly alpha: boolean;
}

/** A file loads each texture once. */
const loads = new WeakMap<OpenFile, Map<FileSource, Signal<TextureLoad>>>();

function loadsOf(file: OpenFile): Map<FileSource, Signal<TextureLoad>> {
  let found = loads.get(file);
  if (!found) {
    found = new Map();
    loads.set(file, found);
  }
  return found;
}

/** The textures that were given, by name. */
const givenTextures: ReadonlySignal<TextureIndex<FileSource>> = computed(
  () => new TextureIndex(textures.value),
);

/** Where a file's textures are looked for: among those that were given, then in the library. Reads signals. */
export function textureSets(file: OpenFile): TextureSet<FileSource>[] {
  return [givenTextures.value, libraryTextureSources(seekerOf(file))];
}

/** The texture that took the place of another when it was given again, or that one. */
export function newest(source: FileSource): FileSource {
  return textures.value.find(({ name }) => name === source.name) ?? source;
}

/** The slots of a model; none of what is no model. Reads signals. */
export function slotStates(file: OpenFile): SlotState[] {
  if (!file.model) return [];
  const { chosen, alpha } = file.skins;
  const slots = slotsOf(file.info);
  const { commandString } = file.info;
  // The library's own paths begin in their source.
  const named: NamedModel = { name: seekerOf(file).path, commandString, slots };
  const sets = textureSets(file);
  return slots.map((slot) => {
    const match = matchSlot(sets, named, slot);
    const choice = chosen.value.get(slot);
    const source = choice === undefined ? match.found : choice && newest(choice);
    return { slot, match, chosen: choice, source, alpha: alpha.value.has(slot) };
  });
}

/** Chooses a texture for a slot: null for none, undefined for what the names say. */
export function chooseSkin(file: OpenFile, slot: number, source: FileSource | null | undefined): void {
  const { chosen } = file.skins;
  const changed = new Map(chosen.value);
  if (source === undefined) changed.delete(slot);
  else changed.set(slot, source);
  chosen.value = changed;
}

/** Lets the alpha of a slot's texture count, or not. */
export function setAlpha(file: OpenFile, slot: number, on: boolean): void {
  const { alpha } = file.skins;
  const changed = new Set(alpha.value);
  if (on) changed.add(slot);
  else changed.delete(slot);
  alpha.value = changed;
}

/** The texture of a slot; the first call starts to load it. Reads a signal. */
export function textureLoadOf(file: OpenFile, source: FileSource): TextureLoad {
  const loads = loadsOf(file);
  let load = loads.get(source);
  if (!load) {
    load = signal<TextureLoad>({ state: 'loading' });
    loads.set(source, load);
    void read(source, load);
  }
  return load.value;
}

async function read(source: FileSource, load: Signal<TextureLoad>): Promise<void> {
  try {
    const { loadPicture } = await loadPart(() => import('./load.ts'));
    load.value = { state: 'ready', loaded: await loadPicture(source) };
  } catch (error) {
    load.value = { state: 'failed', problem: reasonOf(error) };
  }
}

/** Reads the textures of a file again: its content was, and they may have changed as well. */
export function rereadSkins(file: OpenFile): void {
  const loads = loadsOf(file);
  batch(() => {
    for (const [source, load] of loads) {
      if (source.handle || source.url || load.peek().state === 'failed') void read(source, load);
    }
  });
}
