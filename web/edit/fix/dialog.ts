/** What a repair changes, and the question whether to make it. */

import type { ParsedFile } from '@lithoscope/core';
import { allRepairs, type PlannedChange, type Repairs, repairsOf } from '../../changes/fixes.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { isOpen } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import { editingCore } from '../../store/lazy-cores.ts';
import { announcement } from '../../store/notices.ts';
import { ask } from '../../ui/ask.ts';
import { el, fileText } from '../../ui/dom.ts';
import { change } from '../history.ts';
import './fix.css';

/** A finding by its index, all of a code, or everything. */
export type Wanted = { readonly code: string; readonly finding: number | null } | null;

export async function askToFix(file: OpenFile, wanted: Wanted, done: () => void): Promise<void> {
  if (!isOpen(file)) return;
  const { parsed } = file.content.peek();
  const repairs = wanted
    ? repairsOf(editingCore(), parsed, wanted.code, wanted.finding)
    : allRepairs(editingCore(), parsed);
  const { operations, codes } = repairs;
  if (operations.length === 0) {
    announcement.value = 'Nothing in this file can be fixed safely.';
    return;
  }
  // No number: one repair makes another one possible, so that more is fixed than what offers it now.
  const title = wanted ? `Fix ${wanted.code}` : 'Fix all that can be fixed';
  const answer = await ask(title, words(parsed, repairs, wanted), [{ id: 'fix', label: 'Fix' }]);
  if (answer === null) return;
  // The file may have been changed or closed while the question stood.
  if (!isOpen(file) || file.content.peek().parsed !== parsed) {
    announcement.value = 'Nothing was fixed: the file was changed or closed meanwhile.';
    return;
  }
  const [only] = repairs.changes;
  const isOne = operations.length === 1 && only !== undefined;
  const label = isOne ? `Fix ${only.path}` : wanted ? title : `Fix all: ${codes.join(', ')}`;
  if (!change(file, { label, operations, mayBreak: true, ...(isOne && only) })) return;
  const left = file.content.peek().parsed.findings.length;
  announcement.value = `Fixed. ${left === 0 ? 'No problem is left' : `${counted(left, 'problem')} left`}.`;
  done();
}

function words(parsed: ParsedFile, { operations, changes, codes }: Repairs, wanted: Wanted): Node[] {
  const what = wanted ? parsed.findings.find(({ code }) => code === wanted.code)?.fix : codes.join(', ');
  const rest = operations.length - changes.length;
  return [
    el('span', {}, `${what}.`),
    el('span', { class: 'fix-changes', role: 'list', 'aria-label': 'Changes' }, ...changes.map(item)),
    ...(rest > 0 ? [el('span', {}, `… and ${counted(rest, 'more change')}. `)] : []),
    el('span', {}, 'Undo takes all of it back.'),
  ];
}

function item({ path, before, after }: PlannedChange): HTMLElement {
  const value = el(
    'span',
    { class: 'fix-value' },
    ...(after === ''
      ? ['removed: ', fileText(before)]
      : [before === '' ? '' : fileText(before), before === '' ? '' : ' → ', fileText(after)]),
  );
  return el('span', { role: 'listitem' }, el('span', { class: 'fix-path mono' }, fileText(path)), ' ', value);
}
