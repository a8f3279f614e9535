/** A button that opens options, which are made when it is first pressed. */

import { setAttribute } from './dom.ts';
import { scope } from './scope.ts';

/** Space between button and options, and between them and the window's edge, CSS pixels. */
const GAP = 6;
/** A window as narrow as this has no side to stand at, CSS pixels. */
const SHEET_BELOW = 600;

/** Puts an open popover to its place. */
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
  // A press beside the options, as on the button, closes them before its click comes, which must not open them again.
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

/** Where a button is; one in a closed menu (ui/overflow.ts) is where the menu's row is. */
function placeOf(button: HTMLElement): DOMRect {
  const shown = button.getClientRects().length > 0 ? button : button.closest('.overflow-row');
  return (shown ?? button).getBoundingClientRect();
}

function open(options: HTMLElement, button: DOMRect, place: Placement): void {
  options.showPopover();
  place(options, button);
  options.querySelector<HTMLElement>('input:checked')?.focus();
}

/** Under the button; above it where there is more room. */
export function placeAt(options: HTMLElement, { left, top, bottom }: DOMRect): void {
  const below = window.innerHeight - bottom - 2 * GAP;
  const above = top - 2 * GAP;
  const isBelow = below >= above || options.offsetHeight <= below;
  const { style } = options;
  style.maxHeight = `${isBelow ? below : above}px`;
  style.top = isBelow ? `${bottom + GAP}px` : `${top - GAP - options.offsetHeight}px`;
  style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - options.offsetWidth - GAP))}px`;
}

/**
 * Beside an element, so that what the options change stays in sight: at its right or left where the window has room,
 * else over its right edge; in a narrow window over its lower part, as wide as the window.
 */
export function placeBeside(element: HTMLElement): Placement {
  return (options) => {
    const { left, right, top, height } = element.getBoundingClientRect();
    const { innerWidth, innerHeight } = window;
    const { style } = options;
    const isSheet = innerWidth < SHEET_BELOW;
    options.classList.toggle('sheet', isSheet);
    const width = options.offsetWidth;
    const start = isSheet ? top + height * 0.55 : top;
    const sides = [right + 1, left - width - 1, innerWidth - width];
    const x = sides.find((side) => side >= 0 && side + width <= innerWidth) ?? 0;
    style.left = `${isSheet ? 0 : x}px`;
    style.top = `${start}px`;
    style.maxHeight = `${innerHeight - start - (isSheet ? 0 : GAP)}px`;
  };
}
