/** How the user wants bytes written; remembered on this machine. No DOM. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { recall, remember } from '../../store/storage.ts';
import { effect } from '../../ui/scope.ts';
import { type HexFormat, USUAL_FORMAT } from './geometry.ts';

const STORAGE_KEY = 'hex';

const CHOICES = {
  columns: ['auto', 8, 16, 32],
  radix: [16, 10],
  charset: ['ascii', 'latin1', 'cp1252'],
} as const satisfies { [Key in keyof HexFormat]: readonly HexFormat[Key][] };

const remembered = parseFormat(recall(STORAGE_KEY));

export const columns = signal(remembered.columns);
export const radix = signal(remembered.radix);
export const charset = signal(remembered.charset);

export const hexFormat: ReadonlySignal<HexFormat> = computed(() => ({
  columns: columns.value,
  radix: radix.value,
  charset: charset.value,
}));

/** Remembers how bytes are shown. */
export function rememberFormat(): void {
  effect(() => remember(STORAGE_KEY, formatText(hexFormat.value)));
}

/** `16 10 cp1252`, as it is remembered. */
export function formatText(format: HexFormat): string {
  return `${format.columns} ${format.radix} ${format.charset}`;
}

/** Reads what was remembered; what is missing or unknown is as usual. */
export function parseFormat(text: string | null): HexFormat {
  const words = (text ?? '').split(' ');
  const one = <Choice>(choices: readonly Choice[], word: string | undefined, usual: Choice) =>
    choices.find((choice) => String(choice) === word) ?? usual;
  return {
    columns: one(CHOICES.columns, words[0], USUAL_FORMAT.columns),
    radix: one(CHOICES.radix, words[1], USUAL_FORMAT.radix),
    charset: one(CHOICES.charset, words[2], USUAL_FORMAT.charset),
  };
}
