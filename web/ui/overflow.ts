/** A row of controls that cuts none of them: what does not fit stands in a menu behind the button “…” at its end. */

import { button, el, icon, setAttribute } from './dom.ts';
import { MORE } from './icons.ts';
import { placeAt } from './popover.ts';
import { effect, onResize } from './scope.ts';
import './popover.css';
import './overflow.css';
import '../styles/overflow-menu.css';

interface OverflowItem {
  readonly element: HTMLElement;
  /** The greater, the longer it stays in the row. */
  readonly keep: number;
}

export interface OverflowOptions {
  /** Name of the menu and its button. */
  readonly label: string;
  /** In the order of the row. */
  readonly items: readonly OverflowItem[];
  /** The element whose width decides; absent: the row itself. */
  readonly within?: HTMLElement;
  /** Reads signals that change the width of the items. */
  readonly follows?: () => unknown;
}

/** Fills a row (flex, one line) and keeps the items in it or in its menu as its width changes. */
export function overflowRow(
  row: HTMLElement,
  { label, items, within = row, follows }: OverflowOptions,
): void {
  const menu = el('div', {
    class: 'popover overflow-menu',
    popover: 'auto',
    role: 'group',
    'aria-label': label,
  });
  let wasOpen = false;
  const toggle = () => {
    if (menu.matches(':popover-open')) menu.hidePopover();
    else if (!wasOpen) openMenu(menu, more);
    wasOpen = false;
  };
  const more = button(icon(...MORE), toggle, {
    class: 'overflow-more',
    'aria-label': label,
    title: label,
    'aria-expanded': 'false',
    hidden: true,
  });
  // A press on the button closes the menu before its click comes.
  more.addEventListener('pointerdown', () => {
    wasOpen = menu.matches(':popover-open');
  });
  menu.addEventListener('beforetoggle', ({ newState }) => {
    setAttribute(more, 'aria-expanded', String(newState === 'open'));
  });
  // What happens once leaves the menu; switches and fields can be changed again.
  menu.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target.closest('button') : null;
    if (pressed && !pressed.hasAttribute('aria-pressed')) menu.hidePopover();
  });
  row.classList.add('overflow-row');
  row.append(...items.map(({ element }) => element), more, menu);

  const firstToGo = [...items].sort((a, b) => a.keep - b.keep);
  const isCut = () => {
    const { left, right } = row.getBoundingClientRect();
    return [...row.children].some((child) => {
      if (child === menu || child.getClientRects().length === 0) return false;
      const place = child.getBoundingClientRect();
      return place.left < left - 0.5 || place.right > right + 0.5;
    });
  };
  let arranged = -1;
  const arrange = () => {
    const isSame = within.clientWidth === arranged;
    arranged = within.clientWidth;
    // Nothing has a width while it is out of view.
    if (arranged === 0 || (menu.matches(':popover-open') && isSame)) return;
    const focused = document.activeElement;
    for (const { element } of items) if (element.parentElement !== row) more.before(element);
    items.forEach(({ element }, i) => {
      if (row.children[i] !== element) row.insertBefore(element, row.children[i] ?? more);
    });
    more.hidden = true;
    const gone = new Set<HTMLElement>();
    for (const { element } of firstToGo) {
      if (!isCut()) break;
      if (element.hidden) continue;
      more.hidden = false;
      gone.add(element);
      menu.append(element);
    }
    menu.append(...items.flatMap(({ element }) => (gone.has(element) ? element : [])));
    if (focused instanceof HTMLElement && focused !== document.activeElement && row.contains(focused)) {
      (menu.contains(focused) ? more : focused).focus();
    }
  };
  onResize(within, () => {
    if (within.clientWidth !== arranged) arrange();
  });
  effect(() => {
    follows?.();
    // With the next picture: here it would lay out the whole page in the middle of its change.
    const asked = requestAnimationFrame(arrange);
    return () => cancelAnimationFrame(asked);
  });
}

function openMenu(menu: HTMLElement, more: HTMLElement): void {
  const place = more.getBoundingClientRect();
  menu.showPopover();
  placeAt(menu, place);
  menu.querySelector<HTMLElement>('button:not(:disabled), input, select')?.focus();
}
