/** How bytes are shown, and the popover to change it. The choices are remembered on this machine. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { recall, remember } from '../../store/storage.ts';
import { el } from '../../ui/dom.ts';
import { choice } from '../../ui/form.ts';
import { effect } from '../../ui/scope.ts';
import { DEFAULT_FORMAT, type HexFormat } from './row-text.ts';

const STORAGE_KEY = 'hex';

const CHOICES = {
  columns: ['auto', 8, 16, 32],
  radix: [16, 10],
  charset: ['ascii', 'latin1', 'cp1252'],
} as const satisfies { [Key in keyof HexFormat]: readonly HexFormat[Key][] };

const remembered = parseFormat(recall(STORAGE_KEY));

const columns = signal(remembered.columns);
const radix = signal(remembered.radix);
export const charset = signal(remembered.charset);

export const hexFormat: ReadonlySignal<HexFormat> = computed(() => ({
  columns: columns.value,
  radix: radix.value,
  charset: charset.value,
}));

/** Stores the choices whenever they change. */
export function rememberFormat(): void {
  effect(() => remember(STORAGE_KEY, formatChoices(hexFormat.value)));
}

/** `16 10 cp1252`, the stored form. */
export function formatChoices(format: HexFormat): string {
  return `${format.columns} ${format.radix} ${format.charset}`;
}

/** Parses the stored form; missing and unknown parts get their defaults. */
export function parseFormat(text: string | null): HexFormat {
  const words = (text ?? '').split(' ');
  const one = <Choice>(choices: readonly Choice[], word: string | undefined, fallback: Choice) =>
    choices.find((choice) => String(choice) === word) ?? fallback;
  return {
    columns: one(CHOICES.columns, words[0], DEFAULT_FORMAT.columns),
    radix: one(CHOICES.radix, words[1], DEFAULT_FORMAT.radix),
    charset: one(CHOICES.charset, words[2], DEFAULT_FORMAT.charset),
  };
}

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
