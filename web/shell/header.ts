/** The head of the page: its name, the open files, and what can be done anywhere. */
import { effect } from '@preact/signals-core';
import { button, el, fileText, icon, setAttribute, visible } from '../dom.ts';
import { activeId, closeFile, files, type OpenFile } from '../state.ts';
import { commandButton } from './command-button.ts';
import { helpCommand, openCommand, themeCommand } from './commands.ts';
import { CONTRAST, CROSS, CUBE, HELP } from './icons.ts';

export function mountHeader(host: HTMLElement): void {
  const tabs = el('ul', { class: 'tabs' });
  const nav = el('nav', { class: 'tabs-nav', 'aria-label': 'Open files' }, tabs);
  const logo = el('h1', { class: 'logo' }, icon(...CUBE), el('span', {}, 'Lithoscope'));
  const actions = el(
    'div',
    { class: 'header-actions' },
    commandButton(openCommand, 'Open', 'button-action'),
    commandButton(themeCommand, icon(...CONTRAST), 'button-quiet'),
    commandButton(helpCommand, icon(...HELP), 'button-quiet'),
  );
  host.append(logo, nav, actions);

  effect(() => {
    tabs.replaceChildren(...files.value.map(tab));
    tabs.querySelector('.tab-current')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

function tab(file: OpenFile): HTMLElement {
  const choose = () => {
    activeId.value = file.id;
  };
  const name = button(fileText(file.name), choose, { class: 'tab-name', title: visible(file.name) });
  const close = button(icon(CROSS), () => closeFile(file.id), {
    class: 'tab-close',
    'aria-label': `Close ${visible(file.name)}`,
  });
  const element = el('li', { class: 'tab' }, name, close);
  const current = activeId.value === file.id;
  element.classList.toggle('tab-current', current);
  setAttribute(name, 'aria-current', current && 'true');
  return element;
}
