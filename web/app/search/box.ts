/**
 * The search box: one field for commands, files, names, places in the bytes and the guide. It comes over the page, so
 * that it has room for its list at every width.
 */

import { findTarget, GO_TO_FORMS, isPlace } from '../../bytes/places.ts';
import { activeFile, files } from '../../document/state.ts';
import { counted } from '../../explain/describe.ts';
import { libraryFiles } from '../../store/library.ts';
import { Combobox } from '../../ui/combobox.ts';
import { type Dialog, openDialog } from '../../ui/dialog.ts';
import { button, el, fileText, icon, setAttribute } from '../../ui/dom.ts';
import { CROSS, SEARCH } from '../../ui/icons.ts';
import { keyLabel } from '../../ui/keyboard.ts';
import { effect } from '../../ui/scope.ts';
import { isOpening } from '../openings.ts';
import { itemsFor } from './find.ts';
import { type Item, MODES, queryOf } from './item.ts';
import { loadSamples, samples } from './sources/files.ts';
import { chapters } from './sources/guide.ts';
import './box.css';

let box: Dialog | null = null;

/** Opens the box with a text; its key closes it again. */
export function openBox(text: string): void {
  if (box?.isOpen) {
    box.close();
    return;
  }
  void loadSamples();
  let field: Combobox<Item> | null = null;
  box = openDialog({
    class: 'search-box',
    title: 'Search',
    kind: 'bare',
    build(dialog) {
      const made = fieldOf(dialog);
      field = made;
      made.input.value = text;
      let isMade = false;
      effect(() => {
        // Not everything that the sources read: some commands depend on the time of an animation.
        void [activeFile.value, files.value, libraryFiles.value, samples.value, chapters.value];
        void isOpening.value;
        // After this effect: an Enter that waited takes its item, which may change these signals. The focus makes the
        // first list.
        if (isMade) queueMicrotask(() => dialog.isOpen && made.refresh());
        isMade = true;
      });
      const close = button(icon(CROSS), () => dialog.close(), {
        class: 'search-close',
        'aria-label': 'Close',
      });
      close.append(el('kbd', { 'aria-hidden': 'true' }, 'Esc'));
      return [icon(...SEARCH), made.element, close, signs(made)];
    },
    focus: () => field?.input,
  });
}

function fieldOf(dialog: Dialog): Combobox<Item> {
  return new Combobox<Item>({
    id: 'search',
    label: 'Search or go to',
    placeholder: 'Search or go to…',
    hint: GO_TO_FORMS,
    firstIsMarked: true,
    choices: itemsFor,
    row: rowOf,
    isSame: (a, b) => a.key === b.key,
    accept(marked, text, first) {
      const item = marked ?? first;
      if (!item) return nothingFor(text);
      // Closing restores the focus; what is chosen may move it afterwards.
      dialog.close();
      item.go();
      return null;
    },
    nothing: nothingFor,
    counts: (count) => (count === 0 ? '' : counted(count, 'result')),
    complete: ({ completion }) => completion ?? null,
    awaitsMore: () => isOpening.value,
    close: () => dialog.close(),
  });
}

/** Why there is nothing: an offset may be outside the file. */
function nothingFor(typed: string): string {
  const { text, mode } = queryOf(typed);
  const file = activeFile.peek();
  if (file && (mode === '' || mode === '#') && isPlace(text)) {
    const said = findTarget(file.parsed, text, file.caret.peek().offset);
    if (typeof said === 'string') return said;
  }
  if (text === '') return file ? 'There are no items of this kind.' : 'Open a file first.';
  return `Nothing matches “${text}”.`;
}

function rowOf({ name, detail, kind, icon: paths, shortcut, isCode }: Item): Node[] {
  return [
    icon(...paths),
    fileText(name, isCode ? 'combobox-main mono' : 'combobox-main'),
    ...(detail ? [fileText(detail, 'combobox-label')] : []),
    el('span', { class: 'combobox-aside' }, kind),
    ...(shortcut ? [el('kbd', {}, keyLabel(shortcut))] : []),
  ];
}

/** The signs that ask for one kind; a press writes one. Whoever has keys types it. */
function signs(field: Combobox<Item>): HTMLElement {
  const { input } = field;
  const buttons = MODES.map(([sign, words]) => {
    const write = () => {
      const { mode, text } = queryOf(input.value);
      input.value = mode === sign ? text : sign + text;
      input.focus();
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    const made = button(el('kbd', {}, sign), write, { class: 'search-sign', tabindex: -1 });
    made.append(words);
    return { sign, made };
  });
  const show = () => {
    const { mode } = queryOf(input.value);
    for (const { sign, made } of buttons) setAttribute(made, 'aria-pressed', String(mode === sign));
  };
  input.addEventListener('input', show);
  show();
  const row = el(
    'div',
    { class: 'search-signs', role: 'group', 'aria-label': 'Only' },
    ...buttons.map(({ made }) => made),
    el('span', { class: 'search-forms' }, '0x1F goes to an offset'),
  );
  // The field keeps the focus.
  row.addEventListener('mousedown', (event) => event.preventDefault());
  return row;
}
