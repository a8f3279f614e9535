/** Popovers at buttons, and rows of controls whose overflow is in such a popover. */
import { button, el, icon, setAttribute } from './dom.ts';
import { MORE } from './icons.ts';
import { usePart } from './parts.ts';
import { effect, onResize, scope } from './scope.ts';
import './popover.css';
import '../styles/overflow-menu.css';

/** Space between button and options, and between them and the window's edge, CSS pixels. */
const GAP = 6;
/** Width of a window up to which options are shown as a sheet, CSS pixels. */
const SHEET_BELOW = 600;
/** Size of an element from which options over its edge leave its middle free, CSS pixels. */
const LARGE = { width: 680, height: 400 };
/** Part of an element's height up to which options leave its middle free. */
const LOW = 0.25;

/** Widths that add up may be off by less than this, CSS pixels. */
const ROUNDING = 0.5;

/** Places an open popover. */
export type Placement = (options: HTMLElement, button: DOMRect) => void;

/**
 * Opens the options at a button, or closes them.
 * @param make gives the element, a popover; called once
 */
export function popoverToggle(
  button: HTMLElement,
  make: () => HTMLElement,
  place: Placement = placeAt,
): () => void {
  setAttribute(button, 'aria-haspopup', 'dialog');
  setAttribute(button, 'aria-expanded', 'false');
  let options: HTMLElement | null = null;
  // A press outside, as on the button, closes the options before the click, which must not open them again.
  let wasOpen = false;
  button.addEventListener('pointerdown', () => {
    wasOpen = options?.matches(':popover-open') ?? false;
  });
  const own = scope();
  const addOptions = (element: HTMLElement) => {
    element.addEventListener('beforetoggle', ({ newState }) => {
      setAttribute(button, 'aria-expanded', String(newState === 'open'));
    });
    document.body.append(element);
    return element;
  };
  return () => {
    options ??= own.run(() => addOptions(make()));
    if (options.matches(':popover-open')) options.hidePopover();
    else if (!wasOpen) open(options, placeOf(button), place);
    wasOpen = false;
  };
}

/** The same with options that a part of the page makes, which is fetched when they are first opened. */
export function popoverOfPart<Part>(
  button: HTMLElement,
  load: () => Promise<Part>,
  make: (part: Part) => HTMLElement,
  place?: Placement,
): () => void {
  let part: Part | null = null;
  let isLoading = false;
  const toggle = popoverToggle(button, () => make(part as Part), place);
  return () => {
    if (part) return toggle();
    if (isLoading) return;
    isLoading = true;
    void usePart(load, (loaded) => {
      part = loaded;
      toggle();
    }).finally(() => {
      isLoading = false;
    });
  };
}

/** Where a button is, or what is in view around it: one in the closed menu of a toolbar counts as being at the toolbar. */
function placeOf(button: HTMLElement): DOMRect {
  let shown = button;
  while (shown.getClientRects().length === 0 && shown.parentElement) shown = shown.parentElement;
  return shown.getBoundingClientRect();
}

function open(options: HTMLElement, button: DOMRect, place: Placement): void {
  options.showPopover();
  place(options, button);
  const chosen = options.querySelector<HTMLElement>('input[type="radio"]:checked');
  (chosen ?? options.querySelector('input'))?.focus();
}

/** Under the button; above it where there is more room. */
function placeAt(options: HTMLElement, { left, top, bottom }: DOMRect): void {
  const below = window.innerHeight - bottom - 2 * GAP;
  const above = top - 2 * GAP;
  const isBelow = below >= above || options.offsetHeight <= below;
  const { style } = options;
  style.maxHeight = `${isBelow ? below : above}px`;
  style.top = isBelow ? `${bottom + GAP}px` : `${top - GAP - options.offsetHeight}px`;
  style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - options.offsetWidth - GAP))}px`;
}

/** Under the button; on a phone a sheet at the foot of the window. */
export const placeOrSheet: Placement = (options, button) => {
  const isSheet = window.innerWidth < SHEET_BELOW;
  options.classList.toggle('bottom-sheet', isSheet);
  const { style } = options;
  style.bottom = isSheet ? '0' : '';
  if (!isSheet) {
    placeAt(options, button);
    return;
  }
  style.left = '0';
  style.top = 'auto';
  style.maxHeight = '86dvh';
};

/**
 * Clear of the middle of an element, so that what the options change stays in sight: under the button where the element
 * is large or the options are few; else at its right or left where the window has room, or over its right edge; in a narrow window over its
 * lower part, as wide as the window.
 */
export function placeClear(element: HTMLElement): Placement {
  return (options, button) => {
    const { left, right, top, width: across, height } = element.getBoundingClientRect();
    const { innerWidth, innerHeight } = window;
    const isSheet = innerWidth < SHEET_BELOW;
    options.classList.toggle('bottom-sheet', isSheet);
    const isLarge = across >= LARGE.width && height >= LARGE.height;
    if (!isSheet && (isLarge || options.offsetHeight <= height * LOW)) {
      placeAt(options, button);
      return;
    }
    const { style } = options;
    const width = options.offsetWidth;
    const start = isSheet ? top + height * 0.55 : top;
    const sides = [right + 1, left - width - 1, innerWidth - width];
    const x = sides.find((side) => side >= 0 && side + width <= innerWidth) ?? 0;
    style.left = `${isSheet ? 0 : x}px`;
    style.top = `${start}px`;
    style.maxHeight = `${innerHeight - start - (isSheet ? 0 : GAP)}px`;
  };
}

/** A row of controls; those that do not fit are in a menu of the button “…” at its end. */
interface OverflowItem {
  readonly element: HTMLElement;
  /** The greater, the longer it stays in the row. */
  readonly keep: number;
}

interface OverflowOptions {
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
  /** How much wider the row's content is than the row, CSS pixels. */
  const excess = () => {
    const { left, right } = row.getBoundingClientRect();
    const places = [...row.children]
      .filter((child) => child !== menu && child.getClientRects().length > 0)
      .map((child) => child.getBoundingClientRect());
    const before = Math.max(0, ...places.map((place) => left - place.left));
    return before + Math.max(0, ...places.map((place) => place.right - right));
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
    if (excess() > ROUNDING) {
      more.hidden = false;
      // All are measured before any goes: each move would lay out the row again.
      const gap = Number.parseFloat(getComputedStyle(row).columnGap) || 0;
      const gone = new Set<HTMLElement>();
      let left = excess();
      for (const { element } of firstToGo) {
        if (left <= ROUNDING) break;
        if (element.getClientRects().length === 0) continue;
        left -= element.getBoundingClientRect().width + gap;
        gone.add(element);
      }
      menu.append(...items.flatMap(({ element }) => (gone.has(element) ? element : [])));
    }
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
