/** Which pose is meant by the name of an animation, a time and a level. */
import type { AbcFile, PoseRequest } from '@lithoscope/core';
import { findAnimation } from './animations.ts';
import { childOrigin } from './bindings.ts';

/** The pose request's number for the bind pose. */
const BIND = -1;

/** A pose in words. */
export interface PoseWords {
  /**
   * `bind` and −1 are the bind pose (v6: the rest pose). A text is a name, exactly, else ignoring case, else an index; a
   * number is an index.
   */
  readonly animation: string | number;
  readonly timeMs: number;
  readonly loop: boolean;
  readonly lod: number;
}

/** The file in which the animation is looked up, and its name, by which the model may know it as a child model. */
export interface PoseSource {
  readonly name: string;
  readonly file: AbcFile;
}

/** The request, or what keeps it from being one: of which file, and what it has not (`has no LOD 3: the last is 2.`). */
export type FoundPose =
  | { readonly request: PoseRequest }
  | { readonly problem: string; readonly of: 'model' | 'source' };

/** @param source absent: the model itself */
export function poseNamed(model: AbcFile, words: PoseWords, source?: PoseSource): FoundPose {
  const { animation: wanted, timeMs, loop, lod } = words;
  if (!(Number.isInteger(lod) && lod >= 0 && lod < model.info.lodCount))
    return { problem: `has no LOD ${lod}: the last is ${model.info.lodCount - 1}.`, of: 'model' };
  if (wanted === 'bind' || wanted === BIND) return { request: { animation: BIND, timeMs, loop, lod } };
  const names = (source?.file ?? model).info.animations.map(({ name }) => name);
  const animation = typeof wanted === 'string' ? findAnimation(names, wanted) : wanted;
  if (names[animation] === undefined) {
    const known = names.length > 0 ? `it has ${names.join(', ')}` : 'it has none';
    return { problem: `has no animation "${wanted}": ${known}.`, of: source ? 'source' : 'model' };
  }
  const request = { animation, timeMs, loop, lod };
  if (!source) return { request };
  const origin = childOrigin(model.info, source.name, names[animation] ?? '');
  return { request: { ...request, source: source.file, origin } };
}
