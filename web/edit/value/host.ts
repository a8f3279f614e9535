/** Panels that show values and can be asked to change the selected one: the command for it works wherever the user is. */
import { onEnd } from '../../ui/scope.ts';

export interface ValueHost {
  readonly element: HTMLElement;
  /** Edits the selected value; false when the panel does not show it. */
  edit(): boolean;
}

const hosts: ValueHost[] = [];

/** Adds a panel, until the current scope ends. */
export function addValueHost(host: ValueHost): void {
  hosts.push(host);
  onEnd(() => hosts.splice(hosts.indexOf(host), 1));
}

/** Edits the selected value in the panel that has the focus, else in the first that shows it. */
export function editSelectedValue(): boolean {
  const focused = document.activeElement;
  const isFirst = ({ element }: ValueHost) => element.contains(focused);
  const inOrder = [...hosts.filter(isFirst), ...hosts.filter((host) => !isFirst(host))];
  return inOrder.some((host) => host.element.checkVisibility() && host.edit());
}
