/** Textures in the library, by the games' rules (docs/format/dtx.md). */
import type { Facts } from '../../explain/facts.ts';
import { findTexture, matchSlot, type SlotMatch, type TextureSet } from '../../explain/skin-matching.ts';
import { type LibraryFile, librarySources } from '../../store/library.ts';
import { libraryIndex, type Seeker } from '../../store/library-index.ts';
import type { FileSource } from '../../store/open-file.ts';
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

/** What of a model says how its skins are called. */
export type SlotFacts = Pick<Facts, 'commandString' | 'slots'>;

/** The skins of a model of the library that lie in the library, a match for each slot. Reads a signal. */
export function librarySkins(
  file: LibraryFile,
  { commandString, slots }: SlotFacts,
): SlotMatch<LibraryFile>[] {
  const textures = libraryTextures(file);
  const model = { name: file.path, commandString, slots };
  return slots.map((slot) => matchSlot([textures], model, slot));
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
  { format, ...facts }: SlotFacts & Pick<Facts, 'format'>,
): boolean | null {
  if (format !== 'abc') return null;
  if (librarySkins(file, facts).every(({ found }) => found)) return false;
  return librarySources.value.some(({ state }) => state.value === 'reading') ? null : true;
}
