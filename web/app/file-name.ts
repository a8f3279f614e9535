/** A file's name in a narrow place. */
import { el, visible } from '../ui/dom.ts';

/** Characters that stay at the end: there names of one folder differ, and there is what the file is. */
const TAIL = 12;
const LEAST_HEAD = 3;

/** A name that is cut in its middle where it is too long for its place. */
export function cutName(name: string, className = ''): HTMLElement {
  const characters = [...visible(name)];
  // A head of a few characters is no shorter than its ellipsis.
  const at = characters.length > TAIL + LEAST_HEAD ? characters.length - TAIL : 0;
  const part = (name: string, text: readonly string[]) => el('span', { class: name }, text.join(''));
  return el(
    'bdi',
    { class: `cut-name ${className}`.trim() },
    ...(at > 0 ? [part('cut-head', characters.slice(0, at))] : []),
    part('cut-tail', characters.slice(at)),
  );
}
