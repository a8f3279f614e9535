/** GLB and glTF files, which are imported as models. The importer is loaded on demand. */

import type { FileSource } from '../document/open-file.ts';
import { isTextureName } from '../explain/file-kind.ts';
import { folderName, plainPath } from '../lib/file-names.ts';
import { libraryFiles } from '../store/library.ts';
import { sourceOf } from './sources/library-file.ts';

/** A file to import. */
export interface GltfRequest {
  readonly source: FileSource;
  /** Files that it may refer to: buffers and pictures, by their paths from its folder. */
  readonly companions: ReadonlyMap<string, FileSource>;
}

type Importer = (request: GltfRequest) => Promise<void>;

let importer: Importer | null = null;

/** Registers the importer, in a higher room. It reports errors itself. */
export function offerImporter(run: Importer): void {
  importer = run;
}

/**
 * Imports a file.
 * @param beside files that were opened with it, which may include the parts of a .gltf
 */
export async function importGltf(source: FileSource, beside: readonly FileSource[] = []): Promise<void> {
  await importer?.({ source, companions: companionsOf(source, beside) });
}

/** The files that are parts of a .gltf among them, by their names. */
export function gltfParts(sources: readonly FileSource[]): ReadonlySet<FileSource> {
  return new Set(sources.some(isText) ? sources.filter(({ name }) => isPartName(name)) : []);
}

const isText = ({ name }: FileSource) => /\.gltf$/i.test(name);

function isPartName(name: string): boolean {
  return isTextureName(name) || /\.(bin|ktx2)$/i.test(name);
}

/** The companions of a file: from its folder in the library, or from the files opened with it. */
function companionsOf(source: FileSource, beside: readonly FileSource[]): Map<string, FileSource> {
  if (!isText(source)) return new Map();
  const { entry } = source;
  const folder = folderName(entry?.path ?? source.name);
  const start = folder === '' ? '' : `${folder}/`;
  if (!entry) {
    const parts = beside.filter(({ name }) => isPartName(name));
    const isWithin = ({ name }: FileSource) => plainPath(name).startsWith(plainPath(start));
    return new Map([
      ...parts.filter((part) => !isWithin(part)).map((part) => [part.name, part] as const),
      ...parts.filter(isWithin).map((part) => [part.name.slice(start.length), part] as const),
    ]);
  }
  const near = libraryFiles
    .peek()
    .filter((file) => file.source === entry.source && isPartName(file.path))
    .filter(({ path }) => plainPath(path).startsWith(plainPath(start)));
  return new Map(near.map((file) => [file.path.slice(start.length), sourceOf(file)]));
}
