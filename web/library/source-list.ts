/** The sources of the library: what each is, how much is in it, and what is wrong with it. */

import { counted } from '../explain/describe.ts';
import { closeLibrarySource, type LibrarySource, libraryFiles, librarySources } from '../store/library.ts';
import { button, el, fileText, icon, visible } from '../ui/dom.ts';
import { ALERT, CROSS } from '../ui/icons.ts';
import { each, effect } from '../ui/scope.ts';

const KIND_WORDS: Readonly<Record<LibrarySource['kind'], string>> = {
  rez: 'REZ',
  zip: 'Zip',
  folder: 'Folder',
  files: 'Files',
};

export function mountSources(): HTMLElement {
  const list = el('ul', { class: 'library-sources', 'aria-label': 'Sources of the library' });
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
  const problems = el('span', { class: 'library-source-problems severity-warning' });
  effect(() => {
    const number = libraryFiles.value.reduce((sum, file) => sum + (file.source === source ? 1 : 0), 0);
    facts.textContent = `${KIND_WORDS[source.kind]} · ${counted(number, 'file')}${stateWords(source)}`;
  });
  effect(() => {
    const { value } = source.problems;
    problems.hidden = value.length === 0;
    problems.title = value.map((text) => visible(text)).join('\n');
    problems.replaceChildren(icon(...ALERT), counted(value.length, 'problem'));
  });
  const close = button(icon(CROSS), () => closeLibrarySource(source), {
    class: 'file-close',
    'aria-label': `Close ${visible(source.name)}`,
    title: 'Close this source. Its open files stay open.',
  });
  return el(
    'li',
    { class: 'library-source' },
    fileText(source.name, 'library-source-name'),
    facts,
    problems,
    close,
  );
}

function stateWords({ state }: LibrarySource): string {
  switch (state.value) {
    case 'reading':
      return ' · reading…';
    case 'gone':
      return ' · cannot be read any more';
    case 'changed':
      return ' · has changed';
    default:
      return '';
  }
}
