/** The keys of the list of animations and of the timeline. */
import type { KeyGroup } from '../ui/panel-keys.ts';

export const ANIMATIONS_KEYS: KeyGroup = {
  title: 'Animations',
  panel: 'animations',
  rows: [
    ['ArrowUp ArrowDown PageUp PageDown Home End', 'Choose an animation: the model takes its first pose'],
    ['Enter', 'Play', 'double click'],
    ['Shift+F10', 'Trim, reverse, stretch, scale, copy from another model …', 'right click, long press'],
  ],
};

export const TIMELINE_KEYS: KeyGroup = {
  title: 'Timeline',
  panel: 'timeline',
  rows: [
    ['ArrowLeft ArrowRight', 'Previous, next frame'],
    ['Shift+ArrowLeft Shift+ArrowRight', 'Previous, next key'],
    ['Home End', 'Start, end'],
    ['Enter', 'Select the key in structure and bytes', 'double click'],
    ['Insert', 'Add a key with the pose that is seen'],
    ['Delete', 'Delete the key at the playhead'],
    ['F2', 'Change its frame string'],
    ['', 'Move it in time', 'Drag the selected key in the drawer'],
  ],
};
