/**
 * The skin slots of the open models and the frames of sprites: which texture each has, why, and what the user has
 * set.
 */

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { Content } from '../../document/content.ts';
import { isUnsaved } from '../../document/edits.ts';
import { seekerOf } from '../../document/library-index.ts';
import type { FileSource, OpenFile, Skin } from '../../document/open-file.ts';
import { textures } from '../../document/textures.ts';
import {
  findTexture,
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
import { effect } from '../../ui/scope.ts';
import { libraryTextureSources } from './in-library.ts';
import { changedTexture, openTextureOf } from './open-texture.ts';

/** The loading state of a texture; `problem` is a sentence. */
export type TextureLoad =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly loaded: LoadedPicture }
  | { readonly state: 'failed'; readonly problem: string };

/** The state of a skin slot. */
export interface SlotState {
  readonly slot: number;
  readonly match: SlotMatch<FileSource>;
  /** The user's choice, null for no texture; undefined: by name. */
  readonly chosen: FileSource | null | undefined;
  /** Its texture, by choice or by name. */
  readonly source: FileSource | null;
  readonly alpha: boolean;
}

/** Loads by file: each file loads a texture once. */
const loads = new WeakMap<OpenFile, Map<FileSource, Signal<TextureLoad>>>();

function loadsOf(file: OpenFile): Map<FileSource, Signal<TextureLoad>> {
  let found = loads.get(file);
  if (!found) {
    found = new Map();
    loads.set(file, found);
  }
  return found;
}

/** The opened textures, by name. */
const givenTextures: ReadonlySignal<TextureIndex<FileSource>> = computed(
  () => new TextureIndex(textures.value),
);

/** Where textures of a file are searched: among the opened ones, then in the library. Reads signals. */
function textureSets(file: OpenFile): TextureSet<FileSource>[] {
  return [givenTextures.value, libraryTextureSources(seekerOf(file))];
}

/** The newest texture of the same name, which replaced the source when it was opened again. */
function newest(source: FileSource): FileSource {
  return textures.value.find(({ name }) => name === source.name) ?? source;
}

/** The slots of a model; empty for other files. Reads signals. */
export function slotStates(file: OpenFile): SlotState[] {
  if (!file.model) return [];
  const { chosen, alpha } = file.skins;
  const slots = slotsOf(file.info);
  const { commandString } = file.info;
  // Paths in the library start in their source.
  const named: NamedModel = { name: seekerOf(file).path, commandString, slots };
  const sets = textureSets(file);
  return slots.map((slot) => {
    const match = matchSlot(sets, named, slot);
    const choice = chosen.value.get(slot);
    const source = choice === undefined ? match.found : choice && newest(choice);
    return { slot, match, chosen: choice, source, alpha: alpha.value.has(slot) };
  });
}

/** Open textures with unsaved changes that a model wears: they are saved with it. Reads signals. */
export function unsavedSkins(file: OpenFile): OpenFile[] {
  const skins = new Set<OpenFile>();
  for (const { source } of slotStates(file)) {
    const open = source && openTextureOf(source);
    if (open && isUnsaved(open.edits.value)) skins.add(open);
  }
  return [...skins];
}

/** Chooses a texture for a slot: null for no texture, undefined to find it by name. */
export function chooseSkin(file: OpenFile, slot: number, source: FileSource | null | undefined): void {
  const { chosen } = file.skins;
  const changed = new Map(chosen.value);
  if (source === undefined) changed.delete(slot);
  else changed.set(slot, source);
  chosen.value = changed;
}

/** Switches the alpha of a slot's texture. */
export function setAlpha(file: OpenFile, slot: number, on: boolean): void {
  const { alpha } = file.skins;
  const changed = new Set(alpha.value);
  if (on) changed.add(slot);
  else changed.delete(slot);
  alpha.value = changed;
}

/** Loads of textures that were changed in their tabs. */
const changedLoads = new WeakMap<Content, Signal<TextureLoad>>();

/**
 * The loading state of a texture; the first call starts loading. Of a texture that was changed in its tab, what it has
 * become. Reads signals.
 */
export function textureLoadOf(file: OpenFile, source: FileSource): TextureLoad {
  const content = changedTexture(source);
  if (content) {
    const bytes = async () => new Blob([new Uint8Array(content.parsed.bytes)]);
    return loadIn(changedLoads, content, { name: source.name, read: bytes });
  }
  return loadIn(loadsOf(file), source, source);
}

function loadIn<Key>(
  loads: {
    get(key: Key): Signal<TextureLoad> | undefined;
    set(key: Key, load: Signal<TextureLoad>): unknown;
  },
  key: Key,
  source: FileSource,
): TextureLoad {
  let load = loads.get(key);
  if (!load) {
    load = signal<TextureLoad>({ state: 'loading' });
    loads.set(key, load);
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

/** Reads the textures of a file again after the file was reloaded, as they may have changed, too. */
function rereadSkins(file: OpenFile): void {
  const loads = loadsOf(file);
  batch(() => {
    for (const [source, load] of loads) {
      if (source.handle || source.url || load.peek().state === 'failed') void read(source, load);
    }
  });
}

export interface FrameState {
  /** As the file has it. */
  readonly path: string;
  /** What the user chose, else what was found by the path or by the name in it; null: missing. */
  readonly source: FileSource | null;
}

/** The listed frames of a sprite; none of what is no sprite. Reads signals. */
export function frameStates(file: OpenFile): FrameState[] {
  const { sprite, skins } = file;
  const sets = textureSets(file);
  const { path: near } = seekerOf(file);
  const chosen = skins.chosen.value;
  // Frames may repeat: search each path once.
  const found = new Map<string, FileSource | null>();
  return (sprite?.sprite?.frames ?? []).map((path, frame) => {
    const choice = chosen.get(frame);
    if (choice) return { path, source: newest(choice) };
    if (!found.has(path)) found.set(path, findTexture(sets, path, near));
    return { path, source: found.get(path) ?? null };
  });
}

/** The model of each file when its skins were read. */
const seen = new WeakMap<OpenFile, unknown>();

/** Updates the skins of models from their slots. @param inView gives the open files in the picture; reads signals */
export function watchSkins(inView: () => readonly OpenFile[]): void {
  effect(() => {
    for (const file of new Set(inView())) {
      if (file.model) follow(file);
    }
  });
}

/** Follows one file until the current effect runs again. */
function follow(file: OpenFile): void {
  const before = seen.get(file);
  if (before && before !== file.model) rereadSkins(file);
  if (file.model) seen.set(file, file.model);
  effect(() => fillSkins(file));
}

/** Updates the skins of a file. Unchanged skins stay the same objects; the old skin stays until the new one is loaded. */
function fillSkins(file: OpenFile): void {
  const before = file.skins.worn.peek();
  const skins = new Map<number, Skin>();
  for (const { slot, source, alpha } of slotStates(file)) {
    if (!source) continue;
    const old = before.get(slot);
    const load = textureLoadOf(file, source);
    if (load.state === 'ready') {
      const { picture } = load.loaded;
      const same = old?.picture === picture && old.alpha === alpha;
      skins.set(slot, same ? old : { name: source.name, picture, alpha });
    } else if (load.state === 'loading' && old) {
      skins.set(slot, old);
    }
  }
  const changed = skins.size !== before.size || [...skins].some(([slot, skin]) => before.get(slot) !== skin);
  if (changed) file.skins.worn.value = skins;
}
