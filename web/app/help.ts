/** The `?` sheet: about the page, and all keys. */
import { counted } from '../explain/describe.ts';
import { hasWords } from '../lib/file-names.ts';
import { allCommands, type CommandGroup, command, keyOf, runCommand } from '../store/commands.ts';
import { type Dialog, openDialog } from '../ui/dialog.ts';
import { button, el } from '../ui/dom.ts';
import { keyLabelOf, singleKeys, singleKeysCommand } from '../ui/keyboard.ts';
import { type KeyGroup, keysOfRow, TOUCH_KEYS } from '../ui/panel-keys.ts';
import { effect } from '../ui/scope.ts';
import { docsLink } from './frame.ts';
import { openKeymap } from './keymap.ts';
import { installCommand, serviceWorkers } from './offline/installed.ts';
import { PANEL_KEYS } from './panel-keys.ts';
import { showTour } from './tour/offer.ts';
import '../styles/help-print.css';

const GROUPS: readonly CommandGroup[] = ['File', 'Edit', 'Go', 'Problems', 'Playback', 'View', 'Help'];

/** Opens the sheet. */
export function openHelp(): void {
  openDialog({
    class: 'help',
    title: 'Lithoscope',
    build: contentOf,
    // Under a finger the keyboard would cover the sheet.
    focus: ({ element }) =>
      isCoarse() ? null : element.querySelector<HTMLInputElement>('input[type="search"]'),
  });
}

const isCoarse = () => matchMedia('(hover: none)').matches;

function contentOf(sheet: Dialog): HTMLElement[] {
  const lists = el('div', { class: 'help-groups' });
  const groups = GROUPS.map((group) => {
    const commands = allCommands().filter((command) => command.group === group && keyOf(command));
    return keyList(
      group,
      commands.map((entry) => [keyLabelOf(entry), entry.label]),
    );
  });
  // Who has no keyboard looks for gestures.
  const panels = isCoarse() ? PANEL_KEYS.filter((group) => group !== TOUCH_KEYS) : PANEL_KEYS;
  if (isCoarse()) lists.append(listOf(TOUCH_KEYS));
  lists.append(...groups, ...panels.map(listOf));
  return [
    el(
      'p',
      {},
      'See what is inside a LithTech .abc model: the model in motion, its structure, every byte explained. ',
      'Select something in one view and the others follow. ',
      docsLink('docs/index.html', 'Documentation'),
      ' · ',
      docsLink('docs/guide/getting-started.html', 'User guide'),
      ' · ',
      docsLink('docs/format/abc.html', 'Format reference'),
      serviceWorkers()?.controller ? '. Everything works offline.' : '',
    ),
    button(
      'Show the tour',
      () => {
        sheet.close();
        showTour();
      },
      { class: 'button-small help-tour' },
    ),
    // The header of a phone has no room for this button.
    button('Switch between dark and light', () => runCommand(command('page.theme')), {
      class: 'button-small help-tour',
    }),
    installButton(),
    button(
      'Change keys…',
      () => {
        sheet.close();
        openKeymap();
      },
      { class: 'button-small help-tour' },
    ),
    singleKeysSwitch(),
    keyFilter(lists),
    lists,
  ];
}

/** Shows the keys with every word of a text, and hides the groups that have none. */
function keyFilter(lists: HTMLElement): HTMLElement {
  const input = el('input', {
    type: 'search',
    class: 'help-filter',
    placeholder: 'Filter by key or word',
    'aria-label': 'Filter keys',
  });
  const said = el('span', { class: 'help-found', role: 'status' });
  input.addEventListener('input', () => {
    const hasThem = hasWords(input.value);
    let found = 0;
    for (const group of lists.querySelectorAll('section')) {
      const rows = [...group.querySelectorAll<HTMLElement>('dl > div')];
      for (const row of rows) {
        row.hidden = !hasThem(`${group.firstElementChild?.textContent} ${row.textContent}`);
      }
      const shown = rows.filter(({ hidden }) => !hidden).length;
      group.hidden = shown === 0;
      found += shown;
    }
    said.textContent = input.value.trim() === '' ? '' : counted(found, 'key');
  });
  return el('div', { class: 'help-filter-row' }, input, said);
}

/** Visible while the browser offers to install the page. */
function installButton(): HTMLElement {
  const install = button('Install as an app', () => runCommand(installCommand), {
    class: 'button-small help-tour',
  });
  effect(() => {
    install.hidden = !installCommand.enabled?.();
  });
  return install;
}

/** Turns keys without Ctrl or Alt on and off. */
function singleKeysSwitch(): HTMLElement {
  const input = el('input', { type: 'checkbox' });
  input.addEventListener('change', () => runCommand(singleKeysCommand));
  effect(() => {
    input.checked = singleKeys.value;
  });
  const text = 'Enable single-key shortcuts (no Ctrl or Alt)';
  return el('label', { class: 'help-switch' }, input, text);
}

const listOf = ({ title, rows }: KeyGroup): HTMLElement =>
  keyList(
    title,
    rows.map((row) => [keysOfRow(row), row[1]]),
  );

function keyList(title: string, keys: readonly (readonly [string, string])[]): HTMLElement {
  if (keys.length === 0) return el('div', { hidden: true });
  const list = el('dl');
  for (const [key, label] of keys)
    list.append(el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, label)));
  return el('section', {}, el('h3', {}, title), list);
}
