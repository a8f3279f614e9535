/** Panels that show values and can be asked to change the selected one: the command for it works wherever the user is. */
import { columnOf } from '../../ui/regions.ts';
import { onEnd } from '../../ui/scope.ts';

export interface ValueHost {
  readonly element: HTMLElement;
  /**
   * Edits the selected value; false when the panel does not show it.
   * @param back gives the focus back afterwards, to where it was outside the panel; absent: the panel takes it
   */
  edit(back?: () => void): boolean;
}

const hosts: ValueHost[] = [];

/** Adds a panel, until the current scope ends. */
export function addValueHost(host: ValueHost): void {
  hosts.push(host);
  onEnd(() => hosts.splice(hosts.indexOf(host), 1));
}

/**
 * Edits the selected value in the panel that has the focus, else in the nearest that shows it: of the bytes, in the card
 * below them.
 */
export function editSelectedValue(): boolean {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const distance = ({ element }: ValueHost) =>
    element.contains(focused) ? 0 : focused && columnOf(element) === columnOf(focused) ? 1 : 2;
  const back =
    focused && focused !== document.body ? () => focused.focus({ preventScroll: true }) : undefined;
  return hosts
    .toSorted((a, b) => distance(a) - distance(b))
    .some((host) => host.element.checkVisibility() && host.edit(distance(host) === 0 ? undefined : back));
}
