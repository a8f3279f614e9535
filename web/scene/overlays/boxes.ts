/**
 * Boxes over the model, each with a note: the current mesh, the dims of the animation, the bounds of a v6 key, the hit boxes of
 * the nodes.
 */

import type { ParsedFile } from '@lithoscope/core';
import { keyAt } from '../../document/keyframes.ts';
import type { DrawnFile } from '../../document/open-file.ts';
import { dimsOf } from '../../document/previews.ts';
import { counted, formatCount } from '../../explain/describe.ts';

import { type Box, boxEdges, drawnHitBoxes, hitBoxEdges } from '../box-edges.ts';
import { frameExtent } from '../framing.ts';
import { Lines } from '../lines.ts';
import { tokenColor } from '../palette.ts';
import type { Overlay, Shown } from '../scene-inputs.ts';

/** A box, if there is one, and a sentence about it. */
interface BoxNote {
  readonly box: Box | null;
  readonly note: string;
}

/** Width of the edges, CSS pixels. */
const WIDTH = 1.5;

/** The dims that ModelEdit writes by default. */
const DEFAULT_DIMS = '128,16,16';

/** @param find gives the box in a picture */
function boxOverlay(token: string, find: (shown: Shown) => BoxNote): Overlay {
  const lines = new Lines(WIDTH);
  let note = '';
  return {
    object: lines.object,
    get note() {
      return note;
    },
    update(shown) {
      const found = find(shown);
      note = found.note;
      lines.set(found.box ? boxEdges(found.box) : []);
    },
    paint() {
      lines.paint(tokenColor(token));
    },
  };
}

/** `48 × 96 × 32` */
function formatSize({ min, max }: Box): string {
  return [0, 1, 2].map((axis) => +((max[axis] ?? 0) - (min[axis] ?? 0)).toFixed(2)).join(' × ');
}

/** The box around all drawn vertices in the current pose. */
export function meshBox(): Overlay {
  return boxOverlay('--hue-pieces', ({ frame, meshes }) => {
    const { box: bounds, leftOut } = frameExtent(frame, meshes);
    if (bounds.isEmpty()) return { box: null, note: '' };
    const box = { min: bounds.min.toArray(), max: bounds.max.toArray() };
    const without = leftOut > 0 ? `, excluding ${counted(leftOut, 'vertex')} far away or not finite` : '';
    return { box, note: `Box of the mesh: ${formatSize(box)}${without}` };
  });
}

/** The collision box of the current animation: half sizes, set by the animator (abc.md §4). */
export function dims(): Overlay {
  return boxOverlay('--hue-children', ({ file, inputs: { animation, clip } }) => {
    if (!animation) return { box: null, note: 'The bind pose has no dims: choose an animation.' };
    const extents = (clip.child === 0 && dimsOf(file, clip.animation)) || animation.extents;
    if (!extents || extents.every((half) => half === 0)) {
      return { box: null, note: 'This file stores no dims for this animation.' };
    }
    const box = { min: extents.map((half) => -half), max: extents };
    const unset = extents.join() === DEFAULT_DIMS ? ' (never set; this is the default)' : '';
    return { box, note: `Dims of the animation: ${formatSize(box)}${unset}` };
  });
}

/** v6: the bounds that the file stores for the current key (KeyframeData). */
export function keyBounds({ info, model, parsed }: DrawnFile): Overlay {
  let times: Float64Array = new Float64Array();
  let timesOf = -1;
  return boxOverlay('--hue-animation', ({ inputs: { clip, request } }) => {
    if (!info.features.keyBounds) return { box: null, note: 'Only v6 files store bounds for their keys.' };
    const { child, animation } = clip;
    if (child !== 0 || animation < 0) {
      return { box: null, note: 'Choose an animation to see the bounds of its keys.' };
    }
    if (timesOf !== animation) times = model?.keyframes(animation).times ?? times;
    timesOf = animation;
    const key = keyAt(times, request.timeMs);
    const box = storedBounds(parsed, animation, key);
    const empty = box && [0, 1, 2].every((axis) => box.min[axis] === box.max[axis]);
    if (!box || empty) return { box: null, note: `KeyframeData[${key}] has no bounds (all zero).` };
    return { box, note: `Bounds of KeyframeData[${key}]: ${formatSize(box)}` };
  });
}

/** The stored bounds of a key; null if the file has none. */
function storedBounds(parsed: ParsedFile, animation: number, key: number): Box | null {
  const path = `Animation.Anims[${animation}].KeyframeData[${key}]`;
  const [min, max] = ['BoundsMin', 'BoundsMax'].map((name) => parsed.resolve(`${path}.${name}`));
  if (!min || !max) return null;
  const { buffer, byteOffset, byteLength } = parsed.bytes;
  const view = new DataView(buffer, byteOffset, byteLength);
  const vector = (start: number) => [0, 4, 8].map((at) => view.getFloat32(start + at, true));
  return { min: vector(min.start), max: vector(max.start) };
}

/** Most hit boxes that are drawn; a file may claim any number. */
const MAX_HIT_BOXES = 1000;

/** LTB: the boxes that a shot can hit, in the current pose. Those of nodes that do not exist are omitted. */
export function hitBoxes({ model }: DrawnFile): Overlay {
  const boxes = model?.hitBoxes();
  const count = boxes?.node.length ?? 0;
  const drawn = boxes ? drawnHitBoxes(boxes).slice(0, MAX_HIT_BOXES) : [];
  const less = drawn.length < count ? ` (${formatCount(drawn.length)} shown)` : '';
  const lines = new Lines(WIDTH);
  return {
    object: lines.object,
    note: count > 0 ? `${counted(count, 'hit box')}${less}` : 'This file has no hit boxes.',
    update({ frame }) {
      lines.set(boxes ? hitBoxEdges(boxes, drawn, frame.nodes) : []);
    },
    paint() {
      lines.paint(tokenColor('--hue-nodes'));
    },
  };
}
