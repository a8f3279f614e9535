/** The header of an open file: what opens files, the open files, history, search, verdict, changes, share and more. */

import { editButtons } from '../edit/changes-button.ts';
import { shareMenuCommand } from '../export/commands.ts';
import { command, runCommand } from '../store/commands.ts';
import { commandButton } from '../ui/command-button.ts';
import { el, icon, setAttribute } from '../ui/dom.ts';
import { nameElement } from '../ui/focus.ts';
import { MORE, OPEN, PANEL_LEFT, PANEL_RIGHT, SHARE } from '../ui/icons.ts';
import { withKey } from '../ui/keyboard.ts';
import { collapsed } from '../ui/layout.ts';
import { menuButton } from '../ui/menu.ts';
import { effect } from '../ui/scope.ts';
import { fileTabs } from './file-tabs.ts';
import type { Frame } from './frame.ts';
import { historyButtons } from './history.ts';
import { openMoreMenu, openOpenMenu } from './menus.ts';
import { verdictButton } from './verdict.ts';

/** Adds to the header what an open file needs. */
export function mountHeader({ middle, actions }: Frame): void {
  middle.prepend(historyButtons());
  middle.before(
    named(
      menuButton([icon(...OPEN)], 'Open', openOpenMenu, 'button-quiet header-open'),
      'Open files or samples',
    ),
    columnOpener('left', 'Show files and outline', PANEL_LEFT),
    fileTabs(),
  );
  actions.append(
    verdictButton(),
    editButtons(),
    shareButton(),
    named(
      menuButton([icon(...MORE)], 'More', openMoreMenu, 'button-quiet header-more'),
      'More: undo, compare, theme, help',
    ),
    columnOpener('right', 'Show bytes, table and problems', PANEL_RIGHT),
  );
}

/** Brings a closed column back, whatever is open; hidden while the column is there. */
function columnOpener(column: 'left' | 'right', name: string, picture: readonly string[]): HTMLElement {
  const element = commandButton(command(`view.${column}`), icon(...picture), 'button-quiet header-opener');
  setAttribute(element, 'aria-label', name);
  effect(() => {
    element.hidden = !collapsed[column].value;
  });
  return element;
}

/** A narrow page shows only its icon. */
function shareButton(): HTMLElement {
  const open = () => void runCommand(shareMenuCommand);
  const words = el('span', { class: 'share-word' }, 'Share');
  const element = menuButton([icon(...SHARE), words], 'Share', open, 'button-share');
  return nameElement('share button', named(element, withKey('Share or export', shareMenuCommand)));
}

function named(element: HTMLElement, title: string): HTMLElement {
  setAttribute(element, 'title', title);
  return element;
}
