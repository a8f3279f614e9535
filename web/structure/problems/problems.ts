/** The problems panel: whether game and ModelEdit load the file, and the list of problems, worst first. */

import type { Finding, FindingPlace } from '@lithoscope/core';
import { untracked } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { isMendable, isSettled, settle } from '../../edit/mendable.ts';
import { fixAllCommand, openFix } from '../../edit/open-dialogs.ts';
import { counted, formatCount, pluralOf } from '../../explain/describe.ts';
import { SEVERITIES, SEVERITY_WORDS } from '../../explain/verdict.ts';
import { formatOffset } from '../../lib/hex.ts';
import { commandButton } from '../../ui/command-button.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../../ui/dom.ts';
import { CHEVRON } from '../../ui/icons.ts';
import { focusBytes, isChosen } from '../../ui/layout.ts';
import { commandItem, menuButton, openMenu } from '../../ui/menu.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import {
  copyReportCommand,
  current,
  goToFinding,
  hiddenSeverities,
  listed,
  saveJsonCommand,
  saveReportCommand,
  toggleSeverity,
} from './commands.ts';
import { engineLine } from './engine-line.ts';
import './problems.css';

export function mountProblems(host: HTMLElement): void {
  const filters = el('div', { class: 'problem-filters', role: 'group', 'aria-label': 'Kinds shown' });
  const fixAll = commandButton(fixAllCommand, 'Fix all', 'button-small');
  const tools = el(
    'div',
    { class: 'problem-tools' },
    fixAll,
    menuButton(['Report', icon(CHEVRON)], 'Copy or save the report', openReportMenu, 'button-small'),
  );
  const engine = el('div');
  const note = el('p', { class: 'problem-note' });
  host.classList.add('problems');
  const { element } = new ProblemList();
  host.append(engine, note, el('div', { class: 'problem-bar' }, filters, tools), element);

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

function openReportMenu(at: HTMLElement): void {
  const items = [
    commandItem(copyReportCommand.id, { label: 'Copy as text' }),
    commandItem(saveReportCommand.id, { label: 'Save as text' }),
    commandItem(saveJsonCommand.id, { label: 'Save as JSON' }),
    commandItem('export.problems', { label: 'Save as CSV' }),
  ];
  openMenu('Report', [items], at);
}

/** Note above the list: why it is empty, or that it is incomplete. */
function noteFor({ parsed }: OpenFile): string {
  const { known } = parsed.coverage;
  const { size } = parsed;
  if (parsed.findings.length === 0) {
    const bytes =
      known === size ? 'Every byte was read' : `${formatCount(known)} of ${counted(size, 'byte')} were read`;
    return `No problems: the sections follow one another to the end, and every count and index is valid. ${bytes}.`;
  }
  if (listed.value.length === 0) return 'All problems in this file are hidden by the filters above.';
  return parsed.findingsTruncated ? 'There are more problems than are listed here.' : '';
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

// List

/** A problem's element and its buttons. */
interface Row {
  element: HTMLElement;
  places: HTMLElement[];
  /** Buttons of its fixes; empty until they are computed. */
  fixes: readonly HTMLElement[];
}

/** Elements made at a time, when the end of the list comes near the window. */
const BATCH = 50;

/** One tab stop, at the current problem; arrow keys move from problem to problem. */
class ProblemList {
  readonly element: HTMLElement;
  readonly #list = el('ul', { class: 'problem-list', 'aria-label': 'Problems' });
  /** Note after the last element, as long as some problems have no element. */
  readonly #rest = el('p', { class: 'problem-note' });
  /** The first problems; the others have no element yet. */
  #rows: Row[] = [];
  /** The row that Tab reaches. */
  #marked: Row | undefined;

  constructor() {
    this.element = el('div', { class: 'problem-scroll' }, this.#list, this.#rest);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#makeTo(this.#rows.length + BATCH);
      },
      { root: this.element, rootMargin: '600px 0px' },
    );
    observer.observe(this.#rest);
    onEnd(() => observer.disconnect());
    this.#list.addEventListener('keydown', (event) => this.#key(event));
    this.#list.addEventListener('click', (event) => this.#click(event));
    effect(() => {
      // Elements are made when the panel is shown.
      const shown = isChosen('problems');
      this.element.hidden = listed.value.length === 0;
      this.#rows = [];
      this.#marked = undefined;
      this.#list.replaceChildren();
      this.element.scrollTop = 0;
      if (!shown) return;
      untracked(() => {
        this.#makeTo(BATCH);
        this.#mark();
      });
    });
    effect(() => this.#mark());
    effect(() => {
      const parsed = activeFile.value?.parsed;
      if (!parsed || !isChosen('problems')) return;
      untracked(() => void settle(parsed));
      if (isSettled(parsed)) untracked(() => this.#offerFixes(0));
    });
  }

  /** Makes the elements of the problems up to an index. */
  #makeTo(end: number): void {
    const findings = listed.peek();
    const made = findings.slice(this.#rows.length, end).map((finding, i) => {
      const element = problemItem(finding, this.#rows.length + i);
      return {
        element,
        places: [...element.querySelectorAll<HTMLElement>('.problem-place')],
        fixes: [],
      };
    });
    const start = this.#rows.length;
    this.#rows.push(...made);
    this.#offerFixes(start);
    this.#list.append(...made.map(({ element }) => element));
    const rest = findings.length - this.#rows.length;
    this.#rest.hidden = rest === 0;
    this.#rest.textContent = `${counted(rest, 'more problem')} below.`;
  }

  /** Adds the buttons of fixes to the rows from an index, once the fixes are computed. */
  #offerFixes(start: number): void {
    const parsed = activeFile.peek()?.parsed;
    if (!parsed || !isSettled(parsed)) return;
    for (const [i, row] of this.#rows.entries()) {
      const finding = listed.peek()[i];
      if (i < start || row.fixes.length > 0 || !finding) continue;
      const line = fixLine(finding, `problem-${i}`);
      row.element.append(...line);
      row.fixes = line.flatMap((one) => [...one.querySelectorAll<HTMLElement>('button')]);
      if (row === this.#marked) for (const button of row.fixes) setAttribute(button, 'tabindex', 0);
    }
  }

  /** The problem and place of an event; −1 without one. */
  #target({ target }: Event): { at: number; place: number } {
    const node = target instanceof Node ? target : null;
    const at = this.#rows.findIndex(({ element }) => element.contains(node));
    const place = this.#rows[at]?.places.findIndex((button) => button.contains(node)) ?? -1;
    return { at, place };
  }

  #goTo(at: number, place: number): void {
    const file = activeFile.value;
    const finding = listed.value[at];
    if (file && finding) goToFinding(file, finding, place);
  }

  /** Marks the current problem, and makes its buttons the tab stop. */
  #mark(): void {
    const { at, place } = current.value ?? { at: 0, place: -1 };
    if (isChosen('problems') && at >= this.#rows.length) this.#makeTo(at + 1);
    const row = this.#rows[at];
    if (this.#marked !== row) {
      this.#show(this.#marked, -1, false);
      this.#marked = row;
    }
    this.#show(row, place, true);
    if (current.value) row?.element.scrollIntoView({ block: 'nearest' });
  }

  #show(row: Row | undefined, place: number, reachable: boolean): void {
    if (!row) return;
    setAttribute(row.element, 'aria-current', place >= 0 && 'true');
    row.places.forEach((button, i) => {
      setAttribute(button, 'aria-current', place === i && 'true');
      setAttribute(button, 'tabindex', reachable ? 0 : -1);
    });
    for (const button of row.fixes) setAttribute(button, 'tabindex', reachable ? 0 : -1);
  }

  #click(event: MouseEvent): void {
    const { at, place } = this.#target(event);
    const { target } = event;
    const button = this.#rows[at]?.fixes.find((fix) => target instanceof Node && fix.contains(target));
    if (button) {
      this.#fix(at, button.classList.contains('problem-fix-all'));
      return;
    }
    // Selecting text, to copy it, is no click.
    if (place >= 0 || getSelection()?.isCollapsed !== false) this.#goTo(at, Math.max(place, 0));
  }

  /** Opens the fix of a problem, or of all problems with its code. */
  #fix(at: number, isAll: boolean): void {
    const file = activeFile.value;
    const finding = listed.value[at];
    if (!file || !finding) return;
    const { code } = finding;
    openFix(file, { code, finding: isAll ? null : file.parsed.findings.indexOf(finding) }, () => {
      const next = this.#rows[Math.min(at, this.#rows.length - 1)]?.places[0];
      (next ?? this.element.closest<HTMLElement>('[role="tabpanel"]'))?.focus();
    });
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (event.key === 'Enter' && target instanceof Element && target.closest('.problem-fix')) return;
    const { at, place } = this.#target(event);
    const last = listed.peek().length - 1;
    if (event.key === 'ArrowDown') this.#focus(Math.min(at + 1, last));
    else if (event.key === 'ArrowUp') this.#focus(Math.max(at - 1, 0));
    else if (event.key === 'Home') this.#focus(0);
    else if (event.key === 'End') this.#focus(last);
    else if (event.key === 'Enter') {
      this.#goTo(at, place);
      focusBytes();
    } else return;
    event.preventDefault();
  }

  #focus(at: number): void {
    this.#goTo(at, 0);
    this.#rows[at]?.places[0]?.focus();
  }
}

/** The element of a finding, with a button for each of `finding.places`, in order. */
function problemItem(finding: Finding, index: number): HTMLElement {
  const { severity, code, message, effect, remedy, source, count, places } = finding;
  const described = `problem-${index}`;
  const head = el(
    'p',
    { class: 'problem-head' },
    el('span', { class: `problem-severity severity-${severity}` }, SEVERITY_WORDS[severity]),
    el('span', { class: 'problem-code mono' }, code),
  );
  if (count > 1) head.append(el('span', { class: 'problem-count' }, `${formatCount(count)} times`));
  return el(
    'li',
    { class: 'problem' },
    el('div', { id: described }, head, el('p', {}, fileText(message))),
    ...labelled('Effect', effect),
    ...labelled('Remedy', remedy),
    ...labelled('Rule', source),
    ...places.slice(0, 1).map((place) => firstPlace(place, described)),
    ...furtherPlaces(finding, described),
  );
}

/** A button to fix the problem, and one to fix all problems with its code, if there are several. */
function fixLine({ code, fix, count }: Finding, described: string): HTMLElement[] {
  const parsed = activeFile.peek()?.parsed;
  if (fix === '' || !parsed?.isEditable) return [];
  const alike = parsed.findings.filter((other) => other.code === code && other.fix !== '').length;
  const fixButton = (label: string, className: string) =>
    el(
      'button',
      {
        type: 'button',
        class: `button-small ${className}`,
        tabindex: -1,
        title: `${fix}…`,
        'aria-describedby': described,
      },
      label,
    );
  const line = el(
    'p',
    { class: 'problem-fix' },
    fixButton(count > 1 ? `Fix all ${formatCount(count)}…` : 'Fix…', ''),
  );
  if (alike > 1) line.append(fixButton('Fix all of these…', 'problem-fix-all'));
  return [line];
}

function labelled(label: string, text: string): HTMLElement[] {
  if (!text) return [];
  return [el('p', { class: 'problem-detail' }, el('span', {}, label), ' ', fileText(text))];
}

/** The button of a place; a tab stop while its problem is current. */
function placeButton(
  { offset, path }: FindingPlace,
  described: string,
  ...rest: (Node | string)[]
): HTMLElement {
  const place = formatOffset(offset);
  return el(
    'button',
    {
      type: 'button',
      class: 'problem-place mono',
      tabindex: -1,
      title: path && `Select ${visible(path)}`,
      'aria-label': path && `${place} ${visible(path)}`,
      'aria-describedby': described,
    },
    el('span', { class: 'problem-offset' }, place),
    ...rest,
  );
}

function firstPlace(place: FindingPlace, described: string): HTMLElement {
  return placeButton(place, described, ' ', place.path ? fileText(place.path) : 'the file as a whole');
}

/** Further places: buttons, and the number of places that are not listed. */
function furtherPlaces({ places, count }: Finding, described: string): HTMLElement[] {
  if (count <= 1) return [];
  const buttons = places.slice(1).map((place) => placeButton(place, described));
  const line = el('p', { class: 'problem-further' }, el('span', {}, 'Also at'), ...buttons);
  const rest = count - places.length;
  if (rest > 0) line.append(el('span', {}, counted(rest, 'more place')));
  return [line];
}
