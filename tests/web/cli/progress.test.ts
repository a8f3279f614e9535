import { expect, test } from 'vitest';
import { Progress } from '../../../web/cli/context.ts';

/** A terminal that draws: what its last line shows. Wrapping is off while a line is written. */
function terminal(isTTY: boolean) {
  let written = '';
  const shown = () =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a terminal is told
    (written.split('\r\x1b[K').at(-1) ?? '').replace(/\x1b\[\?7[lh]/g, '');
  const stream = {
    isTTY,
    write: (text: string) => {
      written += text;
    },
  };
  return { stream, shown, written: () => written };
}

test('a line comes when something takes long, is rewritten in place, and is gone at the end', () => {
  let now = 1000;
  const { stream, shown, written } = terminal(true);
  const progress = new Progress(stream, () => now);
  progress.show('too early');
  expect(written()).toBe('');
  now += 150;
  progress.show('1 of 9');
  expect(shown()).toBe('1 of 9');
  now += 20;
  progress.show('too soon');
  expect(shown()).toBe('1 of 9');
  now += 150;
  progress.show('5 of 9');
  expect(shown()).toBe('5 of 9');
  progress.clear();
  expect(shown()).toBe('');
  progress.show('back at once, now that it was there');
  expect(shown()).toContain('back');
  progress.clear();
  const length = written().length;
  progress.clear();
  expect(written().length, 'nothing to take away').toBe(length);
  expect(written()).not.toContain('\n');
});

test('what is no terminal gets nothing', () => {
  const { stream, written } = terminal(false);
  const progress = new Progress(stream, () => Number.MAX_VALUE);
  progress.show('1 of 9');
  progress.clear();
  expect(written()).toBe('');
});
