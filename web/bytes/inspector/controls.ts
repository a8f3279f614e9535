/** Focus of controls that are rebuilt with every selection, including their own. */
import { setAttribute } from '../../ui/dom.ts';

/** Replaces the content of `host`; the focus moves to the control with the same text and title, else to the last one. */
export function replaceControls(host: HTMLElement, content: readonly Node[]): void {
  const focused = controlsIn(host).find((control) => control === document.activeElement);
  host.replaceChildren(...content);
  if (!focused) return;
  const list = controlsIn(host);
  const again = list.find(
    ({ textContent, title }) => textContent === focused.textContent && title === focused.title,
  );
  (again ?? list.at(-1))?.focus();
}

/** Pixels between the tops of two controls in one line. */
const SAME_LINE = 4;

/** Makes the controls of a grid one tab stop: arrows move to the nearest control in their direction. */
export function makeSingleTabStop(host: HTMLElement): void {
  const stopAt = (control: HTMLElement | undefined) => {
    for (const other of controlsIn(host)) setAttribute(other, 'tabindex', other === control ? 0 : -1);
  };
  stopAt(controlsIn(host)[0]);
  host.addEventListener('focusin', ({ target }) => stopAt(target as HTMLElement));
  host.addEventListener('keydown', (event) => {
    const list = controlsIn(host);
    const at = list.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? undefined : controlAt(list, at, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

function controlAt(list: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  switch (key) {
    case 'ArrowLeft':
      return list[at - 1];
    case 'ArrowRight':
      return list[at + 1];
    case 'Home':
      return list[0];
    case 'End':
      return list.at(-1);
    case 'ArrowUp':
    case 'ArrowDown':
      return nearest(list, at, key === 'ArrowDown' ? 1 : -1);
    default:
      return undefined;
  }
}

/** The control in the next line above or below that is nearest to the left edge of the one at `at`. */
function nearest(list: readonly HTMLElement[], at: number, direction: 1 | -1): HTMLElement | undefined {
  const places = list.map((control) => control.getBoundingClientRect());
  const from = places[at];
  if (!from) return undefined;
  const distance = (index: number) => ((places[index]?.top ?? 0) - from.top) * direction;
  const beyond = list.map((_, index) => index).filter((index) => distance(index) > SAME_LINE);
  const line = Math.min(...beyond.map(distance)) + SAME_LINE;
  const [best] = beyond
    .filter((index) => distance(index) <= line)
    .sort(
      (a, b) => Math.abs((places[a]?.left ?? 0) - from.left) - Math.abs((places[b]?.left ?? 0) - from.left),
    );
  return best === undefined ? undefined : list[best];
}

function controlsIn(host: Element): HTMLElement[] {
  return [...host.querySelectorAll<HTMLElement>('button:enabled')];
}
