/** Keys: their names, as commands and help write them, and the commands that they run. */
import type { Signal } from '@preact/signals-core';
import { allCommands, type Command, keysOf, runCommand, sameKey } from '../store/commands.ts';
import { flag, keptSignal } from '../store/kept.ts';
import { spoken } from '../store/notices.ts';
import { listen } from './scope.ts';

/** The parts of a KeyboardEvent that say which key it is. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  readonly code?: string;
};

/** Whether keyboards have Command for Control, and Option for Alt, as those of Apple do. */
const isApplePlatform: boolean = /^(Mac|iP)/.test(globalThis.navigator?.platform ?? '');

/** The name of a pressed key as `Command.key` writes it. Shift counts where it makes no other character than a capital. */
export function keyName(press: KeyPress, isApple: boolean = isApplePlatform): string {
  // Option types other characters there: ∑ on W.
  const [, plain] = (isApple && press.altKey && /^(?:Key|Digit)(.)$/.exec(press.code ?? '')) || [];
  const typed = plain?.toLowerCase() ?? press.key;
  const key = typed === ' ' ? 'Space' : typed;
  const printable = typed.length === 1 && typed !== ' ';
  const letter = printable && key.toLowerCase() !== key.toUpperCase();
  return [
    press.ctrlKey || press.metaKey ? 'Ctrl+' : '',
    press.altKey ? 'Alt+' : '',
    press.shiftKey && (letter || !printable) ? 'Shift+' : '',
    printable && (press.ctrlKey || press.metaKey) ? key.toUpperCase() : key,
  ].join('');
}

const ARROWS = { Left: '←', Right: '→', Up: '↑', Down: '↓' };

/** A command's key as a keyboard shows it: `Alt+W`, `Alt+←`; `⌥W`, `⌥←` on a keyboard of Apple. */
export function keyLabel(key: string, isApple: boolean = isApplePlatform): string {
  const label = key
    .replace(/(^|\+)[a-z]$/, (letter) => letter.toUpperCase())
    .replace(/Arrow(Left|Right|Up|Down)/, (_, way: keyof typeof ARROWS) => ARROWS[way]);
  return isApple ? appleKeys(label) : label;
}

/** Words that name keys, `Ctrl D, Alt ↑`, with the names of this keyboard. */
export function keyWords(words: string, isApple: boolean = isApplePlatform): string {
  return isApple ? appleKeys(words) : words;
}

function appleKeys(words: string): string {
  return words
    .replace(/\bCtrl(?:[+ ](?=\S)|\b)/g, '⌘')
    .replace(/\bAlt(?:[+ ](?=\S)|\b)/g, '⌥')
    .replace(/\bShift\+/g, '⇧');
}

/** Elements that use plain keys themselves. */
const TYPING = 'input, textarea, select, [contenteditable]';
/** Elements that undo what was typed in them, and what lies over the page. */
const OWN_KEYS =
  'input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"]), textarea, [contenteditable], dialog';
/** Elements that Space and Enter press; the tab that is shown already has nothing to do. */
const PRESSABLE =
  'button:not([role="tab"][aria-selected="true"]), a, summary, [role="button"], [role="slider"], [role="treeitem"], [role="option"]';
/** Where keys of the browser are the page's. */
const PANELS = '[role="tree"], [role="grid"]';

/**
 * Whether a letter, digit or sign alone runs an action. Who speaks to the computer, or meets keys by accident, switches
 * that off (WCAG 2.1.4); keys with Ctrl or Alt, Space, Escape and the keys of a panel stay.
 */
export const singleKeys: Signal<boolean> = keptSignal('keys.single', flag(true));

export const singleKeysCommand: Command = {
  id: 'page.singleKeys',
  label: 'Single-key shortcuts',
  group: 'Help',
  checked: () => singleKeys.value,
  run: () => {
    singleKeys.value = !singleKeys.value;
  },
};

/** Runs the action of a key press, unless what has the focus uses that key itself. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = keyName(event);
  const target = event.target instanceof Element ? event.target : null;
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (plain && target?.closest(TYPING)) return;
  if (plain && event.key.length === 1 && event.key !== ' ' && !singleKeys.peek()) return;
  if (name === 'Escape' && isOpenOverThePage()) return;
  if ((name === 'Space' || name === 'Enter') && target?.closest(PRESSABLE)) return;
  const inPanel = target?.closest(PANELS);
  const found = allCommands().find(
    (known) => keysOf(known).some((key) => sameKey(key, name)) || (inPanel && sameKey(known.panelKey, name)),
  );
  if (found?.notInText && target?.closest(OWN_KEYS)) return;
  if (!found || !runCommand(found)) return;
  event.preventDefault();
  // A button of a switch says its state itself.
  if (found.checked) spoken.value = `${found.label}: ${found.checked() ? 'on' : 'off'}.`;
}

/** What is open over the page, which Escape closes first: dialogs, and popovers that a press beside them closes. */
const dialogs = new Set<HTMLDialogElement>();
const popovers = new Set<HTMLElement>();

/** Follows the popovers of the page, once. */
export function watchPopovers(): void {
  listen(
    document,
    'beforetoggle',
    ({ target, newState }) => {
      if (!(target instanceof HTMLElement) || target.popover !== 'auto') return;
      if (newState === 'open') popovers.add(target);
      else popovers.delete(target);
    },
    { capture: true },
  );
}

/** Shows a dialog over the page. */
export function showOver(dialog: HTMLDialogElement): void {
  dialogs.add(dialog);
  dialog.addEventListener('close', () => dialogs.delete(dialog), { once: true });
  dialog.showModal();
}

/** Whether a dialog is open: what lies under it waits. */
export const isDialogOpen = (): boolean => [...dialogs].some(({ open }) => open);

/** Whether Escape has something to close that is open over the page. */
export function isOpenOverThePage(): boolean {
  // One that was taken out of the page is closed without an event.
  return isDialogOpen() || [...popovers].some((popover) => popover.matches(':popover-open'));
}
