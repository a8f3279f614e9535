/** The keys of the list of animations and of the timeline. */
import type { KeyGroup } from '../ui/panel-keys.ts';

export const ANIMATIONS_KEYS: KeyGroup = {
  title: 'Animations',
  panel: 'animations',
  rows: [
    ['ArrowUp ArrowDown PageUp PageDown Home End', 'Choose an animation: the model shows its first pose'],
    ['Enter', 'Play', 'double click'],
    ['Shift+F10', 'Trim, reverse, stretch, scale, copy from another model…', 'right click, long press'],
  ],
};

export const TIMELINE_KEYS: KeyGroup = {
  title: 'Timeline',
  panel: 'timeline',
  rows: [
    ['ArrowLeft ArrowRight', 'Previous, next frame'],
    ['Shift+ArrowLeft Shift+ArrowRight', 'Previous, next key'],
    ['Home End', 'Start, end'],
    ['Enter', 'Select the key in the outline and the bytes', 'double click'],
    ['Insert', 'Add a key with the current pose'],
    ['Delete', 'Delete the key at the playhead'],
    ['F2', 'Change its frame string'],
  ],
};

export const SHEET_KEYS: KeyGroup = {
  title: 'Dope sheet',
  panel: 'keys',
  rows: [
    ['ArrowUp ArrowDown PageUp PageDown', 'Change row: frame strings, then the nodes'],
    ['ArrowLeft ArrowRight', 'Previous, next key of the row; on its name, collapse, expand'],
    ['Home End', 'Start, end'],
    ['Space', 'Select or deselect the key', 'Ctrl or Shift + click'],
    [
      'Shift+ArrowLeft Shift+ArrowRight',
      'Extend the selection to the next key',
      'drag a box, by touch after a long press',
    ],
    ['Ctrl+A', 'Select all keys'],
    ['Enter', 'Select the key in the outline and the bytes', 'click'],
    ['Ctrl+C Ctrl+X', 'Copy, cut the selected keys'],
    ['Ctrl+V', 'Paste keys at the playhead'],
    ['Alt+ArrowLeft Alt+ArrowRight', 'Move the selected keys by a frame', 'drag'],
    ['Alt+Shift+ArrowLeft Alt+Shift+ArrowRight', 'Move the selected keys by 1 ms'],
    ['Insert', 'Add a key with the current pose'],
    ['F2', 'Change the frame string', 'double click'],
    ['Delete', 'Delete the selected keys'],
    ['+ - 0', 'Zoom in, zoom out, show the whole animation', 'Ctrl + wheel, Shift + wheel'],
    ['Shift+F10', 'All commands', 'right click, long press'],
  ],
};
