/** Parts of the page that are fetched when they are asked for; vite.config.ts lists them. */
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

/** Fetches a part and uses it. When it does not load, the notice says so and offers to try again. */
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

/** The same for a part that opens over the page: Escape before it has come takes the request back. */
export async function openPart<T>(load: () => Promise<T>, open: (part: T) => unknown): Promise<void> {
  let isWithdrawn = false;
  const withdraw = ({ key }: KeyboardEvent) => {
    isWithdrawn ||= key === 'Escape';
  };
  window.addEventListener('keydown', withdraw, true);
  await usePart(load, (part) => {
    if (!isWithdrawn) open(part);
  });
  window.removeEventListener('keydown', withdraw, true);
}
