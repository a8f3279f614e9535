/** Patterns among the files that arrive: they are for the open file, and are none themselves. */
import type { FileSource } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { isPatternName } from '../explain/file-kind.ts';
import { baseName } from '../lib/file-names.ts';
import { notify } from '../store/notices.ts';
import { showPanel } from '../ui/layout.ts';
import { PanelRequest } from '../ui/panels.ts';

/** A pattern for the panel of own structures. */
export const offeredPatterns = new PanelRequest<FileSource>();

/** Hands a pattern to the panel of own structures, which runs it over the active file, or over the next one that is. */
export function offerPattern(pattern: FileSource): void {
  showPanel('own');
  offeredPatterns.send(pattern);
  if (activeFile.peek()) return;
  notify(`${baseName(pattern.name)} describes bytes: open the file that it is about.`);
}

/** The last pattern among files, null without one, and the other files. */
export function sortedOut(files: readonly FileSource[]): {
  readonly pattern: FileSource | null;
  readonly files: FileSource[];
} {
  return {
    pattern: files.findLast(({ name }) => isPatternName(name)) ?? null,
    files: files.filter(({ name }) => !isPatternName(name)),
  };
}
