/** Which panels are visible: the pane of a narrow page, the tabs of the columns, collapsed panels. */
import { batch, type Signal, signal } from '@preact/signals-core';
import { flag, keptSignal } from '../store/kept.ts';
import { focusOn } from './focus.ts';

/** Columns, of which a narrow page shows the model alone, or another one with it. */
export type Pane = 'model' | 'structure' | 'bytes';
export const pane: Signal<Pane> = signal('model');

/** Whether a column other than the model takes all of a narrow page. Stored. */
export const paneIsWhole = keptSignal('pane.whole', flag(false));

/** Panels in tabs. `model` and `structure` are the two parts of `outline`. */
export type TabId = 'files' | 'outline' | 'model' | 'structure' | 'bytes' | 'table' | 'problems' | 'own';

/**
 * `animations` is a group of `model`, `library` one of `files`. `keys` is the dope sheet; `card` is the selected field;
 * `texture`, `sprite` and `archive` are in place of `view`.
 */
export type PanelId =
  | TabId
  | 'animations'
  | 'library'
  | 'view'
  | 'texture'
  | 'sprite'
  | 'archive'
  | 'timeline'
  | 'keys'
  | 'card';

/** Tabs that share a place. */
interface Tabs {
  readonly first: TabId;
  readonly chosen: Signal<TabId>;
}

const LEFT_TABS: Tabs = { first: 'outline', chosen: signal('outline') };
const OUTLINE_PARTS: Tabs = { first: 'model', chosen: signal('model') };
const RIGHT_TABS: Tabs = { first: 'bytes', chosen: signal('bytes') };

/** The tabs of the left and of the right column, and the part of the outline. */
export const leftTab = LEFT_TABS.chosen;
export const outlinePart = OUTLINE_PARTS.chosen;
export const rightTab = RIGHT_TABS.chosen;

/** Panels that can be collapsed. Stored. */
export const collapsed = {
  left: keptSignal('collapsed.left', flag(false)),
  right: keptSignal('collapsed.right', flag(false)),
  sheet: keptSignal('collapsed.sheet', flag(true)),
  card: keptSignal('collapsed.card', flag(false)),
} as const;

/** Whether the view has the page to itself; the columns are as they were when it ends. */
export const onlyModel: Signal<boolean> = signal(false);

type Collapsible = keyof typeof collapsed;

interface Place {
  /** Its pane on a narrow page. */
  readonly pane: Pane;
  /** The tabs that it belongs to. */
  readonly tabs?: Tabs;
  /** The panel that contains it. */
  readonly inside?: PanelId;
  /** Whether it is unfolded, as a group of that panel. */
  readonly unfolded?: Signal<boolean>;
  /** Collapsible panels that contain it. */
  readonly within: readonly Collapsible[];
}

/** Whether a group of a panel is unfolded. Stored; made once for each group. */
export const groupState = (id: string, initial: boolean): Signal<boolean> =>
  keptSignal(`group.${id}`, flag(initial));

/** Groups that are panels. */
export const unfolded = {
  animations: groupState('animations', true),
  library: groupState('library', true),
} as const;

const LEFT: Place = { pane: 'structure', tabs: LEFT_TABS, within: ['left'] };
const PART: Place = { ...LEFT, tabs: OUTLINE_PARTS, inside: 'outline' };
const RIGHT: Place = { pane: 'bytes', tabs: RIGHT_TABS, within: ['right'] };
const MIDDLE: Place = { pane: 'model', within: [] };

/** Links name panels by these ids, also those made when each panel of the left column was a tab of its own. */
const PLACES: Readonly<Record<PanelId, Place>> = {
  outline: LEFT,
  files: LEFT,
  structure: PART,
  model: PART,
  animations: { pane: 'structure', inside: 'model', unfolded: unfolded.animations, within: ['left'] },
  library: { pane: 'structure', inside: 'files', unfolded: unfolded.library, within: ['left'] },
  view: MIDDLE,
  texture: MIDDLE,
  sprite: MIDDLE,
  archive: MIDDLE,
  timeline: MIDDLE,
  keys: { pane: 'model', within: ['sheet'] },
  bytes: RIGHT,
  table: RIGHT,
  problems: RIGHT,
  own: RIGHT,
  card: { pane: 'bytes', within: ['right', 'card'] },
};

/** Shows a panel, wherever it is hidden. */
export function showPanel(id: PanelId): void {
  batch(() => {
    reveal(id);
    choosePanel(id);
  });
}

/** A page that has no room for columns, as styles/narrow.css has it. Undefined outside browsers. */
const narrow = globalThis.matchMedia?.('(max-width: 820px), (max-height: 520px)');

/** Shows the column of the bytes, whichever tab is chosen; with the model beside them, a list has no bytes below it. */
export function showBytes(): void {
  batch(() => {
    reveal('bytes');
    if (narrow?.matches && !paneIsWhole.value) choosePanel('bytes');
  });
}

/** Brings the model into view on a narrow page, which may have a panel over it. */
export function showModel(): void {
  if (paneIsWhole.peek()) pane.value = 'model';
}

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
    if (place.pane !== 'model') onlyModel.value = false;
    for (const part of place.within) collapsed[part].value = false;
  });
}

/** Chooses the tab of a panel and unfolds it, without showing its place. */
export function choosePanel(id: PanelId): void {
  const { tabs, inside, unfolded } = PLACES[id];
  batch(() => {
    if (inside) choosePanel(inside);
    if (tabs && isTab(id)) tabs.chosen.value = id;
    if (unfolded) unfolded.value = true;
  });
}

/** Whether a panel is the chosen tab or an unfolded group, or has no tab. Reads signals. */
export function isChosen(id: PanelId): boolean {
  const { tabs, inside, unfolded } = PLACES[id];
  return (
    (tabs === undefined || tabs.chosen.value === id) &&
    (unfolded === undefined || unfolded.value) &&
    (inside === undefined || isChosen(inside))
  );
}

const isTab = (id: PanelId): id is TabId => PLACES[id].tabs !== undefined;

/** Panels that earlier links name, and those that have their content now. */
const RETIRED: Readonly<Record<string, PanelId>> = { analysis: 'bytes', changes: 'bytes' };

/** The panel that a link names; null for one that cannot be chosen. */
export function panelNamed(word: string): PanelId | null {
  const retired = Object.hasOwn(RETIRED, word) ? RETIRED[word] : undefined;
  if (retired) return retired;
  if (!Object.hasOwn(PLACES, word)) return null;
  const id = word as PanelId;
  return isTab(id) || PLACES[id].unfolded !== undefined ? id : null;
}

/** Chosen tabs other than the first ones. Reads signals. */
export function chosenTabs(): TabId[] {
  const left = LEFT_TABS.chosen.value === 'outline' ? OUTLINE_PARTS : LEFT_TABS;
  return [left, RIGHT_TABS].flatMap(({ first, chosen }) => (chosen.value === first ? [] : [chosen.value]));
}
