/** Fetching parts of the page on demand; vite.config.ts lists the chunks. */
import { notify } from '../store/notices.ts';

const NOT_LOADED = 'A part of the page could not be loaded. Check the connection, then try again.';

/** Fetches a part. Rejects with a sentence for the user. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new Error(NOT_LOADED, { cause });
  }
}

/** Fetches a part and uses it. On failure a notice offers to try again. */
export async function usePart<T>(load: () => Promise<T>, use: (part: T) => unknown): Promise<void> {
  let part: T;
  try {
    part = await load();
  } catch {
    notify(NOT_LOADED, { label: 'Try again', run: () => void usePart(load, use) });
    return;
  }
  await use(part);
}

/** Fetches and opens a dialog. Text typed before it opens is typed into it; Escape cancels the request. */
export async function openPart<T>(load: () => Promise<T>, open: (part: T) => unknown): Promise<void> {
  let isWithdrawn = false;
  const withdraw = ({ key }: KeyboardEvent) => {
    isWithdrawn ||= key === 'Escape';
  };
  window.addEventListener('keydown', withdraw, true);
  try {
    await typedAhead(
      usePart(load, (part) => {
        if (!isWithdrawn) open(part);
      }),
    );
  } finally {
    window.removeEventListener('keydown', withdraw, true);
  }
}

/**
 * Collects what is typed until a part has opened, and types it into the text field that then has the focus. Only
 * characters are collected, and Enter after them; Escape or a move of the focus discards them.
 */
export async function typedAhead(opening: Promise<unknown>): Promise<void> {
  const origin = document.activeElement;
  let text = '';
  let isEntered = false;
  // The page itself has the focus when the element that had it is hidden, as a card that opened a file.
  const isMoved = () => ![origin, document.body].includes(document.activeElement);
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || isMoved()) {
      text = '';
      window.removeEventListener('keydown', keep, true);
    } else if (isTyped(event, text) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (event.key === 'Enter') isEntered = true;
      else if (!isEntered) text += event.key;
      event.preventDefault();
      event.stopPropagation();
    }
  };
  window.addEventListener('keydown', keep, true);
  try {
    await opening;
  } finally {
    window.removeEventListener('keydown', keep, true);
  }
  const field = document.activeElement;
  if (text === '' || field === origin || !(field instanceof HTMLInputElement)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  if (isEntered) {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }
}

/** Enter alone presses what has the focus; after text it belongs to the field. */
const isTyped = ({ key }: KeyboardEvent, text: string) =>
  key.length === 1 || (key === 'Enter' && text !== '');
