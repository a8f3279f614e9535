/** Tables as CSV: read again by another reader, they say what the file says. */
import type { AbcFile, Lithoscope, ParsedFile } from '@lithoscope/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { REPORT_COLUMNS, reportRows } from '../../../web/explain/report.ts';
import { keyParts } from '../../../web/export/tables.ts';
import { cellsOfTabbed, csvLine, tabbedLine } from '../../../web/lib/csv.ts';
import { tableLayout } from '../../../web/structure/table/columns.ts';
import { TableRows } from '../../../web/structure/table/rows.ts';
import { csvParts } from '../../../web/structure/table/text.ts';
import { loadCore } from '../support/core.ts';
import { parseCsv } from '../support/csv.ts';
import { sample } from '../support/samples.ts';

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});

const open = (name: string): AbcFile => core.open(sample(name));

async function tableCsv(parsed: ParsedFile, path: string, order: Uint32Array | null = null) {
  const layout = tableLayout(parsed, path);
  if (!layout) expect.fail(`${path} has no table`);
  const texts: string[] = [];
  const { count, parts } = csvParts(new TableRows(parsed, layout), order);
  for await (const part of parts) texts.push(part);
  expect(texts, 'as many parts as were promised').toHaveLength(count);
  return { layout, text: texts.join('') };
}

describe('a line', () => {
  it('holds any text, and no formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (texts) => {
        const [row = []] = parseCsv(csvLine(['first', ...texts])).map((cells) => cells.slice(1));
        expect(row.map((text, i) => (text === `'${texts[i]}` ? text.slice(1) : text))).toEqual(texts);
        for (const text of row) expect(text).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
    expect(csvLine(['=1+1', ' =1', '-2', '@x', '+3', 'a"b', 'c,d', 'e\nf', -5, null])).toBe(
      `'=1+1,' =1,'-2,'@x,'+3,"a""b","c,d","e\nf",-5,\r\n`,
    );
    expect(tabbedLine(['=1+1', 'a\tb', 'c"d', 'e,f', -5])).toBe(`'=1+1\t"a\tb"\t"c""d"\te,f\t-5\n`);
  });

  it('holds any number of a file to the last bit', () => {
    fc.assert(
      fc.property(fc.float(), (number) => {
        const [[text = ''] = []] = parseCsv(csvLine([number]));
        expect(Math.fround(Number(text))).toBe(number);
      }),
    );
  });
});

describe('a list of a file', () => {
  it('says what the bytes say, float by float', async () => {
    const file = open('clockwork.abc');
    const path = 'Pieces.Pieces[0].LODs[0].Vertices';
    const { text } = await tableCsv(file, path);
    expect(text.startsWith('\uFEFF'), 'Excel takes it for UTF-8').toBe(true);
    const [head = [], ...rows] = parseCsv(text);
    expect(head[0]).toBe('Index');
    const view = new DataView(file.bytes.buffer, file.bytes.byteOffset);
    rows.forEach((row, i) => {
      expect(row[0]).toBe(String(i));
      for (const axis of ['X', 'Y', 'Z']) {
        const at = file.resolve(`${path}[${i}].Location.${axis}`)?.start ?? Number.NaN;
        const value = Number(row[head.indexOf(`Location.${axis}`)]);
        if (!Object.is(Math.fround(value), view.getFloat32(at, true)))
          expect.fail(`${path}[${i}].Location.${axis}: ${value}`);
      }
    });
    expect(rows).toHaveLength(file.resolve(path)?.count ?? 0);
  });

  it('keeps the order that is shown, in parts that join', async () => {
    const file = open('clockwork.abc');
    const path = 'Pieces.Pieces[0].LODs[0].Faces';
    const { layout, text } = await tableCsv(file, path);
    const order = Uint32Array.from({ length: layout.count }, (_, i) => layout.count - 1 - i);
    const { text: reversed } = await tableCsv(file, path, order);
    const [head, ...rows] = parseCsv(text);
    expect(parseCsv(reversed)).toEqual([head, ...rows.toReversed()]);
  });

  it('names what has no number: NaN, infinities, −0', async () => {
    const bytes = sample('clockwork.abc');
    const path = 'Nodes.Nodes';
    const start = (field: string) => core.open(bytes).resolve(`${path}[1].Matrix[${field}]`)?.start ?? 0;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const odd = [Number.NaN, Number.NEGATIVE_INFINITY, -0];
    odd.forEach((value, i) => {
      view.setFloat32(start(String(i)), value, true);
    });
    const { text } = await tableCsv(core.open(bytes), path);
    const [head = [], , row = []] = parseCsv(text);
    const at = head.indexOf('Matrix[0]');
    expect(row.slice(at, at + 3)).toEqual(['NaN', '-Infinity', '-0']);
  });

  it('waits for bytes that are not there yet', async () => {
    const whole = open('clockwork.abc');
    const path = 'Nodes.Nodes';
    const { text } = await tableCsv(whole, path);
    const late: ParsedFile = new Proxy(whole, {
      get(file, name) {
        if (name === 'at') return () => null;
        if (name === 'read') return async (start: number, end: number) => file.bytes.slice(start, end);
        const value = Reflect.get(file, name, file);
        return typeof value === 'function' ? value.bind(file) : value;
      },
    });
    expect((await tableCsv(late, path)).text).toBe(text);
  });
});

describe('keys of an animation', () => {
  it.each(['clockwork.abc', 'jellyfish.abc'])('of %s are those of the file', (name) => {
    const file = open(name);
    const names = file.info.nodes.map((node) => node.name);
    const all = names.map((_, node) => node);
    const [head = [], ...rows] = parseCsv([...keyParts(file, 0, names, all)].join(''));
    const { times } = file.keyframes(0);
    expect(head.slice(0, 4)).toEqual(['Node', 'Node name', 'Key', 'Time (ms)']);
    expect(rows).toHaveLength(all.length * times.length);
    rows.forEach((row, i) => {
      const [node, key] = [Math.floor(i / times.length), i % times.length];
      expect(row.slice(0, 4)).toEqual([node, names[node], key, times[key]].map(String));
      const { translations, rotations } = file.track(0, node) ?? {};
      const stored = [
        ...(translations?.subarray(3 * key, 3 * key + 3) ?? []),
        ...(rotations?.subarray(4 * key, 4 * key + 4) ?? []),
      ];
      expect(row.slice(4).map((text) => Math.fround(Number(text)))).toEqual(stored);
    });
  });

  it('are those of one node, where one is asked for', () => {
    const file = open('clockwork.abc');
    const rows = parseCsv([...keyParts(file, 0, [], [2])].join(''));
    expect(new Set(rows.slice(1).map(([node]) => node))).toEqual(new Set(['2']));
    expect(parseCsv([...keyParts(file, 0, [], [9999])].join('')), 'no such node').toHaveLength(1);
  });
});

it('problems have a line each, with the words of the panel', () => {
  const parsed = core.open(sample('clockwork.abc').slice(0, 50_000));
  const text = [REPORT_COLUMNS, ...reportRows({ name: '=x.abc', file: parsed })].map(csvLine).join('');
  const [head = [], ...rows] = parseCsv(text);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map((row) => row[head.indexOf('Message')])).toEqual(
    parsed.findings.map(({ message }) => message),
  );
  expect(rows[0]?.[0]).toBe("'=x.abc");
});

describe('cells of a spreadsheet', () => {
  it('are those that were copied here, whatever is in them', () => {
    const text = fc.oneof(
      fc.uint8Array({ maxLength: 12 }).map((codes) => String.fromCharCode(...codes)),
      fc.stringMatching(/^[=+@"'\t\r\n a-]{0,6}$/),
    );
    // A line of one empty cell is an empty line, which ends a table.
    const line = fc.array(text, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        expect(cellsOfTabbed(lines.map((cells) => tabbedLine(cells)).join(''))).toEqual(lines);
      }),
    );
  });

  it.each([
    [
      '1\t2\r\n3\t4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      '1\t2\n3\t',
      [
        ['1', '2'],
        ['3', ''],
      ],
    ],
    ['"a\tb"\t"c""d"', [['a\tb', 'c"d']]],
    ['"open', [['open']]],
    ["'=1+1", [['=1+1']]],
    ['\t\n', [['', '']]],
    ['', []],
  ])('%j', (text, cells) => {
    expect(cellsOfTabbed(text)).toEqual(cells);
  });
});
