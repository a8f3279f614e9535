/** The controls of the find bar beside the text: kind, encoding, size, byte order, tolerance, range. */

import { activeFile } from '../../document/state.ts';
import { formatOffset } from '../../lib/hex.ts';
import { el } from '../../ui/dom.ts';
import { checkbox, partOf, select, shownWhile } from '../../ui/form.ts';
import { effect } from '../../ui/scope.ts';
import type { Query, QueryKind } from './query.ts';
import { query, scope } from './session.ts';

/** A select for one field of the query. */
function chooser<Key extends 'encoding' | 'integerBits' | 'floatBits' | 'order'>(
  key: Key,
  label: string,
  choices: readonly (readonly [Query[Key], string])[],
): HTMLSelectElement {
  return select<Query[Key]>(partOf(query, key), () => choices, undefined, label);
}

/** The controls of all kinds; those of other kinds than the query's are hidden. */
export function options(): HTMLElement[] {
  return [
    shownFor(
      ['text'],
      chooser('encoding', 'Encoding of the text', [
        ['latin1', 'Latin-1'],
        ['utf16', 'UTF-16'],
      ]),
    ),
    shownFor(['text'], checkbox('Match case', partOf(query, 'matchCase'), {})),
    shownFor(
      ['integer'],
      chooser('integerBits', 'Size of the integer', [
        [8, 'u8 or i8'],
        [16, 'u16 or i16'],
        [32, 'u32 or i32'],
        [64, 'u64 or i64'],
      ]),
    ),
    shownFor(
      ['float'],
      chooser('floatBits', 'Size of the float', [
        [32, 'f32'],
        [64, 'f64'],
      ]),
    ),
    shownFor(['float'], tolerance()),
    shownFor(
      ['integer', 'float'],
      chooser('order', 'Byte order', [
        ['little', 'little-endian'],
        ['big', 'big-endian'],
        ['both', 'both orders'],
      ]),
    ),
  ];
}

const shownFor = (kinds: readonly QueryKind[], element: HTMLElement): HTMLElement =>
  shownWhile(() => kinds.includes(query.value.kind), element);

function tolerance(): HTMLElement {
  const field = el('input', {
    type: 'text',
    class: 'find-tolerance mono',
    'aria-label': 'Tolerance',
    inputmode: 'decimal',
    autocomplete: 'off',
  });
  field.value = query.peek().tolerance;
  field.addEventListener('input', () => {
    query.value = { ...query.peek(), tolerance: field.value };
  });
  return el('label', { title: 'Largest difference from the number' }, '±', field);
}

/** Limits the search to the selection at the time of the choice: hits become the selection later. */
export function inSelection(): HTMLElement {
  const box = el('input', { type: 'checkbox' });
  const words = el('span');
  box.addEventListener('change', () => {
    const file = activeFile.peek();
    const selection = file?.selection.peek();
    scope.value =
      box.checked && file && selection ? { file: file.id, start: selection.start, end: selection.end } : null;
  });
  effect(() => {
    const file = activeFile.value;
    const range = scope.value?.file === file?.id ? scope.value : null;
    box.checked = range !== null;
    box.disabled = !range && !file?.selection.value;
    words.textContent = range
      ? `Only ${formatOffset(range.start)}–${formatOffset(range.end - 1)}`
      : 'Only the selection';
  });
  return el('label', { class: 'find-scope' }, box, words);
}
