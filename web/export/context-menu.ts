/** The copy menu as a context menu: by right click, long press and the menu key. */

import { runCommand } from '../store/commands.ts';
import { activeFile, select } from '../store/state.ts';
import { usePart } from '../ui/parts.ts';
import { copyMenuCommand } from './commands.ts';

/** Opens the copy menu over the tree; selects the row under the pointer. */
export function mountTreeMenu(tree: HTMLElement): void {
  mountMenu(tree, ({ target, clientX, clientY }) => {
    target?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, clientX, clientY }));
  });
}

/** Opens the copy menu over the bytes; selects the field under the pointer, unless it is in the selection. */
export function mountHexMenu(hex: HTMLElement): void {
  mountMenu(hex, ({ target, clientX, clientY }) => {
    const file = activeFile.value;
    const before = file?.selection.value;
    // A tap selects a field and starts no drag.
    const tap = { bubbles: true, clientX, clientY, pointerType: 'touch' };
    target?.dispatchEvent(new PointerEvent('click', tap));
    const after = file?.selection.value;
    if (before && after && after.start >= before.start && after.end <= before.end) select(file, before);
  });
}

function mountMenu(panel: HTMLElement, choose: (event: MouseEvent) => void): void {
  panel.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    if (isByKey(event)) {
      runCommand(copyMenuCommand);
      return;
    }
    choose(event);
    const { clientX: x, clientY: y } = event;
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
