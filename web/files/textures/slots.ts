/** The slots of the open models: which texture each has, why, and what the user has set. */

import type { Info } from '@lithoscope/core';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { FileSource, OpenFile } from '../../store/state.ts';
import { textures } from '../../store/textures.ts';
import type { LoadedPicture } from './dtx-picture.ts';

import { type NamedModel, type SlotMatch, TextureIndex } from './matching.ts';

/** A texture on its way: `problem` is a sentence. */
export type Reading =
  | { readonly state: 'reading' }
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

/** Textures as far as they are read, by `OpenFile.key`: a file reads each once. */
const readings = new WeakMap<object, Map<FileSource, Signal<Reading>>>();

function readingsOf({ key }: OpenFile): Map<FileSource, Signal<Reading>> {
  let found = readings.get(key);
  if (!found) {
    found = new Map();
    readings.set(key, found);
  }
  return found;
}

/** All textures by name. */
const index: ReadonlySignal<TextureIndex<FileSource>> = computed(() => new TextureIndex(textures.value));

/** The slots that the pieces with faces have, in order. */
export function slotsOf({ pieces }: Info): number[] {
  const slots = pieces.filter(hasFaces).map(({ materialIndex }) => materialIndex);
  return [...new Set(slots)].sort((a, b) => a - b).slice(0, MOST_SLOTS);
}

/** The texture that took the place of another when it was given again, or that one. */
function newest(source: FileSource): FileSource {
  return textures.value.find(({ name }) => name === source.name) ?? source;
}

function hasFaces({ lods }: Info['pieces'][number]): boolean {
  return lods.some(({ faces }) => faces > 0);
}

/** A damaged file may have a slot of its own for every piece. */
const MOST_SLOTS = 100;

/** The slots of a model; none of what is no model. Reads signals. */
export function slotStates(file: OpenFile): SlotState[] {
  if (!file.model) return [];
  const { chosen, alpha } = file.skins;
  const slots = slotsOf(file.info);
  const named: NamedModel = { name: file.name, commandString: file.info.commandString, slots };
  return slots.map((slot) => {
    const match = index.value.match(named, slot);
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

/** A texture as far as it is read for a file; asks for it when nobody has. Reads a signal. */
export function readingOf(file: OpenFile, source: FileSource): Reading {
  const readings = readingsOf(file);
  let reading = readings.get(source);
  if (!reading) {
    reading = signal<Reading>({ state: 'reading' });
    readings.set(source, reading);
    void read(source, reading);
  }
  return reading.value;
}

async function read(source: FileSource, reading: Signal<Reading>): Promise<void> {
  const { loadPicture } = await import('./load.ts');
  try {
    reading.value = { state: 'ready', loaded: await loadPicture(source) };
  } catch (error) {
    reading.value = { state: 'failed', problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Reads the textures of a file again: its content was, and they may have changed as well. */
export function rereadSkins(file: OpenFile): void {
  const readings = readingsOf(file);
  batch(() => {
    for (const [source, reading] of readings) {
      if (source.handle || source.url) void read(source, reading);
    }
  });
}
