/** What is copied, against the bytes and the leaves that the command line prints. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldLines } from '../../../web/explain/field-lines.ts';
import {
  type CopyFormat,
  cArray,
  formatSelection,
  hexDump,
  nested,
  plainText,
  pythonBytes,
} from '../../../web/export/formats.ts';
import { lithoscope } from '../support/cli.ts';
import { loadCore } from '../support/core.ts';
import { bytesOf, CLOCKWORK } from '../support/samples.ts';

const bytes = Buffer.from(bytesOf(CLOCKWORK));
/** All of its fields, as the command line prints them. */
const { stdout: printed } = await lithoscope('fields', CLOCKWORK);
const clockwork = (await loadCore()).open(bytes);

const copy = (format: CopyFormat, start: number, end: number, path: string) =>
  formatSelection(format, clockwork, 'clockwork.abc', { start, end, path });

/** Copies the node at a path. */
function copyNode(format: CopyFormat, path: string) {
  const node = clockwork.resolve(path);
  if (!node) throw new Error(`no ${path}`);
  return copy(format, node.start, node.end, path);
}

describe('bytes', () => {
  test('hex', async () => {
    expect(await copy('hex', 0, 8, 'Header.Type')).toEqual({ text: '06 00 48 65 61 64 65 72' });
  });

  test('Base64 of any range is what Node writes', async () => {
    const place = fc.nat(bytes.length);
    await fc.assert(
      fc.asyncProperty(place, place, async (a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const { text } = await copy('base64', start, end, '');
        expect(text).toBe(bytes.subarray(start, end).toString('base64'));
      }),
      { numRuns: 30 },
    );
  });

  test('a C array', async () => {
    expect((await copy('c', 0, 13, 'Header')).text).toBe(
      `/* clockwork.abc, Header, 13 bytes at 0x0 */
static const unsigned char data[13] = {
    0x06, 0x00, 0x48, 0x65, 0x61, 0x64, 0x65, 0x72, ${[...bytes.subarray(8, 12)].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(', ')},
    0x${bytes[12]?.toString(16).padStart(2, '0')},
};
`,
    );
  });

  test('a hex dump is what xxd writes', () => {
    const row = Uint8Array.from({ length: 21 }, (_, i) => 0x30 + i);
    expect(hexDump(row, 0)).toBe(
      '00000000: 3031 3233 3435 3637 3839 3a3b 3c3d 3e3f  0123456789:;<=>?\n' +
        '00000010: 4041 4243 44                             @ABCD\n',
    );
    expect(hexDump(Uint8Array.of(0, 0xff), 0x6e07)).toMatch(/^00006e07: 00ff {35} {2}\.\.\n$/);
  });

  test('text has a dot for what cannot be seen', async () => {
    expect((await copy('text', 0, 8, '')).text).toBe('..Header');
    expect(plainText(Uint8Array.of(0x41, 9, 10, 13, 0, 0x7f, 0x90, 0xa0, 0xe9))).toBe('A\t\n\r....é');
  });

  test('Python bytes are what Python reads', async () => {
    for (const [start, end] of [
      [0, 0],
      [0, 5],
      [0, 16],
      [3, 300],
    ] as const) {
      const text = pythonBytes(bytes.subarray(start, end));
      const program = `import sys; sys.stdout.buffer.write(${text})`;
      expect(execFileSync('python3', ['-c', program])).toEqual(bytes.subarray(start, end));
    }
  });

  test('no name ends the comment', () => {
    expect(cArray(new Uint8Array(1), 'a*/ evil */ \n \u202e')).toMatch(/^\/\* a\*\? evil \*\? \? \? \*\/\n/);
  });
});

describe('values', () => {
  test('a number, a string, a vector', async () => {
    expect(await copyNode('value', 'Header.Version')).toEqual({ text: '12' });
    expect(await copyNode('value', 'Header.Type')).toEqual({ text: 'Header' });
    expect(await copyNode('json', 'Header.Type')).toEqual({ text: '"Header"' });
    const { text = '' } = await copyNode('value', 'Pieces.Pieces[0].LODs[0].Vertices[0].Location');
    expect(text.split(' ').length).toBe(3);
  });

  test('a node as JSON holds exactly its leaves', async () => {
    const path = 'Nodes.Nodes[1]';
    const { text = '' } = await copyNode('json', path);
    const value = JSON.parse(text);
    expect(Object.keys(value)).toEqual(['Name', 'Index', 'Flags', 'Matrix', 'ChildCount']);
    const values = printed
      .split('\n')
      .filter((line) => line.includes(`"path":"${path}.`))
      .map((line) => JSON.parse(line).value);
    expect([value.Name, value.Index, value.Flags, ...value.Matrix, value.ChildCount]).toEqual(values);
  });

  test('a list as JSON', async () => {
    const { text = '' } = await copyNode('json', 'Sockets.Sockets');
    const list = JSON.parse(text);
    expect(list.length).toBe(clockwork.info.sockets.length);
    expect(list.map(({ Name }: { Name: string }) => Name)).toEqual(
      clockwork.info.sockets.map(({ name }) => name),
    );
  });

  test('a range holds its whole fields by their paths', async () => {
    const { start } = clockwork.resolve('Header.Version') ?? { start: 0 };
    const { text = '' } = await copy('json', start - 1, start + 6, 'Header');
    expect(JSON.parse(text)).toEqual({ 'Header.Version': 12 });
    expect((await copy('value', start + 1, start + 3, 'Header.Version')).error).toContain(
      'no complete field',
    );
  });

  test('what the range cuts is counted', async () => {
    const { start, end } = clockwork.resolve('Nodes.Nodes[1]') ?? { start: 0, end: 0 };
    expect((await copy('json', start, end, 'Nodes.Nodes[1]')).omitted).toBeUndefined();
    const cut = await copy('json', start + 1, end - 1, 'Nodes.Nodes[1]');
    // The name at one end, the number of children at the other.
    expect(cut.omitted).toBe(2);
    expect(Object.keys(JSON.parse(cut.text ?? ''))).not.toContain('Nodes.Nodes[1].Name');
  });

  test('what is no number, and text with anything in it, is JSON all the same', async () => {
    const other = Uint8Array.from(bytes);
    const { start } = clockwork.resolve('Nodes.Nodes[1]') ?? { start: 0 };
    other.set(Buffer.from('"\0\\\n'), start + 2);
    const matrix = clockwork.resolve('Nodes.Nodes[1].Matrix') ?? { start: 0, end: 0 };
    const view = new DataView(other.buffer, matrix.start, 12);
    for (const [i, value] of [Number.NaN, Number.POSITIVE_INFINITY, -0].entries()) {
      view.setFloat32(4 * i, value, true);
    }
    const file = (await loadCore()).open(other);
    const { end } = file.resolve('Nodes.Nodes[1]') ?? { end: 0 };
    const { text = '' } = await formatSelection('json', file, 'x', { start, end, path: 'Nodes.Nodes[1]' });
    const value = JSON.parse(text);
    expect(value.Name.slice(0, 4)).toBe('"\0\\\n');
    expect(value.Matrix.slice(0, 3)).toEqual(['NaN', 'Infinity', -0]);
  });

  test('of padding only what is selected', async () => {
    const { start } = clockwork.resolve('Header.Padding') ?? { start: 0 };
    expect(await copy('value', start + 1, start + 4, 'Header.Padding')).toEqual({ text: '000000' });
  });

  test('selections above the limits give an error', async () => {
    expect((await copyNode('json', 'Pieces')).error).toMatch(/^[\d,]+ fields are too many/);
    const large = new Uint8Array(5 << 20);
    const file = (await loadCore()).open(large);
    const { error } = await formatSelection('hex', file, 'large', { start: 0, end: large.length, path: '' });
    expect(error).toBe('5,242,880 bytes are too many for the clipboard. Export them as a file instead.');
  });

  test('bytes outside all sections have no path', async () => {
    expect((await copy('path', 0, 1, '')).error).toContain('no path');
    expect(await copy('path', 0, 1, 'Header.Type')).toEqual({ text: 'Header.Type' });
  });
});

test('fields become objects and lists', () => {
  expect(nested([['', 5]])).toBe(5);
  expect(
    nested([
      ['.A', 1],
      ['.B[0].X', 2],
      ['.B[1].X', 3],
      ['.C[0][1]', 'x'],
    ]),
  ).toEqual({ A: 1, B: [{ X: 2 }, { X: 3 }], C: [[undefined, 'x']] });
  // A section may be called anything.
  const hostile = nested([['__proto__.polluted', 1]]);
  expect(Object.keys(hostile)).toEqual(['__proto__']);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test('the lines of the page are those of the command line', async () => {
  let text = '';
  for await (const lines of fieldLines(clockwork)) text += lines;
  expect(text).toBe(printed);
});
