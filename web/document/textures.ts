/** Textures that the user has opened, read when a model needs them; and the piece shown in the UV view. */
import { type Signal, signal } from '@preact/signals-core';
import type { FileSource } from './open-file.ts';

/** Newest first: of two with the same name, a model uses the newer one. */
export const textures: Signal<readonly FileSource[]> = signal([]);

/** Adds textures; each replaces one with the same name. */
export function addTextures(added: readonly FileSource[]): void {
  if (added.length === 0) return;
  const names = new Set(added.map(({ name }) => name));
  textures.value = [...added, ...textures.value.filter(({ name }) => !names.has(name))];
}

/** Index into `info.pieces` of the active file; null while the view is closed. */
export const uvPiece: Signal<number | null> = signal(null);
