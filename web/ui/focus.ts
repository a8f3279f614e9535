/** Where the keyboard goes: lists and views offer themselves by name, and others send the focus there. */
import { onEnd } from './scope.ts';

/** `view` is that of the model; the others are lists. */
export type FocusGoal = 'animations' | 'bytes' | 'library' | 'view';

const goals = new Map<FocusGoal, HTMLElement>();

/** What was asked for and had not come, and what had the focus then. */
let awaited: { readonly goal: FocusGoal; readonly from: Element | null } | null = null;

/**
 * Offers an element, until the scope ends, in place of the one before. It gets the focus at once when that was asked for
 * before it came, unless the user has gone elsewhere.
 */
export function offerFocus(goal: FocusGoal, element: HTMLElement): void {
  goals.set(goal, element);
  onEnd(() => {
    if (goals.get(goal) === element) goals.delete(goal);
  });
  if (awaited?.goal !== goal) return;
  // Nothing has it when what had it went out of sight.
  const isStill = [awaited.from, document.body].includes(document.activeElement);
  if (isStill) element.focus();
  awaited = null;
}

/** False while the element has not come or is out of sight. */
export function focusOn(goal: FocusGoal): boolean {
  const element = goals.get(goal);
  if (!element?.checkVisibility({ visibilityProperty: true })) return false;
  element.focus();
  return true;
}

/** The same, when it comes at the latest. */
export function focusWhenThere(goal: FocusGoal): void {
  if (!focusOn(goal)) awaited = { goal, from: document.activeElement };
}

/** Elements that are made again with each change of what they show, by name: the last of each. */
const named = new Map<string, WeakRef<HTMLElement>>();

/** Gives an element a name, in place of the one before. Who opened an editor at that one comes back to this. */
export function nameElement<Named extends HTMLElement>(name: string, element: Named): Named {
  named.set(name, new WeakRef(element));
  return element;
}

/** The element of a name that is in the page; null without one. */
export function elementNamed(name: string): HTMLElement | null {
  const element = named.get(name)?.deref();
  return element?.isConnected ? element : null;
}

/** Where it stands in the window. */
export const placeOfNamed = (name: string): DOMRect | null =>
  elementNamed(name)?.getBoundingClientRect() ?? null;
