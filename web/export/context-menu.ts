/** The copy menu where menus are asked for: right click, a long press, the menu key. */

import { runCommand } from '../store/commands.ts';
import { usePart } from '../ui/parts.ts';
import { copyMenuCommand } from './commands.ts';

/**
 * Opens the menu of copying over a panel.
 * @param selectAt selects what is at a point of the window
 */
export function mountCopyMenu(panel: HTMLElement, selectAt: (x: number, y: number) => void): void {
  panel.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    if (isByKey(event)) {
      runCommand(copyMenuCommand);
      return;
    }
    const { clientX: x, clientY: y } = event;
    selectAt(x, y);
    void usePart(
      () => import('./menu.ts'),
      ({ openCopyMenu }) => openCopyMenu({ x, y }),
    );
  });
}

/** The menu key has no place. */
function isByKey(event: MouseEvent): boolean {
  return event instanceof PointerEvent ? event.pointerType === '' : event.button !== 2;
}
