/** The dialog that changes the keys of commands. Keys of panels stay: they belong to their lists. */

import { hasWords } from '../lib/file-names.ts';
import { allCommands, type Command, keyOf, keysOf, sameKey } from '../store/commands.ts';
import { canBeChosen, chooseKey, keymap, keymapFrom, keymapText } from '../store/keymap.ts';
import { announcement, notify } from '../store/notices.ts';
import { saveText } from '../ui/clipboard.ts';
import { type Dialog, openDialog } from '../ui/dialog.ts';
import { button, el, setAttribute } from '../ui/dom.ts';
import { keyLabel, keyLabelOf, keyName } from '../ui/keyboard.ts';
import { effect } from '../ui/scope.ts';
import './keymap.css';

/** Maximum size of a file of keys, bytes. */
const MAX_IMPORT_BYTES = 1024 * 1024;

export function openKeymap(): void {
  openDialog({
    class: 'keymap',
    title: 'Keys',
    build: contentOf,
    focus: ({ element }) => element.querySelector('input'),
  });
}

const SMALL = { class: 'button-small' };

function contentOf({ header }: Dialog): readonly Node[] {
  const said = el('p', { class: 'keymap-said', role: 'status' });
  const commands = [...allCommands()].sort((a, b) => a.label.localeCompare(b.label));
  const rows = commands.map((command) => ({ command, element: rowOf(command, said) }));
  const filter = el('input', {
    type: 'search',
    class: 'help-filter',
    placeholder: 'Filter by command or key',
    'aria-label': 'Filter the commands',
  });
  filter.addEventListener('input', () => {
    const hasThem = hasWords(filter.value);
    for (const { command, element } of rows) {
      element.hidden = !hasThem(`${command.label} ${keyLabelOf(command)}`);
    }
  });
  const resetAll = button('Reset all', () => (keymap.value = {}), SMALL);
  const exportButton = button(
    'Export…',
    () => saveText('lithoscope-keys.json', 'application/json', keymapText()),
    SMALL,
  );
  effect(() => {
    const isChanged = Object.keys(keymap.value).length > 0;
    resetAll.disabled = !isChanged;
    exportButton.disabled = !isChanged;
  });
  return [
    header,
    el('p', {}, 'Click a key, then press the new one. Backspace removes the key; Escape cancels.'),
    el('div', { class: 'help-filter-row' }, filter),
    said,
    el('ul', { class: 'keymap-list', 'aria-label': 'Commands' }, ...rows.map(({ element }) => element)),
    el('div', { class: 'keymap-buttons' }, button('Import…', importKeys, SMALL), exportButton, resetAll),
  ];
}

/** A command, the button that changes its key, and the one that resets it. */
function rowOf(command: Command, said: HTMLElement): HTMLElement {
  const { id, label } = command;
  const key = button('', () => listenForKey(command, key, said), { class: 'keymap-key' });
  const reset = button('Reset', () => chooseKey(id, undefined), {
    class: 'keymap-reset',
    'aria-label': `Reset the key of ${label}`,
  });
  effect(() => {
    showKey(command, key);
    reset.hidden = keymap.value[id] === undefined;
  });
  return el('li', {}, el('span', { class: 'keymap-name' }, label), reset, key);
}

function showKey(command: Command, element: HTMLElement): void {
  const key = keyLabelOf(command);
  element.textContent = key || '–';
  setAttribute(element, 'aria-label', `${command.label}: ${key || 'no key'}`);
}

/** Takes the next key that is pressed in the button. The key of another command must be pressed twice. */
function listenForKey(command: Command, element: HTMLElement, said: HTMLElement): void {
  const listening = new AbortController();
  const { signal } = listening;
  let warned = '';
  const end = (words: string) => {
    listening.abort();
    element.classList.remove('keymap-listening');
    showKey(command, element);
    said.textContent = words;
  };
  element.classList.add('keymap-listening');
  element.textContent = 'Press a key';
  said.textContent = `Press the new key of “${command.label}”.`;
  element.addEventListener('blur', () => end(''), { signal });
  element.addEventListener(
    'keydown',
    (event) => {
      const name = keyName(event);
      if (name === 'Tab' || name === 'Shift+Tab') return;
      event.preventDefault();
      event.stopPropagation();
      if (name === 'Escape') return end('');
      if (name === 'Backspace' || name === 'Delete') {
        chooseKey(command.id, null);
        return end(`“${command.label}” has no key now.`);
      }
      const possible = canBeChosen(name);
      if (possible === null) return;
      if (!possible) {
        said.textContent = `${keyLabel(name)} is used by lists and fields. Press another key.`;
        return;
      }
      const other = allCommands().find(
        (known) => known.id !== command.id && keysOf(known).some((taken) => sameKey(taken, name)),
      );
      if (other && warned !== name) {
        warned = name;
        said.textContent = `${keyLabel(name)} is the key of “${other.label}”. Press it again to use it here.`;
        return;
      }
      // A key of the command itself is no change.
      chooseKey(command.id, sameKey(command.key, name) ? undefined : name);
      // It would run both.
      if (other && sameKey(keyOf(other), name)) chooseKey(other.id, null);
      end(`“${command.label}” has the key ${keyLabel(name)} now.`);
    },
    { signal },
  );
}

function importKeys(): void {
  const input = el('input', { type: 'file', accept: '.json,application/json' });
  input.addEventListener('change', async () => {
    const [file] = input.files ?? [];
    if (!file) return;
    const read = file.size > MAX_IMPORT_BYTES ? null : keymapFrom(await file.text());
    if (!read) {
      notify('This file does not contain keys of Lithoscope.');
      return;
    }
    keymap.value = read;
    announcement.value = 'Imported the keys.';
  });
  input.click();
}
