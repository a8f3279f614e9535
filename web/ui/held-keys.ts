/** What is typed for a field that is still being loaded: held back from the page, and given to the field. */
import { coming } from './on-first.ts';

/** Ends the holding that is going on. */
let release: (() => void) | null = null;

/**
 * Holds keys until a text field takes the focus, or nothing is being loaded any more. Call it before asking for the
 * field: one that is there takes the focus at once.
 * @param takeBack withdraws the wish for the field: Escape, or a press somewhere else
 */
export function holdKeys(takeBack: () => void): void {
  if (coming.peek() === 0 || release) return;
  const held: KeyboardEvent[] = [];
  const giveUp = () => {
    release?.();
    takeBack();
  };
  const hold = (event: KeyboardEvent) => {
    event.stopImmediatePropagation();
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || /^F\d+$/.test(key)) return;
    event.preventDefault();
    if (key === 'Escape') giveUp();
    else if (key === 'Backspace') held.pop();
    else held.push(event);
  };
  const give = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement)) return;
    release?.();
    // Who moved the focus may go on to select what stands in the field.
    queueMicrotask(() => held.forEach(pressAgain));
  };
  window.addEventListener('keydown', hold, true);
  window.addEventListener('focusin', give);
  window.addEventListener('pointerdown', giveUp, true);
  release = () => {
    release = null;
    window.removeEventListener('keydown', hold, true);
    window.removeEventListener('focusin', give);
    window.removeEventListener('pointerdown', giveUp, true);
    forget();
  };
  const forget = coming.subscribe((parts) => parts === 0 && release?.());
}

/** Presses a key on what has the focus now: Enter in the field may have moved it on. */
function pressAgain(event: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
  const isFree = target.dispatchEvent(new KeyboardEvent(event.type, event));
  if (!isFree || event.key.length > 1 || !(target instanceof HTMLInputElement)) return;
  target.setRangeText(event.key, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end');
  target.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
