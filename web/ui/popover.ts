/** A button that opens options, which are made when it is first pressed. */

import { setAttribute } from './dom.ts';
import { scope } from './scope.ts';

/** Space between button and options, and between them and the window's edge, CSS pixels. */
const GAP = 6;
/** A press that closed the options is over by then, ms. */
const PRESS_MS = 300;

/**
 * Opens the options under a button, or closes them.
 * @param make gives the element, a popover; called once
 */
export function popoverToggle(button: HTMLElement, make: () => HTMLElement): () => void {
  setAttribute(button, 'aria-haspopup', 'dialog');
  setAttribute(button, 'aria-expanded', 'false');
  let options: HTMLElement | null = null;
  // A press beside the options closes them before the button hears of it: it must not open them again.
  let closedAt = Number.NEGATIVE_INFINITY;
  const own = scope();
  const addOptions = (element: HTMLElement) => {
    element.addEventListener('beforetoggle', ({ newState, timeStamp }) => {
      setAttribute(button, 'aria-expanded', String(newState === 'open'));
      if (newState === 'closed') closedAt = timeStamp;
    });
    document.body.append(element);
    return element;
  };
  return () => {
    options ??= own.run(() => addOptions(make()));
    if (options.matches(':popover-open')) options.hidePopover();
    else if (performance.now() - closedAt > PRESS_MS) open(options, button);
  };
}

function open(options: HTMLElement, button: HTMLElement): void {
  options.showPopover();
  const { left, bottom } = button.getBoundingClientRect();
  const { style } = options;
  const top = bottom + GAP;
  style.maxHeight = `${window.innerHeight - top - GAP}px`;
  style.top = `${top}px`;
  style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - options.offsetWidth - GAP))}px`;
  options.querySelector<HTMLElement>('input:checked')?.focus();
}
