import { afterEach, describe, it } from 'vitest';
import { closeAllFiles } from '../../../../web/document/state.ts';
import { expectUndone } from '../../../web/support/any-changes.ts';
import { day, thorough } from '../../../web/support/thorough.ts';
import { corpusPath } from '../../support.ts';

afterEach(closeAllFiles);

const FILES: readonly (readonly [path: string, usual: number])[] = [
  ['made/v12_parent.abc', 150],
  ['kiss/models/FLAG.ABC', 150],
  ...(thorough
    ? ([
        ['nolf/models/INTHERO_CASUAL.abc', 200],
        ['kiss/models/STRUTTER.ABC', 200],
      ] as const)
    : []),
];

describe('so many changes at random', () => {
  it.each(FILES)('of %s are undone to the original bytes, step by step', async (path, usual) => {
    // A thousand take minutes for all: half of the files a day.
    const isDay = FILES.findIndex((file) => file[0] === path) % 2 === day % 2;
    await expectUndone(corpusPath(path), thorough && isDay ? 1000 : usual, usual);
  });
});
