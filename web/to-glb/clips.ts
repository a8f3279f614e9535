/** The animations of a GLB, with unique names and growing times. */
import type { AbcFile, Vec3 } from '@lithoscope/core';
import { boundOrigin, childOrigin } from '../explain/animations.ts';
import { modelName } from '../lib/file-names.ts';
import type { GlbClip, GlbInput, GlbOptions } from './input.ts';
import { Names } from './names.ts';

/** An animation that is exported. */
export interface ExportedClip {
  readonly clip: GlbClip;
  /** Unique in the GLB. */
  readonly name: string;
  /** The file that has it. */
  readonly file: AbcFile;
  /** As `PoseRequest.origin`; absent for one of the model itself. */
  readonly origin: Vec3 | undefined;
  /** Milliseconds, each later than the one before, also as 32-bit seconds in glTF. */
  readonly times: readonly number[];
  /** By `times`: index of the key. Of keys at the same time the last counts, as in the engine's search. */
  readonly keys: readonly number[];
}

type Models = Pick<GlbInput, 'file' | 'sources'>;

/** The requested animations: those that can be exported, and those that cannot. */
export function exportedClips(
  input: Models,
  { animations }: Pick<GlbOptions, 'animations'>,
): { clips: ExportedClip[]; leftOut: GlbClip[] } {
  const clips: ExportedClip[] = [];
  const leftOut: GlbClip[] = [];
  const names = new Names();
  for (const clip of wantedClips(input, animations)) {
    const source = input.sources[clip.source];
    const file = clip.source < 0 ? input.file : source?.file;
    const info = file?.info.animations[clip.animation];
    // A source with another skeleton cannot pose this model.
    const fits = file === input.file || (file && poses(input.file, file, clip.animation));
    if (!file || !info?.complete || !fits) {
      leftOut.push(clip);
      continue;
    }
    const name = names.unique(info.name, ...(source ? [`${info.name} (${modelName(source.name)})`] : []));
    const origin = source && originOf(input, source.child, source.name, info.name);
    clips.push({ clip, name, file, origin, ...growing(file.keyframes(clip.animation).times) });
  }
  return { clips, leftOut };
}

function wantedClips({ file, sources }: Models, animations: GlbOptions['animations']): readonly GlbClip[] {
  if (typeof animations === 'object') return animations;
  if (animations === 'none') return [];
  const all = (of: AbcFile, source: number) =>
    of.info.animations.map((_, animation): GlbClip => ({ source, animation }));
  const own = all(file, -1);
  return animations === 'own' ? own : [...own, ...sources.flatMap((source, i) => all(source.file, i))];
}

function poses(model: AbcFile, source: AbcFile, animation: number): boolean {
  return model.freeze({ animation, source, timeMs: 0, loop: false, lod: 0 }) !== null;
}

function originOf({ file }: Models, child: number, name: string, animation: string): Vec3 {
  return child > 0 ? boundOrigin(file.info, child, animation) : childOrigin(file.info, name, animation);
}

/** Milliseconds as 32-bit seconds of glTF. */
export function secondsOf(ms: number): number {
  return Math.fround(ms / 1000);
}

/** Times and keys for glTF, whose times must grow. A file may repeat a time or go back (a finding). */
function growing(all: Float64Array): { times: number[]; keys: number[] } {
  const times: number[] = [];
  const keys: number[] = [];
  all.forEach((time, key) => {
    const last = times.at(-1);
    if (last !== undefined && time < last) return;
    if (last !== undefined && secondsOf(time) === secondsOf(last)) {
      times.pop();
      keys.pop();
    }
    times.push(time);
    keys.push(key);
  });
  return { times, keys };
}
