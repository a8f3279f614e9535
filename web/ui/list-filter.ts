/** The key / leads to the filter of a list: of the one that has the focus, else of the list in view on the left. */
import type { Command } from '../store/commands.ts';
import { columnOf } from './regions.ts';
import { onEnd } from './scope.ts';

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
