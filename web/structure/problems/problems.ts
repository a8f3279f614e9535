/** The problems panel: whether game and ModelEdit load the file, and every problem, worst first. */

import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { fixAllCommand, isMendable } from '../../edit/open-dialogs.ts';
import { counted, formatCount, pluralOf } from '../../explain/describe.ts';
import { SEVERITIES, SEVERITY_WORDS } from '../../explain/verdict.ts';
import { command } from '../../store/commands.ts';
import { commandButton } from '../../ui/command-button.ts';
import { button, el } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { copyReportCommand, saveJsonCommand, saveReportCommand } from './commands.ts';
import { hiddenSeverities, listed, toggleSeverity } from './current.ts';
import { engineLine } from './engine-line.ts';
import { ProblemList } from './list.ts';
import './problems.css';

export function mountProblems(host: HTMLElement): void {
  const filters = el('div', { class: 'problem-filters', role: 'group', 'aria-label': 'Kinds shown' });
  const fixAll = commandButton(fixAllCommand, 'Fix all', 'button-small');
  const tools = el(
    'div',
    { class: 'problem-tools' },
    fixAll,
    commandButton(copyReportCommand, 'Copy', 'button-small'),
    commandButton(saveReportCommand, 'Save text', 'button-small'),
    commandButton(saveJsonCommand, 'Save JSON', 'button-small'),
    commandButton(command('export.problems'), 'Save CSV', 'button-small'),
  );
  const engine = el('div');
  const note = el('p', { class: 'problem-note' });
  host.classList.add('problems');
  const { element } = new ProblemList();
  host.append(el('div', { class: 'problem-bar' }, filters, tools), engine, note, element);

  effect(() => {
    const file = activeFile.value;
    filters.replaceChildren(...(file ? filterButtons(file) : []));
  });
  effect(() => {
    fixAll.hidden = !(activeFile.value && isMendable(activeFile.value));
  });
  effect(() => {
    engine.replaceChildren(...(activeFile.value ? [engineLine(activeFile.value)] : []));
  });
  effect(() => {
    const text = activeFile.value ? noteFor(activeFile.value) : '';
    note.textContent = text;
    note.hidden = text === '';
  });
}

/** What to say above the list: why it is empty, or that it is not all. */
function noteFor({ parsed }: OpenFile): string {
  const { known } = parsed.coverage;
  const { size } = parsed;
  if (parsed.findings.length === 0) {
    const bytes =
      known === size ? 'Every byte was read' : `${formatCount(known)} of ${counted(size, 'byte')} were read`;
    return `No problems: the sections follow each other to the end, and every count and index fits. ${bytes}.`;
  }
  if (listed.value.length === 0) return 'All kinds of problems that this file has are switched off above.';
  return parsed.findingsTruncated ? 'There are more problems than these: the rest is not listed.' : '';
}

function filterButtons({ parsed }: OpenFile): HTMLElement[] {
  return SEVERITIES.flatMap((severity) => {
    const count = parsed.findings.filter((finding) => finding.severity === severity).length;
    if (count === 0) return [];
    const label = counted(count, SEVERITY_WORDS[severity]);
    const shown = !hiddenSeverities.value.has(severity);
    const element = button(label, () => toggleSeverity(severity), {
      class: `button-small severity-${severity}`,
      'aria-pressed': String(shown),
      title: `${shown ? 'Hide' : 'Show'} ${pluralOf(SEVERITY_WORDS[severity], 2)}`,
    });
    return [element];
  });
}
