/** Focus of controls that are rebuilt with every selection, even with one that they make. */
import { setAttribute } from '../../ui/dom.ts';
import { type StepKeys, stepTo } from '../../ui/list-keys.ts';

const KEYS: StepKeys = { next: 'ArrowDown', previous: 'ArrowUp' };

/** Replaces the content of `host`; the focus moves to the control with the same text and title, else to the last. */
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

/**
 * Makes the controls of a table's rows one tab stop: up, down, Home and End go from row to row, left and right to the
 * controls of the row.
 */
export function oneStop(host: HTMLElement): void {
  const stopAt = (control: HTMLElement | undefined) => {
    for (const other of controlsIn(host)) setAttribute(other, 'tabindex', other === control ? 0 : -1);
  };
  stopAt(controlsIn(host)[0]);
  host.addEventListener('focusin', ({ target }) => stopAt(target as HTMLElement));
  host.addEventListener('keydown', (event) => {
    const focused = document.activeElement as HTMLElement;
    const row = focused.closest('tr');
    const inRow = row ? controlsIn(row) : [];
    const place = inRow.indexOf(focused);
    if (place < 0) return;
    const beside = { ArrowRight: inRow[place + 1], ArrowLeft: inRow[place - 1] }[event.key];
    const column = [...host.querySelectorAll('tr')].flatMap((other) => {
      const list = controlsIn(other);
      return list[Math.min(place, list.length - 1)] ?? [];
    });
    const next = beside ?? column[stepTo(event.key, column.indexOf(focused), column.length, KEYS)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

function controlsIn(host: Element): HTMLElement[] {
  return [...host.querySelectorAll<HTMLElement>('button:enabled')];
}
