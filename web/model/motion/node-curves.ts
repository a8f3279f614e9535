/** The curves of a node in what plays, as stored in the file. */
import type { Track } from '@lithoscope/core';
import { clipModel } from '../../store/clips.ts';
import type { OpenFile } from '../../store/state.ts';
import type { Curve } from './curve-painter.ts';
import { eulerDegrees } from './curve-scale.ts';

/** What of a key is drawn. */
export type Quantity = 'translation' | 'quaternion' | 'euler';

export const QUANTITIES: readonly (readonly [quantity: Quantity, label: string])[] = [
  ['translation', 'Translation'],
  ['quaternion', 'Quaternion'],
  ['euler', 'Degrees'],
];

const NAMES = ['x', 'y', 'z', 'w'];
const COLORS = ['--axis-x', '--axis-y', '--axis-z', '--hue-nodes'];

/** The keys of a node in what plays; null without any. Reads signals. */
export function trackOf(file: OpenFile, node: number): Track | null {
  const clip = file.playback.clip.value;
  return clip.animation < 0 ? null : (clipModel(file, clip)?.track(clip.animation, node) ?? null);
}

export function curvesOf({ translations, rotations }: Track, quantity: Quantity): Curve[] {
  const values =
    quantity === 'translation'
      ? columns(translations, 3)
      : quantity === 'quaternion'
        ? columns(rotations, 4)
        : eulerDegrees(rotations);
  return values.map((column, i) => ({ name: NAMES[i] ?? '', color: COLORS[i] ?? '', values: column }));
}

/** Rows of so many numbers as one array a column. */
function columns(rows: Float32Array, width: number): Float32Array[] {
  return Array.from({ length: width }, (_, column) =>
    Float32Array.from({ length: rows.length / width }, (_, row) => rows[row * width + column] ?? 0),
  );
}

/** Where in the structure a node's key of an animation lies (INTERFACES.md). */
export function keyPath(version: number, animation: number, node: number, key: number): string {
  return version === 6
    ? `Animation.Anims[${animation}].NodeAnims[${node}].Keys[${key}]`
    : `Animation.Animations[${animation}].NodeTransforms[${node}].Transforms[${key}]`;
}
