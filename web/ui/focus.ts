/** Moving the focus across panels: lists and views register by name. */
import { onEnd } from './scope.ts';

/** `view` is the model; the others are lists. */
export type FocusGoal = 'animations' | 'bytes' | 'library' | 'view';

const goals = new Map<FocusGoal, HTMLElement>();

/** A pending request for a missing element, and the element that had the focus then. */
let awaited: { readonly goal: FocusGoal; readonly from: Element | null } | null = null;

/**
 * Registers an element until the scope ends, in place of the previous one. A pending request focuses it, unless the
 * user has moved the focus since.
 */
export function offerFocus(goal: FocusGoal, element: HTMLElement): void {
  goals.set(goal, element);
  onEnd(() => {
    if (goals.get(goal) === element) goals.delete(goal);
  });
  if (awaited?.goal !== goal) return;
  // The body has it after the focused element was hidden.
  const isStill = [awaited.from, document.body].includes(document.activeElement);
  if (isStill) element.focus();
  awaited = null;
}

/** Focuses an element. @returns false if it is missing or hidden */
export function focusOn(goal: FocusGoal): boolean {
  const element = goals.get(goal);
  if (!element?.checkVisibility({ visibilityProperty: true })) return false;
  element.focus();
  return true;
}

/** Focuses an element, now or when it is registered. */
export function focusWhenThere(goal: FocusGoal): void {
  if (!focusOn(goal)) awaited = { goal, from: document.activeElement };
}

/** Elements that are rebuilt with each change, by name: the current one of each. */
const named = new Map<string, WeakRef<HTMLElement>>();

/** Names an element, in place of the previous one: an editor opened at that returns the focus to this. */
export function nameElement<Named extends HTMLElement>(name: string, element: Named): Named {
  named.set(name, new WeakRef(element));
  return element;
}

/** The element of a name; null if none is in the page. */
export function elementNamed(name: string): HTMLElement | null {
  const element = named.get(name)?.deref();
  return element?.isConnected ? element : null;
}

/** Its place in the window. */
export const placeOfNamed = (name: string): DOMRect | null =>
  elementNamed(name)?.getBoundingClientRect() ?? null;
