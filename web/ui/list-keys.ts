/**
 * Keys of lists: steps as in the ARIA patterns of tabs, menus and lists, type-ahead by name, and `/` for the filter.
 */
import type { Command } from '../store/commands.ts';
import { columnOf } from './regions.ts';
import { onEnd } from './scope.ts';

/** Keys for the next and the previous item. */
export interface StepKeys {
  readonly next: string;
  readonly previous: string;
}

/** Index that a key leads to from `at` among `count`, wrapping around the ends; −1 for other keys. */
export function stepTo(key: string, at: number, count: number, { next, previous }: StepKeys): number {
  switch (key) {
    case next:
      return (at + 1) % count;
    case previous:
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}

/** Pause after which a letter starts a new name, ms. */
const PAUSE_MS = 800;

/** The parts of a KeyboardEvent that say what is typed, and when. */
type TypedKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>;

/**
 * Type-ahead: the typed beginning of a name. Small letters, digits, _ and + start one: animations of games have names
 * such as `+3StRu`. Shift with a letter, ? and / never belong to one, since they are keys of the page.
 */
export class TypedName {
  #typed = '';
  #time = Number.NEGATIVE_INFINITY;

  /** Whether a key at this time continues a name. */
  isTyping(now: number): boolean {
    return this.#typed !== '' && now - this.#time < PAUSE_MS;
  }

  /** Handles a key. @returns the text typed so far; null if the key does not belong to a name */
  take(press: TypedKey): string | null {
    const { key, shiftKey, ctrlKey, metaKey, altKey, timeStamp } = press;
    if (ctrlKey || metaKey || altKey || [...key].length !== 1 || /[?/]/.test(key)) return null;
    if (shiftKey && /\p{L}/u.test(key)) return null;
    const goesOn = this.isTyping(timeStamp);
    if (!goesOn && !/[\p{L}\p{N}_+]/u.test(key)) return null;
    this.#typed = (goesOn ? this.#typed : '') + key.toLowerCase();
    this.#time = timeStamp;
    return this.#typed;
  }
}

/**
 * The next name with the typed beginning; repeating a letter steps through the names.
 * @param find the next name with a beginning, in small letters. A new name is searched for after the current one; a
 *   longer beginning may still match the current one.
 */
export function placeNamed<Place>(
  typed: string,
  find: (beginning: string, isNew: boolean) => Place | null,
): Place | null {
  const [first = ''] = typed;
  const found = find(typed, typed.length === 1);
  return found ?? (typed === first.repeat(typed.length) ? find(first, true) : null);
}

/** A list with a filter field. */
interface Filtered {
  /** The panel that holds the list and its filter. */
  readonly panel: HTMLElement;
  readonly input: HTMLInputElement;
}

const lists: Filtered[] = [];

/** Adds a panel with a list and the field that filters it, until the current scope ends. */
export function addListFilter(panel: HTMLElement, input: HTMLInputElement): void {
  const list = { panel, input };
  lists.push(list);
  onEnd(() => lists.splice(lists.indexOf(list), 1));
}

/** The filter of the list with the focus, otherwise of the visible list on the left; null without one. */
function meant(): HTMLInputElement | null {
  const inView = lists.filter(({ input }) => input.checkVisibility({ visibilityProperty: true }));
  const focused = document.activeElement;
  const list =
    inView.find(({ panel }) => panel.contains(focused)) ??
    inView.find(({ panel }) => columnOf(panel) === 'left');
  return list?.input ?? null;
}

export const filterCommand: Command = {
  id: 'list.filter',
  label: 'Filter the focused list, or the left list',
  group: 'Go',
  key: '/',
  enabled: () => meant() !== null,
  run: () => {
    const input = meant();
    input?.focus();
    input?.select();
  },
};
