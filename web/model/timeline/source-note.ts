/** Above the animations: files that a model takes animations from and that are not open, or that would fit. */

import { counted } from '../../explain/describe.ts';
import { addAnimationSource, animationSourcesOf, fittingFiles } from '../../store/clips.ts';
import { activeFile, type OpenFile } from '../../store/state.ts';
import { button, el, fileText, visible } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { supplyFiles } from '../motion/supply.ts';

/** More names than this are counted. */
const MOST_NAMES = 4;
/** Characters of a name: the animations stand below. */
const LONGEST_NAME = 80;

/** Builds the note; it hides itself when there is nothing to say. */
export function animationSourceNote(): HTMLElement {
  const note = el('div', { class: 'source-note', role: 'note' });
  effect(() => {
    const file = activeFile.value;
    const said = file ? (missingNote(file) ?? fittingNote(file)) : null;
    note.hidden = said === null;
    note.replaceChildren(...(said ?? []));
  });
  return note;
}

/** Child models that are not open, with a way to supply them. */
function missingNote(file: OpenFile): (Node | string)[] | null {
  const missing = animationSourcesOf(file).filter((source) => source.file === null);
  if (missing.length === 0) return null;
  const named = missing.slice(0, MOST_NAMES);
  const names = named.flatMap(({ name }, i) => [
    i > 0 ? ', ' : '',
    fileText(visible(name, LONGEST_NAME) || '(no name)'),
  ]);
  if (missing.length > MOST_NAMES) names.push(` and ${missing.length - MOST_NAMES} more`);
  const open = button('Open…', () => void supplyFiles(file), {
    class: 'button-small',
    'aria-label': 'Open the missing child models',
  });
  const verb = missing.length === 1 ? 'is' : 'are';
  return [el('p', {}, `${counted(missing.length, 'child model')} ${verb} not open: `, ...names), open];
}

/** Real models are played with animations of files that they do not name: the code of the game knows them. */
function fittingNote(file: OpenFile): (Node | string)[] | null {
  if (animationSourcesOf(file).length > 0) return null;
  const own = file.info.animations.length;
  const fitting = fittingFiles(file).find(({ info }) => info.animations.length > own);
  if (!fitting) return null;
  return [
    el('p', {}, fileText(fitting.name), ' has the same skeleton.'),
    button('Use its animations', () => addAnimationSource(file, fitting), { class: 'button-small' }),
  ];
}
