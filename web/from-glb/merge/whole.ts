/** What was done to the model as a whole in the GLB: to the node at its top, of which Blender makes the armature. */
import { channelsOf } from '../drafting/channels.ts';
import { ImportNotes } from '../notes.ts';
import type { ImportNote } from '../report.ts';
import type { GltfSource } from '../source.ts';
import { answered } from './answered.ts';
import type { MergeContext } from './context.ts';

/**
 * A place, turn or scale of the node at the top is left out: people put a model aside to see another one, and the levels and
 * animations that are not in the GLB could not go along.
 */
export function wholeNotes({ rig, merging }: MergeContext, { document }: GltfSource): ImportNote[] {
  const { isMoved, isTurned, isScaled } = rig.found;
  const what = [
    ...(isMoved ? ['moved'] : []),
    ...(isTurned ? ['rotated'] : []),
    ...(isScaled ? ['scaled'] : []),
  ];
  const animations = document.animations
    .filter(({ channels }) => {
      const ofTop = channels.filter(({ node }) => node === rig.root);
      return answered(merging.movesWhole(channelsOf(ofTop, rig.indexOf)));
    })
    .map((animation) => animation.name);
  const notes = new ImportNotes();
  const name = rig.root.name;
  if (what.length > 0)
    notes.warn(
      'MODEL_MOVED',
      `“${name}”, the armature of the model, was ${what.join(' and ')} as a whole. This is ignored: the model stays where it was.`,
      isScaled
        ? 'To change the size, import it into a new file with another scale. To keep the new position and rotation, in Blender select the armature and its meshes, and choose Object › Apply › Location, Rotation (Ctrl+A).'
        : 'Blender then exports sockets differently: reset the armature before exporting (Alt+G, Alt+R). To keep the new position and rotation, in Blender select the armature and its meshes, and choose Object › Apply › Location, Rotation (Ctrl+A).',
    );
  if (animations.length > 0)
    notes.warn(
      'MODEL_ANIMATED',
      `Animations move “${name}”, the armature of the model, as a whole: ${animations.join(', ')}. This is ignored.`,
      'Move the root bone instead.',
    );
  return notes.notes;
}
