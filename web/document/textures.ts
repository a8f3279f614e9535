/** Files that were given as textures: none is read before a model wants it. */
import { type Signal, signal } from '@preact/signals-core';
import type { FileSource } from './open-file.ts';

/** Newest first: of two of the same name, a model takes the one that came later. */
export const textures: Signal<readonly FileSource[]> = signal([]);

/** Adds textures; one with the name of another takes its place. */
export function addTextures(added: readonly FileSource[]): void {
  if (added.length === 0) return;
  const names = new Set(added.map(({ name }) => name));
  textures.value = [...added, ...textures.value.filter(({ name }) => !names.has(name))];
}

/** Index into `info.pieces` of the active file; null while the view is closed. */
export const uvPiece: Signal<number | null> = signal(null);
