/** The options of the bytes: columns, offsets, text. Loaded when first opened. */
import { el } from '../../ui/dom.ts';
import { choice } from '../../ui/options.ts';
import { charset, columns, radix } from './options.ts';

/** Builds the popover; it closes by Escape and by a press beside it. */
export function hexOptions(): HTMLElement {
  return el(
    'div',
    { class: 'popover options', popover: 'auto', role: 'dialog', 'aria-label': 'How bytes are shown' },
    choice('hex', 'Bytes a row', columns, [
      ['auto', 'Automatic'],
      [8, '8'],
      [16, '16'],
      [32, '32'],
    ]),
    choice('hex', 'Offsets', radix, [
      [16, 'Hexadecimal'],
      [10, 'Decimal'],
    ]),
    choice('hex', 'Text', charset, [
      ['ascii', 'ASCII'],
      ['latin1', 'Latin-1'],
      ['cp1252', 'Windows 1252'],
    ]),
  );
}
