/** The head of the page: its name, the open files, and what can be done anywhere. */
import { effect } from '@preact/signals-core';
import { goToCommand } from '../bytes/goto/commands.ts';
import { baseName } from '../explain/file-names.ts';
import { copyLinkCommand } from '../links/commands.ts';
import { activeFile, files, type OpenFile } from '../store/state.ts';
import { commandButton } from '../ui/command-button.ts';
import { el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import { CONTRAST, CUBE, HELP, LINK, SEARCH } from '../ui/icons.ts';
import { onFirst } from '../ui/on-first.ts';
import { helpCommand, openCommand, themeCommand } from './commands.ts';
import { fileEntries } from './file-entries.ts';
import { historyButtons } from './history/buttons.ts';
import './header.css';

export function mountHeader(host: HTMLElement): void {
  const logo = el('h1', { class: 'logo' }, icon(...CUBE), el('span', {}, 'Lithoscope'));
  const actions = el(
    'div',
    { class: 'header-actions' },
    commandButton(goToCommand, icon(...SEARCH), 'button-quiet header-goto'),
    commandButton(openCommand, 'Open', 'button-action'),
    linkButton(),
    commandButton(themeCommand, icon(...CONTRAST), 'button-quiet'),
    commandButton(helpCommand, icon(...HELP), 'button-quiet'),
  );
  const goTo = el('div', { class: 'header-field' });
  onFirst(
    () => activeFile.value !== null,
    async () => (await import('../bytes/goto/goto.ts')).mountGoTo(goTo),
  );
  host.append(logo, fileTabs(), historyButtons('header-history'), goTo, actions);
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
