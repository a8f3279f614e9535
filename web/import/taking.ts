/** Taking an imported model: as a new file, or as a change of an open one. */

import type { AbcFile } from '@lithoscope/core';
import { batch } from '@preact/signals-core';
import { NO_EDITS } from '../document/edits.ts';
import { type FileSource, OpenFile, type Skin } from '../document/open-file.ts';
import { activeId, addFiles, files } from '../document/state.ts';
import { addTextures } from '../document/textures.ts';
import type { SourceSkin } from '../from-glb/source-skins.ts';
import { Crc32 } from '../lib/crc32.ts';
import { bareName } from '../lib/file-names.ts';
import { loadPicture } from '../opening/textures/load.ts';
import { chooseSkin, setAlpha } from '../opening/textures/slots.ts';
import { withEditing } from '../store/lazy-cores.ts';
import type { Made, ReadGltf } from './protocol.ts';

/** An open file that the source was exported from. */
export interface Original {
  readonly id: number;
  /** Whether its bytes are those that were exported; else only name and version match. */
  readonly isSame: boolean;
}

/**
 * The open file that a source was exported from, preferably with the same bytes. Reads signals.
 * @param id of the file found before; null is returned if it was closed
 */
export function originalOf(from: ReadGltf['from'], id?: number): Original | null {
  if (!from) return null;
  const models = files.value.filter(({ model, parsed }) => model?.info.edits.whole && parsed.isEditable);
  const before = id !== undefined && models.find((file) => file.id === id);
  if (before) return { id: before.id, isSame: hasContent(before.parsed.bytes, from) };
  if (id !== undefined) return null;
  const same = models.find(({ parsed }) => hasContent(parsed.bytes, from));
  if (same) return { id: same.id, isSame: true };
  const named = models.find(
    ({ name, info }) =>
      bareName(name) === bareName(from.name) && info.format === from.format && info.version === from.version,
  );
  return named ? { id: named.id, isSame: false } : null;
}

function hasContent(bytes: Uint8Array, from: NonNullable<ReadGltf['from']>): boolean {
  return bytes.length === from.bytes && crc32(bytes) === from.crc32;
}

const sums = new WeakMap<Uint8Array, number>();

function crc32(bytes: Uint8Array): number {
  const known = sums.get(bytes);
  if (known !== undefined) return known;
  const sum = new Crc32();
  sum.add(bytes);
  sums.set(bytes, sum.value);
  return sum.value;
}

/** Skins of a source by slot; unreadable pictures are left out. */
export async function loadSkins(skins: readonly SourceSkin[]): Promise<ReadonlyMap<number, Skin>> {
  const loadedSkins = new Map<number, Skin>();
  for (const skin of skins) {
    const loaded = await loadPicture(skinSource(skin)).catch(() => null);
    if (loaded) loadedSkins.set(skin.slot, { name: skin.name, picture: loaded.picture, alpha: skin.alpha });
  }
  return loadedSkins;
}

function skinSource({ name, bytes }: SourceSkin): FileSource {
  return { name, read: async () => new Blob([bytes]) };
}

/**
 * Opens a model as a new, unsaved file.
 * @param parsed the file takes ownership
 * @param textures made of its images, by slot: they open beside it, unsaved too
 */
export function openMade(
  name: string,
  parsed: AbcFile,
  { result, skins }: Made,
  textures: ReadonlyMap<number, OpenFile> = new Map(),
): OpenFile {
  const taken = new Set(files.peek().map((file) => bareName(file.name)));
  const extension = parsed.info.format;
  let free = `${name}.${extension}`;
  for (let i = 2; taken.has(bareName(free)); i++) free = `${name} ${i}.${extension}`;
  const { bytes } = result;
  const file = new OpenFile({ name: free, read: async () => new Blob([bytes]) }, parsed);
  const sources = skins.map(skinSource);
  batch(() => {
    file.edits.value = { ...NO_EDITS, savedBytes: parsed.bytes, isNew: true };
    addTextures(sources);
    for (const [i, { slot, alpha }] of skins.entries()) {
      chooseSkin(file, slot, textures.get(slot)?.source ?? sources[i]);
      if (alpha) setAlpha(file, slot, true);
    }
    addFiles([file, ...textures.values()]);
  });
  return file;
}

/** Result of a merge; `problem` is a sentence for the user. */
export type Put = 'done' | 'unwanted' | { readonly problem: string };

/**
 * Merges the model into a file as one change. Rejects if the editing module cannot be loaded.
 * @param isWanted asked after loading: false cancels the merge
 */
export async function putInto(
  id: number,
  source: string,
  { result }: Made,
  isWanted: () => boolean,
): Promise<Put> {
  const { attempt } = await withEditing(() => import('../edit/history.ts'));
  if (!isWanted()) return 'unwanted';
  const file = files.peek().find((open) => open.id === id);
  if (!file) return { problem: 'The file was closed.' };
  const gesture = { label: `Import ${source}`, operations: result.operations, path: '' };
  const obstacle = attempt(file, gesture);
  if (obstacle) return { problem: obstacle.text || 'This file cannot be changed.' };
  activeId.value = id;
  return 'done';
}
