/** Focus of controls that are rebuilt with every selection, even with one that they make. */
import { setAttribute } from '../../ui/dom.ts';
import { type StepKeys, stepTo } from '../../ui/step-keys.ts';

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

/** Makes a column of controls one tab stop; arrow keys, Home and End move in it. */
export function oneStop(host: HTMLElement): void {
  const stopAt = (control: HTMLElement | undefined) => {
    for (const other of controlsIn(host)) setAttribute(other, 'tabindex', other === control ? 0 : -1);
  };
  stopAt(controlsIn(host)[0]);
  host.addEventListener('focusin', ({ target }) => stopAt(target as HTMLElement));
  host.addEventListener('keydown', (event) => {
    const list = controlsIn(host);
    const at = list.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? undefined : list[stepTo(event.key, at, list.length, KEYS)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

function controlsIn(host: HTMLElement): HTMLElement[] {
  return [...host.querySelectorAll<HTMLElement>('button:enabled')];
}
