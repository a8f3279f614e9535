/** The frame strings of an animation, from wherever they are. */
import type { ExportDescription } from '../source.ts';
import { listIn, numberIn, numbersIn, recordsIn, textIn } from './extras.ts';

/** A frame string and its time in glTF, seconds. */
export interface Cue {
  readonly seconds: number;
  readonly text: string;
}

/** Keys of extras under which exporters and people write markers. */
const MARKERS = ['lt_events', 'events', 'markers', 'pose_markers', 'timeline_markers'];
const TEXTS = ['text', 'name', 'string', 'value'];

/**
 * In the order of their times. The extras of the animation are the nearest to what the user did; the JSON text of an export
 * from here has what Blender dropped.
 */
export function cuesOf(
  extras: Readonly<Record<string, unknown>>,
  description: ReturnType<ExportDescription['animations']['get']> | null,
  json: Readonly<Record<string, unknown>>,
): Cue[] {
  return cuesIn(extras) ?? sorted(fromDescription(description, json));
}

/** Those that the extras of an animation have, in the order of their times; null when they say nothing of frame strings. */
function cuesIn(extras: Readonly<Record<string, unknown>>): Cue[] | null {
  const cues = fromExtras(extras);
  return cues && sorted(cues);
}

function sorted(cues: readonly Cue[]): Cue[] {
  return cues
    .filter(({ seconds, text }) => text !== '' && Number.isFinite(seconds) && seconds >= 0)
    .sort((a, b) => a.seconds - b.seconds);
}

function fromExtras(extras: Readonly<Record<string, unknown>>): Cue[] | null {
  const times = numbersIn(extras, 'lta_keyframe_times');
  const strings = listIn(extras, 'lta_keyframe_strings');
  for (const key of MARKERS) {
    const list = recordsIn(extras, key);
    if (!Array.isArray(extras[key])) continue;
    return list.flatMap((marker) => {
      const seconds = numberIn(marker, 'time') ?? (numberIn(marker, 'ms') ?? Number.NaN) / 1000;
      const text = TEXTS.map((name) => textIn(marker, name)).find((one) => one !== null);
      return text ? [{ seconds, text }] : [];
    });
  }
  if (strings.length === 0) return null;
  return strings.flatMap((text, i) =>
    typeof text === 'string' && times[i] !== undefined ? [{ seconds: times[i] / 1000, text }] : [],
  );
}

function fromDescription(
  description: ReturnType<ExportDescription['animations']['get']> | null,
  json: Readonly<Record<string, unknown>>,
): Cue[] {
  return recordsIn(json, 'strings').flatMap((cue) => {
    const time = description?.times[numberIn(cue, 'key') ?? -1];
    const text = textIn(cue, 'text');
    return time !== undefined && text ? [{ seconds: time / 1000, text }] : [];
  });
}
