/** The frames of the open sprites: which texture each shows. */

import { seekerOf } from '../../document/library-index.ts';
import type { FileSource, OpenFile } from '../../document/open-file.ts';
import { findTexture } from '../../explain/dependencies.ts';
import { newest, textureSets } from './slots.ts';

export interface FrameState {
  /** As the file has it. */
  readonly path: string;
  /** What the user chose, else what was found by the path or by the name in it; null: missing. */
  readonly source: FileSource | null;
}

/** The listed frames of a sprite; none of what is no sprite. Reads signals. */
export function frameStates(file: OpenFile): FrameState[] {
  const { sprite, skins } = file;
  const sets = textureSets(file);
  const { path: near } = seekerOf(file);
  const chosen = skins.chosen.value;
  // Frames may repeat: each path is looked for once.
  const found = new Map<string, FileSource | null>();
  return (sprite?.sprite?.frames ?? []).map((path, frame) => {
    const choice = chosen.get(frame);
    if (choice) return { path, source: newest(choice) };
    if (!found.has(path)) found.set(path, findTexture(sets, path, near));
    return { path, source: found.get(path) ?? null };
  });
}
