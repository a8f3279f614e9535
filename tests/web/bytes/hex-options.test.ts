import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatChoices, parseFormat } from '../../../web/bytes/hex/options.ts';
import { DEFAULT_FORMAT, type HexFormat } from '../../../web/bytes/hex/row-text.ts';

const anyFormat: fc.Arbitrary<HexFormat> = fc.record({
  columns: fc.constantFrom<HexFormat['columns'][]>('auto', 8, 16, 32),
  radix: fc.constantFrom(16, 10),
  charset: fc.constantFrom('ascii', 'latin1', 'cp1252'),
});

test('what is remembered comes back', () => {
  fc.assert(
    fc.property(anyFormat, (format) => {
      expect(parseFormat(formatChoices(format))).toEqual(format);
    }),
  );
});

test('what nobody wrote is as usual', () => {
  for (const text of [null, '', '7 8 9', 'auto', 'NaN NaN NaN NaN', '\0']) {
    expect(parseFormat(text)).toEqual(DEFAULT_FORMAT);
  }
  expect(parseFormat('32 11 cp1252')).toEqual({ columns: 32, radix: 16, charset: 'cp1252' });
});
