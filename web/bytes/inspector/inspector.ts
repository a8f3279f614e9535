/** The inspector below the bytes: the card of the selected field, facts about its element, the data inspector. */

import { describeSelection } from '../../document/field-facts.ts';
import { selectedElement, selectedEntry } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { command } from '../../store/commands.ts';
import { flag, keptSignal } from '../../store/kept.ts';
import { commandButton } from '../../ui/command-button.ts';
import { el } from '../../ui/dom.ts';
import { effect, once } from '../../ui/scope.ts';
import { selectionCard, spoken } from './card.ts';
import { editInCard } from './card-tools.ts';
import { replaceControls } from './controls.ts';
import { mountDataInspector } from './data-inspector.ts';
import { factsTable } from './facts-table.ts';
import './inspector.css';

/** Time without a change before a selection is announced, ms: held keys must not queue announcements. */
const DEBOUNCE_MS = 250;

export function mountInspector(host: HTMLElement): void {
  const card = el('div', { class: 'inspector-card' });
  const live = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  host.classList.add('inspector');
  const facts = el('div');
  host.append(card, facts, dataInspector(), live);
  showFacts(facts);
  editInCard(card);

  let timer = 0;
  effect(() => {
    const file = activeFile.value;
    const selection = file?.selection.value;
    window.clearTimeout(timer);
    if (!file || !selection) {
      const hint = 'Select a byte or a row of the structure to see its meaning here.';
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

/** The data inspector as a section that can be closed. */
function dataInspector(): HTMLElement {
  const open = keptSignal('inspector.readings', flag(true));
  const table = el('div');
  const details = el(
    'details',
    { class: 'inspector-readings', open: open.value },
    el('summary', {}, 'Data inspector'),
    table,
  );
  details.addEventListener('toggle', () => {
    open.value = details.open;
  });
  once(
    () => open.value,
    () => mountDataInspector(table, open),
  );
  return details;
}
