/**
 * Menus at a button or a point of the window, by the ARIA pattern: popovers, so that Escape and a press outside close
 * them and restore the focus. On a phone they are sheets at the foot of the window.
 */

import { type Command, command, keyOf, runCommand } from '../store/commands.ts';
import { button, el, icon, setAttribute } from './dom.ts';
import { keyLabel } from './keyboard.ts';
import { type StepKeys, stepTo } from './list-keys.ts';
import { popoverHost } from './regions.ts';
import './popover.css';
import './menu.css';

/** Distance to the window's edges, and to the button, CSS pixels. */
const GAP = 6;
/** Width of a window up to which menus are sheets, CSS pixels. */
const SHEET_BELOW = 600;

const KEYS: StepKeys = { next: 'ArrowDown', previous: 'ArrowUp' };

/** Id of the heading, which labels the menu. */
const HEADING = 'menu-heading';

/** An item of a menu, such as a command. */
export type MenuItem = Pick<Command, 'label' | 'run' | 'enabled' | 'key' | 'checked'> & {
  /** Paths of its icon. */
  readonly icon?: readonly string[];
};

/** A command as an item. @param words what the menu says otherwise than the search box */
export function commandItem(id: string, words: Partial<MenuItem> = {}): MenuItem {
  const found = command(id);
  const { key: _, ...item } = found;
  const key = keyOf(found);
  return { ...item, ...(key && { key }), ...words };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

let menu: HTMLElement | null = null;
/** The button whose menu is open. */
let opener: HTMLElement | null = null;

/**
 * Opens the menu in the place of one that is open.
 * @param heading what the items are about; a string is only spoken
 * @param groups the items, those that belong together side by side; empty groups are left out
 * @param at the button, or a point of the window
 */
export function openMenu(
  heading: readonly (Node | string)[] | string,
  groups: readonly (readonly MenuItem[])[],
  at: Point | HTMLElement,
): void {
  menu ??= makeMenu();
  const element = menu;
  element.hidePopover();
  const isSpoken = typeof heading === 'string';
  const hasIcons = groups.some((items) => items.some((item) => item.icon));
  element.classList.toggle('menu-icons', hasIcons);
  element.replaceChildren(
    el(
      'p',
      { class: isSpoken ? 'visually-hidden' : 'menu-heading', id: HEADING },
      ...(isSpoken ? [heading] : heading),
    ),
    el(
      'div',
      { role: 'menu', 'aria-labelledby': HEADING },
      ...groups
        .filter(({ length }) => length > 0)
        .map((items) => el('div', { role: 'group' }, ...items.map((item) => itemButton(element, item)))),
    ),
  );
  opener = at instanceof HTMLElement ? at : null;
  element.showPopover();
  place(element, at);
  choices(element)[0]?.focus();
}

/**
 * A button that opens a menu under itself, and closes it.
 * @param open opens the menu at the button
 */
export function menuButton(
  content: readonly (Node | string)[],
  name: string,
  open: (button: HTMLElement) => void,
  className: string,
): HTMLButtonElement {
  // A press on the button closes the menu before the click, which must not open it again.
  let wasOpen = false;
  const element = button(
    '',
    () => {
      if (!wasOpen) open(element);
      wasOpen = false;
    },
    { class: className, 'aria-label': name, 'aria-haspopup': 'menu', 'aria-expanded': 'false' },
  );
  element.append(...content);
  element.addEventListener('pointerdown', () => {
    wasOpen = opener === element;
  });
  element.addEventListener('keydown', (event) => {
    wasOpen = false;
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    open(element);
  });
  return element;
}

function makeMenu(): HTMLElement {
  const element = el('div', { class: 'popover menu', popover: 'auto' });
  element.addEventListener('keydown', (event) => {
    const list = choices(element);
    const at = list.indexOf(document.activeElement as HTMLElement);
    const to = stepTo(event.key, at, list.length, KEYS);
    if (event.key === 'Tab') element.hidePopover();
    if (to < 0) return;
    event.preventDefault();
    list[to]?.focus();
  });
  // The focused item is the tab stop, as in every list: also what says that a scrolling menu can be scrolled by keys.
  element.addEventListener('focusin', ({ target }) => {
    for (const item of choices(element)) item.tabIndex = item === target ? 0 : -1;
  });
  element.addEventListener('beforetoggle', ({ newState }) => {
    if (opener) setAttribute(opener, 'aria-expanded', String(newState === 'open'));
    if (newState === 'closed') opener = null;
  });
  // What the items refer to, as a file that is closed later, is not kept.
  element.addEventListener('toggle', () => {
    if (!element.matches(':popover-open')) element.replaceChildren();
  });
  popoverHost().append(element);
  return element;
}

/** The enabled items. */
function choices(element: HTMLElement): HTMLElement[] {
  return Array.from(element.querySelectorAll<HTMLElement>('[role^="menuitem"]:enabled'));
}

function itemButton(element: HTMLElement, item: MenuItem): HTMLElement {
  const { label, enabled, key, checked } = item;
  const run = () => {
    // Hiding restores the focus, which the command may need.
    element.hidePopover();
    runCommand(item);
  };
  const made = button(el('span', { class: 'menu-label' }, label), run, {
    role: checked ? 'menuitemcheckbox' : 'menuitem',
    'aria-checked': checked ? String(checked()) : undefined,
    tabindex: -1,
    disabled: enabled !== undefined && !enabled(),
  });
  if (item.icon) made.prepend(icon(...item.icon));
  if (key) made.append(el('kbd', { 'aria-hidden': 'true' }, keyLabel(key)));
  return made;
}

/** Moves the menu under a button or to a point, kept inside the window; as a sheet the stylesheet places it. */
function place(element: HTMLElement, at: Point | HTMLElement): void {
  const { style } = element;
  const isSheet = window.innerWidth < SHEET_BELOW;
  element.classList.toggle('bottom-sheet', isSheet);
  style.left = style.top = '';
  if (isSheet) return;
  const { x, y } = at instanceof HTMLElement ? below(at, element.offsetWidth) : at;
  style.left = `${Math.max(GAP, Math.min(x, window.innerWidth - element.offsetWidth - GAP))}px`;
  style.top = `${Math.max(GAP, Math.min(y, window.innerHeight - element.offsetHeight - GAP))}px`;
}

/** Aligned with the side of the button that is nearer to the edge of the window. */
function below(anchor: HTMLElement, width: number): Point {
  const { left, right, bottom } = anchor.getBoundingClientRect();
  const isAtEnd = (left + right) / 2 > window.innerWidth / 2;
  return { x: isAtEnd ? right - width : left, y: bottom + GAP };
}
