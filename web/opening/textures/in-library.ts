/** Textures in the library, by the games' rules (docs/format/dtx.md). */
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
import { type LibraryFile, librarySources } from '../../store/library.ts';
import { sourceOf } from '../sources/library-file.ts';

/** The textures of the library as a file sees them: those of its own source first. Reads a signal. */
function libraryTextures(seeker: Seeker): TextureSet<LibraryFile> {
  const index = libraryIndex();
  return { at: (path) => index.at(path, 'texture', seeker) };
}

/** The same as what can be read. Reads a signal. */
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
 * Whether a file may be read for another one, as nobody asked for it: what is at an address only for what is at one too.
 */
export function isAtHand(found: LibraryFile, file: LibraryFile): boolean {
  return !isRemote(found.locator) || isRemote(file.locator);
}

/** The texture of a frame of a sprite of the library. Reads a signal. */
export function libraryFrame(file: LibraryFile, path: string): LibraryFile | null {
  return findTexture([libraryTextures(file)], path, file.path);
}

/**
 * Whether a model of the library wants a skin that is not in the library: null for what is no model, and while what is
 * missing may still come. Reads signals.
 */
export function skinsMissing(
  file: LibraryFile,
  { format, commandString, slots }: Pick<Facts, 'format' | 'commandString' | 'slots'>,
): boolean | null {
  if (format !== 'abc') return null;
  const { skins } = libraryDependencies(file, { commandString, slots, children: [] });
  if (skins.every(({ found }) => found)) return false;
  return librarySources.value.some(({ state }) => state.value === 'reading') ? null : true;
}
