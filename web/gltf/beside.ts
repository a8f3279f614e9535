/** Files that a .gltf names: buffers and pictures, by their paths from its folder. */
import { bareName, plainPath } from '../lib/file-names.ts';

/** A file, none, or which of several is not known. */
export type Found = Uint8Array | 'none' | 'several';

/** Files that were opened together with a .gltf, as it names them. */
export class FilesBeside {
  readonly #exact: ReadonlyMap<string, Uint8Array>;
  readonly #plain = new Map<string, Found>();
  readonly #bare = new Map<string, Found>();

  /** @param files by name, with or without folders */
  constructor(files: ReadonlyMap<string, Uint8Array>) {
    this.#exact = files;
    for (const [path, file] of files) {
      for (const [map, key] of [
        [this.#plain, pathKey(path)],
        [this.#bare, bareName(path)],
      ] as const)
        map.set(key, map.has(key) ? 'several' : file);
    }
  }

  /**
   * The one at a path; else the only one in any case; else the only one of that name in any folder.
   * @param path without escapes
   */
  at(path: string): Found {
    const exact = this.#exact.get(path) ?? this.#plain.get(pathKey(path));
    return exact ?? this.#bare.get(bareName(path)) ?? 'none';
  }
}

/** Whether some paths that a .gltf names may mean a file. */
export function meaning(paths: readonly string[]): (path: string) => boolean {
  const keys = new Set(paths.flatMap((path) => [pathKey(path), bareName(path)]));
  return (path) => keys.has(pathKey(path)) || keys.has(bareName(path));
}

/** Paths of buffers and pictures beside a .gltf, without escapes; none of what is no glTF. */
export function namedBy(bytes: Uint8Array): string[] {
  try {
    const { buffers = [], images = [] } = JSON.parse(new TextDecoder().decode(bytes));
    const uris: unknown[] = [...buffers, ...images].map((each: { uri?: unknown } | null) => each?.uri);
    return uris.flatMap((uri) => (typeof uri === 'string' && !isElsewhere(uri) ? [decoded(uri)] : []));
  } catch {
    return [];
  }
}

/** Whether an address is none of a file beside: bytes that it holds itself, or another place. */
export function isElsewhere(uri: string): boolean {
  // One character in front of the colon is a drive.
  return /^[a-z][a-z0-9+.-]+:/i.test(uri);
}

/** An address without escapes. */
export function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    // A file may be named `100%.bin`.
    return uri;
  }
}

/** Without steps that stay, `./a/../b` → `b`. */
function pathKey(path: string): string {
  const steps: string[] = [];
  for (const step of plainPath(path).split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}
