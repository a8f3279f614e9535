/** The `?` sheet: about the page, and all keys. */
import { allCommands, type CommandGroup, command, runCommand } from '../store/commands.ts';
import { type Dialog, openDialog } from '../ui/dialog.ts';
import { button, el } from '../ui/dom.ts';
import { keyLabel, singleKeys, singleKeysCommand } from '../ui/keyboard.ts';
import { keysOfRow } from '../ui/panel-keys.ts';
import { effect } from '../ui/scope.ts';
import { docsLink } from './frame.ts';
import { installCommand, serviceWorkers } from './offline/installed.ts';
import { PANEL_KEYS } from './panel-keys.ts';
import { showTour } from './tour/offer.ts';

const GROUPS: readonly CommandGroup[] = ['File', 'Edit', 'Go', 'Problems', 'Playback', 'View', 'Help'];

/** Opens the sheet. */
export function openHelp(): void {
  openDialog({ class: 'help', title: 'Lithoscope', build: contentOf });
}

function contentOf(sheet: Dialog): HTMLElement[] {
  const groups = GROUPS.map((group) => {
    const commands = allCommands().filter((command) => command.group === group && command.key);
    return keyList(
      group,
      commands.map(({ key = '', label }) => [keyLabel(key), label]),
    );
  });
  return [
    el(
      'p',
      {},
      'See what is inside a LithTech .abc model: the model moving, its structure, every byte explained. ',
      'Select something in one view and the others follow. ',
      docsLink('docs/index.html', 'Documentation'),
      ' · ',
      docsLink('docs/guide/opening.html', 'User guide'),
      ' · ',
      docsLink('docs/format/abc.html', 'Format reference'),
      serviceWorkers()?.controller ? '. All of it works without a network.' : '',
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
    singleKeysSwitch(),
    el(
      'div',
      { class: 'help-groups' },
      ...groups,
      ...PANEL_KEYS.map(({ title, rows }) =>
        keyList(
          title,
          rows.map((row) => [keysOfRow(row), row[1]]),
        ),
      ),
    ),
  ];
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
  const text = 'Single-key shortcuts: letters, digits and signs without Ctrl or Alt';
  return el('label', { class: 'help-switch' }, input, text);
}

function keyList(title: string, keys: readonly (readonly [string, string])[]): HTMLElement {
  if (keys.length === 0) return el('div', { hidden: true });
  const list = el('dl');
  for (const [key, label] of keys)
    list.append(el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, label)));
  return el('section', {}, el('h3', {}, title), list);
}
