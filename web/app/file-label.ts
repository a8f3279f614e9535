/** How lists show an open file: its shortened name, and facts beside it. */

import type { OpenFile } from '../document/open-file.ts';
import { counted, identityOf } from '../explain/describe.ts';
import { problemCounts } from '../explain/verdict.ts';
import { el, visible } from '../ui/dom.ts';

/** Characters kept at the end: the extension, and the part in which names of one folder differ. */
const TAIL = 12;
const LEAST_HEAD = 3;

/** A name whose middle is cut where it is too long for its place. */
export function cutName(name: string, className = ''): HTMLElement {
  const characters = [...visible(name)];
  // A shorter head would be no shorter than its ellipsis.
  const at = characters.length > TAIL + LEAST_HEAD ? characters.length - TAIL : 0;
  return el(
    'bdi',
    { class: `cut-name ${className}`.trim() },
    ...(at > 0 ? [el('span', { class: 'cut-head' }, characters.slice(0, at).join(''))] : []),
    el('span', { class: 'cut-tail' }, el('bdi', { dir: 'ltr' }, characters.slice(at).join(''))),
  );
}

/** `1 error · ABC v12 · 1,234 bytes`; a narrow place cuts the end. */
export function fileFacts(file: OpenFile): (Node | string)[] {
  return [soundness(file), ` · ${identityWords(file)}`];
}

/** `1 error · ABC v12 · 1,234 bytes` */
export const factWords = (file: OpenFile): string => `${problemCounts(file.parsed)} · ${identityWords(file)}`;

function identityWords({ info }: OpenFile): string {
  const { version, title } = identityOf(info);
  return `${version || title} · ${counted(info.size, 'byte')}`;
}

function soundness(file: OpenFile): HTMLElement {
  const worst = (['error', 'warning'] as const).find((severity) => countOf(file, severity) > 0);
  return el('span', { class: `severity-${worst ?? 'ok'}` }, problemCounts(file.parsed));
}

/** Number of findings of a severity. */
export function countOf({ parsed }: OpenFile, severity: 'error' | 'warning'): number {
  return parsed.findings.filter((finding) => finding.severity === severity).length;
}
