/** Values as a user writes them, held against the bytes of the samples and against numbers that are known. */

import { LEAF_TYPES, type LeafType, type Lithoscope } from '@lithoscope/core';
import type { Editing } from '@lithoscope/editing';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ByteKind, f16FromBits } from '../../../web/bytes/inspector/interpretations.ts';
import { f16Bits, readingText, readReading } from '../../../web/bytes/inspector/reading-editor.ts';
import { eulerXyz } from '../../../web/bytes/inspector/rotations.ts';
import { OpenFile } from '../../../web/document/open-file.ts';
import { select } from '../../../web/document/selection.ts';
import { selectedListElement, whyFixed } from '../../../web/edit/value/editable.ts';
import { valueField } from '../../../web/edit/value/field.ts';
import { commandWordAt, enumerationOf } from '../../../web/explain/field-choices.ts';
import {
  calculate,
  readBytes,
  readF32,
  readLeaf,
  readText,
  readWhole,
  type WholeType,
  writeBytes,
  writeText,
} from '../../../web/explain/value-text.ts';
import { decodeLeaf, formatF32 } from '../../../web/explain/values.ts';
import { tableLayout } from '../../../web/structure/table/columns.ts';
import type { Cell } from '../../../web/structure/table/grid.ts';
import { wantedCells } from '../../../web/structure/table/paste.ts';
import { TableRows } from '../../../web/structure/table/rows.ts';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { loadEditing } from '../support/editing.ts';
import { partly, sourceOf } from '../support/fakes.ts';
import { sample } from '../support/samples.ts';

let editing: Editing;
let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
  editing = await loadEditing();
});

function open(bytes: Uint8Array): OpenFile {
  const parsed = core.open(bytes);
  return new OpenFile(sourceOf('a.abc'), parsed);
}

/** Any characters, surrogates that stand alone too. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x17f }), fc.integer({ min: 0, max: 0x10ffff })), {
    maxLength: 12,
  })
  .map((codes) => String.fromCodePoint(...codes));

const problemOf = (read: object | null) => (read && 'problem' in read ? read.problem : null);

describe('arithmetic', () => {
  test.each([
    ['2*3.5+1', 8],
    ['1/3', 1 / 3],
    ['1e-3', 0.001],
    ['.5', 0.5],
    ['5.', 5],
    ['2 + 3 * 4 - 1', 13],
    ['(2 + 3) * 4', 20],
    ['8 / 2 / 2', 2],
    ['- - 3', 3],
    ['−2', -2],
    ['0x10 - 1', 15],
    ['-0', -0],
    ['NaN', Number.NaN],
    ['-Infinity', Number.NEGATIVE_INFINITY],
  ])('%s is %d', (text, value) => {
    expect(calculate(text)).toBe(value);
  });

  test.each(['', ' ', 'a', '1 2', '1,5', '2**3', '(1', '1)', '1+', '*2', '0x', '1e', 'alert(1)'])(
    '%j is nothing',
    (text) => {
      expect(calculate(text)).toBeNull();
    },
  );

  test('does not nest without end', () => {
    expect(calculate('('.repeat(90_000))).toBeNull();
  });

  test('reads what JavaScript reads, and never another number', () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
        expect(calculate(Object.is(value, -0) ? '-0' : String(value))).toBe(value);
      }),
    );
  });
});

describe('whole numbers', () => {
  const RANGES: readonly (readonly [WholeType, bigint, bigint])[] = [
    ['u8', 0n, 255n],
    ['i8', -128n, 127n],
    ['u16', 0n, 65535n],
    ['i16', -32768n, 32767n],
    ['u32', 0n, 4294967295n],
    ['i32', -2147483648n, 2147483647n],
    ['u64', 0n, 18446744073709551615n],
    ['i64', -9223372036854775808n, 9223372036854775807n],
  ];

  test.each(RANGES)('%s takes %d to %d', (type, least, most) => {
    for (const value of [least, most, 0n, 1n]) {
      expect(readWhole(String(value), type)).toEqual({ value, text: String(value) });
    }
    expect(problemOf(readWhole(String(most + 1n), type))).toBe(
      `${most + 1n} is out of range: ${type} takes ${least} to ${most}.`,
    );
    expect(problemOf(readWhole(String(least - 1n), type))).toContain('out of range');
  });

  test('are written in hexadecimal too, of signed types also as their bits', () => {
    expect(readWhole('0xff', 'u8')).toMatchObject({ value: 255n });
    expect(readWhole('0xFF', 'i8')).toMatchObject({ value: -1n });
    expect(readWhole('-0x80', 'i8')).toMatchObject({ value: -128n });
    expect(readWhole('0x100', 'i8')).toHaveProperty('problem');
    expect(readWhole('0xffffffffffffffff', 'i64')).toMatchObject({ value: -1n });
    expect(readWhole('7*6', 'u16')).toMatchObject({ value: 42n });
  });

  test.each([
    ['3.5', '3.5 is not a whole number.'],
    ['1/0', '“1/0” does not have a finite value.'],
    ['NaN', '“NaN” does not have a finite value.'],
    ['', 'Write a number.'],
    ['ten', '“ten” is not a number.'],
  ])('%j: %s', (text, sentence) => {
    expect(problemOf(readWhole(text, 'u32'))).toBe(sentence);
  });
});

test('numbers of single precision are rounded to what the file holds', () => {
  expect(readF32('0.1')).toEqual({ value: Math.fround(0.1), text: '0.1' });
  expect(readF32('1/3')).toEqual({ value: Math.fround(1 / 3), text: '0.33333334' });
  expect(readF32('-0')).toEqual({ value: -0, text: '-0' });
  expect(readF32('nan')).toMatchObject({ value: Number.NaN });
  expect(problemOf(readF32('1e39'))).toBe('1e+39 is out of range: f32 reaches ±3.4028235e+38.');
  expect(problemOf(readF32('1/0'))).toBe('“1/0” does not have a finite value.');
});

describe('texts', () => {
  test('of any bytes come back, and can be seen', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = String.fromCharCode(...bytes);
        const written = writeText(text);
        expect(written).toMatch(/^[\x20-\x7e\xa0-\xff]*$/);
        expect(readText(written)).toEqual({ value: text, text: written });
      }),
    );
  });

  test('keep the backslashes of paths', () => {
    expect(writeText('Models\\xena.abc')).toBe('Models\\xena.abc');
    expect(readText('Models\\new.abc')).toMatchObject({ value: 'Models\\new.abc' });
    expect(writeText('a\\x41')).toBe('a\\x5Cx41');
    expect(readText('line\\x0Aend')).toMatchObject({ value: 'line\nend' });
  });

  test('outside Latin-1 are refused by the character', () => {
    expect(problemOf(readText('a–b'))).toBe(
      '“–” (U+2013) is outside Latin-1, the character set of the format.',
    );
    expect(problemOf(readText('😀'))).toContain('U+1F600');
  });

  test('longer than their field are refused', () => {
    expect(problemOf(readLeaf('x'.repeat(65_536), 'string', 9))).toBe(
      '65,536 characters: at most 65535 fit.',
    );
    expect(problemOf(readLeaf('x'.repeat(129), 'chars', 128))).toBe('129 characters: at most 128 fit.');
    expect(problemOf(readLeaf('a\\x00b', 'chars', 128))).toContain('first zero');
    expect(readLeaf('a\\x00b', 'string', 9)).toMatchObject({ value: 'a\0b' });
  });
});

test('bytes are hexadecimal digits', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(readBytes(writeBytes(bytes))).toMatchObject({ value: bytes });
      expect(readBytes(writeBytes(bytes).replaceAll(' ', ''))).toMatchObject({ value: bytes });
    }),
  );
  expect(problemOf(readBytes('0A 0'))).toContain('one is missing');
  expect(problemOf(readBytes('1 2 3 4'))).toContain('“1”');
  expect(problemOf(readBytes('0G'))).toBe('“G” is not a hexadecimal digit.');
  expect(problemOf(readLeaf('0A', 'bytes', 62))).toBe('1 byte instead of 62.');
});

test('any text is read or refused with a sentence, whatever the type', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...LEAF_TYPES), (text, type) => {
      const read = readLeaf(text, type, 4);
      if ('problem' in read) expect(read.problem).toMatch(/\.$/);
      else expect(readLeaf(read.text, type, 4)).toEqual(read);
    }),
  );
});

describe('values of a file', () => {
  test('that stay as they are written are not changed, whatever their bits', () => {
    const clockwork = sample('clockwork.abc');
    const scratch = open(clockwork);
    const matrix = scratch.parsed.resolve('Nodes.Nodes[1].Matrix');
    const rotation = scratch.parsed.resolve('Sockets.Sockets[0].Rotation');
    if (!matrix || !rotation) throw new Error('the sample has no such fields');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (random) => {
        const bytes = clockwork.slice();
        bytes.set(random, matrix.start);
        bytes.set(random.subarray(0, 16), rotation.start);
        const file = open(bytes);
        for (const path of [matrix.path, `${matrix.path}[3]`, rotation.path, `${rotation.path}.W`]) {
          const field = valueField(file, path);
          expect(field?.gesture(field.text)).toBeNull();
        }
        file.parsed.release();
      }),
      { numRuns: 50 },
    );
  });

  test('of every leaf of the samples say the bytes, and read as them', () => {
    for (const name of ['clockwork.abc', 'jellyfish.abc']) {
      const file = open(sample(name));
      const { parsed } = file;
      const { offset, length, type } = parsed.leaves(0, parsed.size);
      const seen = new Set<string>();
      for (const [i, path] of parsed.paths(0, parsed.size).entries()) {
        const kind = path.replaceAll(/\d+/g, '');
        if (seen.has(kind)) continue;
        seen.add(kind);
        const field = valueField(file, path);
        if (!field) continue;
        const leafType: LeafType = LEAF_TYPES[type[i] ?? 0] ?? 'bytes';
        const value = decodeLeaf(parsed.bytes, offset[i] ?? 0, length[i] ?? 0, leafType);
        if (field.node.refers !== 'node' && field.node.refers !== 'nodeNumber' && leafType !== 'bytes') {
          expect(readLeaf(field.text, leafType, length[i] ?? 0), path).toMatchObject({
            value: typeof value === 'number' && leafType === 'f32' ? Math.fround(value) : value,
          });
        }
        expect(field.gesture(`${field.text} `.trimEnd()), path).toBeNull();
      }
      expect(seen.size).toBeGreaterThan(40);
      parsed.release();
    }
  });

  test('of which one number changes set that one', () => {
    const file = open(sample('clockwork.abc'));
    const path = 'Sockets.Sockets[0].Location';
    const field = valueField(file, path);
    const [x, , z] = field?.text.split(', ') ?? [];
    expect(field?.gesture(`${x} 1/4 ${z}`)).toMatchObject({
      operations: [{ op: 'set', path: `${path}.Y`, value: 0.25 }],
      path,
      before: field?.text,
      after: `${x}, 0.25, ${z}`,
    });
    expect(problemOf(field?.gesture('1, 2') ?? null)).toBe('Enter 3 numbers separated by commas, not 2.');
    expect(problemOf(field?.gesture('1, up, 3') ?? null)).toBe('Y: “up” is not a number.');
    file.parsed.release();
  });

  test('that name a node are its name, and a name writes its index', () => {
    const file = open(sample('clockwork.abc'));
    const path = 'Sockets.Sockets[0].NodeIndex';
    const field = valueField(file, path);
    const { nodes } = file.info;
    const index = new DataView(file.parsed.bytes.buffer).getUint32(field?.node.start ?? 0, true);
    expect(field?.text).toBe(nodes[index]?.name);
    const other = (index + 1) % nodes.length;
    const set = { operations: [{ op: 'set', path, value: other }], after: nodes[other]?.name };
    expect(field?.gesture(nodes[other]?.name.toUpperCase() ?? '')).toMatchObject(set);
    expect(field?.gesture(String(other))).toMatchObject({ operations: set.operations });
    expect(problemOf(field?.gesture('nobody') ?? null)).toContain('No node has this name');
    const choices = field?.choices(field.text, 0) ?? [];
    expect(choices.map(({ name }) => name)).toEqual(nodes.map(({ name }) => name));
    file.parsed.release();
  });
});

describe('words of a command string', () => {
  test.each([
    ['Sha', 3, 'Sha'],
    ['Rigid; Sh', 9, 'Sh'],
    ['Rigid;', 6, ''],
    ['ShadowSizeX 3', 13, null],
    ['NormalRef "a;b', 14, null],
    ['NormalRef "a;b";Vi', 18, 'Vi'],
    ['a (b;c', 6, null],
    ['[sound:x', 8, null],
  ])('%j at %d: %j', (text, at, written) => {
    expect(commandWordAt(text, at)?.written ?? null).toBe(written);
  });

  test('are offered, and chosen in the place of what was begun', () => {
    const file = open(sample('clockwork.abc'));
    const field = valueField(file, 'Header.CommandString');
    const choices = field?.choices('Rigid;shadowp 9', 13) ?? [];
    expect(choices.map(({ text, caret }) => [text, caret])).toEqual([['Rigid;ShadowProjectLength 9', 25]]);
    file.parsed.release();
  });
});

describe('readings of the data inspector', () => {
  const KINDS: readonly (readonly [ByteKind, number])[] = [
    ['u8', 1],
    ['i8', 1],
    ['u16', 2],
    ['i16', 2],
    ['u32', 4],
    ['i32', 4],
    ['u64', 8],
    ['i64', 8],
    ['f16', 2],
    ['f32', 4],
    ['f64', 8],
    ['time', 4],
    ['vec3', 12],
    ['quaternion', 16],
    ['normal', 3],
    ['matrix', 64],
  ];

  test('that stay as they are written keep every bit, in both byte orders', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KINDS),
        fc.boolean(),
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        ([kind, length], little, random) => {
          const bytes = random.subarray(0, length);
          const text = readingText(kind, bytes, little);
          expect(readReading(kind, text, bytes, little)).toEqual({ value: bytes, text });
        },
      ),
    );
  });

  test.each([
    ['u16', '258', false, [1, 2]],
    ['i16', '-2', true, [0xfe, 0xff]],
    ['u32', '0x01020304', false, [1, 2, 3, 4]],
    ['i64', '-1', true, [255, 255, 255, 255, 255, 255, 255, 255]],
    ['f16', '1', false, [0x3c, 0]],
    ['f32', '1', false, [0x3f, 0x80, 0, 0]],
    ['f64', '-2', true, [0, 0, 0, 0, 0, 0, 0, 0xc0]],
    ['time', '1.5 s', true, [0xdc, 5, 0, 0]],
    ['time', '1500 ms', true, [0xdc, 5, 0, 0]],
    ['time', '1.5', true, [0xdc, 5, 0, 0]],
    ['normal', '1, -1, 0', true, [127, 0x81, 0]],
  ] as const)('%s %s', (kind, text, little, bytes) => {
    const before = new Uint8Array(bytes.length).fill(9);
    expect(readReading(kind, text, before, little)).toMatchObject({ value: Uint8Array.from(bytes) });
  });

  test('of half precision are the nearest that there is', () => {
    for (let bits = 0; bits < 0x10000; bits++) {
      const value = f16FromBits(bits);
      if (Number.isNaN(value)) continue;
      if (f16Bits(value) !== bits) throw new Error(`${bits}: ${f16Bits(value)}`);
      // Halfway to the next number the even one counts.
      if ((bits & 0x7fff) < 0x7bff) {
        const middle = (value + f16FromBits(bits + 1)) / 2;
        if (f16Bits(middle) !== (bits % 2 === 0 ? bits : bits + 1))
          throw new Error(`between ${bits} and the next`);
      }
    }
    expect(problemOf(readReading('f16', '65520', new Uint8Array(2), true))).toContain('65504');
  });

  test('of rotations take angles', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -179, max: 180 }),
        fc.integer({ min: -88, max: 88 }),
        fc.integer({ min: -179, max: 180 }),
        (x, y, z) => {
          const read = readReading('quaternion', `${x}°, ${y}, ${z}`, new Uint8Array(16), true);
          if ('problem' in read) throw new Error(read.problem);
          const [a = 0, b = 0, c = 0, d = 0] = new Float32Array(read.value.slice().buffer);
          const angles = eulerXyz(a, b, c, d) ?? [0, 0, 0];
          [x, y, z].forEach((angle, i) => {
            expect(Math.abs((((angles[i] ?? 0) - angle + 540) % 360) - 180)).toBeLessThan(0.01);
          });
        },
      ),
    );
  });

  test('of strings stay as long as they are', () => {
    const bytes = Uint8Array.from([4, 0, ...Buffer.from('Walk')]);
    expect(readReading('string', 'Run', bytes, true)).toMatchObject({
      value: Uint8Array.from([4, 0, ...Buffer.from('Run\0')]),
    });
    expect(problemOf(readReading('string', 'Crawl', bytes, true))).toContain('4 fit');
  });
});

describe('cells that are pasted', () => {
  const state = (file: OpenFile, cursor: Cell, order: Uint32Array | null = null) => {
    const layout = tableLayout(file.parsed, 'Sockets.Sockets');
    if (!layout) throw new Error('the sample has no sockets');
    return { rows: new TableRows(file.parsed, layout), order, cursor };
  };

  test('go down and to the right from the cursor, in the order that is shown', () => {
    const file = open(sample('clockwork.abc'));
    const { rows } = state(file, { row: 0, column: 0 });
    const last = rows.layout.count - 1;
    const order = Uint32Array.from({ length: last + 1 }, (_, i) => last - i);
    expect(wantedCells(state(file, { row: last - 1, column: 2 }, order), '1\t2\n3\t4\n')).toEqual([
      { index: 1, column: 2, text: '1' },
      { index: 1, column: 3, text: '2' },
      { index: 0, column: 2, text: '3' },
      { index: 0, column: 3, text: '4' },
    ]);
    expect(wantedCells(state(file, { row: last, column: 0 }), '1\n2\n')).toContain(
      'but the table has only 1 from here on',
    );
    const { length } = rows.layout.columns;
    expect(wantedCells(state(file, { row: 0, column: length - 1 }), '1\t2')).toContain(
      'but the table has only 1 from here on',
    );
    file.parsed.release();
  });

  test('find their columns and rows by a copied table’s titles and numbers', () => {
    const file = open(sample('clockwork.abc'));
    const at = state(file, { row: 0, column: 5 });
    const titles = at.rows.layout.columns.map(({ title }) => title);
    expect(wantedCells(at, `Index\t${titles[3]}\t${titles[1]}\n1\ta\tb\n0\tc\td\n`)).toEqual([
      { index: 1, column: 3, text: 'a' },
      { index: 1, column: 1, text: 'b' },
      { index: 0, column: 3, text: 'c' },
      { index: 0, column: 1, text: 'd' },
    ]);
    expect(wantedCells(at, `Index\t${titles[3]}\n9999\ta`)).toContain('“9999” is not a row number');
    file.parsed.release();
  });
});

test('a text becomes a value, the value bytes, and the bytes the text again; nothing else changes', () => {
  const finite = fc.float({ noNaN: true, noDefaultInfinity: true });
  const cases = fc.oneof(
    fc.tuple(
      fc.constant('Sockets.Sockets[0].Location'),
      fc
        .tuple(finite, finite, finite)
        .map((numbers) => numbers.map((number) => formatF32(number)).join(', ')),
    ),
    fc.tuple(fc.constant('Sockets.Sockets[1].Location.Y'), finite.map(formatF32)),
    fc.tuple(
      fc.constant('Sockets.Sockets[2].Name'),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => writeText(String.fromCharCode(...bytes))),
    ),
    fc.tuple(fc.constant('Nodes.Nodes[1].Flags'), fc.integer({ min: 0, max: 255 }).map(String)),
  );
  const file = open(sample('clockwork.abc'));
  let refused = 0;
  fc.assert(
    fc.property(cases, ([path, text]) => {
      const gesture = valueField(file, path)?.gesture(text);
      if (!gesture) return;
      if ('problem' in gesture) throw new Error(gesture.problem);
      const result = editing.edit(file.parsed, gesture.operations);
      if ('refused' in result) {
        refused++;
        return;
      }
      const after = new OpenFile(file.source, file.parsed.withBytes(result.bytes));
      expect(valueField(after, path)?.text).toBe(text);
      expect(gesture.after).toBe(text);
      const node = file.parsed.resolve(path);
      const isFixed = result.bytes.length === file.parsed.size;
      for (const { start, end } of isFixed ? result.splices : []) {
        expect(start).toBeGreaterThanOrEqual(node?.start ?? 0);
        expect(end).toBeLessThanOrEqual(node?.end ?? 0);
      }
      after.parsed.release();
    }),
    { numRuns: 60 },
  );
  expect(refused).toBeLessThan(30);
  file.parsed.release();
});

test('files that cannot be changed say why', () => {
  const file = open(sample('clockwork.abc'));
  expect(whyFixed(file)).toBe('');
  const { parsed } = file;
  parsed.release();
  expect(whyFixed(file)).toBe('This file cannot be changed.');
  const partial = partly<OpenFile['parsed']>({ isEditable: false, isPartial: true, info: parsed.info });
  expect(whyFixed(new OpenFile(file.source, partial))).toContain('partially loaded');
});

test('elements come and go only in lists of any length', () => {
  const file = open(sample('clockwork.abc'));
  const { parsed } = file;
  const elementAt = (path: string) => {
    const node = parsed.resolve(path);
    if (!node) throw new Error(path);
    select(file, { start: node.start, end: node.end, path }, 'tree');
    return selectedListElement(file)?.path ?? null;
  };
  for (const path of ['Nodes.Nodes[0].Matrix[3]', 'Pieces.Pieces[0].LODs[0].Faces[0].Vertices[1]', 'Nodes']) {
    expect(elementAt(path)).toBeNull();
  }
  for (const path of [
    'Sockets.Sockets[1]',
    'Header.LODDistances[0]',
    'Animation.Animations[0].Keyframes[2]',
  ]) {
    expect(elementAt(path)).toBe(path);
  }
  // The core says the same.
  const refused = editing.edit(parsed, [{ op: 'duplicate', path: 'Nodes.Nodes[0].Matrix[3]' }]);
  expect('refused' in refused && refused.refused).toBe('Nodes.Nodes[0].Matrix always has 16 elements.');
  parsed.release();
});

test('the switches of a sprite are where its fields are', async () => {
  const { sprites } = await loadDtx();
  const text = new TextEncoder().encode('a.dtx');
  const parsed = sprites.open(
    Uint8Array.of(1, 0, 0, 0, 15, 0, 0, 0, 1, 0, 0, 0, ...new Uint8Array(8), 5, 0, ...text),
  );
  expect(parsed.info.format).toBe('spr');
  const named = [...parsed.paths(0, parsed.size)].filter((path) => enumerationOf(parsed.info, path));
  expect(named).toEqual(['Sprite.Transparent', 'Sprite.Translucent']);
  parsed.release();
});
