/** The inspector below the bytes: the card of the selected field, facts about its element, readings and statistics. */

import { signal } from '@preact/signals-core';
import { describeSelection } from '../../document/field-facts.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select, selectedElement, selectedEntry, selectionAt } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { command } from '../../store/commands.ts';
import { flag, keptSignal } from '../../store/kept.ts';
import { commandButton } from '../../ui/command-button.ts';
import { button, el, fileText, visible } from '../../ui/dom.ts';
import { usePart } from '../../ui/parts.ts';
import { effect, once, page } from '../../ui/scope.ts';
import { areStatisticsOpen, measuredRange } from '../statistics/command.ts';
import { editInCard, selectionCard, spoken } from './card.ts';
import { replaceControls } from './controls.ts';
import { elementFacts, type Fact } from './element-facts.ts';
import './inspector.css';

/** Time without a change before a selection is announced, ms: held keys must not queue announcements. */
const DEBOUNCE_MS = 250;

export function mountInspector(host: HTMLElement): void {
  const card = el('div', { class: 'inspector-card' });
  const live = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  host.classList.add('inspector');
  const facts = el('div');
  host.append(card, facts, dataInspector(), statistics(), live);
  showFacts(facts);
  editInCard(card);

  let timer = 0;
  effect(() => {
    const file = activeFile.value;
    const selection = file?.selection.value;
    window.clearTimeout(timer);
    if (!file || !selection) {
      const hint = 'Select a byte or a row of the outline to see what it means.';
      card.replaceChildren(el('p', { class: 'inspector-hint' }, hint));
      live.textContent = file && live.textContent ? 'Nothing is selected.' : '';
      return;
    }
    const facts = describeSelection(file, selection);
    const tools =
      selectedEntry(file) >= 0
        ? [commandButton(command('archive.openEntry'), 'Open this entry', 'button-small inspector-open')]
        : [];
    replaceControls(card, [...selectionCard(file, facts, card), ...tools]);
    timer = window.setTimeout(() => {
      live.textContent = spoken(facts);
    }, DEBOUNCE_MS);
  });
}

/** Whether the data inspector reads the byte at the caret without a selection: once the first model is shown. */
export const inspectsCaret = signal(false);

/** The data inspector as a fold; loaded with the first selection, or once the page is idle. */
function dataInspector(): HTMLElement {
  const open = keptSignal('inspector.readings', flag(true));
  const body = el('div');
  const fold = el(
    'details',
    { class: 'inspector-fold', open: open.value },
    el('summary', {}, 'Data inspector'),
    body,
  );
  fold.addEventListener('toggle', () => (open.value = fold.open));
  const around = el('div', { class: 'inspector-readings' }, fold);
  once(
    () => (activeFile.value?.selection.value ?? null) !== null,
    () => (inspectsCaret.value = true),
  );
  effect(() => {
    around.hidden = !inspectsCaret.value;
  });
  once(
    () => open.value && inspectsCaret.value,
    () =>
      void usePart(
        () => import('./readings.ts'),
        (part) => page.run(() => part.mountReadings(around, body, open)),
      ),
  );
  return around;
}

/** The statistics of the selected bytes as a fold. */
function statistics(): HTMLElement {
  const body = el('div');
  const fold = el('details', { class: 'inspector-fold' }, el('summary', {}, 'Statistics'), body);
  fold.addEventListener('toggle', () => (areStatisticsOpen.value = fold.open));
  effect(() => {
    fold.open = areStatisticsOpen.value;
    fold.hidden = measuredRange() === null;
  });
  once(
    () => areStatisticsOpen.value,
    () =>
      void usePart(
        () => import('../statistics/statistics.ts'),
        (part) => page.run(() => part.mountStatistics(body)),
      ),
  );
  return fold;
}

/** Shows facts about a selected face, vertex or socket in `host`. */
function showFacts(host: HTMLElement): void {
  effect(() => {
    const file = activeFile.value;
    const { face, vertex, socket } = file ? selectedElement(file) : {};
    const wanted = [face, vertex, socket].some((index) => index !== undefined);
    const shown = wanted && file && factsTable(file);
    const tools =
      socket === undefined
        ? []
        : [commandButton(command('model.attach'), 'Attach a model…', 'button-small inspector-attach')];
    replaceControls(host, shown ? [shown, ...tools] : []);
  });
}

// Facts: a table in which each row selects its element

/** The facts about the selection; null without facts. Reads signals. */
function factsTable(file: OpenFile): HTMLElement | null {
  const facts = elementFacts(file);
  if (facts.length === 0) return null;
  return el(
    'table',
    { class: 'card-facts', 'aria-label': 'In the model' },
    el('tbody', {}, ...facts.map((fact) => factRow(file, fact))),
  );
}

function factRow(file: OpenFile, { name, text, path }: Fact): HTMLElement {
  const go = () => {
    const selection = selectionAt(file, path);
    if (selection) select(file, selection, 'inspector');
  };
  const value = path
    ? button(fileText(text), go, { class: 'card-crumb', title: `Select ${visible(path)}` })
    : fileText(text);
  return el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, value));
}
