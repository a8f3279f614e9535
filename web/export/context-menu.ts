/** The copy menu where menus are asked for: right click, a long press, the menu key. */

import { runCommand } from '../store/commands.ts';
import { activeFile, select } from '../store/state.ts';
import { usePart } from '../ui/parts.ts';
import { copyMenuCommand } from './commands.ts';

/** Opens the menu of copying over the tree, for the row under the pointer, which a press selects. */
export function mountTreeMenu(tree: HTMLElement): void {
  mountMenu(tree, ({ target, clientX, clientY }) => {
    target?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, clientX, clientY }));
  });
}

/** The same over the bytes: for the field under the pointer, or for the selection that it is in. */
export function mountHexMenu(hex: HTMLElement): void {
  mountMenu(hex, ({ target, clientX, clientY }) => {
    const file = activeFile.value;
    const before = file?.selection.value;
    // A tap selects a field without drawing out a range.
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

/** The menu key has no place. */
function isByKey(event: MouseEvent): boolean {
  return event instanceof PointerEvent ? event.pointerType === '' : event.button !== 2;
}
