/**
 * Keyboard focus: F6 and Shift+F6 between panels, as in VS Code and browsers, a skip link, and where it goes when files
 * open or close.
 */
import { activeFile } from '../document/state.ts';
import type { Command } from '../store/commands.ts';
import { announcement } from '../store/notices.ts';
import { button } from '../ui/dom.ts';
import { onlyModel, type Pane, pane } from '../ui/layout.ts';
import { type Region, regionElement } from '../ui/regions.ts';
import { effect } from '../ui/scope.ts';
import type { Frame } from './frame.ts';

interface Stop {
  readonly name: string;
  readonly region: Region;
  /** The pane to show first, in a layout with one pane at a time. */
  readonly pane?: Pane;
}

/** In the order of the page. */
const STOPS: readonly Stop[] = [
  { name: 'Header', region: 'header' },
  { name: 'Files and outline', region: 'left', pane: 'structure' },
  { name: 'View', region: 'middle', pane: 'model' },
  { name: 'Bytes', region: 'right', pane: 'bytes' },
];

const FOCUSABLE =
  'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), summary, [tabindex]';

/** The element that last had the focus, by panel. */
const lastIn = new WeakMap<Stop, Element>();

const elementOf = ({ region }: Stop) => regionElement(region);
const isReachable = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
  !(element instanceof HTMLElement && element.tabIndex < 0);

/** The focus target in a panel: the element that had the focus last, otherwise the first focusable one. */
function goalIn(panel: Stop): HTMLElement | null {
  const element = elementOf(panel);
  const last = lastIn.get(panel);
  if (last instanceof HTMLElement && element?.contains(last) && isReachable(last)) return last;
  const goals = [...(element?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  return goals.find(isReachable) ?? null;
}

/** Whether a layout with one pane at a time shows another pane. */
const isBehind = (panel: Stop) =>
  !onlyModel.peek() &&
  panel.pane !== undefined &&
  panel.pane !== pane.peek() &&
  elementOf(panel)?.checkVisibility() === false;

/** Moves the focus to the next or previous panel that is visible or can be shown. */
function step(by: 1 | -1): void {
  const focused = document.activeElement;
  const from = STOPS.findIndex((panel) => elementOf(panel)?.contains(focused));
  const left = STOPS[from];
  if (left && focused) lastIn.set(left, focused);
  for (let i = 1; i <= STOPS.length; i++) {
    // With the focus outside the panels, forward starts at the first and backward at the last.
    const start = from < 0 && by < 0 ? 0 : from;
    const panel = STOPS[(start + by * i + 2 * STOPS.length) % STOPS.length];
    if (panel && enter(panel)) return;
  }
}

function enter(panel: Stop): boolean {
  if (isBehind(panel) && panel.pane) pane.value = panel.pane;
  const goal = goalIn(panel);
  if (!goal) return false;
  goal.focus();
  announcement.value = panel.name;
  return true;
}

export const panelFocusCommands: readonly Command[] = [
  {
    id: 'page.nextPanel',
    label: 'Focus the next panel',
    group: 'Go',
    key: 'F6',
    enabled: () => activeFile.value !== null,
    run: () => step(1),
  },
  {
    id: 'page.previousPanel',
    label: 'Focus the previous panel',
    group: 'Go',
    key: 'Shift+F6',
    enabled: () => activeFile.value !== null,
    run: () => step(-1),
  },
];

/** The first tab stop, visible while focused: skips the header. */
export function skipLink(): HTMLButtonElement {
  return button('Skip to the outline', () => STOPS[1] && enter(STOPS[1]), { class: 'skip-link' });
}

/**
 * Keeps the keyboard focus near when the start page appears or goes: after opening a file by keyboard it moves to the
 * file's tab, after closing the last one to the button that opens another. Mouse users keep the page's own keys.
 */
export function watchFocus({ root, main }: Frame): void {
  let wasOpen = false;
  effect(() => {
    const isOpen = activeFile.value !== null;
    if (isOpen === wasOpen) return;
    wasOpen = isOpen;
    const focused = document.activeElement;
    const byKeyboard = focused?.matches(':focus-visible') ?? false;
    const start = main.querySelector('.empty');
    if (isOpen && byKeyboard && start?.contains(focused)) {
      queueMicrotask(() => root.querySelector<HTMLElement>('.tab-current .tab-name')?.focus());
    } else if (!isOpen && byKeyboard) {
      queueMicrotask(() => start?.querySelector<HTMLElement>('.empty-target button')?.focus());
    }
  });
}
