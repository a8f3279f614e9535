/** The frame strings that a GLB has of an animation, as the core takes them. */
import type { MergeCue, MergeStrings } from '@lithoscope/core';
import { type Cue, cuesIn } from '../drafting/frame-strings.ts';
import { latin1 } from './texts.ts';

export function stringsOf(extras: Readonly<Record<string, unknown>>): MergeStrings {
  const { lta_keyframe_strings: list, ...others } = extras;
  return {
    markers: inLatin1(cuesIn(others)),
    cues: inLatin1(cuesIn(extras)),
    byKey: Array.isArray(list) ? list.map((text) => (typeof text === 'string' ? latin1(text) : null)) : null,
  };
}

const inLatin1 = (cues: readonly Cue[] | null): MergeCue[] | null =>
  cues?.map(({ seconds, text }) => ({ seconds, text: latin1(text) })) ?? null;
