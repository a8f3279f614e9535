import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byteAtColumn,
  chooseLayout,
  DEFAULT_FORMAT,
  digitIndex,
  type HexFormat,
  hexColumn,
  lineLength,
  offsetText,
  type RowText,
  rowText,
  SPACE,
  textColumn,
} from '../../../web/bytes/hex/row-text.ts';

const wide = chooseLayout(0x1000, 200);
const narrow = chooseLayout(0x1000, 50);
const format = (change: Partial<HexFormat>): HexFormat => ({ ...DEFAULT_FORMAT, ...change });
const widest = chooseLayout(0x1000, 50, format({ columns: 32 }));
const decimal = chooseLayout(0x1000, 200, format({ radix: 10 }));

const full = rowText(wide, new Uint8Array(16), 0);
const whole = ({ offset, digits, text }: RowText) => offset + digits + text;

describe('the layout of a hex row', () => {
  it('has 16 bytes where there is room and 8 where there is not', () => {
    expect(wide.perRow).toBe(16);
    expect(narrow.perRow).toBe(8);
    expect(chooseLayout(0x1000, lineLength(wide)).perRow).toBe(16);
    expect(chooseLayout(0x1000, lineLength(wide) - 1).perRow).toBe(8);
  });

  it('has as many bytes as the user wants, room or not', () => {
    for (const columns of [8, 16, 32] as const) {
      expect(chooseLayout(0x1000, 20, format({ columns })).perRow).toBe(columns);
      expect(chooseLayout(0x1000, 500, format({ columns })).perRow).toBe(columns);
    }
  });

  it('has as many digits as the last offset needs, at least six', () => {
    expect(chooseLayout(0, 200).digits).toBe(6);
    expect(chooseLayout(0x1000000, 200).digits).toBe(6);
    expect(chooseLayout(0x1000001, 200).digits).toBe(7);
    expect(chooseLayout(1_000_000, 200, format({ radix: 10 })).digits).toBe(6);
    expect(chooseLayout(1_000_001, 200, format({ radix: 10 })).digits).toBe(7);
    expect(offsetText(chooseLayout(2 ** 32 - 1, 200), 2 ** 32 - 2)).toBe('FFFFFFFE');
  });

  it('writes offsets in hex or decimal', () => {
    expect(whole(rowText(wide, Uint8Array.of(1), 0xabc0))).toMatch(/^00ABC0 {2}01 /);
    expect(whole(rowText(decimal, Uint8Array.of(1), 0xabc0))).toMatch(/^ 43968 {2}01 /);
  });

  it.each([wide, narrow, widest, decimal])('puts every byte where its columns say', (layout) => {
    const bytes = Uint8Array.from({ length: layout.perRow }, (_, i) => 0x41 + i);
    const { offset, digits, text } = rowText(layout, bytes, 0);
    // A space is narrower among the digits, and as wide as a digit elsewhere.
    const width = (words: string) => [...words].reduce((sum, sign) => sum + (sign === ' ' ? SPACE : 1), 0);
    for (let i = 0; i < layout.perRow; i++) {
      const at = digitIndex(i);
      expect(digits.slice(at, at + 2)).toBe((0x41 + i).toString(16).toUpperCase());
      expect(hexColumn(layout, i)).toBeCloseTo(offset.length + width(digits.slice(0, at)), 9);
      expect(text[i]).toBe(String.fromCharCode(0x41 + i));
      expect(textColumn(layout, i)).toBeCloseTo(offset.length + width(digits) + i, 9);
    }
    expect(lineLength(layout)).toBeCloseTo(offset.length + width(digits) + text.length, 9);
  });

  it.each([wide, narrow, widest, decimal])('finds the byte at both of its places', (layout) => {
    for (let i = 0; i < layout.perRow; i++) {
      expect(byteAtColumn(layout, hexColumn(layout, i) + 0.1)).toBe(i);
      expect(byteAtColumn(layout, hexColumn(layout, i) + 1.9)).toBe(i);
      expect(byteAtColumn(layout, textColumn(layout, i) + 0.5)).toBe(i);
    }
    expect(byteAtColumn(layout, 2)).toBeNull();
    expect(byteAtColumn(layout, 1000)).toBe(layout.perRow - 1);
  });

  it('goes through the bytes in order from left to right', () => {
    const layout = fc.constantFrom(wide, narrow, widest, decimal);
    const column = fc.double({ min: 7, max: 130, noNaN: true });
    fc.assert(
      fc.property(layout, column, fc.double({ min: 0, max: 3, noNaN: true }), (layout, column, step) => {
        const end = textColumn(layout, 0) - 1;
        fc.pre(column + step < end);
        expect(byteAtColumn(layout, column + step)).toBeGreaterThanOrEqual(byteAtColumn(layout, column) ?? 0);
      }),
    );
  });

  it('keeps its length where the file ends, and shows no shape for what has none', () => {
    const line = rowText(wide, Uint8Array.of(0, 0x41, 0x7f, 0xad, 0xe9), 0);
    expect(line.digits).toHaveLength(full.digits.length);
    expect(line.text).toBe(`·A··é${' '.repeat(11)}`);
  });

  it('keeps its length while the bytes are fetched, and shows no value', () => {
    const line = rowText(wide, null, 0x20);
    expect(line.digits).toHaveLength(full.digits.length);
    expect(whole(line)).toMatch(/^000020 {2}·· ·· /);
  });

  it('shows text in the characters that the user wants', () => {
    const text = (charset: HexFormat['charset'], ...bytes: number[]) => {
      const layout = chooseLayout(16, 200, format({ charset }));
      return rowText(layout, Uint8Array.from(bytes), 0).text.trimEnd();
    };
    expect(text('ascii', 0x41, 0x80, 0xe9, 0xff)).toBe('A···');
    expect(text('latin1', 0x41, 0x80, 0xe9, 0xff)).toBe('A·éÿ');
    // The euro, a curly quote and the trade mark are where Latin-1 has controls; 0x81 is free.
    expect(text('cp1252', 0x41, 0x80, 0x92, 0x99, 0x81, 0xe9)).toBe('A€’™·é');
  });
});
