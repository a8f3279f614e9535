/** How the user wants bytes written, on every page of this machine. No DOM. */
import { effect, type Signal, signal } from '@preact/signals-core';
import { recall, remember } from '../storage.ts';
import { type HexFormat, USUAL_FORMAT } from './geometry.ts';

const STORAGE_KEY = 'hex';

const CHOICES = {
  columns: ['auto', 8, 16, 32],
  radix: [16, 10],
  charset: ['ascii', 'latin1', 'cp1252'],
} as const satisfies { [Key in keyof HexFormat]: readonly HexFormat[Key][] };

export const hexFormat: Signal<HexFormat> = signal(parseFormat(recall(STORAGE_KEY)));

effect(() => remember(STORAGE_KEY, formatText(hexFormat.value)));

/** `16 10 cp1252`, as it is remembered. */
export function formatText({ columns, radix, charset }: HexFormat): string {
  return `${columns} ${radix} ${charset}`;
}

/** Reads what was remembered; what is missing or unknown is as usual. */
export function parseFormat(text: string | null): HexFormat {
  const [columns, radix, charset] = (text ?? '').split(' ');
  const one = <Choice>(choices: readonly Choice[], word: string | undefined, usual: Choice) =>
    choices.find((choice) => String(choice) === word) ?? usual;
  return {
    columns: one(CHOICES.columns, columns, USUAL_FORMAT.columns),
    radix: one(CHOICES.radix, radix, USUAL_FORMAT.radix),
    charset: one(CHOICES.charset, charset, USUAL_FORMAT.charset),
  };
}
