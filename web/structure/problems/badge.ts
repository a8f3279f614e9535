/** The number beside the word Problems. */

import { formatCount } from '../../explain/describe.ts';
import { verdictOf } from '../../explain/verdict.ts';
import { activeFile } from '../../store/state.ts';
import { el } from '../../ui/dom.ts';

/** How many of what needs attention; null when nothing was found. */
export function problemBadge(): HTMLElement | null {
  const parsed = activeFile.value?.parsed;
  if (!parsed || parsed.findings.length === 0) return null;
  const { severity } = verdictOf(parsed);
  const count = `${formatCount(parsed.findings.length)}${parsed.findingsTruncated ? '+' : ''}`;
  return el('span', { class: `problem-badge severity-${severity}` }, count);
}
