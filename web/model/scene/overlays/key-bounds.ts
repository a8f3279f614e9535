/** v6: the bounds that the file keeps for the key that is shown (KeyframeData). */
import type { ParsedFile } from '@lithoscope/core';
import { clipModel } from '../../../store/clips.ts';
import { keyAt } from '../../../store/keyframes.ts';
import { type Box, boxOverlay, sizeInWords } from './box.ts';
import type { Overlay } from './overlay.ts';

/** The bounds of a key as stored; null when the file has none. */
export function keyBounds(parsed: ParsedFile, animation: number, key: number): Box | null {
  const path = `Animation.Anims[${animation}].KeyframeData[${key}]`;
  const [min, max] = ['BoundsMin', 'BoundsMax'].map((name) => parsed.resolve(`${path}.${name}`));
  if (!min || !max) return null;
  const { buffer, byteOffset, byteLength } = parsed.bytes;
  const view = new DataView(buffer, byteOffset, byteLength);
  const vector = (start: number) => [0, 4, 8].map((at) => view.getFloat32(start + at, true));
  return { min: vector(min.start), max: vector(max.start) };
}

export function keyBoundsOverlay(): Overlay {
  let times: Float64Array = new Float64Array();
  let timesOf: unknown;
  return boxOverlay('--hue-animation', ({ file }) => {
    const clip = file.playback.clip.peek();
    const { child, animation } = clip;
    if (file.info.version !== 6) return { box: null, note: 'Only v6 files keep bounds for their keys.' };
    if (child !== 0 || animation < 0)
      return { box: null, note: 'Choose an animation to see the bounds of its keys.' };
    if (timesOf !== clip) times = clipModel(file, clip)?.keyframes(animation).times ?? times;
    timesOf = clip;
    const key = keyAt(times, file.playback.timeMs.peek());
    const box = keyBounds(file.parsed, animation, key);
    const empty = box && [0, 1, 2].every((axis) => box.min[axis] === box.max[axis]);
    if (!box || empty) return { box: null, note: `KeyframeData[${key}] has no bounds: they are all zero.` };
    return { box, note: `Bounds of KeyframeData[${key}]: ${sizeInWords(box)}` };
  });
}
