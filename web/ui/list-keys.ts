/** Keys that lead along a row or column of things, as the ARIA patterns of tabs, menus and lists have it. */
import type { Command } from '../store/commands.ts';
import { columnOf } from './regions.ts';
import { onEnd } from './scope.ts';

/** The two keys that lead to the next one and to the one before. */
export interface StepKeys {
  readonly next: string;
  readonly previous: string;
}

/** Where a key leads from `at` among `count`, around the ends; −1 for other keys. */
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

/** A letter that comes later begins another name, ms. */
const PAUSE_MS = 800;

/** The parts of a KeyboardEvent that say what is typed, and when. */
type TypedKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>;

/**
 * What has been typed of a name. Small letters, digits, _ and + begin one: animations of games have names such as
 * `+3StRu`. Shift with a letter, ? and / never belong to one: they are keys of the page wherever the focus is.
 */
export class TypedName {
  #typed = '';
  #time = Number.NEGATIVE_INFINITY;

  /** Whether a key goes on with a name. */
  isTyping(now: number): boolean {
    return this.#typed !== '' && now - this.#time < PAUSE_MS;
  }

  /** Takes a key; null when it belongs to no name, else what has been typed of one so far. */
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
 * The place of the next name that begins as was typed; the same letter again and again goes from name to name.
 * @param find the place of the next name with a beginning, in small letters. A new name is looked for after the current
 *   place; a longer beginning may still be that of the current one.
 */
export function placeNamed<Place>(
  typed: string,
  find: (beginning: string, isNew: boolean) => Place | null,
): Place | null {
  const [first = ''] = typed;
  const found = find(typed, typed.length === 1);
  return found ?? (typed === first.repeat(typed.length) ? find(first, true) : null);
}

/** The key / leads to the filter of a list: of the one that has the focus, else of the list in view on the left. */
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

/** The filter that is meant; null while no list that can be filtered is in view. */
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
  label: 'Filter the list in focus, or the list on the left',
  group: 'Go',
  key: '/',
  enabled: () => meant() !== null,
  run: () => {
    const input = meant();
    input?.focus();
    input?.select();
  },
};
