/** The place of the find bar; the bar loads when it is asked for first. */
import { el } from '../dom.ts';
import { onFirst } from '../shell/on-first.ts';
import { findRequests } from './commands.ts';

/** Makes room for the bar at the top of the panel of bytes. */
export function mountFind(host: HTMLElement): void {
  const place = el('div', { class: 'find-place' });
  host.prepend(place);
  onFirst(
    () => findRequests.value !== null,
    async () => (await import('./bar.ts')).mountFindBar(place),
  );
}
