import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { flag, kept, keptSignal, keptSignals, oneOf, record } from '../../../web/store/kept.ts';
import { stubStorage } from '../support/storage.ts';

afterEach(() => vi.unstubAllGlobals());

const entries = {
  columns: oneOf(['auto', 8, 16], 'auto'),
  charset: oneOf(['ascii', 'cp1252'], 'ascii'),
  on: flag(true),
};
const FIRST = { columns: 'auto', charset: 'ascii', on: true };

const readFrom = (text: string) => {
  stubStorage({ key: text });
  return kept('key', record(entries)).read();
};

describe('a kept value', () => {
  test('is read as it was written', () => {
    stubStorage();
    const value = kept('key', record(entries));
    expect(value.read()).toEqual(FIRST);
    value.write({ columns: 16, charset: 'cp1252', on: false });
    expect(value.read()).toEqual({ columns: 16, charset: 'cp1252', on: false });
  });

  test('falls back entry by entry', () => {
    expect(readFrom('{"columns":7,"charset":"cp1252","on":"no","more":1}')).toEqual({
      ...FIRST,
      charset: 'cp1252',
    });
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[16,"cp1252",false]'],
    ['a list 100,000 lists deep', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['a text of a million characters', JSON.stringify('16 '.repeat(333_333)).replace('16', '7')],
    ['a prototype', '{"__proto__":{"columns":16,"charset":"cp1252","on":false}}'],
    ['names of every object', '{"constructor":1,"toString":2,"hasOwnProperty":3}'],
    ['wrong types', '{"columns":{},"charset":[],"on":null}'],
  ])('that is %s is as at first', (_, text) => {
    expect(readFrom(text)).toEqual(FIRST);
    expect(Object.getPrototypeOf(readFrom(text))).toBe(Object.prototype);
    expect('columns' in {}).toBe(false);
  });

  test('of any text is one that the schema allows', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { columns, charset, on } = readFrom(text);
        expect(['auto', 8, 16]).toContain(columns);
        expect(['ascii', 'cp1252']).toContain(charset);
        expect(typeof on).toBe('boolean');
      }),
    );
  });

  test('is written as far as the schema allows', () => {
    const stored = stubStorage();
    kept('key', record(entries)).write({ columns: 7, charset: 'cp1252', on: 'x' });
    expect(JSON.parse(stored.get('lithoscope.key') ?? '')).toEqual({ ...FIRST, charset: 'cp1252' });
  });

  test('is as at first where storage is forbidden', () => {
    const forbid = () => {
      throw new DOMException('', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: forbid, setItem: forbid });
    const value = kept('key', flag(true));
    value.write(false);
    expect(value.read()).toBe(true);
  });
});

describe('signals of kept values', () => {
  test('begin with what was kept, and keep what they become', () => {
    const stored = stubStorage({ key: 'false' });
    const on = keptSignal('key', flag(true));
    expect(on.value).toBe(false);
    on.value = true;
    expect(stored.get('lithoscope.key')).toBe('true');
  });

  test('keep nothing before they change', () => {
    const stored = stubStorage();
    keptSignal('key', flag(true));
    const { columns } = keptSignals('record', entries);
    expect(stored.size).toBe(0);
    columns.value = 8;
    expect(JSON.parse(stored.get('lithoscope.record') ?? '')).toEqual({ ...FIRST, columns: 8 });
  });
});
