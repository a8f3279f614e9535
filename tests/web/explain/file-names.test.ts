import { describe, expect, it } from 'vitest';
import { baseName, childModelsOf, filesByName, modelName } from '../../../web/explain/file-names.ts';

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

  it('the name without folders', () => {
    expect(baseName('a/b\\c.abc')).toBe('c.abc');
    expect(baseName('c.abc')).toBe('c.abc');
  });

  it('the name without folders and ending', () => {
    expect(modelName('a/b\\c.d.ABC')).toBe('c.d');
    expect(modelName('skin.dtx')).toBe('skin.dtx');
    expect(modelName('abc')).toBe('abc');
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
