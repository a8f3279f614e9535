/** The copy menu as a context menu: by right click, long press and the menu key. */

import { runCommand } from '../store/commands.ts';
import { usePart } from '../ui/parts.ts';
import { copyMenuCommand } from './commands.ts';

/**
 * Opens the copy menu over a panel.
 * @param selectAt selects what is at a point of the window, before the menu opens
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

/** The menu key gives no position. */
function isByKey(event: MouseEvent): boolean {
  return event instanceof PointerEvent ? event.pointerType === '' : event.button !== 2;
}
