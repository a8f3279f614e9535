/** The problems panel: every finding of the file, worst first; choosing one goes to its bytes. */
import type { Finding, Severity } from '@lithoscope/core';
import { effect } from '@preact/signals-core';
import { button, el, fileText, setAttribute } from '../dom.ts';
import { formatOffset } from '../hex/geometry.ts';
import { commandButton } from '../shell/command-button.ts';
import { focusBytes } from '../shell/layout.ts';
import { activeFile, type OpenFile } from '../state.ts';
import { counted, formatCount, SEVERITIES, verdictOf } from '../structure/describe.ts';
import { copyReportCommand, saveJsonCommand, saveReportCommand } from './commands.ts';
import { current, goToFinding, hiddenSeverities, listed, toggleSeverity } from './current.ts';
import './problems.css';

const NOUNS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'hint',
};

export function mountProblems(host: HTMLElement): void {
  const filters = el('div', { class: 'problem-filters', role: 'group', 'aria-label': 'Kinds shown' });
  const tools = el(
    'div',
    { class: 'problem-tools' },
    commandButton(copyReportCommand, 'Copy', 'button-small'),
    commandButton(saveReportCommand, 'Save text', 'button-small'),
    commandButton(saveJsonCommand, 'Save JSON', 'button-small'),
  );
  const list = el('div', { class: 'problem-list', role: 'listbox', tabindex: 0, 'aria-label': 'Problems' });
  const note = el('p', { class: 'problem-note' });
  host.classList.add('problems');
  host.append(el('div', { class: 'problem-bar' }, filters, tools), note, list);
  new ProblemList(list);

  effect(() => {
    const file = activeFile.value;
    filters.replaceChildren(...(file ? filterButtons(file) : []));
  });
  effect(() => {
    const text = activeFile.value ? noteFor(activeFile.value) : '';
    note.textContent = text;
    note.hidden = text === '';
  });
}

/** How many of what needs attention; null when nothing was found. */
export function problemBadge(): HTMLElement | null {
  const abc = activeFile.value?.abc;
  if (!abc || abc.findings.length === 0) return null;
  const { severity } = verdictOf(abc.findings, abc.findingsTruncated);
  const count = `${formatCount(abc.findings.length)}${abc.findingsTruncated ? '+' : ''}`;
  return el('span', { class: `problem-badge severity-${severity}` }, count);
}

/** What to say above the list: why it is empty, or that it is not all. */
function noteFor({ abc }: OpenFile): string {
  const { known } = abc.coverage;
  const size = abc.bytes.length;
  if (abc.findings.length === 0) {
    const bytes =
      known === size ? 'Every byte was read' : `${counted(known, 'byte')} of ${formatCount(size)} were read`;
    return `Nothing found: the sections follow each other to the end, and every count and index fits. ${bytes}.`;
  }
  if (listed.value.length === 0) return 'All kinds of findings in this file are switched off above.';
  return abc.findingsTruncated ? 'There are more findings than these: the rest is not listed.' : '';
}

function filterButtons({ abc }: OpenFile): HTMLElement[] {
  return SEVERITIES.flatMap((severity) => {
    const count = abc.findings.filter((finding) => finding.severity === severity).length;
    if (count === 0) return [];
    const label = counted(count, NOUNS[severity]);
    const shown = !hiddenSeverities.value.has(severity);
    const element = button(label, () => toggleSeverity(severity), {
      class: `button-small severity-${severity}`,
      'aria-pressed': String(shown),
      title: `${shown ? 'Hide' : 'Show'} ${NOUNS[severity]}s`,
    });
    return [element];
  });
}

/** The list box: arrows move and go there, Enter gives the bytes the focus. */
class ProblemList {
  #options: HTMLElement[] = [];

  constructor(readonly box: HTMLElement) {
    box.addEventListener('keydown', (event) => this.#key(event));
    box.addEventListener('click', (event) => {
      const at = this.#optionAt(event);
      if (at >= 0) this.#goTo(at);
    });
    box.addEventListener('dblclick', (event) => {
      if (this.#optionAt(event) >= 0) focusBytes();
    });
    effect(() => {
      this.#options = listed.value.map(option);
      this.box.replaceChildren(...this.#options);
      this.box.hidden = this.#options.length === 0;
    });
    effect(() => this.#mark(current.value));
  }

  #optionAt(event: MouseEvent): number {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('.problem') : null;
    return target ? this.#options.indexOf(target) : -1;
  }

  #goTo(at: number): void {
    const file = activeFile.value;
    const finding = listed.value[Math.min(Math.max(at, 0), listed.value.length - 1)];
    if (file && finding) goToFinding(file, finding);
  }

  #mark(at: number): void {
    this.#options.forEach((element, i) => {
      setAttribute(element, 'aria-selected', String(i === at));
    });
    const chosen = this.#options[at];
    setAttribute(this.box, 'aria-activedescendant', chosen?.id);
    chosen?.scrollIntoView({ block: 'nearest' });
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = current.value;
    if (event.key === 'ArrowDown') this.#goTo(at + 1);
    else if (event.key === 'ArrowUp') this.#goTo(at - 1);
    else if (event.key === 'Home') this.#goTo(0);
    else if (event.key === 'End') this.#goTo(this.#options.length - 1);
    else if (event.key === 'Enter') {
      this.#goTo(at);
      focusBytes();
    } else return;
    event.preventDefault();
  }
}

function option(finding: Finding, index: number): HTMLElement {
  const { severity, code, message, remedy, offset, path, count } = finding;
  const head = el(
    'span',
    { class: 'problem-head' },
    el('span', { class: `problem-severity severity-${severity}` }, severity),
    el('span', { class: 'problem-code mono' }, code),
  );
  if (count > 1) head.append(el('span', { class: 'problem-count' }, `${formatCount(count)} times`));
  head.append(el('span', { class: 'problem-offset mono' }, formatOffset(offset)));
  const element = el(
    'div',
    { class: 'problem', role: 'option', id: `problem-${index}`, 'aria-selected': 'false' },
    head,
    fileText(message, 'problem-message'),
  );
  if (remedy) element.append(fileText(remedy, 'problem-remedy'));
  if (path) element.append(fileText(path, 'problem-path mono'));
  return element;
}
