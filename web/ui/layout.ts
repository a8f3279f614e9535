/** Which panels are visible: the pane of a narrow page, the tabs of the columns, collapsed panels. */
import { batch, type Signal, signal } from '@preact/signals-core';
import { flag, keptSignal } from '../store/kept.ts';
import { focusOn } from './focus.ts';

/** Columns, of which a narrow page shows one at a time. */
export type Pane = 'model' | 'structure' | 'bytes';
export const pane: Signal<Pane> = signal('model');

/** Panels in tabs. */
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

/**
 * `keys` are keys, curves and events; `card` is the selected field; `texture`, `sprite` and `archive` stand in place of
 * `view`.
 */
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

/** Panels that can be collapsed. Stored. */
export const collapsed = {
  left: keptSignal('collapsed.left', flag(false)),
  right: keptSignal('collapsed.right', flag(false)),
  /** Keys, curves and events. */
  drawer: keptSignal('collapsed.drawer', flag(true)),
  card: keptSignal('collapsed.card', flag(false)),
} as const;

type Collapsible = keyof typeof collapsed;

interface Place {
  /** Its pane on a narrow page. */
  readonly pane: Pane;
  /** The tabs that it belongs to. */
  readonly tabs?: Tabs;
  /** Collapsible panels that contain it. */
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

/** Shows a panel, wherever it is hidden. */
export function showPanel(id: PanelId): void {
  batch(() => {
    reveal(id);
    choosePanel(id);
  });
}

/** Shows the column of the bytes, whichever tab is chosen. */
export const showBytes = (): void => reveal('bytes');

/** Shows and focuses the bytes. */
export function focusBytes(): void {
  showBytes();
  focusOn('bytes');
}

/** Shows the place of a panel. */
function reveal(id: PanelId): void {
  const place = PLACES[id];
  batch(() => {
    pane.value = place.pane;
    for (const part of place.within) collapsed[part].value = false;
  });
}

/** Chooses the tab of a panel, without showing its place. */
export function choosePanel(id: PanelId): void {
  const chosen = PLACES[id].tabs?.chosen;
  if (chosen && isTab(id)) chosen.value = id;
}

/** Whether a panel is the chosen tab, or has no tab. Reads a signal. */
export function isChosen(id: PanelId): boolean {
  const { tabs } = PLACES[id];
  return tabs === undefined || tabs.chosen.value === id;
}

/** Whether a word is the id of a panel with a tab. */
export const isTab = (word: string): word is TabId =>
  Object.hasOwn(PLACES, word) && PLACES[word as PanelId].tabs !== undefined;

/** Chosen tabs other than the first ones. Reads signals. */
export function chosenTabs(): TabId[] {
  return [LEFT_TABS, RIGHT_TABS]
    .filter(({ first, chosen }) => chosen.value !== first)
    .map(({ chosen }) => chosen.value);
}
