/** Files of other programs that are made into models: GLB and glTF. What does that is fetched when one comes. */

import { type Signal, signal } from '@preact/signals-core';
import { folderName, plainPath } from '../explain/file-names.ts';
import { isTextureName } from '../explain/pictures/kind.ts';
import { libraryFiles } from '../store/library.ts';
import type { FileSource } from '../store/open-file.ts';
import { sourceOf } from './sources/library-file.ts';

/** A file to import. */
export interface GltfRequest {
  readonly source: FileSource;
  /** What it may name: buffers and pictures, by their paths from its folder. */
  readonly companions: ReadonlyMap<string, FileSource>;
}

/** Those that wait, in the order in which they came; the first is being imported. */
export const gltfRequests: Signal<readonly GltfRequest[]> = signal([]);

/** Whether a file is one by its name. */
export function isGltfName(name: string): boolean {
  return /\.(glb|gltf)$/i.test(name);
}

/** Whether a file is a GLB by its content, whatever its name. */
export function isGlb(bytes: Uint8Array | Blob): boolean {
  return bytes instanceof Uint8Array && [0x67, 0x6c, 0x54, 0x46].every((byte, i) => bytes[i] === byte);
}

/**
 * Asks for those of some files that are GLB or glTF to be imported.
 * @returns the other files, without those that a .gltf came with
 */
export function takeGltf(sources: readonly FileSource[]): readonly FileSource[] {
  const taken = sources.filter(({ name }) => isGltfName(name));
  if (taken.length === 0) return sources;
  const hasParts = taken.some(({ name }) => /\.gltf$/i.test(name));
  const parts = hasParts ? sources.filter(({ name }) => isPartName(name)) : [];
  requestGltf(taken, parts);
  return sources.filter((source) => !taken.includes(source) && !parts.includes(source));
}

/** @param parts files that came with them */
export function requestGltf(sources: readonly FileSource[], parts: readonly FileSource[] = []): void {
  const requests = sources.map((source) => ({ source, companions: companionsOf(source, parts) }));
  gltfRequests.value = [...gltfRequests.peek(), ...requests];
}

function isPartName(name: string): boolean {
  return isTextureName(name) || /\.(bin|webp|ktx2)$/i.test(name);
}

/** What lies beside a file: of the library that in its folder, else what came with it. */
function companionsOf(source: FileSource, parts: readonly FileSource[]): Map<string, FileSource> {
  if (!/\.gltf$/i.test(source.name)) return new Map();
  const { entry } = source;
  const folder = folderName(entry?.path ?? source.name);
  const start = folder === '' ? '' : `${folder}/`;
  if (!entry) {
    const isWithin = ({ name }: FileSource) => plainPath(name).startsWith(plainPath(start));
    return new Map([
      ...parts.filter((part) => !isWithin(part)).map((part) => [part.name, part] as const),
      ...parts.filter(isWithin).map((part) => [part.name.slice(start.length), part] as const),
    ]);
  }
  const beside = libraryFiles
    .peek()
    .filter((file) => file.source === entry.source && isPartName(file.path))
    .filter(({ path }) => plainPath(path).startsWith(plainPath(start)));
  return new Map(beside.map((file) => [file.path.slice(start.length), sourceOf(file)]));
}
