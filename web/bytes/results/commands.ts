/** Commands of the results, and those that follow references. The searches themselves are loaded with the first one. */

import { hits } from '../../document/marks.ts';
import { follow, referenceOf } from '../../document/references.ts';
import { selectedChain } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { formatLink } from '../../explain/format-link.ts';
import type { Command } from '../../store/commands.ts';
import { announcement } from '../../store/notices.ts';
import { showPanel } from '../../ui/layout.ts';
import { usePart } from '../../ui/parts.ts';
import { requestFind } from '../find/commands.ts';
import { listResults, resultSteps, resultsKind } from './current.ts';

const hasFile = () => activeFile.value !== null;
const hasSelection = () => (activeFile.value?.selection.value ?? null) !== null;

/** Goes to the target of the selected reference. */
function goToReference(): void {
  const file = activeFile.peek();
  const selection = file?.selection.peek();
  const field = file && selection ? file.parsed.ancestors(selection.start).at(-1) : null;
  // The innermost field, if it covers the whole selection.
  const isField = field && selection && field.end >= selection.end;
  const reference = file && isField ? referenceOf(file, field) : null;
  if (!reference) {
    announcement.value = 'The selected field refers to nothing in the open files.';
  } else if (reference.path === null) {
    // A skin slot has no bytes: show the skins.
    showPanel('model');
  } else follow(reference, 'go-to');
}

/** Opens the format reference at the selected field. */
function showInReference(): void {
  const file = activeFile.peek();
  const selection = file?.selection.peek();
  const href = file && selection && formatLink(file.info, selectedChain(file, selection));
  if (href) window.open(href, 'lithoscope-docs');
  else announcement.value = 'The format reference does not describe these bytes.';
}

/** Without results, the find bar takes what to find, or finds what was searched for last. */
const step = (id: string, label: string, key: string, direction: 1 | -1): Command => ({
  id,
  label,
  group: 'Go',
  key,
  enabled: hasFile,
  run() {
    if (resultsKind.peek() !== null) resultSteps.send(direction);
    else requestFind(direction);
  },
});

export const resultCommands: readonly Command[] = [
  {
    id: 'go.definition',
    label: 'Go to what the selected field refers to',
    group: 'Go',
    key: 'F12',
    panelKey: 'Alt+Enter',
    enabled: hasSelection,
    run: goToReference,
  },
  {
    id: 'go.references',
    label: 'Find references to the selection',
    group: 'Go',
    key: 'Shift+F12',
    enabled: hasSelection,
    run: () =>
      void usePart(
        () => import('./references.ts'),
        (part) => part.findReferences(),
      ),
  },
  {
    id: 'go.format',
    label: 'Show the selected field in the format reference',
    group: 'Go',
    enabled: hasSelection,
    run: showInReference,
  },
  {
    id: 'results.strings',
    label: 'List the strings in the file',
    group: 'View',
    enabled: hasFile,
    run: () => listResults('strings'),
  },
  {
    id: 'results.hits',
    label: 'List all hits of the search',
    group: 'View',
    enabled: () => hits.value !== null && hits.value.file === activeFile.value?.id,
    run: () => listResults('hits'),
  },
  {
    id: 'find.all',
    label: 'Find in all open files',
    group: 'Go',
    enabled: hasFile,
    run: () =>
      void usePart(
        () => import('./hits.ts'),
        (part) => part.searchAllFiles(),
      ),
  },
  step('find.next', 'Next result', 'F3', 1),
  step('find.previous', 'Previous result', 'Shift+F3', -1),
];
