/** The verdict on the current file in the header: a few words that lead to the problems. */

import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { isSerious, verdictOf } from '../explain/verdict.ts';
import { ENGINE_MARKS } from '../structure/problems/engine-line.ts';
import { button, el, icon, setAttribute } from '../ui/dom.ts';
import { ALERT } from '../ui/icons.ts';
import { showPanel } from '../ui/layout.ts';
import { effect } from '../ui/scope.ts';

/** The icon of the verdict, and its colour. */
export function verdictMark({ parsed }: OpenFile): { paths: readonly string[]; severity: string } {
  const { severity } = verdictOf(parsed);
  const answer = parsed.engine.verdict;
  return isSerious(severity) && answer !== 'refused' ? { paths: ALERT, severity } : ENGINE_MARKS[answer];
}

/** The button; its name and title say all, and a narrow page leaves out what the icon says. */
export function verdictButton(): HTMLElement {
  const element = button('', () => showPanel('problems'), { class: 'verdict-button' });
  effect(() => {
    const file = activeFile.value;
    if (!file) return;
    const { paths, severity } = verdictMark(file);
    const { severity: worstSeverity, brief, worst } = verdictOf(file.parsed);
    const words = fullWords(file);
    setAttribute(element, 'data-serious', isSerious(worstSeverity));
    setAttribute(element, 'aria-label', words);
    setAttribute(element, 'title', `${words}\nShow the list of problems (E)`);
    element.replaceChildren(
      el('span', { class: `verdict-icon severity-${severity}` }, icon(...paths)),
      el(
        'span',
        { class: 'verdict-words' },
        ...(brief && isLoadable(file) ? [el('span', { class: 'verdict-brief' }, `${brief} · `)] : []),
        el('span', { class: 'verdict-state' }, worst),
      ),
    );
  });
  return element;
}

/** No game loads any other kind of file. */
const isLoadable = ({ model, texture, sprite, parsed }: OpenFile) =>
  Boolean(model || texture || sprite || parsed.isPartial);

/** Number of problems, what the game does, and the worst problem. */
function fullWords(file: OpenFile): string {
  const { severity, state, consequence, finding } = verdictOf(file.parsed);
  if (!isLoadable(file)) return state;
  const isSaid = finding && consequence.startsWith(finding.message.slice(0, -1));
  const message = severity === 'error' && finding && !isSaid ? ` ${finding.message}` : '';
  return `${state}: ${consequence}.${message}`;
}
