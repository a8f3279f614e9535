/** The controls of the find bar beside the text: kind, encoding, size, byte order, tolerance, range. */

import { formatOffset } from '../../explain/hex.ts';
import { activeFile } from '../../store/state.ts';
import { el } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import type { Query, QueryKind } from './query.ts';
import { query, scope } from './session.ts';

type Choices<Key extends keyof Query> = readonly (readonly [Query[Key], string])[];

/** Sets one field of the query. */
function change<Key extends keyof Query>(key: Key, value: Query[Key]): void {
  if (query.peek()[key] !== value) query.value = { ...query.peek(), [key]: value };
}

/** A select for one field of the query. `kinds` are those that it is shown for; absent: all. */
export function chooser<Key extends keyof Query>(
  key: Key,
  label: string,
  choices: Choices<Key>,
  {
    kinds,
    choose = (value) => change(key, value),
  }: { readonly kinds?: readonly QueryKind[]; readonly choose?: (value: Query[Key]) => void } = {},
): HTMLSelectElement {
  const options = choices.map(([value, text]) => el('option', { value: String(value) }, text));
  const select = el('select', { 'aria-label': label }, ...options);
  select.addEventListener('change', () => {
    const chosen = choices[select.selectedIndex];
    if (chosen) choose(chosen[0]);
  });
  effect(() => {
    select.value = String(query.value[key]);
  });
  return shownFor(select, kinds);
}

/** The controls of all kinds; those of other kinds than the query's are hidden. */
export function options(): HTMLElement[] {
  return [
    chooser(
      'encoding',
      'Encoding of the text',
      [
        ['latin1', 'Latin-1'],
        ['utf16', 'UTF-16'],
      ],
      { kinds: ['text'] },
    ),
    shownFor(matchCase(), ['text']),
    chooser(
      'integerBits',
      'Size of the integer',
      [
        [8, 'u8 or i8'],
        [16, 'u16 or i16'],
        [32, 'u32 or i32'],
        [64, 'u64 or i64'],
      ],
      { kinds: ['integer'] },
    ),
    chooser(
      'floatBits',
      'Size of the float',
      [
        [32, 'f32'],
        [64, 'f64'],
      ],
      { kinds: ['float'] },
    ),
    shownFor(tolerance(), ['float']),
    chooser(
      'order',
      'Byte order',
      [
        ['little', 'little-endian'],
        ['big', 'big-endian'],
        ['both', 'both orders'],
      ],
      { kinds: ['integer', 'float'] },
    ),
  ];
}

function shownFor<E extends HTMLElement>(element: E, kinds: readonly QueryKind[] | undefined): E {
  if (kinds) {
    effect(() => {
      element.hidden = !kinds.includes(query.value.kind);
    });
  }
  return element;
}

function matchCase(): HTMLElement {
  const box = el('input', { type: 'checkbox' });
  box.addEventListener('change', () => change('matchCase', box.checked));
  effect(() => {
    box.checked = query.value.matchCase;
  });
  return el('label', {}, box, 'Match case');
}

function tolerance(): HTMLElement {
  const field = el('input', {
    type: 'text',
    class: 'find-tolerance mono',
    'aria-label': 'Tolerance',
    inputmode: 'decimal',
    autocomplete: 'off',
  });
  field.value = query.peek().tolerance;
  field.addEventListener('input', () => change('tolerance', field.value));
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
