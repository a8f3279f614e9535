import { expect, test } from 'vitest';
import { childOrigin } from '../../../web/explain/animations.ts';
import { infoWith } from '../support/fakes.ts';

const binding = (name: string, x: number) => ({
  name,
  extents: [0, 0, 0] as [number, number, number],
  origin: [x, 0, 0] as [number, number, number],
});

const info = infoWith({
  childModels: ['', 'chars\\models\\FemBase.abc', '/other/dance.abc', 'chars/fembase.abc'].map((name) => ({
    name,
    buildNumber: 1,
  })),
  bindings: [
    [binding('Walk', 1)],
    [binding('walk', 2), binding('Run', 3)],
    [binding('Walk', 4)],
    [binding('Jump', 5)],
  ],
});

test.each([
  ['FEMBASE.ABC', 'Walk', 2],
  ['/games/nolf/fembase.abc', 'WALK', 2],
  ['C:\\nolf\\DANCE.abc', 'Walk', 4],
  // The second child model of that name binds it.
  ['fembase.abc', 'jump', 5],
  // Only in the model's own list, which is another file's matter.
  ['stranger.abc', 'Walk', 0],
  ['dance.abc', 'Run', 0],
])('%s, %s → x %d', (path, animation, x) => {
  expect(childOrigin(info, path, animation)).toEqual([x, 0, 0]);
});
