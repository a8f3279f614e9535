/** Words on a sheet: how much of them fits, and what is read on a colour. */

/** As much of a text as fits, with an ellipsis when something is missing; '' when nothing fits. */
export function shortened(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const letters = [...text];
  let [least, most] = [0, letters.length];
  while (most - least > 1) {
    const middle = (least + most) >> 1;
    if (fits(`${letters.slice(0, middle).join('').trimEnd()}…`)) least = middle;
    else most = middle;
  }
  return least === 0 ? '' : `${letters.slice(0, least).join('').trimEnd()}…`;
}

/** Whether black is read better than white on a colour, `#rrggbb`. */
export function isLight(color: string): boolean {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  // Where both have the same contrast.
  return luminance > 0.179;
}
