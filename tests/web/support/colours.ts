/** The colours of the page's stylesheet, and how well one is read on another. */
import { readFileSync } from 'node:fs';

export const css = readFileSync(new URL('../../../web/styles/tokens.css', import.meta.url), 'utf8');

/** Tokens written as light-dark(#rrggbb, #rrggbb). */
export const tokens = new Map(
  [...css.matchAll(/(--[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

/** Relative luminance (WCAG 2). */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** Contrast of two colours, `#rrggbb` (WCAG 2). */
export function contrastOf(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** A colour over another, by its opacity. */
export function mixed(under: string, over: string, alpha: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) =>
    Math.round(channel(under, at) * (1 - alpha) + channel(over, at) * alpha),
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
