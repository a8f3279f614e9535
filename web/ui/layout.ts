/** Which panels are in view: the pane of a narrow page, the tabs of the columns, what is collapsed. */
import { batch, type Signal, signal } from '@preact/signals-core';
import { flag, keptSignal } from '../store/kept.ts';
import { focusOn } from './focus.ts';

/** What a narrow page shows one of at a time. */
export type Pane = 'model' | 'structure' | 'bytes';
export const pane: Signal<Pane> = signal('model');

/** A panel that shares its place with others: one of them is in view. */
export type TabId =
  | 'structure'
  | 'model'
  | 'animations'
  | 'files'
  | 'library'
  | 'bytes'
  | 'table'
  | 'problems'
  | 'analysis'
  | 'changes';

/** `keys` are keys, curves and events; `card` is the selected field; `texture`, `sprite` and `archive` stand in place of `view`. */
export type PanelId = TabId | 'view' | 'texture' | 'sprite' | 'archive' | 'timeline' | 'keys' | 'card';

/** Tabs that share a place. */
interface Tabs {
  readonly first: TabId;
  readonly chosen: Signal<TabId>;
}

const LEFT_TABS: Tabs = { first: 'structure', chosen: signal('structure') };
const RIGHT_TABS: Tabs = { first: 'bytes', chosen: signal('bytes') };

/** The tabs of the left and of the right column. */
export const leftTab = LEFT_TABS.chosen;
export const rightTab = RIGHT_TABS.chosen;

/** Panels that can give their room to the others. Kept. */
export const collapsed = {
  left: keptSignal('collapsed.left', flag(false)),
  right: keptSignal('collapsed.right', flag(false)),
  /** Keys, curves and events. */
  drawer: keptSignal('collapsed.drawer', flag(true)),
  card: keptSignal('collapsed.card', flag(false)),
} as const;

type Collapsible = keyof typeof collapsed;

interface Place {
  /** What a narrow page shows for it. */
  readonly pane: Pane;
  /** The tabs that it is among. */
  readonly tabs?: Tabs;
  /** What may be collapsed, and it with it. */
  readonly within: readonly Collapsible[];
}

const LEFT: Place = { pane: 'structure', tabs: LEFT_TABS, within: ['left'] };
const RIGHT: Place = { pane: 'bytes', tabs: RIGHT_TABS, within: ['right'] };
const MIDDLE: Place = { pane: 'model', within: [] };

const PLACES: Readonly<Record<PanelId, Place>> = {
  structure: LEFT,
  model: LEFT,
  animations: LEFT,
  files: LEFT,
  library: LEFT,
  view: MIDDLE,
  texture: MIDDLE,
  sprite: MIDDLE,
  archive: MIDDLE,
  timeline: MIDDLE,
  keys: { pane: 'model', within: ['drawer'] },
  bytes: RIGHT,
  table: RIGHT,
  problems: RIGHT,
  analysis: RIGHT,
  changes: RIGHT,
  card: { pane: 'bytes', within: ['right', 'card'] },
};

/** Brings a panel into view, wherever it is hidden. */
export function showPanel(id: PanelId): void {
  batch(() => {
    reveal(id);
    choosePanel(id);
  });
}

/** Brings the bytes into view, whichever tab is above them. */
export const showBytes = (): void => reveal('bytes');

/** Brings the bytes into view and gives them the focus. */
export function focusBytes(): void {
  showBytes();
  focusOn('bytes');
}

/** Brings the place of a panel into view. */
function reveal(id: PanelId): void {
  const place = PLACES[id];
  batch(() => {
    pane.value = place.pane;
    for (const part of place.within) collapsed[part].value = false;
  });
}

/** Chooses the tab of a panel, whether or not its place is in view. */
export function choosePanel(id: PanelId): void {
  const chosen = PLACES[id].tabs?.chosen;
  if (chosen && isTab(id)) chosen.value = id;
}

/** Whether a panel is the chosen one among those of its place, or shares it with none. Reads a signal. */
export function isChosen(id: PanelId): boolean {
  const { tabs } = PLACES[id];
  return tabs === undefined || tabs.chosen.value === id;
}

/** Whether a word is that of a panel with a tab. */
export const isTab = (word: string): word is TabId =>
  Object.hasOwn(PLACES, word) && PLACES[word as PanelId].tabs !== undefined;

/** The tabs that are chosen in place of the first ones. Reads signals. */
export function chosenTabs(): TabId[] {
  return [LEFT_TABS, RIGHT_TABS]
    .filter(({ first, chosen }) => chosen.value !== first)
    .map(({ chosen }) => chosen.value);
}
