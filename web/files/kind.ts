/** What a file of the library is taken for, before it is read. */
import { isArchiveName } from '../archive/paths.ts';
import { isTextureName, SPRITE_NAME } from '../explain/pictures/kind.ts';
import type { LibraryKind } from '../store/library.ts';

const MODEL_NAME = /\.abc$/i;

/** The kind of a file by its name alone. */
export function kindByName(name: string): LibraryKind {
  if (MODEL_NAME.test(name)) return 'model';
  if (SPRITE_NAME.test(name)) return 'sprite';
  if (isTextureName(name)) return 'texture';
  return isArchiveName(name) ? 'archive' : 'other';
}
