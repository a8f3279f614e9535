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
};
