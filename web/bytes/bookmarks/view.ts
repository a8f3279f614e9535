/** Bookmarks as results: their rows, the form of a bookmark, import and export. */
import { type Signal, signal } from '@preact/signals-core';
import { COLOR_NAMES, MARK_COLORS, MAX_NAME, MAX_NOTE } from '../../document/bookmark.ts';
import {
  addBookmarks,
  type Bookmark,
  bookmarksFromJson,
  bookmarksOf,
  bookmarksToImHex,
  bookmarksToJson,
  canUndo,
  changeBookmark,
  deleteBookmark,
  linkedBookmarks,
  undoDelete,
} from '../../document/bookmarks.ts';
import { rangeBetween } from '../../document/caret.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import { modelName } from '../../lib/file-names.ts';
import { formatOffset } from '../../lib/hex.ts';
import { announcement, notify } from '../../store/notices.ts';
import { saveText } from '../../ui/clipboard.ts';
import { button, el, setAttribute, visible } from '../../ui/dom.ts';
import { focusBytes } from '../../ui/layout.ts';
import { commandItem, type MenuItem } from '../../ui/menu.ts';
import { effect } from '../../ui/scope.ts';
import type { ListedRow } from '../results/list.ts';
import type { ResultsNow, ResultsSource } from '../results/source.ts';
import { editRequests } from './bookmarks.ts';

/** A file of bookmarks has some hundred KB at most. */
const MAX_IMPORT_BYTES = 4 << 20;

export const makeBookmarks = (): ResultsSource => new BookmarksView();

class BookmarksView implements ResultsSource {
  readonly label = 'Bookmarks';
  readonly foot: HTMLElement;
  /** Id of the bookmark that is edited; 0: none. */
  readonly #edited: Signal<number> = signal(0);
  readonly #name = el('input', {
    type: 'text',
    class: 'results-input',
    'aria-label': 'Name',
    maxlength: MAX_NAME,
  });
  readonly #note = el('textarea', {
    class: 'bookmark-note',
    rows: 1,
    'aria-label': 'Note',
    placeholder: 'Note',
    maxlength: MAX_NOTE,
  });

  constructor() {
    this.foot = this.#form();
    editRequests.on((id) => this.#edit(id));
  }

  now(): ResultsNow {
    const file = activeFile.value;
    // A new content moves the bookmarks.
    void file?.content.value;
    const marks = file ? bookmarksOf(file) : [];
    const current = marks.findIndex(({ id }) => id === this.#edited.value);
    if (marks.length === 0)
      return { count: 'No bookmarks', what: 'yet: select bytes and press B.', rows: 0, current };
    const linked = linkedBookmarks(marks).length;
    const cut = linked < marks.length ? `; a link includes the first ${linked}` : '';
    const what = `in ${visible(file?.name ?? '')}${cut}`;
    return { count: counted(marks.length, 'bookmark'), what, rows: marks.length, current };
  }

  row(index: number): ListedRow | null {
    const mark = this.#marks()[index];
    if (!mark) return null;
    const { start, end, name, note, color } = mark;
    const place = counted(end - start, 'byte');
    return {
      offset: formatOffset(start),
      text: name || '(no name)',
      aside: note ? `${note} · ${place}` : place,
      mark: MARK_COLORS[color],
    };
  }

  choose(index: number): void {
    this.#goTo(this.#marks()[index]);
  }

  key(name: string, index: number): boolean {
    const mark = this.#marks()[index];
    if (name === 'Delete' && mark) this.#delete(mark);
    else if (name === 'Ctrl+Z') this.#undo();
    else if (name === 'F2' && mark) this.#edit(mark.id);
    else return false;
    return true;
  }

  menu(): MenuItem[][] {
    const file = activeFile.peek();
    const withFile = (run: (file: OpenFile) => void) => () => {
      if (file) run(file);
    };
    const isAny = () => file !== null && bookmarksOf(file).length > 0;
    return [
      [
        commandItem('bookmarks.add'),
        { label: 'Undo delete', enabled: () => file !== null && canUndo(file), run: () => this.#undo() },
      ],
      [
        { label: 'Import from JSON or ImHex…', run: withFile(importBookmarks) },
        { label: 'Save as JSON', enabled: isAny, run: withFile(exportBookmarks) },
        { label: 'Save for ImHex (.hexbm)', enabled: isAny, run: withFile(exportToImHex) },
      ],
    ];
  }

  #marks(): readonly Bookmark[] {
    const file = activeFile.peek();
    return file ? bookmarksOf(file) : [];
  }

  /** Name, note and colour of the edited bookmark. */
  #form(): HTMLElement {
    const change = (what: Parameters<typeof changeBookmark>[2]) => {
      const file = activeFile.peek();
      if (file) changeBookmark(file, this.#edited.peek(), what);
    };
    this.#name.addEventListener('input', () => change({ name: this.#name.value }));
    this.#note.addEventListener('input', () => change({ note: this.#note.value }));
    const colors = COLOR_NAMES.map((color) => {
      const input = el('input', { type: 'radio', name: 'bookmark-color', value: color, 'aria-label': color });
      input.addEventListener('change', () => change({ color }));
      input.style.setProperty('--hue', `var(${MARK_COLORS[color]})`);
      return input;
    });
    const remove = button(
      'Delete',
      () => {
        const mark = this.#marks().find(({ id }) => id === this.#edited.peek());
        if (mark) this.#delete(mark);
      },
      { class: 'button-small' },
    );
    const swatches = el(
      'div',
      { class: 'bookmark-colors', role: 'radiogroup', 'aria-label': 'Colour' },
      ...colors,
    );
    const form = el(
      'div',
      { class: 'bookmark-form', role: 'group', 'aria-label': 'Bookmark' },
      el('div', { class: 'bookmark-line' }, this.#name, swatches, remove),
      this.#note,
    );
    form.addEventListener('keydown', (event) => {
      const isDone = event.key === 'Escape' || (event.key === 'Enter' && event.target === this.#name);
      if (!isDone || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      focusBytes();
    });
    effect(() => {
      const file = activeFile.value;
      const mark = file ? bookmarksOf(file).find(({ id }) => id === this.#edited.value) : undefined;
      form.hidden = mark === undefined;
      if (!mark) return;
      // Only real changes: setting a value moves the text cursor.
      if (this.#name.value !== mark.name) this.#name.value = mark.name;
      if (this.#note.value !== mark.note) this.#note.value = mark.note;
      colors.forEach((input) => {
        input.checked = input.value === mark.color;
        setAttribute(input, 'title', input.value);
      });
    });
    return form;
  }

  #goTo(mark: Bookmark | undefined): void {
    const file = activeFile.peek();
    if (!file || !mark) return;
    this.#edited.value = mark.id;
    select(file, rangeBetween(file.parsed, mark.start, mark.end - 1), 'results');
  }

  #edit(id: number): void {
    this.#edited.value = id;
    // Requests run within an effect; the form appears after it.
    queueMicrotask(() => {
      this.#name.focus();
      this.#name.select();
    });
  }

  #delete(mark: Bookmark): void {
    const file = activeFile.peek();
    if (!file) return;
    const at = this.#marks().indexOf(mark);
    deleteBookmark(file, mark.id);
    const next = this.#marks()[Math.min(at, this.#marks().length - 1)];
    this.#edited.value = next?.id ?? 0;
    if (!next) focusBytes();
    notify(`Deleted bookmark “${mark.name}”.`, { label: 'Undo', run: () => this.#undo() });
  }

  #undo(): void {
    const file = activeFile.peek();
    const back = file && undoDelete(file);
    if (!back) return;
    this.#edited.value = back.id;
    announcement.value = `Restored bookmark “${back.name}”.`;
  }
}

function exportBookmarks(file: OpenFile): void {
  saveText(
    `${modelName(file.name)}-bookmarks.json`,
    'application/json',
    bookmarksToJson(file, bookmarksOf(file)),
  );
}

function exportToImHex(file: OpenFile): void {
  const text = bookmarksToImHex(bookmarksOf(file));
  saveText(`${modelName(file.name)}.hexbm`, 'application/json', text);
}

function importBookmarks(file: OpenFile): void {
  const input = el('input', { type: 'file', accept: '.json,.hexbm,application/json' });
  input.addEventListener('change', async () => {
    const [chosen] = input.files ?? [];
    if (!chosen) return;
    const marks =
      chosen.size > MAX_IMPORT_BYTES
        ? 'This file is too large to hold bookmarks.'
        : bookmarksFromJson(await chosen.text());
    if (typeof marks === 'string') {
      notify(marks);
      return;
    }
    const added = addBookmarks(file, marks).length;
    const left = marks.length - added;
    announcement.value = `Added ${counted(added, 'bookmark')}${left > 0 ? `; skipped ${left} (already there, or outside the file)` : ''}.`;
  });
  input.click();
}
