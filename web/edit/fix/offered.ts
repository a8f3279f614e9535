/** Which problems can be mended. Only the core of changes knows: it is asked when the problems are shown. */

import type { ParsedFile } from '@lithoscope/core';
import { signal } from '@preact/signals-core';
import { loadEditing } from '../../store/editing.ts';
import { usePart } from '../../ui/parts.ts';

const settled = new WeakSet<ParsedFile>();
/** Counts the files in it. */
const settledCount = signal(0);

/** Whether some problem of a file may be mended: its kind often can be. */
export function mayBeMendable({ isEditable, findings }: ParsedFile): boolean {
  return isEditable && findings.some(({ fix }) => fix !== '');
}

/** Whether the words of *Fix* stand only where something mends the problem. Reads signals. */
export function isSettled(parsed: ParsedFile): boolean {
  settledCount.value;
  return settled.has(parsed) || !mayBeMendable(parsed);
}

/** Finds that out; what stands in the way is said. Reads no signals. */
export async function settle(parsed: ParsedFile): Promise<void> {
  if (settled.has(parsed) || !mayBeMendable(parsed)) return;
  await usePart(loadEditing, (editing) => {
    if (parsed.isReleased) return;
    editing.settleFixes(parsed);
    settled.add(parsed);
    settledCount.value++;
  });
}
