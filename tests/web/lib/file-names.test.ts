import { expect, it } from 'vitest';
import { baseName, modelName } from '../../../web/lib/file-names.ts';

it('the name without folders', () => {
  expect(baseName('a/b\\c.abc')).toBe('c.abc');
  expect(baseName('c.abc')).toBe('c.abc');
});

it('the name without folders and ending', () => {
  expect(modelName('a/b\\c.d.ABC')).toBe('c.d');
  expect(modelName('skin.dtx')).toBe('skin.dtx');
  expect(modelName('abc')).toBe('abc');
});
