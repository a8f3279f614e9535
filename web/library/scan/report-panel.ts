/**
 * Report panel: the report of a check, over the list of the library, so that the file of a row is seen beside it. A
 * tree of groups with one tab stop.
 */
import type { Severity } from '@lithoscope/core';
import { computed, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals-core';
import { counted, formatCount, pluralOf } from '../../explain/describe.ts';
import { SEVERITY_WORDS } from '../../explain/verdict.ts';
import { CSV_TYPE } from '../../lib/csv.ts';
import { saveBlob } from '../../ui/clipboard.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../../ui/dom.ts';
import { CROSS } from '../../ui/icons.ts';
import { effect } from '../../ui/scope.ts';
import { type Slice, VirtualRows } from '../../ui/virtual.ts';
import { factsVersion, knownFacts, knownProblem } from '../facts.ts';
import { openAt } from '../open.ts';
import {
  type Checked,
  type CheckReport,
  checkReport,
  type Grouping,
  groupsOf,
  kindsOf,
  type ReportRow,
  ReportRows,
  reportAsCsv,
  reportAsJson,
  reportAsText,
  type Unread,
} from './report.ts';
import { checkable, scan } from './scan.ts';
import './report.css';

const grouping: Signal<Grouping> = signal('code');
/** Hidden severities. Notes are many and harmless, so they are hidden at first. */
const hiddenKinds: Signal<ReadonlySet<Severity>> = signal(new Set<Severity>(['information', 'hint']));
export const isReportOpen: Signal<boolean> = signal(false);

/** Readable and unreadable files, in the order of the library. */
const results: ReadonlySignal<{ readonly checked: readonly Checked[]; readonly unread: readonly Unread[] }> =
  computed(() => {
    factsVersion.value;
    const checked: Checked[] = [];
    const unread: Unread[] = [];
    for (const file of checkable.value) {
      const facts = knownFacts(file);
      const problem = facts ? '' : knownProblem(file);
      if (facts) checked.push({ file, facts });
      else if (problem !== '') unread.push({ file, problem });
    }
    return { checked, unread };
  });

export const report: ReadonlySignal<CheckReport> = computed(() =>
  checkReport(results.value.checked, results.value.unread, hiddenKinds.value),
);

/** Shows or hides the findings of a severity. */
function toggleKind(severity: Severity): void {
  const hidden = new Set(hiddenKinds.value);
  if (!hidden.delete(severity)) hidden.add(severity);
  hiddenKinds.value = hidden;
}

const GROUPINGS: readonly (readonly [Grouping, string])[] = [
  ['code', 'Problem'],
  ['file', 'File'],
  ['version', 'Version'],
];

/** Builds the panel. Must be called within a scope. */
export function reportPanel(): HTMLElement {
  const { element, box } = new ReportPanel();
  queueMicrotask(() => box.focus());
  return element;
}

class ReportPanel {
  readonly element: HTMLElement;
  readonly box = el('div', {
    class: 'report-box',
    role: 'tree',
    tabindex: 0,
    'aria-label': 'Problems in the library',
  });
  readonly #lines = el('div', { role: 'presentation' });
  readonly #virtual: VirtualRows;
  #rows = new ReportRows([], new Set());
  /** Keys of expanded groups. */
  readonly #open = new Set<string>();
  #focus = 0;
  #chosen: { readonly key: string; readonly leaf: number } | null = null;

  constructor() {
    this.#virtual = new VirtualRows(this.box, '--row-double', (slice) => this.#draw(slice));
    this.#virtual.view.append(this.#lines);
    const empty = el('p', { class: 'report-empty' });
    this.element = el(
      'section',
      { class: 'report', 'aria-label': 'Check report' },
      header(),
      tools(),
      empty,
      this.box,
      exports(),
    );
    this.box.addEventListener('keydown', (event) => this.#key(event));
    this.box.addEventListener('click', (event) => this.#click(event));
    effect(() => {
      const groups = groupsOf(report.value, grouping.value);
      this.#rows = new ReportRows(groups, this.#open);
      this.#focus = Math.min(this.#focus, Math.max(0, this.#rows.count - 1));
      this.#virtual.setRows(this.#rows.count);
      this.#virtual.invalidate();
      empty.hidden = groups.length > 0;
      this.box.hidden = groups.length === 0;
      empty.textContent = emptyWords();
    });
    effect(() => {
      grouping.value;
      untracked(() => {
        this.#focus = 0;
        this.#virtual.scrollTo(0);
      });
    });
  }

  #draw({ first, count, shift }: Slice): void {
    this.#lines.style.transform = `translateY(${shift}px)`;
    const drawn: HTMLElement[] = [];
    for (let i = first; i < first + count; i++) {
      const row = this.#rows.at(i);
      if (row) drawn.push(this.#row(row, i));
    }
    this.#lines.replaceChildren(...drawn);
    const isShown = this.#focus >= first && this.#focus < first + count;
    setAttribute(this.box, 'aria-activedescendant', isShown && rowId(this.#focus));
  }

  #row({ group, index, leaf }: ReportRow, at: number): HTMLElement {
    const said = leaf === null ? group : group.leaf(leaf);
    const isOpen = leaf === null && this.#open.has(group.key);
    const isCode = leaf === null ? group.isCode : grouping.peek() === 'file';
    const isChosen = leaf !== null && this.#chosen?.key === group.key && this.#chosen.leaf === leaf;
    const head = el(
      'span',
      { class: 'report-head' },
      ...(said.mark
        ? [el('span', { class: `report-mark severity-${said.mark}` }, SEVERITY_WORDS[said.mark])]
        : []),
      fileText(said.title, isCode ? 'report-title mono' : 'report-title'),
      ...(said.folder ? [fileText(said.folder, 'report-folder')] : []),
      el('span', { class: 'report-aside' }, said.aside),
    );
    return el(
      'div',
      {
        class: leaf === null ? 'report-row report-group' : 'report-row report-leaf',
        id: rowId(at),
        role: 'treeitem',
        'aria-level': leaf === null ? 1 : 2,
        'aria-posinset': leaf === null ? index + 1 : leaf + 1,
        'aria-setsize': leaf === null ? this.#rows.groups.length : group.size,
        'aria-expanded': leaf === null ? String(isOpen) : undefined,
        'aria-selected': String(isChosen),
        'data-focus': at === this.#focus,
        'data-row': at,
        title: visible(
          [said.folder && `${said.folder}/${said.title}`, said.detail].filter(Boolean).join('\n'),
        ),
      },
      el('span', { class: 'report-arrow', 'aria-hidden': 'true' }, leaf === null ? (isOpen ? '▾' : '▸') : ''),
      el('span', { class: 'report-words' }, head, fileText(said.detail, 'report-detail')),
    );
  }

  #click({ target }: MouseEvent): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('.report-row') : null;
    if (row) this.#press(Number(row.dataset.row));
  }

  /** Expands or collapses a group, or opens the file of a row. */
  #press(at: number): void {
    const row = this.#rows.at(at);
    if (!row) return;
    this.#focus = at;
    if (row.leaf === null) this.#toggle(row);
    else {
      const { file, finding } = row.group.leaf(row.leaf);
      this.#chosen = { key: row.group.key, leaf: row.leaf };
      void openAt(file, finding);
    }
    this.#virtual.invalidate();
  }

  #toggle({ group }: ReportRow): void {
    if (!this.#open.delete(group.key)) this.#open.add(group.key);
    this.#rows = new ReportRows(this.#rows.groups, this.#open);
    this.#virtual.setRows(this.#rows.count);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = this.#rows.at(this.#focus);
    const { key } = event;
    if (key === 'ArrowDown') this.#go(this.#focus + 1);
    else if (key === 'ArrowUp') this.#go(this.#focus - 1);
    else if (key === 'PageDown') this.#go(this.#focus + this.#virtual.page);
    else if (key === 'PageUp') this.#go(this.#focus - this.#virtual.page);
    else if (key === 'Home') this.#go(0);
    else if (key === 'End') this.#go(this.#rows.count - 1);
    else if (key === 'Enter' || key === ' ') this.#press(this.#focus);
    else if (key === 'ArrowRight' && row?.leaf === null) {
      if (this.#open.has(row.group.key)) this.#go(this.#focus + 1);
      else this.#press(this.#focus);
    } else if (key === 'ArrowLeft' && row) {
      if (row.leaf !== null) this.#go(this.#rows.rowOf(row.index));
      else if (this.#open.has(row.group.key)) this.#press(this.#focus);
    } else if (key === 'Escape') isReportOpen.value = false;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #go(to: number): void {
    this.#focus = Math.min(Math.max(to, 0), this.#rows.count - 1);
    this.#virtual.show(this.#focus);
    this.#virtual.invalidate();
  }
}

const rowId = (row: number) => `report-row-${row}`;

function header(): HTMLElement {
  const words = el('p', { class: 'report-words-all', role: 'status' });
  effect(() => {
    words.textContent = reportWords();
  });
  const close = button(icon(CROSS), () => (isReportOpen.value = false), {
    class: 'button-quiet',
    'aria-label': 'Close the report',
    title: 'Back to the list (Escape)',
  });
  return el('header', { class: 'report-header' }, el('h2', {}, 'Check'), words, close);
}

/** `444 files checked: 3 with errors, 2 could not be read`, with the rest while the check runs. */
function reportWords(): string {
  const { checked, unread, damaged } = report.value;
  const now = scan.value;
  const parts = [`${formatCount(damaged)} with errors`];
  if (unread.length > 0) parts.push(`${formatCount(unread.length)} could not be read`);
  const files = counted(checked.length + unread.length, 'file');
  return `${files} checked: ${parts.join(', ')}${now ? `; ${formatCount(now.total - now.done)} to go` : ''}`;
}

function emptyWords(): string {
  const { checked, counts } = report.peek();
  if (checked.length === 0) return 'No file has been read yet.';
  const hidden = Object.values(counts).some((count) => count > 0);
  return hidden ? 'No problems of the selected severities: choose others above.' : 'No problems were found.';
}

function tools(): HTMLElement {
  const by = el('div', { class: 'report-by', role: 'group', 'aria-label': 'Group' }, el('span', {}, 'By'));
  for (const [id, label] of GROUPINGS) {
    const choose = button(label, () => (grouping.value = id), {
      class: 'button-small',
      'aria-label': `By ${label.toLowerCase()}`,
    });
    effect(() => setAttribute(choose, 'aria-pressed', String(grouping.value === id)));
    by.append(choose);
  }
  const kinds = el('div', { class: 'problem-filters', role: 'group', 'aria-label': 'Severities shown' });
  effect(() => {
    const focused = [...kinds.children].indexOf(document.activeElement as Element);
    kinds.replaceChildren(
      ...kindsOf(report.value).map(({ severity, count }) => {
        const isShown = !hiddenKinds.value.has(severity);
        return button(counted(count, SEVERITY_WORDS[severity]), () => toggleKind(severity), {
          class: `button-small severity-${severity}`,
          'aria-pressed': String(isShown),
          title: `${isShown ? 'Hide' : 'Show'} ${pluralOf(SEVERITY_WORDS[severity], 2)}`,
        });
      }),
    );
    (kinds.children[focused] as HTMLElement | undefined)?.focus();
  });
  effect(() => {
    kinds.hidden = grouping.value === 'version';
  });
  return el('div', { class: 'report-tools' }, by, kinds);
}

/** Formats of the saved report: label, file, MIME type, tooltip, content in parts. */
const FORMATS: readonly (readonly [string, string, string, string, (of: CheckReport) => string[]])[] = [
  [
    'JSON',
    'check.json',
    'application/json',
    'Save the report in the format of lithoscope check --json',
    ({ checked }) => reportAsJson(checked),
  ],
  [
    'CSV',
    'check.csv',
    CSV_TYPE,
    'Save a table with one row per problem',
    ({ checked, unread }) => reportAsCsv(checked, unread),
  ],
  [
    'Text',
    'check.txt',
    'text/plain;charset=utf-8',
    'Save the report as text',
    ({ checked, unread }) => reportAsText(checked, unread),
  ],
];

function exports(): HTMLElement {
  const buttons = FORMATS.map(([label, name, type, title, parts]) => {
    const save = () => saveBlob(name, new Blob(parts(report.peek()), { type }));
    return button(label, save, { class: 'button-small', title });
  });
  effect(() => {
    for (const element of buttons) element.disabled = report.value.checked.length === 0;
  });
  return el(
    'div',
    { class: 'report-save', role: 'group', 'aria-label': 'Save the report' },
    el('span', {}, 'Save as'),
    ...buttons,
  );
}
