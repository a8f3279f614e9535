/** Sources of the library: kind, number of files, state and problems of each. */

import { computed } from '@preact/signals-core';
import { counted, formatCount } from '../explain/describe.ts';
import { acceptFiles } from '../opening/drop.ts';
import { againLabel, listAgain } from '../opening/sources/again.ts';
import { contentsEdits, unsavedSteps } from '../opening/sources/contents.ts';
import { type LibrarySource, libraryFiles, librarySources } from '../store/library.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import { ALERT, MORE } from '../ui/icons.ts';
import { openMenu } from '../ui/menu.ts';
import { popoverToggle } from '../ui/popover.ts';
import { each, effect, onEnd } from '../ui/scope.ts';
import { sourceActions } from './actions.ts';
import { addDropped, archiveItems } from './contents.ts';
import { addPlace } from './list/drops.ts';

const KIND_WORDS: Readonly<Record<Exclude<LibrarySource['kind'], 'files'>, string>> = {
  rez: 'REZ',
  zip: 'Zip',
  folder: 'Folder',
};

/** Number of files by source. */
const counts = computed(() => {
  const found = new Map<LibrarySource, number>();
  for (const { source } of libraryFiles.value) found.set(source, (found.get(source) ?? 0) + 1);
  return found;
});

export function mountSources(): HTMLElement {
  const list = el('ul', { class: 'library-sources', 'aria-label': 'Library sources' });
  each(
    list,
    () => librarySources.value,
    (source) => source,
    sourceRow,
  );
  return list;
}

function sourceRow(source: LibrarySource): HTMLElement {
  const facts = el('span', { class: 'library-source-facts' });
  const problems = problemsButton(source);
  effect(() => {
    const number = counts.value.get(source) ?? 0;
    // Files opened together are named by their count.
    const words = source.kind === 'files' ? [] : [KIND_WORDS[source.kind], counted(number, 'file')];
    facts.textContent = [...words, stateWords(source)].filter(Boolean).join(' · ');
  });
  const again = button('', () => void listAgain(source), { class: 'link library-again' });
  effect(() => {
    const { value } = source.state;
    again.hidden = value !== 'gone' && value !== 'changed';
    again.textContent = againLabel(source);
    setAttribute(again, 'aria-label', `${againLabel(source)}: ${visible(source.name)}`);
  });
  const changes = changesButton(source);
  const more = button(icon(...MORE), () => open(more.getBoundingClientRect()), {
    class: 'library-more',
    'aria-label': `Actions for ${visible(source.name)}`,
    title: 'Extract all, close…',
    'aria-haspopup': 'menu',
  });
  const open = ({ left, bottom }: DOMRect) => {
    const { heading, groups } = sourceActions(source);
    openMenu(heading, groups, { x: left, y: bottom });
  };
  const row = el(
    'li',
    { class: 'library-source' },
    fileText(source.name, 'library-source-name'),
    facts,
    problems,
    changes,
    again,
    more,
  );
  acceptFiles((event) => {
    const isHere = row.contains(event.target as Node);
    return isHere ? addPlace({ add: addDropped }, { source, folder: '' }) : null;
  });
  return row;
}

/** Number of changes that no saved archive has; it opens the menu that saves and undoes them. */
function changesButton(source: LibrarySource): HTMLElement {
  const count = button(
    '',
    () =>
      openMenu([fileText(source.name, 'menu-path'), count.textContent ?? ''], [archiveItems(source)], count),
    { class: 'link library-changes', 'aria-haspopup': 'menu' },
  );
  effect(() => {
    const { done } = contentsEdits(source);
    const unsaved = unsavedSteps(source);
    count.hidden = unsaved === 0 && done.length === 0;
    count.textContent = unsaved > 0 ? counted(unsaved, 'change') : 'saved';
    setAttribute(count, 'title', 'Save, undo or redo changes of what the archive contains');
    setAttribute(count, 'aria-label', `${count.textContent} of ${visible(source.name)}: save, undo or redo`);
  });
  return count;
}

/** Problems listed: a damaged archive may have one per entry. */
const MAX_PROBLEMS = 200;

/** Button with the number of a source's problems; it opens their list. */
function problemsButton(source: LibrarySource): HTMLElement {
  const count = button('', () => toggle(), { class: 'library-source-problems severity-warning' });
  const toggle = popoverToggle(count, () => {
    const list = el('ul', {});
    const sentences = el(
      'div',
      {
        class: 'popover library-problems',
        popover: 'auto',
        role: 'dialog',
        'aria-label': `Problems in ${visible(source.name)}`,
        // Focused, so that it is announced and the arrow keys scroll it.
        tabindex: -1,
        autofocus: true,
      },
      el('p', { class: 'library-problems-of' }, fileText(source.name)),
      list,
    );
    effect(() => {
      const { value } = source.problems;
      const rest = value.length - MAX_PROBLEMS;
      list.replaceChildren(
        ...value.slice(0, MAX_PROBLEMS).map((text) => el('li', {}, fileText(text))),
        ...(rest > 0 ? [el('li', {}, `and ${formatCount(rest)} more`)] : []),
      );
    });
    onEnd(() => sentences.remove());
    return sentences;
  });
  effect(() => {
    const { length } = source.problems.value;
    count.hidden = length === 0;
    count.replaceChildren(icon(...ALERT), counted(length, 'problem'));
    setAttribute(count, 'aria-label', `${counted(length, 'problem')} in ${visible(source.name)}`);
  });
  return count;
}

function stateWords({ state }: LibrarySource): string {
  switch (state.value) {
    case 'reading':
      return 'reading…';
    case 'gone':
      return 'can no longer be read';
    case 'changed':
      return 'has changed';
    default:
      return '';
  }
}
