/** What a list says of an open file beside its name. */

import type { OpenFile } from '../document/open-file.ts';
import { counted, identityOf } from '../explain/describe.ts';
import { problemCounts } from '../explain/verdict.ts';
import { el } from '../ui/dom.ts';

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
