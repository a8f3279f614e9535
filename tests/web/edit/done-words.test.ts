/** What is spoken after a change of a list: what was done, of every verb that labels begin with. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { doneWords } from '../../../web/edit/lists/now.ts';

test('labels of changes are said in the past', () => {
  expect(doneWords('Reverse GDuck')).toBe('Reversed GDuck.');
  expect(doneWords('Delete piece legs4')).toBe('Deleted piece legs4.');
  expect(doneWords('Copy Flirt from FEMBASE.ABC')).toBe('Copied Flirt from FEMBASE.ABC.');
  expect(doneWords('Trim Walk')).toBe('Trimmed Walk.');
});

test('every label of the lists begins with a verb that has a past here', () => {
  const folder = new URL('../../../web/edit/lists/', import.meta.url);
  const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const labels = sources.flatMap((text) =>
    [...text.matchAll(/\blabel(?: =|:) `(\w+) /g)].map(([, verb = '']) => verb),
  );
  const past = 'Added Changed Copied Deleted Duplicated Joined Moved Renamed Reversed Scaled Set Trimmed';
  expect(labels.length).toBeGreaterThan(5);
  for (const verb of labels) expect(past.split(' '), verb).toContain(doneWords(`${verb} x`).split(' ')[0]);
});
