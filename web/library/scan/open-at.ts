/** From a row of the report to the file and its bytes. */
import type { Finding } from '@lithoscope/core';
import { batch } from '@preact/signals-core';
import { activeId, files } from '../../document/state.ts';
import type { LibraryFile } from '../../store/library.ts';
import { goToFinding } from '../../structure/problems/commands.ts';
import { showPanel } from '../../ui/layout.ts';
import { openFiles } from '../open.ts';

/** Opens a file of the library, which stays open, and selects the bytes of a finding; null: of none. */
export async function openAt(file: LibraryFile, finding: Finding | null): Promise<void> {
  await openFiles([file]);
  const opened = files.peek().find(({ source }) => source.entry === file);
  if (!opened) return;
  batch(() => {
    activeId.value = opened.id;
    showPanel('problems');
  });
  const same = opened.parsed.findings.find(
    ({ code, offset, path }) => code === finding?.code && offset === finding.offset && path === finding.path,
  );
  if (same) goToFinding(opened, same);
}
