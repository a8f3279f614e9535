/** Controls under the bytes, which are made anew whenever something is selected, by one of them too. */
import { setAttribute } from '../../ui/dom.ts';
import { type StepKeys, stepTo } from '../../ui/step-keys.ts';

const KEYS: StepKeys = { next: 'ArrowDown', previous: 'ArrowUp' };

/** Puts others in the place of what a box holds; the keyboard stays on the control that says the same. */
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

/** Makes a column of controls one stop of the Tab key; arrows, Home and End lead along it. */
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
