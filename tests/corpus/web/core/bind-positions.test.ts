/** Where the weights of the models of NOLF do not agree. */
import { expect, test } from 'vitest';
import { levelsApart, saidApart } from '../../../web/support/bind-positions.ts';
import { loadCore } from '../../../web/support/core.ts';
import { corpusBytes } from '../../support.ts';

const core = await loadCore();
const open = (name: string) => core.open(corpusBytes(`nolf/models/${name}`));

test.each([
  ['INTHERO_CASUAL.abc', 26],
  ['COSMONAUT_STYLE2_MULTI.ABC', 21],
])('%s: on lower levels alone', (name, levels) => {
  const file = open(name);
  expect(levelsApart(file).every(({ lod }) => lod > 0)).toBe(true);
  expect(saidApart(file).map((said) => said.levels)).toEqual([levels]);
  expect(file.engine.verdict, 'a hint is no flaw').toBe('loads');
});

test.each(['FEMBASE.ABC', 'INTHERO_ACTION.ABC'])('%s, of one level: nowhere', (name) => {
  expect(levelsApart(open(name))).toEqual([]);
});
