/** From a row of the report to the file and its bytes. */
import type { Finding } from '@lithoscope/core';
import { batch } from '@preact/signals-core';
import { openSources } from '../../files/open.ts';
import { sourceOf } from '../../files/sources/library-file.ts';
import { showTexture } from '../../files/textures/assign.ts';
import type { LibraryFile } from '../../store/library.ts';
import type { OpenFile } from '../../store/open-file.ts';
import { activeId, files } from '../../store/state.ts';
import { goToFinding } from '../../structure/problems/current.ts';
import { showProblems } from '../../ui/layout.ts';

const openOf = (file: LibraryFile): OpenFile | undefined =>
  files.peek().find(({ source }) => source.entry === file);

/** Opens a file of the library, which stays open, and selects the bytes of a finding; null: of none. */
export async function openAt(file: LibraryFile, finding: Finding | null): Promise<void> {
  const source = sourceOf(file);
  if (!openOf(file)) await openSources([source]);
  // A texture that an open model wears is not opened by itself.
  if (!openOf(file) && file.kind === 'texture') await showTexture(source);
  const opened = openOf(file);
  if (!opened) return;
  batch(() => {
    activeId.value = opened.id;
    showProblems();
  });
  const same = opened.parsed.findings.find(
    ({ code, offset, path }) => code === finding?.code && offset === finding.offset && path === finding.path,
  );
  if (same) goToFinding(opened, same);
}
