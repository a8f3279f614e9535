/** WebAssembly modules that are fetched when they are needed: editing, textures, archives. */
import type { Editing } from '@lithoscope/editing';
import { loadOnce } from '../lib/once.ts';

const load = loadOnce(async () => {
  const { Editing } = await import('@lithoscope/editing');
  return Editing.load();
});

let loaded: Editing | null = null;

/** Rejects when it cannot be loaded; the next call then tries again. */
async function loadEditing(): Promise<Editing> {
  loaded ??= await load();
  return loaded;
}

/** Sets the module, in tests. */
export function editWith(editing: Editing): void {
  loaded = editing;
}

/** Fetches a part of the page together with the editing module. */
export async function withEditing<Part>(loadPart: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([loadPart(), loadEditing()]);
  return part;
}

/** The editing module, for parts loaded by `withEditing`. @throws Error in any other */
export function editingCore(): Editing {
  if (!loaded) throw new Error('The code that edits files is not loaded.');
  return loaded;
}

/** Rejects when it cannot be loaded; the next call then tries again. */
export const loadDtx = loadOnce(async () => {
  const { DtxLibrary } = await import('@lithoscope/dtx');
  return DtxLibrary.load();
});

/** Rejects when it cannot be loaded; the next call then tries again. */
export const loadRez = loadOnce(async () => {
  const { RezLibrary } = await import('@lithoscope/rez');
  return RezLibrary.load();
});
