/** The number beside the word Problems. */
import { el } from '../dom.ts';
import { activeFile } from '../state.ts';
import { formatCount } from '../structure/describe.ts';
import { verdictOf } from '../structure/verdict.ts';

/** How many of what needs attention; null when nothing was found. */
export function problemBadge(): HTMLElement | null {
  const parsed = activeFile.value?.parsed;
  if (!parsed || parsed.findings.length === 0) return null;
  const { severity } = verdictOf(parsed);
  const count = `${formatCount(parsed.findings.length)}${parsed.findingsTruncated ? '+' : ''}`;
  return el('span', { class: `problem-badge severity-${severity}` }, count);
}
