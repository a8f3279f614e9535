/**
 * Keyboard: names of keys as commands and help write them, the commands that keys run, and what is open over the page
 * and gets keys first.
 */
import type { Signal } from '@preact/signals-core';
import { allCommands, type Command, keyOf, keysOf, runCommand, sameKey } from '../store/commands.ts';
import { flag, keptSignal } from '../store/kept.ts';
import { spoken } from '../store/notices.ts';
import { listen } from './scope.ts';

/** The parts of a KeyboardEvent that say which key it is. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  readonly code?: string;
};

/** Whether the keyboard has Command and Option, as on Apple devices. */
const isApplePlatform: boolean = /^(Mac|iP)/.test(globalThis.navigator?.platform ?? '');

/**
 * The name of a pressed key as in `Command.key`. Shift is included unless it produces another character than a capital.
 */
export function keyName(press: KeyPress, isApple: boolean = isApplePlatform): string {
  // Option produces other characters: ∑ on W.
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

/** A command's key as a keyboard shows it: `Alt+W`, `Alt+←`; `⌥W`, `⌥←` on Apple devices. */
export function keyLabel(key: string, isApple: boolean = isApplePlatform): string {
  const label = key
    .replace(/(^|\+)[a-z]$/, (letter) => letter.toUpperCase())
    .replace(/Arrow(Left|Right|Up|Down)/, (_, way: keyof typeof ARROWS) => ARROWS[way]);
  return isApple ? appleKeys(label) : label;
}

/** The key of a command as this keyboard shows it; '' if it has none. Reads a signal. */
export const keyLabelOf = (command: Pick<Command, 'id' | 'key'>): string => keyLabel(keyOf(command) ?? '');

/** Words with the key of a command: `Save (Ctrl+S)`. Reads a signal. */
export function withKey(words: string, command: Pick<Command, 'id' | 'key'>): string {
  const key = keyLabelOf(command);
  return key ? `${words} (${key})` : words;
}

/** Text with key names, `Ctrl D, Alt ↑`, adapted to this keyboard. */
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
/** Elements with an undo of their own, and dialogs. */
const OWN_KEYS =
  'input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"]), textarea, [contenteditable], dialog';
/** Elements that Space and Enter press; not the tab that is already selected. */
const PRESSABLE =
  'button:not([role="tab"][aria-selected="true"]), a, summary, [role="button"], [role="slider"], [role="treeitem"], [role="option"]';
/** Panels in which the page takes keys of the browser. */
const PANELS = '[role="tree"], [role="grid"]';

/**
 * Whether single letters, digits and signs run commands. Can be turned off for speech input and accidental presses
 * (WCAG 2.1.4); keys with Ctrl or Alt, Space, Escape and the keys of panels still work.
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

/** Runs the command of a key press, unless the focused element uses the key itself. */
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
  // For assistive technology; the button of a switch announces its state itself.
  if (found.checked) spoken.value = `${found.label}: ${found.checked() ? 'on' : 'off'}.`;
}

/** Open dialogs, which Escape closes first. */
const dialogs = new Set<HTMLDialogElement>();
const popovers = new Set<HTMLElement>();

/** Starts tracking popovers that a press outside closes. */
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

/** Whether a dialog is open. */
export const isDialogOpen = (): boolean => [...dialogs].some(({ open }) => open);

/** Whether a dialog or popover is open that Escape closes first. */
export function isOpenOverThePage(): boolean {
  // Popovers removed from the page close without an event.
  return isDialogOpen() || [...popovers].some((popover) => popover.matches(':popover-open'));
}
