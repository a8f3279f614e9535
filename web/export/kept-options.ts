/** Schemas of options that the dialogs keep between openings. */

import * as v from 'valibot';

/** A whole number from `min` to `max`. */
export function within({ min, max }: { readonly min: number; readonly max: number }, otherwise: number) {
  const isWithin = (value: unknown) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return v.fallback(v.custom<number>(isWithin), otherwise);
}

/** `#rrggbb` */
export function color(otherwise: string) {
  const isColor = (value: unknown) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
  return v.fallback(v.custom<string>(isColor), otherwise);
}
