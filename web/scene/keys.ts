/** The keys of the view. */
import type { KeyGroup } from '../ui/panel-keys.ts';

export const VIEW_KEYS: KeyGroup = {
  title: 'View',
  panel: 'view',
  rows: [
    ['ArrowLeft ArrowUp ArrowRight ArrowDown', 'Orbit', 'drag'],
    ['Shift+ArrowLeft Shift+ArrowUp Shift+ArrowRight Shift+ArrowDown', 'Pan', 'right drag'],
    ['+ -', 'Zoom', 'wheel'],
    ['Home', 'Reset the camera'],
    ['', 'Select the vertex, face, joint or socket; on the background, deselect', 'Click'],
    ['', 'Select its parent', 'Click again'],
    ['', 'Zoom to the point; on the background, frame the model', 'Double click'],
    [
      '',
      'Measure from a vertex, joint, socket or point on the surface; Enter uses the selection',
      'Click, while measuring',
    ],
    ['', 'Look along it; click again for the opposite side', 'Click on an axis'],
    ['', 'Move or rotate it; Ctrl snaps, Escape cancels, Delete removes it', 'Drag the handles of a socket'],
    ['', 'Move or rotate the socket by a step', 'Arrows, Page Up, Page Down in its bar'],
    ['', 'Change the box on both sides', 'Drag a face of the dims, arrows on it'],
  ],
};
