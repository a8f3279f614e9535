/** Patterns among the files that arrive: they are for the open file, and are none themselves. */
import type { FileSource } from '../document/open-file.ts';
import { isPatternName } from '../explain/file-kind.ts';
import { showPanel } from '../ui/layout.ts';
import { PanelRequest } from '../ui/panels.ts';

/** A pattern for the panel of own structures. */
export const offeredPatterns = new PanelRequest<FileSource>();

/** Hands the last pattern among files over. @returns the other files */
export function withoutPatterns(files: readonly FileSource[]): FileSource[] {
  const last = files.findLast(({ name }) => isPatternName(name));
  if (last) {
    showPanel('own');
    offeredPatterns.send(last);
  }
  return files.filter(({ name }) => !isPatternName(name));
}
