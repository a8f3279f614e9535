/** Which models get an animation in which they stand still. */
import type { Draft } from './draft.ts';

/** Child models lend their animations from version 9 on. */
export function needsStill({ animations, childModels }: Draft, version: number): boolean {
  return animations.length === 0 && (version === 6 || childModels.length === 0);
}
