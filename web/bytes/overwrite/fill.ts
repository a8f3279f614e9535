/** The dialog that fills the selected bytes with a pattern. */

import type { OpenFile } from '../../document/open-file.ts';
import { counted } from '../../explain/describe.ts';
import { formatOffset } from '../../lib/hex.ts';
import { announcement } from '../../store/notices.ts';
import { openDialog } from '../../ui/dialog.ts';
import { button, el, setAttribute } from '../../ui/dom.ts';
import { writeBytes } from './editor.ts';
import { filled, hexBytes, hexWords } from './entry.ts';
import './overwrite.css';

/** Opens the dialog for the selection of a file. */
export function openFill(file: OpenFile): void {
  const range = file.selection.peek();
  if (!range || range.end <= range.start) return;
  const { start, end } = range;
  const count = end - start;
  const field = el('input', {
    type: 'text',
    class: 'mono',
    value: '00',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'fill-result',
  });
  const result = el('output', { id: 'fill-result', class: 'mono' });
  const fill = el('button', { type: 'submit', class: 'button-action' }, 'Fill');
  const show = () => {
    const pattern = hexBytes(field.value);
    const isWrong = typeof pattern === 'string';
    result.textContent = isWrong ? pattern : hexWords(filled(pattern, Math.min(count, 17)), 16);
    result.classList.toggle('hex-fill-wrong', isWrong);
    setAttribute(field, 'aria-invalid', isWrong);
    fill.disabled = isWrong;
  };
  field.addEventListener('input', show);
  const form = el(
    'form',
    { method: 'dialog' },
    el('p', {}, `${counted(count, 'byte')} at ${formatOffset(start)}`),
    el('label', {}, 'Hex bytes, repeated', field),
    result,
    el(
      'div',
      { class: 'hex-fill-buttons' },
      button('Cancel', () => dialog.close(), { class: 'button-small' }),
      fill,
    ),
  );
  form.addEventListener('submit', () => {
    const pattern = hexBytes(field.value);
    if (typeof pattern === 'string') return;
    if (writeBytes(file, 'Fill', { start, value: filled(pattern, count) })) {
      announcement.value = `Filled ${counted(count, 'byte')} with ${hexWords(pattern)}.`;
    }
  });
  show();
  const dialog = openDialog({
    class: 'hex-fill',
    title: 'Fill the selection',
    build: () => [form],
    focus: () => field,
  });
  field.select();
}
