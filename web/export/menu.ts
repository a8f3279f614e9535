/** The menu of the commands for copying and exporting. */

import { counted } from '../explain/describe.ts';
import { formatOffset } from '../explain/hex.ts';
import { allCommands, type Command, runCommand } from '../store/commands.ts';

import { selectedElement } from '../store/elements.ts';
import { activeFile } from '../store/state.ts';
import { button, el, fileText } from '../ui/dom.ts';
import { type StepKeys, stepTo } from '../ui/step-keys.ts';
import '../ui/popover.css';
import './menu.css';

/** Distance to the button and to the window's edges, CSS pixels. */
const GAP = 6;

/** Command ids, by group. */
const GROUPS: readonly (readonly string[])[] = [
  ['copy.hex', 'copy.dump', 'copy.text', 'copy.c', 'copy.python', 'copy.json', 'copy.base64'],
  ['copy.value', 'copy.path', 'file.copyBytesLink'],
  ['bookmarks.add', 'go.references'],
  ['export.bytes', 'export.fields', 'export.imhex', 'export.010'],
];

/** The same for bytes of an archive's entry. */
const ENTRY_GROUP: readonly string[] = ['archive.openEntry'];

/** The same for a selected socket. */
const SOCKET_GROUP: readonly string[] = ['model.attach'];

const KEYS: StepKeys = { next: 'ArrowDown', previous: 'ArrowUp' };

/** Id of the heading, which labels the menu. */
const HEADING = 'copy-menu-heading';

interface Point {
  readonly x: number;
  readonly y: number;
}

let menu: HTMLElement | null = null;

/** Opens the menu at a point of the window; without one under its button. */
export function openCopyMenu(at?: Point): void {
  menu ??= makeMenu();
  menu.replaceChildren(...content(menu));
  menu.showPopover();
  place(menu, at ?? belowButton());
  choices(menu)[0]?.focus();
}

/** A popover: Escape and a press outside close it and return the focus. */
function makeMenu(): HTMLElement {
  const element = el('div', { class: 'popover copy-menu', popover: 'auto' });
  element.addEventListener('keydown', (event) => {
    const list = choices(element);
    const at = list.indexOf(document.activeElement as HTMLElement);
    const to = stepTo(event.key, at, list.length, KEYS);
    if (event.key === 'Tab') element.hidePopover();
    if (to < 0) return;
    event.preventDefault();
    list[to]?.focus();
  });
  document.body.append(element);
  return element;
}

/** The enabled items. */
function choices(element: HTMLElement): HTMLElement[] {
  return Array.from(element.querySelectorAll<HTMLElement>('[role="menuitem"]:enabled'));
}

function content(element: HTMLElement): HTMLElement[] {
  const file = activeFile.value;
  const isSocket = file !== null && selectedElement(file).socket !== undefined;
  const isEntry = (file?.archive?.entryAt(file.selection.value?.start ?? -1) ?? -1) >= 0;
  const groups = [...(isEntry ? [ENTRY_GROUP] : []), ...GROUPS, ...(isSocket ? [SOCKET_GROUP] : [])].map(
    (ids) => {
      const commands = ids.flatMap((id) => allCommands().find((command) => command.id === id) ?? []);
      return el('div', { role: 'group' }, ...commands.map((command) => item(element, command)));
    },
  );
  return [heading(), el('div', { role: 'menu', 'aria-labelledby': HEADING }, ...groups)];
}

/** The selected bytes. */
function heading(): HTMLElement {
  const selection = activeFile.value?.selection.value;
  if (!selection)
    return el(
      'p',
      { class: 'copy-menu-heading', id: HEADING },
      'Nothing is selected: select bytes or a row.',
    );
  const { start, end, path } = selection;
  const size = `${counted(end - start, 'byte')} at ${formatOffset(start)}`;
  return el(
    'p',
    { class: 'copy-menu-heading', id: HEADING },
    fileText(path || 'Outside all sections', 'copy-menu-path mono'),
    size,
  );
}

function item(element: HTMLElement, command: Command): HTMLElement {
  const run = () => {
    // Hiding returns the focus, which the command may need.
    element.hidePopover();
    runCommand(command);
  };
  const { label, enabled } = command;
  return button(label, run, {
    role: 'menuitem',
    tabindex: -1,
    disabled: enabled !== undefined && !enabled(),
  });
}

/** Below the button above the bytes; in the upper left third of the window when the button is hidden. */
function belowButton(): Point {
  const box = document.querySelector('.copy-button')?.getBoundingClientRect();
  return box && box.width > 0
    ? { x: box.left, y: box.bottom + GAP }
    : { x: window.innerWidth / 3, y: window.innerHeight / 4 };
}

/** Moves the menu to a point, kept inside the window. */
function place(element: HTMLElement, { x, y }: Point): void {
  const { style, offsetWidth, offsetHeight } = element;
  style.left = `${Math.max(GAP, Math.min(x, window.innerWidth - offsetWidth - GAP))}px`;
  style.top = `${Math.max(GAP, Math.min(y, window.innerHeight - offsetHeight - GAP))}px`;
}
