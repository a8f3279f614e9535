/** The options of a dialog, which the browser keeps from one time to the next. */

import type { Signal } from '@preact/signals-core';
import { recall, remember } from '../store/storage.ts';

type Options = Readonly<Record<string, Signal<unknown>>>;

/** Whether a value may be that of an option: what was kept by another version, or by hand, is not trusted. */
type Check = (value: unknown) => boolean;

/** A check for each option. */
export type Checks<O> = { readonly [Option in keyof O]: Check };

export function oneOf(values: readonly unknown[]): Check {
  return (value) => values.includes(value);
}

/** A whole number. */
export function within({ min, max }: { readonly min: number; readonly max: number }): Check {
  return (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}

/** `#rrggbb` */
export const isColor: Check = (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

/** Gives the options the values that were kept; one that fails its check stays. */
export function recallOptions<O extends Options>(key: string, options: O, checks: Checks<O>): void {
  let kept: Partial<Record<string, unknown>> = {};
  try {
    kept = Object(JSON.parse(recall(key) ?? '{}'));
  } catch {
    // Someone else wrote there.
  }
  for (const [name, option] of Object.entries(options)) {
    if (checks[name]?.(kept[name])) option.value = kept[name];
  }
}

/** Keeps the options. Reads signals. */
export function rememberOptions(key: string, options: Options): void {
  const values = Object.entries(options).map(([name, { value }]) => [name, value]);
  remember(key, JSON.stringify(Object.fromEntries(values)));
}
