/** A file's name in a narrow place. */

import type { OpenFile } from '../document/open-file.ts';
import { counted, identityOf } from '../explain/describe.ts';
import { problemCounts } from '../explain/verdict.ts';
import { el, visible } from '../ui/dom.ts';

/** Characters that stay at the end: there names of one folder differ, and there is what the file is. */
const TAIL = 12;
const LEAST_HEAD = 3;

/** A name that is cut in its middle where it is too long for its place. */
export function cutName(name: string, className = ''): HTMLElement {
  const characters = [...visible(name)];
  // A head of a few characters is no shorter than its ellipsis.
  const at = characters.length > TAIL + LEAST_HEAD ? characters.length - TAIL : 0;
  return el(
    'bdi',
    { class: `cut-name ${className}`.trim() },
    ...(at > 0 ? [el('span', { class: 'cut-head' }, characters.slice(0, at).join(''))] : []),
    el('span', { class: 'cut-tail' }, el('bdi', { dir: 'ltr' }, characters.slice(at).join(''))),
  );
}

/** `1 error · ABC v12 · 1,234 bytes`: in a narrow place the end is cut. */
export function fileFacts(file: OpenFile): (Node | string)[] {
  const { version, title } = identityOf(file.info);
  return [soundness(file), ` · ${version || title} · ${counted(file.info.size, 'byte')}`];
}

function soundness(file: OpenFile): HTMLElement {
  const worst = (['error', 'warning'] as const).find((severity) => countOf(file, severity) > 0);
  return el('span', { class: `severity-${worst ?? 'ok'}` }, problemCounts(file.parsed));
}

/** How many findings of a severity there are. */
export function countOf({ parsed }: OpenFile, severity: 'error' | 'warning'): number {
  return parsed.findings.filter((finding) => finding.severity === severity).length;
}
