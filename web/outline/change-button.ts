/** A pencil beside a value of the file, which changes it in its place. */

import type { OpenFile } from '../document/open-file.ts';
import { isChangeable } from '../edit/lists/row.ts';
import { editValue } from '../edit/value/open-value.ts';
import { button, el, icon } from '../ui/dom.ts';
import { elementNamed, nameElement, placeOfNamed } from '../ui/focus.ts';
import { PENCIL } from '../ui/icons.ts';

/**
 * The value with the pencil behind it; the value alone where it cannot be changed.
 * @param name of the value: `the command string`
 */
export function withPencil(
  file: OpenFile,
  path: string,
  name: string,
  content: HTMLElement | string,
): HTMLElement {
  const shown = el('span', { class: 'pencil-value' }, content);
  if (!isChangeable(file) || !file.parsed.resolve(path)) return shown;
  const value = `value ${path}`;
  const edit = () =>
    editValue({
      file,
      path,
      // What shows the value is made again with each change.
      place: () => placeOfNamed(value),
      back: () => elementNamed(`${value} pencil`)?.focus(),
    });
  const pencil = button(icon(...PENCIL), edit, {
    class: 'grid-icon pencil',
    'aria-label': `Change ${name}`,
    title: `Change ${name}`,
  });
  nameElement(value, shown);
  nameElement(`${value} pencil`, pencil);
  return el('span', { class: 'with-pencil' }, shown, pencil);
}
