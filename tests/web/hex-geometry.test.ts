import { describe, expect, it } from 'vitest';
import { byteAtColumn, chooseLayout, hexColumn, lineLength, textColumn } from '../../web/hex/geometry.ts';
import { rowText } from '../../web/hex/row-text.ts';

const wide = chooseLayout(0x1000, 200);
const narrow = chooseLayout(0x1000, 50);

describe('the layout of a hex row', () => {
  it('has 16 bytes where there is room and 8 where there is not', () => {
    expect(wide.perRow).toBe(16);
    expect(narrow.perRow).toBe(8);
    expect(chooseLayout(0x1000, lineLength(wide)).perRow).toBe(16);
    expect(chooseLayout(0x1000, lineLength(wide) - 1).perRow).toBe(8);
  });

  it('has as many digits as the last offset needs, at least six', () => {
    expect(chooseLayout(0, 200).digits).toBe(6);
    expect(chooseLayout(0x1000000, 200).digits).toBe(6);
    expect(chooseLayout(0x1000001, 200).digits).toBe(7);
  });

  it.each([wide, narrow])('puts every byte where its columns say', (layout) => {
    const bytes = Uint8Array.from({ length: layout.perRow }, (_, i) => 0x41 + i);
    const line = rowText(layout, bytes, 0);
    expect(line).toHaveLength(lineLength(layout));
    for (let i = 0; i < layout.perRow; i++) {
      expect(line.slice(hexColumn(layout, i)).startsWith((0x41 + i).toString(16).toUpperCase())).toBe(true);
      expect(line[textColumn(layout, i)]).toBe(String.fromCharCode(0x41 + i));
    }
  });

  it.each([wide, narrow])('finds the byte at both of its places', (layout) => {
    for (let i = 0; i < layout.perRow; i++) {
      expect(byteAtColumn(layout, hexColumn(layout, i) + 0.1)).toBe(i);
      expect(byteAtColumn(layout, hexColumn(layout, i) + 1.9)).toBe(i);
      expect(byteAtColumn(layout, textColumn(layout, i) + 0.5)).toBe(i);
    }
    expect(byteAtColumn(layout, 2)).toBeNull();
    expect(byteAtColumn(layout, 1000)).toBe(layout.perRow - 1);
  });

  it('keeps its length where the file ends, and shows no shape for what has none', () => {
    const line = rowText(wide, Uint8Array.of(0, 0x41, 0x7f, 0xad, 0xe9), 0);
    expect(line).toHaveLength(lineLength(wide));
    expect(line.slice(textColumn(wide, 0))).toBe(`·A··é${' '.repeat(11)}`);
  });
});
