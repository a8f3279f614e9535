import { describe, expect, it } from 'vitest';
import { contrastOf, css, tokens } from '../support/colours.ts';

function contrast(a: string, b: string, theme: 'light' | 'dark'): number {
  return contrastOf(tokens.get(a)?.[theme] ?? '', tokens.get(b)?.[theme] ?? '');
}

/** A selected row: --select-fill over the panel. */
const fill = /--select-fill: light-dark\(rgb\((.*?)\), rgb\((.*?)\)\)/.exec(css);
const selected = (theme: 'light' | 'dark') => {
  const [r = 0, g = 0, b = 0, percent = 0] =
    (fill?.[theme === 'light' ? 1 : 2] ?? '').match(/\d+/g)?.map(Number) ?? [];
  const panel = tokens.get('--panel')?.[theme] ?? '';
  const mixed = [r, g, b].map((over, i) => {
    const under = Number.parseInt(panel.slice(1 + i * 2, 3 + i * 2), 16);
    return Math.round(under + ((over - under) * percent) / 100);
  });
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
};
tokens.set('selected row', { light: selected('light'), dark: selected('dark') });

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const grounds = ['--bg', '--panel', '--raised'];
  const texts = ['--text', '--text-dim', '--text-faint', '--ok', '--info', '--warning', '--error'];
  const hues = [...tokens.keys()].filter((name) => name.startsWith('--hue-'));

  it.each(texts.flatMap((text) => grounds.map((ground) => [text, ground])))(
    '%s is readable on %s',
    (text, ground) => {
      expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['--text', '--text-dim', '--warning', '--error', '--info'])(
    '%s is readable on a selected row',
    (text) => {
      expect(contrast(text, 'selected row', theme)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('is readable on the primary action', () => {
    expect(contrast('--action-text', '--action', theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([...hues, '--select', '--changed'])('%s can be seen on the panels', (hue) => {
    expect(contrast(hue, '--panel', theme)).toBeGreaterThanOrEqual(3);
    expect(contrast(hue, '--bg', theme)).toBeGreaterThanOrEqual(3);
  });
});
