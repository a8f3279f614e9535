/** The keys of the view, of the timeline and of what a model consists of. */
import type { KeyGroup } from '../ui/panel-keys.ts';

export const MODEL_KEYS: readonly KeyGroup[] = [
  {
    title: 'View',
    panel: 'view',
    rows: [
      ['ArrowLeft ArrowUp ArrowRight ArrowDown', 'Orbit', 'drag'],
      ['Shift+ArrowLeft Shift+ArrowUp Shift+ArrowRight Shift+ArrowDown', 'Pan', 'right drag'],
      ['+ -', 'Zoom', 'wheel'],
      ['Home', 'Reset the camera'],
      ['', 'Select the vertex, face, joint or socket; beside the model, nothing', 'Click'],
      ['', 'Select its parent', 'Click again'],
      ['', 'Go nearer; beside the model, frame it', 'Double click'],
      [
        '',
        'Take a vertex, joint, socket or point of the surface; Enter: what is selected',
        'Click, while measuring',
      ],
      ['', 'Look along it; again, from the opposite side', 'Click on an axis'],
      ['', 'Move or turn it; Ctrl snaps, Escape cancels, Delete removes it', 'Drag the handles of a socket'],
      ['', 'Move or turn the socket by a step', 'Arrows, Page Up, Page Down in its bar'],
      ['', 'Change the box on both sides', 'Drag a face of the dims, arrows on it'],
    ],
  },
  {
    title: 'Animations',
    panel: 'animations',
    rows: [
      ['ArrowUp ArrowDown PageUp PageDown Home End', 'Choose an animation: the model takes its first pose'],
      ['Enter', 'Play', 'double click'],
      ['Shift+F10', 'Trim, reverse, stretch, scale, copy from another model …', 'right click, long press'],
    ],
  },
  {
    title: 'Pieces, nodes, sockets, weight sets, animations',
    panel: 'model',
    rows: [
      ['F2', 'Rename', 'double click (not animations, which play)'],
      ['Delete', 'Delete'],
      ['Ctrl+D', 'Duplicate'],
      ['Alt+ArrowUp Alt+ArrowDown', 'Move up, down'],
      ['Shift+F10', 'All that can be changed', '⋯, right click'],
    ],
  },
  {
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
  },
];
