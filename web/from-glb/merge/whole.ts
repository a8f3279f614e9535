/** Whether the model was moved as a whole, by the node at its top, which Blender makes the armature. */
import { elementAt } from '../gltf.ts';
import { worldMatrixOf } from '../matrices.ts';
import type { ImportNote } from '../report.ts';
import type { ExportDescription, GltfSource } from '../source.ts';
import { nearPlace, type Rig } from './rig.ts';

/** Parts of a turn or scale that rounding takes. */
const NEAR = 1e-4;

/**
 * A place, turn or scale of the node at the top is left out: people put a model aside to see another one, and the levels and
 * animations that are not in the GLB could not go along.
 */
export function wholeNotes(rig: Rig, { scale }: ExportDescription, { document }: GltfSource): ImportNote[] {
  const matrix = worldMatrixOf(rig.root);
  // Where somebody made metres of all numbers, there is no scale left.
  const expected = scale * rig.unit;
  const at = (i: number) => matrix[i] ?? 0;
  const lengths = [0, 4, 8].map((i) => Math.hypot(at(i), at(i + 1), at(i + 2)) / expected);
  const isMoved = [12, 13, 14].some((i) => Math.abs(at(i)) > 10 * nearPlace(0) * expected);
  const isScaled = lengths.some((length) => Math.abs(length - 1) > NEAR);
  const isTurned = [0, 1, 2].some(
    (axis) => Math.abs(at(5 * axis) / expected - (lengths[axis] ?? 0)) > NEAR * (lengths[axis] ?? 0),
  );
  const what = [
    ...(isMoved ? ['moved'] : []),
    ...(isTurned ? ['rotated'] : []),
    ...(isScaled ? ['scaled'] : []),
  ];
  const animations = document.animations
    .filter((animation) =>
      animation.channels.some(({ node, sampler: { output: values } }) => {
        if (node !== rig.root) return false;
        const first = elementAt(values, 0);
        return Array.from({ length: values.count }, (_, key) => elementAt(values, key)).some((value) =>
          value.some((number, i) => Math.abs(number - (first[i] ?? 0)) > NEAR),
        );
      }),
    )
    .map((animation) => animation.name);
  const notes: ImportNote[] = [];
  const name = rig.root.name;
  if (what.length > 0) {
    notes.push({
      code: 'MODEL_MOVED',
      severity: 'warning',
      message: `“${name}”, the armature of the model, was ${what.join(' and ')} as a whole. This is ignored: the model stays where it was.`,
      help: isScaled
        ? 'To change the size, import it into a new file with another scale. To keep the new position and rotation, in Blender select the armature and its meshes, and choose Object › Apply › Location, Rotation (Ctrl+A).'
        : 'Blender then exports sockets differently: reset the armature before exporting (Alt+G, Alt+R). To keep the new position and rotation, in Blender select the armature and its meshes, and choose Object › Apply › Location, Rotation (Ctrl+A).',
    });
  }
  if (animations.length > 0) {
    notes.push({
      code: 'MODEL_ANIMATED',
      severity: 'warning',
      message: `Animations move “${name}”, the armature of the model, as a whole: ${animations.join(', ')}. This is ignored.`,
      help: 'Move the root bone instead.',
    });
  }
  return notes;
}
