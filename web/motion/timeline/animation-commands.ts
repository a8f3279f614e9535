/** What the menu of an animation offers, as commands for the one that is set to play; and its keys. */

import { currentKeys } from '../../document/keyframes.ts';
import { activeFile } from '../../document/state.ts';
import { openRow, runRowAction } from '../../edit/lists/open-row.ts';
import { isChangeable, type ListRow, type RowHost } from '../../edit/lists/row.ts';
import type { Command } from '../../store/commands.ts';
import { placeOfNamed } from '../../ui/focus.ts';
import { usePart } from '../../ui/parts.ts';
import { canChangeKeys, loadKeyEdit } from './key-bar.ts';

/** Forms and editors stand at the box that names the animation. */
const host: RowHost = {
  place: () => placeOfNamed('clip'),
  focus: () => {},
};

/** The animation that is set to play, if the file itself has it; the bind pose is row −1. Reads signals. */
function chosenRow(): ListRow | null {
  const file = activeFile.value;
  const clip = file?.playback.clip.value;
  if (!file || !clip || clip.child !== 0 || !isChangeable(file)) return null;
  return { file, key: 'animation', index: clip.animation, host };
}

function forAnimation(id: string, label: string, run: (row: ListRow) => void, withBindPose = false): Command {
  return {
    id: `animation.${id}`,
    label,
    group: 'Edit',
    enabled: () => {
      const row = chosenRow();
      return row !== null && (withBindPose || row.index >= 0);
    },
    run: () => {
      const row = chosenRow();
      if (row) run(row);
    },
  };
}

function forKey(
  id: string,
  label: string,
  run: (part: Awaited<ReturnType<typeof loadKeyEdit>>) => void,
): Command {
  return {
    id: `key.${id}`,
    label,
    group: 'Edit',
    enabled: () => canChangeKeys() && currentKeys.value.times.length > 0,
    run: () => void usePart(loadKeyEdit, run),
  };
}

export const animationCommands: readonly Command[] = [
  forAnimation('rename', 'Rename the animation…', (row) => runRowAction(row, 'rename')),
  forAnimation('duplicate', 'Duplicate the animation', (row) => runRowAction(row, 'duplicate')),
  forAnimation('delete', 'Delete the animation', (row) => runRowAction(row, 'delete')),
  forAnimation('dims', 'Change the dims of the animation…', (row) => openRow(row, 'dims')),
  forAnimation('trim', 'Trim the animation…', (row) => openRow(row, 'trim')),
  forAnimation('reverse', 'Reverse the animation', (row) => openRow(row, 'reverse')),
  forAnimation('length', 'Change the length of the animation…', (row) => openRow(row, 'length')),
  forAnimation('scale', 'Scale the animation…', (row) => openRow(row, 'scale')),
  forAnimation('join', 'Join the animation with another…', (row) => openRow(row, 'join')),
  forAnimation('takeOver', 'Copy an animation from another model…', (row) => openRow(row, 'takeOver'), true),
  forKey('add', 'Add a key at the playhead', (part) => part.addKey()),
  forKey('delete', 'Delete the key at the playhead', (part) => part.deleteKey()),
];
