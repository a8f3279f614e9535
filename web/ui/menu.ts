/**
 * Menus at a point of the window, by the ARIA pattern: popovers, so that Escape and a press outside close them and
 * restore the focus.
 */

import { type Command, runCommand } from '../store/commands.ts';
import { button, el } from './dom.ts';
import { keyLabel } from './keyboard.ts';
import { type StepKeys, stepTo } from './list-keys.ts';
import './popover.css';
import './menu.css';

/** Distance to the window's edges, CSS pixels. */
const GAP = 6;

const KEYS: StepKeys = { next: 'ArrowDown', previous: 'ArrowUp' };

/** Id of the heading, which labels the menu. */
const HEADING = 'menu-heading';

/** An item of a menu, such as a command. */
export type MenuItem = Pick<Command, 'label' | 'run' | 'enabled' | 'key'>;

export interface Point {
  readonly x: number;
  readonly y: number;
}

let menu: HTMLElement | null = null;

/**
 * Opens the menu in the place of one that is open.
 * @param heading what the items are about
 * @param groups the items, those that belong together side by side; empty groups are left out
 */
export function openMenu(
  heading: readonly (Node | string)[],
  groups: readonly (readonly MenuItem[])[],
  at: Point,
): void {
  menu ??= makeMenu();
  const element = menu;
  element.replaceChildren(
    el('p', { class: 'menu-heading', id: HEADING }, ...heading),
    el(
      'div',
      { role: 'menu', 'aria-labelledby': HEADING },
      ...groups
        .filter(({ length }) => length > 0)
        .map((items) => el('div', { role: 'group' }, ...items.map((item) => itemButton(element, item)))),
    ),
  );
  element.showPopover();
  place(element, at);
  choices(element)[0]?.focus();
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
  document.body.append(element);
  return element;
}

/** The enabled items. */
function choices(element: HTMLElement): HTMLElement[] {
  return Array.from(element.querySelectorAll<HTMLElement>('[role="menuitem"]:enabled'));
}

function itemButton(element: HTMLElement, item: MenuItem): HTMLElement {
  const { label, enabled, key } = item;
  const run = () => {
    // Hiding restores the focus, which the command may need.
    element.hidePopover();
    runCommand(item);
  };
  const made = button(label, run, {
    role: 'menuitem',
    tabindex: -1,
    disabled: enabled !== undefined && !enabled(),
  });
  if (key) made.append(el('kbd', { 'aria-hidden': 'true' }, keyLabel(key)));
  return made;
}

/** Moves the menu to a point, kept inside the window. */
function place(element: HTMLElement, { x, y }: Point): void {
  const { style, offsetWidth, offsetHeight } = element;
  style.left = `${Math.max(GAP, Math.min(x, window.innerWidth - offsetWidth - GAP))}px`;
  style.top = `${Math.max(GAP, Math.min(y, window.innerHeight - offsetHeight - GAP))}px`;
}
