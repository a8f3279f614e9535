/** The question whether other content may replace unsaved changes; loaded with the first one. */
import type { OpenFile } from '../document/open-file.ts';
import { baseName } from '../lib/file-names.ts';
import { ask } from '../ui/ask.ts';

/** Compares an open file with its content on the disk. It reports errors itself. */
type DiskComparer = (file: OpenFile, disk: Blob) => Promise<void>;

let diskComparer: DiskComparer | null = null;

/** Registers what compares files with the disk, in a higher room. */
export function offerDiskComparison(compare: DiskComparer): void {
  diskComparer = compare;
}

/** @param other origin of the other content */
export async function mayReplace(file: OpenFile, other: 'disk' | 'drop'): Promise<boolean> {
  const name = baseName(file.name);
  const from = other === 'disk' ? 'the content on disk' : 'the newly opened file';
  const answer = await ask<'keep' | 'compare' | 'lose'>(
    `Keep your changes to ${name}?`,
    [`Unsaved changes are lost if ${from} replaces them.`],
    [
      { id: 'keep', label: 'Keep my changes' },
      ...(other === 'disk' && diskComparer ? [{ id: 'compare' as const, label: 'Compare' }] : []),
      { id: 'lose', label: 'Discard changes and reload' },
    ],
  );
  if (answer === 'compare') await diskComparer?.(file, await file.source.read());
  return answer === 'lose';
}
