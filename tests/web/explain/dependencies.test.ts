import { describe, expect, it } from 'vitest';
import { childModelsOf, filesByName, MAX_CHILDREN } from '../../../web/explain/dependencies.ts';

const BASE = { name: 'models/Base.ABC' };
const AGENT = { name: 'agent.abc' };

describe('a file named in another', () => {
  it.each(['base.abc', 'BASE.ABC', 'Models\\Chars\\base.abc', '/models/base.abc', '\\base.abc'])(
    '%s is found without its folders, in any case',
    (name) => {
      expect(filesByName([AGENT, BASE])(name)).toBe(BASE);
    },
  );

  it.each(['', 'models/', 'bas.abc', 'otherbase.abc'])('“%s” is not found', (name) => {
    expect(filesByName([AGENT, BASE, { name: '' }])(name)).toBeNull();
  });
});

it('child models are all entries but the model itself, open or not', () => {
  const childModels = ['', 'base.abc', 'death.abc'].map((name) => ({ name, buildNumber: 1 }));
  expect(childModelsOf({ childModels }, [BASE, AGENT])).toEqual([
    { name: 'base.abc', file: BASE },
    { name: 'death.abc', file: null },
  ]);
  expect(childModelsOf({ childModels: [] }, [BASE])).toEqual([]);
});

it('child models are as many as a model is given', () => {
  const childModels = Array.from({ length: 65_535 }, () => ({ name: 'base.abc', buildNumber: 1 }));
  expect(childModelsOf({ childModels }, [BASE])).toHaveLength(MAX_CHILDREN);
});
