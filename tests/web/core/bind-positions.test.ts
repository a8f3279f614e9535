/** Levels whose weights do not agree on one bind position: the finding against what `weights` and the bind pose say. */
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { levelsApart, saidApart } from '../support/bind-positions.ts';
import { loadCore } from '../support/core.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf, sample } from '../support/samples.ts';

const core = await loadCore();

test.each(['clockwork.abc', 'clockwork_base.abc', 'jellyfish.abc'])('%s has none', (name) => {
  expect(saidApart(core.open(sample(name)))).toEqual([]);
});

test.each(realFiles('.abc').map((path) => [basename(path), path]))(
  '%s: the finding is about the levels that are apart',
  (_, path) => {
    const file = core.open(bytesOf(path));
    const levels = levelsApart(file);
    const worst = levels.toSorted((a, b) => b.bound - a.bound)[0];
    expect(saidApart(file)).toEqual(
      worst
        ? [
            {
              path: worst.path,
              levels: levels.length,
              vertices: levels.reduce((sum, { vertices }) => sum + vertices, 0),
              bound: expect.closeTo(worst.bound, 3),
            },
          ]
        : [],
    );
    file.release();
  },
);
