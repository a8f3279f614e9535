/** The table of facts below the card; each row selects its element. */

import type { OpenFile } from '../../document/open-file.ts';
import { select, selectionAt } from '../../document/selection.ts';

import { button, el, fileText, visible } from '../../ui/dom.ts';
import { elementFacts, type Fact } from './element-facts.ts';
import './facts-table.css';

/** The facts about the selection; null when there are none. Reads signals. */
export function factsTable(file: OpenFile): HTMLElement | null {
  const facts = elementFacts(file);
  if (facts.length === 0) return null;
  return el(
    'table',
    { class: 'card-facts', 'aria-label': 'Of the model' },
    el('tbody', {}, ...facts.map((fact) => row(file, fact))),
  );
}

function row(file: OpenFile, { name, text, path }: Fact): HTMLElement {
  const go = () => {
    const selection = selectionAt(file, path);
    if (selection) select(file, selection, 'inspector');
  };
  const value = path
    ? button(fileText(text), go, { class: 'card-crumb', title: `Select ${visible(path)}` })
    : fileText(text);
  return el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, value));
}
