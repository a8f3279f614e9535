/** How bytes are shown, and the popover to change it. The choices are kept. */
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { keptSignals, oneOf, valuesOf } from '../../store/kept.ts';
import { el } from '../../ui/dom.ts';
import { choice } from '../../ui/form.ts';
import { DEFAULT_FORMAT, type HexFormat } from './row-text.ts';

const options = keptSignals('hex', {
  columns: oneOf(['auto', 8, 16, 32], DEFAULT_FORMAT.columns),
  radix: oneOf([16, 10], DEFAULT_FORMAT.radix),
  charset: oneOf(['ascii', 'latin1', 'cp1252'], DEFAULT_FORMAT.charset),
});
const { columns, radix } = options;
export const { charset } = options;

export const hexFormat: ReadonlySignal<HexFormat> = computed(() => valuesOf(options));

/** Builds the popover; it closes by Escape and by a press beside it. */
export function hexOptions(): HTMLElement {
  return el(
    'div',
    { class: 'popover options', popover: 'auto', role: 'dialog', 'aria-label': 'How bytes are shown' },
    choice('Bytes a row', columns, [
      ['auto', 'Automatic'],
      [8, '8'],
      [16, '16'],
      [32, '32'],
    ]),
    choice('Offsets', radix, [
      [16, 'Hexadecimal'],
      [10, 'Decimal'],
    ]),
    choice('Text', charset, [
      ['ascii', 'ASCII'],
      ['latin1', 'Latin-1'],
      ['cp1252', 'Windows 1252'],
    ]),
  );
}
