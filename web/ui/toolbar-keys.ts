/** The keys of a toolbar, by the ARIA pattern: one tab stop, and arrows between its buttons. */
import { setAttribute } from './dom.ts';
import { type StepKeys, stepTo } from './list-keys.ts';
import { onEnd } from './scope.ts';

const KEYS: StepKeys = { next: 'ArrowRight', previous: 'ArrowLeft' };

/** Makes a toolbar of buttons one tab stop, until the current scope ends: the button that had the focus last. */
export function oneTabStop(toolbar: HTMLElement): void {
  let last: Element | null = null;
  const buttons = () => [...toolbar.querySelectorAll('button')];
  const inMenu = (element: Element) => element.closest('[popover]') !== null;
  const stops = () =>
    buttons().filter((one) => !one.disabled && !inMenu(one) && one.closest('[hidden]') === null);
  const settle = () => {
    const all = stops();
    const stop = all.find((one) => one === last) ?? all[0];
    for (const one of buttons()) setAttribute(one, 'tabindex', one === stop || inMenu(one) ? undefined : -1);
  };
  toolbar.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || inMenu(target)) return;
    last = target;
    settle();
  });
  toolbar.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const all = stops();
    const at = all.findIndex((one) => one.contains(event.target as Node));
    const to = at < 0 ? -1 : stepTo(event.key, at, all.length, KEYS);
    if (to < 0) return;
    event.preventDefault();
    all[to]?.focus();
  });
  // Buttons come and go with the file, and with the room for them.
  const watcher = new MutationObserver(settle);
  watcher.observe(toolbar, { subtree: true, childList: true, attributeFilter: ['hidden', 'disabled'] });
  onEnd(() => watcher.disconnect());
  settle();
}
