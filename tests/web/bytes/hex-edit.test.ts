/** Typing, pasting and filling bytes, what is said of changed ones, and a run of typing as one entry of undo. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesWithChanges } from '../../../web/bytes/hex/minimap-rows.ts';
import { bytesColumn, chooseLayout, codeOf, hexColumn, textColumn } from '../../../web/bytes/hex/row-text.ts';
import { changeStops, changeWords, nextStop } from '../../../web/bytes/hex/stops.ts';
import { digitOf, filled, fitOf, hexBytes, hexWords, textBytes } from '../../../web/bytes/overwrite/entry.ts';
import { overwritten, TypedRun } from '../../../web/bytes/overwrite/typed-run.ts';
import { OpenFile } from '../../../web/document/open-file.ts';
import { addFiles, closeAllFiles, files } from '../../../web/document/state.ts';
import { change, redo, undo } from '../../../web/edit/history.ts';
import { whyFixed } from '../../../web/edit/value/editable.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { partly } from '../support/fakes.ts';
import { sample } from '../support/samples.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('a run of typing', () => {
  const file = bytes(0x10, 0x21, 0x32, 0x43);
  const run = (start: number, text = '') => {
    const typed = new TypedRun(start, (at) => file[at]);
    for (const character of text) typed.typeDigit(digitOf(character) ?? 0);
    return typed;
  };

  it('writes digit by digit, the upper one first, and shows half a byte at once', () => {
    expect(run(1, 'a').at(1)).toEqual({ before: 0x21, now: 0xa1 });
    expect(run(1, 'a').caret).toBe(1);
    expect(run(1, 'a').isHalf).toBe(true);
    expect(run(1, 'aB').at(1)).toEqual({ before: 0x21, now: 0xab });
    expect(run(1, 'aB').caret).toBe(2);
    expect(run(1, 'abc').pending(file, true)).toEqual({ start: 1, value: bytes(0xab, 0xc2) });
    expect(run(1, 'abc').pending(file, false)).toEqual({ start: 1, value: bytes(0xab) });
  });

  it('takes back what was typed, and nothing before that', () => {
    const typed = run(1, 'abc');
    expect(typed.back()).toBe(true);
    expect([typed.caret, typed.isHalf]).toEqual([2, false]);
    expect(typed.back()).toBe(true);
    expect(typed.caret).toBe(1);
    expect(typed.pending(file, true)).toBeNull();
    expect(typed.changed()).toBeNull();
    expect(typed.back()).toBe(false);
  });

  it('takes back what the file has already', () => {
    const typed = run(0, 'aabb');
    const written = overwritten(file, 0, typed.pending(file, false));
    expect(written).toEqual(bytes(0xaa, 0xbb, 0x32, 0x43));
    expect(typed.pending(written, true)).toBeNull();
    typed.back();
    expect(typed.pending(written, false)).toEqual({ start: 1, value: bytes(0x21) });
    expect(typed.changed()).toEqual({ start: 0, value: bytes(0xaa), before: bytes(0x10) });
  });

  it('ends with the file', () => {
    const typed = run(3, 'ff');
    expect(typed.caret).toBe(4);
    expect(typed.typeDigit(1)).toBe(false);
    expect(typed.typeByte(1)).toBe(false);
    expect(typed.pending(file, true)).toEqual({ start: 3, value: bytes(0xff) });
  });

  it('is, whatever is typed and taken back, what was typed last over what was there', () => {
    const key = fc.oneof(fc.integer({ min: 0, max: 15 }), fc.constant(-1));
    fc.assert(
      fc.property(fc.array(key), fc.nat(3), (keys, start) => {
        const typed = new TypedRun(start, (at) => file[at]);
        // The same with nothing but arrays: the digits of whole bytes, and half a one.
        const whole: number[] = [];
        let half: number | null = null;
        for (const pressed of keys) {
          if (pressed < 0) {
            typed.back();
            if (half !== null) half = null;
            else whole.pop();
          } else if (typed.typeDigit(pressed)) {
            if (half === null) half = pressed;
            else {
              whole.push(half * 16 + pressed);
              half = null;
            }
          }
        }
        const expected = file.slice();
        expected.set(whole, start);
        const at = start + whole.length;
        if (half !== null) expected[at] = half * 16 + ((file[at] ?? 0) % 16);
        expect(overwritten(file, 0, typed.pending(file, true))).toEqual(expected);
        expect(typed.caret).toBe(at);
      }),
    );
  });
});

describe('pasted hex', () => {
  it.each(['0A 0B', '0x0A,0x0B', '0a0b', ' 0A\n0B ', '\\x0a\\x0b', '{ 0xA, 0xB };', '0A:0B', '0x0A0B'])(
    '%j is two bytes',
    (text) => expect(hexBytes(text)).toEqual(bytes(10, 11)),
  );

  it.each([
    ['0A B', '“B” is not a byte.'],
    ['hello', '“hello” is not a byte.'],
    ['0x', '“0x” is not a byte.'],
    ['', 'There are no bytes.'],
    [`${'z'.repeat(70_000)}`, `“${'z'.repeat(16)}…” is not a byte.`],
  ])('%j is refused', (text, why) => expect(hexBytes(text)).toContain(why));

  it('reads any bytes as they are written', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (data) => {
        expect(hexBytes(hexWords(data, 40))).toEqual(data);
      }),
    );
  });

  it('is said where it does not fit', () => {
    expect(fitOf(4, 6, 10)).toBe('');
    expect(fitOf(5, 6, 10)).toBe(
      '5 bytes cannot be pasted: only 4 bytes fit here, and pasting cannot make the file longer.',
    );
  });
});

describe('typed text', () => {
  it('is in the characters of the column', () => {
    expect(textBytes('Aé\t', 'latin1')).toEqual(bytes(0x41, 0xe9, 9));
    expect(textBytes('€é', 'cp1252')).toEqual(bytes(0x80, 0xe9));
    expect(textBytes('€', 'latin1')).toBe('“€” is not in Latin-1, the character set of the text column.');
    expect(textBytes('é', 'ascii')).toContain('not in ASCII');
    expect(textBytes('😀', 'cp1252')).toContain('not in Windows 1252');
  });

  it('is each byte that the column shows as a letter of its own', () => {
    for (let byte = 0xa1; byte < 0x100; byte++) {
      for (const set of ['latin1', 'cp1252'] as const) {
        expect(codeOf(String.fromCharCode(byte), set)).toBe(byte);
      }
    }
    expect(codeOf('™', 'cp1252')).toBe(0x99);
  });
});

it('fills with a pattern over and over, and cuts its last repeat', () => {
  expect(filled(bytes(1, 2, 3), 8)).toEqual(bytes(1, 2, 3, 1, 2, 3, 1, 2));
  expect(filled(bytes(1, 2, 3), 2)).toEqual(bytes(1, 2));
  expect(filled(bytes(7), 100_000).every((byte) => byte === 7)).toBe(true);
});

it('knows which column a place is in', () => {
  const layout = chooseLayout(1000, 100);
  expect(bytesColumn(layout, hexColumn(layout, 15))).toBe('hex');
  expect(bytesColumn(layout, textColumn(layout, 0))).toBe('text');
});

it('says why bytes cannot be edited', () => {
  const file = (parsed: object, archive: object | null = null) =>
    whyFixed(
      partly<OpenFile>({
        parsed: partly<OpenFile['parsed']>(parsed),
        info: partly<OpenFile['info']>({ format: 'abc' }),
        archive: archive as never,
      }),
    );
  expect(file({ isPartial: false, isEditable: true, size: 9 })).toBe('');
  expect(file({ isPartial: true, isEditable: false, size: 9 })).toContain('partially loaded');
  expect(file({ isPartial: false, isEditable: false, size: 9 }, {})).toContain('archive');
});

describe('changed bytes', () => {
  const range = (start: number, end: number, savedStart = start, savedEnd = end) => ({
    start,
    end,
    savedStart,
    savedEnd,
  });

  it('are stepped through, a number at a time, round the ends of the file', () => {
    const stops = changeStops([range(4, 5), range(7, 8), range(20, 22), range(30, 30, 32, 40)], 31);
    expect(stops).toEqual([
      { start: 4, end: 8 },
      { start: 20, end: 22 },
      { start: 30, end: 31 },
    ]);
    expect(nextStop(stops, 0, 1)).toBe(0);
    expect(nextStop(stops, 4, 1)).toBe(1);
    expect(nextStop(stops, 30, 1)).toBe(0);
    expect(nextStop(stops, 20, -1)).toBe(0);
    expect(nextStop(stops, 4, -1)).toBe(2);
    expect(nextStop([], 4, 1)).toBe(-1);
    expect(changeStops([range(0, 0, 0, 4)], 0)).toEqual([]);
  });

  it('have at least a line each in the map, also where bytes were taken out', () => {
    const lines = linesWithChanges({ size: 1000, lines: 10 }, [range(0, 1), range(1000, 1000, 1000, 1004)]);
    expect([...lines]).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('say what they were, and a run of typing is one entry of undo', async () => {
    const core = await loadCore();
    await loadEditing();
    const original = sample('clockwork_base.abc');
    addFiles([
      new OpenFile({ name: 'clockwork_base.abc', read: () => Promise.reject() }, core.open(original)),
    ]);
    const now = () => files.peek()[0] as OpenFile;
    const write = (start: number, ...values: number[]) =>
      change(now(), {
        label: 'Overwrite',
        before: hexWords(original.subarray(2, start + values.length)),
        operations: [{ op: 'bytes', start, end: start + values.length, value: bytes(...values) }],
        merge: 'bytes 1',
        mayBreak: true,
      });
    // The name of the first section, which the file cannot be read without.
    expect(write(2, 0x78)).toBe(true);
    expect(write(3, 0x79, 0x7a)).toBe(true);
    expect(now().edits.peek().done).toHaveLength(1);
    expect(now().edits.peek().done[0]?.before).toBe('48 65 61');
    expect([1, 2, 3, 4, 5].map((at) => changeWords(now(), at))).toEqual([
      '',
      'was 48',
      'was 65',
      'was 61',
      '',
    ]);
    expect(now().parsed.findings.some(({ severity }) => severity === 'error')).toBe(true);
    undo(now());
    expect(now().parsed.bytes).toEqual(original);
    expect(changeWords(now(), 2)).toBe('');
    redo(now());
    expect([...now().parsed.bytes.subarray(2, 5)]).toEqual([0x78, 0x79, 0x7a]);
    // Back to the same bytes by typing: the run comes to nothing, and nothing is left to undo.
    expect(write(2, ...original.subarray(2, 5))).toBe(true);
    expect(now().edits.peek().done).toHaveLength(0);
    closeAllFiles();
  });
});
