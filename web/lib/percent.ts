/** Parts of a whole in percent. */

/** Rounded to a tenth, but never to nothing of something nor to all of less: `99.9 %`, `< 0.1 %`. */
export function percent(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0 %';
  if (part === whole) return '100 %';
  const tenths = Math.round((part / whole) * 1000);
  if (tenths === 0) return '< 0.1 %';
  return `${Math.min(tenths, 999) / 10} %`;
}
