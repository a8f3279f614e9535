/** What a file adds to the head of the page: tabs, history, the go-to field, the link. */

import { goToCommand } from '../bytes/goto/commands.ts';
import { mountGoTo } from '../bytes/goto/goto.ts';
import { baseName } from '../explain/file-names.ts';
import { copyLinkCommand } from '../links/commands.ts';
import type { OpenFile } from '../store/open-file.ts';
import { files } from '../store/state.ts';
import { commandButton } from '../ui/command-button.ts';
import { el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import { LINK, SEARCH } from '../ui/icons.ts';
import { effect } from '../ui/scope.ts';
import { fileEntries } from './file-entries.ts';
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

function fileTabs(): HTMLElement {
  const tabs = el('div', { class: 'tabs' });
  // A list of tabs may hold nothing but tabs, and beside each stands a button: it owns them from afar.
  const list = el('div', { role: 'tablist', 'aria-label': 'Open files' });
  const nav = el('nav', { class: 'tabs-nav', 'aria-label': 'Open files' }, list, tabs);
  fileEntries(tabs, {
    tag: 'div',
    className: 'tab',
    next: 'ArrowRight',
    previous: 'ArrowLeft',
    chooser: tabButton,
  });
  effect(() => {
    nav.hidden = files.value.length === 0;
    setAttribute(list, 'aria-owns', files.value.map(tabId).join(' '));
  });
  nav.addEventListener('wheel', ({ deltaX, deltaY }) => nav.scrollBy(deltaX === 0 ? deltaY : 0, 0), {
    passive: true,
  });
  return nav;
}

function tabButton(file: OpenFile, current: boolean): HTMLButtonElement {
  return el(
    'button',
    {
      type: 'button',
      role: 'tab',
      id: tabId(file),
      class: 'tab-name',
      title: visible(file.name),
      'aria-selected': String(current),
    },
    fileText(baseName(file.name)),
  );
}

function tabId({ id }: OpenFile): string {
  return `file-tab-${id}`;
}
