/** What a file adds to the head of the page: tabs, history, the go-to field, the link. */

import { goToCommand, mountGoTo } from '../bytes/goto/goto.ts';
import { copyLinkCommand } from '../links/commands.ts';
import { commandButton } from '../ui/command-button.ts';
import { el, icon } from '../ui/dom.ts';
import { LINK, SEARCH } from '../ui/icons.ts';
import { fileTabs } from './file-tabs.ts';
import type { Frame } from './frame.ts';
import { historyButtons } from './history.ts';

export function mountHeader({ header, actions }: Frame): void {
  const goTo = el('div', { class: 'header-field' });
  mountGoTo(goTo);
  actions.before(fileTabs(), historyButtons('header-history'), goTo);
  actions.prepend(commandButton(goToCommand, icon(...SEARCH), 'button-quiet header-goto'));
  header.querySelector('.button-action')?.after(linkButton());
}

/** A narrow page shows its icon alone. */
function linkButton(): HTMLButtonElement {
  const label = el('span', { class: 'header-link' }, icon(...LINK), el('span', {}, 'Copy link'));
  return commandButton(copyLinkCommand, label, 'button-header');
}
