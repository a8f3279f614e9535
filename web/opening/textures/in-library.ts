/** Finds textures in the library, by the games' rules (docs/format/dtx.md). */
import { isRemote } from '../../archive/locator.ts';
import { libraryIndex, type Seeker } from '../../document/library-index.ts';
import type { FileSource } from '../../document/open-file.ts';
import {
  type Dependencies,
  dependenciesOf,
  findTexture,
  type ModelNames,
  type TextureSet,
} from '../../explain/dependencies.ts';
import type { Facts } from '../../explain/facts.ts';
import { isModelFormat } from '../../explain/formats.ts';
import { type LibraryFile, librarySources } from '../../store/library.ts';
import { sourceOf } from '../sources/library-file.ts';

/** The textures of the library from the point of view of a file: those of its own source first. Reads a signal. */
function libraryTextures(seeker: Seeker): TextureSet<LibraryFile> {
  const index = libraryIndex();
  return { at: (path) => index.at(path, 'texture', seeker) };
}

/** The textures of the library as sources. Reads a signal. */
export function libraryTextureSources(seeker: Seeker): TextureSet<FileSource> {
  const textures = libraryTextures(seeker);
  return {
    at(path, near) {
      const file = textures.at(path, near);
      return file && sourceOf(file);
    },
  };
}

/** The files of the library that belong to a model of the library. Reads a signal. */
export function libraryDependencies(file: LibraryFile, names: ModelNames): Dependencies<LibraryFile> {
  const index = libraryIndex();
  return dependenciesOf(names, {
    path: file.path,
    textures: [libraryTextures(file)],
    model(name) {
      const found = index.find(name, 'model', file)?.file;
      return found && found !== file ? found : null;
    },
  });
}

/**
 * Whether a file may be read for another one without the user's request: remote files only for remote files.
 */
export function isAtHand(found: LibraryFile, file: LibraryFile): boolean {
  return !isRemote(found.locator) || isRemote(file.locator);
}

/** The texture of a frame of a sprite of the library. Reads a signal. */
export function libraryFrame(file: LibraryFile, path: string): LibraryFile | null {
  return findTexture([libraryTextures(file)], path, file.path);
}

/**
 * Whether skins of a model of the library are missing; null for other files, and while the library is being listed.
 * Reads signals.
 */
export function skinsMissing(
  file: LibraryFile,
  { format, commandString, slots }: Pick<Facts, 'format' | 'commandString' | 'slots'>,
): boolean | null {
  if (!isModelFormat(format)) return null;
  const { skins } = libraryDependencies(file, { commandString, slots, children: [] });
  if (skins.every(({ found }) => found)) return false;
  return librarySources.value.some(({ state }) => state.value === 'reading') ? null : true;
}
