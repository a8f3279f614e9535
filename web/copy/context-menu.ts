/** The copy menu where menus are asked for: right click, a long press, the menu key. */
import { runCommand } from '../commands.ts';
import { copyMenuCommand } from './commands.ts';

/** Opens the menu of copying over a panel instead of the browser's. */
export function mountContextMenu(panel: HTMLElement): void {
  panel.addEventListener('contextmenu', (event) => {
    const byKey = event.button !== 2 && event.detail === 0;
    event.preventDefault();
    if (byKey) {
      runCommand(copyMenuCommand);
      return;
    }
    // The row under the pointer is meant, and the tree selects by a press of the first button.
    event.target?.dispatchEvent(
      new MouseEvent('mousedown', { bubbles: true, clientX: event.clientX, clientY: event.clientY }),
    );
    void import('./menu.ts').then(({ openCopyMenu }) => openCopyMenu({ x: event.clientX, y: event.clientY }));
  });
}
