/** The report of a check: what it says, and what is saved of it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import schema from '../../../public/schema/check.schema.json';
import { factsFrom } from '../../../web/explain/facts.ts';
import {
  type Checked,
  checkReport,
  groupsOf,
  ReportRows,
  reportAsCsv,
  reportAsJson,
  reportAsText,
} from '../../../web/library/scan/report.ts';
import { lithoscope } from '../support/cli.ts';
import { loadCore } from '../support/core.ts';
import { parseCsv } from '../support/csv.ts';
import { loadDtx } from '../support/dtx.ts';
import { loadEditing } from '../support/editing.ts';
import { libraryFile, librarySource } from '../support/library.ts';
import { sample } from '../support/samples.ts';

const cut = (bytes: Uint8Array, part: number) => bytes.slice(0, Math.floor(bytes.length * part));
const model = sample('clockwork.abc');
const FILES: readonly (readonly [path: string, bytes: Uint8Array])[] = [
  ['a/clockwork.abc', model],
  ['a/jellyfish.dtx', sample('jellyfish.dtx')],
  ['b/cut.abc', cut(model, 0.6)],
  ['b/cut2.abc', cut(sample('jellyfish.abc'), 0.3)],
  ['b/=formula.abc', cut(model, 0.2)],
  ['c/text.abc', new TextEncoder().encode('no model, "quoted",\nby far')],
];

const source = librarySource('game');
let checked: Checked[];
let folder: string;
beforeAll(async () => {
  const core = await loadCore();
  const textures = await loadDtx();
  const editing = await loadEditing();
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-check-'));
  checked = FILES.map(([path, bytes]) => {
    const parsed = path.endsWith('.dtx') ? textures.open(bytes) : core.open(bytes);
    editing.settleFixes(parsed);
    const at = join(folder, 'game', path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, bytes);
    return { file: libraryFile(source, path, bytes), facts: structuredClone(factsFrom(parsed)) };
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the command line says of the same files, named as in the library. */
async function commandLine(...options: string[]): Promise<string> {
  const paths = FILES.map(([path]) => join(folder, 'game', path));
  const { stdout } = await lithoscope('check', ...options, ...paths);
  return stdout.replaceAll(`${folder}/`, '');
}

describe('what is saved of a report', () => {
  it('is what lithoscope check --json writes', async () => {
    const json = reportAsJson(checked).join('');
    expect(json).toBe(await commandLine('--json'));
    const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
    validate(JSON.parse(json));
    expect(validate.errors).toBe(null);
    expect(JSON.parse(reportAsJson([]).join(''))).toEqual({ files: [] });
  });

  it('is what lithoscope check writes for people', async () => {
    expect(reportAsText(checked, []).join('')).toBe(await commandLine());
    const file = libraryFile(source, 'gone.abc');
    const text = reportAsText(checked, [{ file, problem: 'The file is gone.' }]).join('');
    expect(text).toContain('game/gone.abc could not be read: The file is gone.\n');
    expect(text).toContain('6 files checked, 4 with errors, 1 could not be opened');
  });

  it('is a table with a line for each problem', () => {
    const rows = parseCsv(
      reportAsCsv(checked, [{ file: libraryFile(source, 'x'), problem: 'Gone.' }]).join(''),
    );
    const [head = [], ...lines] = rows;
    expect(lines.length).toBe(
      1 + checked.reduce((sum, { facts }) => sum + Math.max(1, facts.findings.length), 0),
    );
    for (const line of lines) expect(line).toHaveLength(head.length);
    const cell = (line: string[], column: string) => line[head.indexOf(column)];
    for (const { file, facts } of checked) {
      const own = lines.filter((line) => cell(line, 'File') === `game/${file.path}`);
      expect(own.map((line) => cell(line, 'Code')).filter(Boolean)).toEqual(
        facts.findings.map(({ code }) => code),
      );
      expect(own.map((line) => cell(line, 'Offset')).filter(Boolean)).toEqual(
        facts.findings.map(({ offset }) => String(offset)),
      );
      expect(own.map((line) => cell(line, 'Message')).filter(Boolean)).toEqual(
        facts.findings.map(({ message }) => message),
      );
    }
  });
});

describe('a report', () => {
  const NONE = new Set<never>();

  it('has every finding once, by code and by file, and every file by its version', () => {
    const report = checkReport(checked, [], NONE);
    const all = checked.flatMap(({ file, facts }) =>
      facts.findings.map((finding) => `${file.path} ${finding.code} ${finding.offset}`),
    );
    const byCode = report.codes.flatMap(({ places }) =>
      places.map(({ file, finding }) => `${file.path} ${finding.code} ${finding.offset}`),
    );
    const byFile = report.files.flatMap(({ file, findings }) =>
      findings.map((finding) => `${file.path} ${finding.code} ${finding.offset}`),
    );
    expect(byCode.sort()).toEqual(all.sort());
    expect(byFile.sort()).toEqual(all.sort());
    expect(report.damaged).toBe(4);
    expect(report.versions.flatMap(({ indices }) => indices).sort()).toEqual(checked.map((_, i) => i));
    expect(report.versions[0]).toMatchObject({ version: 'ABC v12', game: 'NOLF, AvP2', errors: 2 });
    const hidden = checkReport(checked, [], new Set(['error', 'warning', 'information', 'hint']));
    expect([hidden.codes, hidden.files]).toEqual([[], []]);
    expect(hidden.counts).toEqual(report.counts);
  });

  it('is listed worst first', () => {
    const { codes, files } = checkReport(checked, [], NONE);
    const order = ['error', 'warning', 'information', 'hint'];
    for (const list of [codes, files]) {
      const ranks = list.map(({ severity }) => order.indexOf(severity));
      expect(ranks).toEqual(ranks.toSorted());
    }
  });

  it('finds the row of a number as a list of all rows does', () => {
    const report = checkReport(checked, [{ file: libraryFile(source, 'x'), problem: 'Gone.' }], NONE);
    for (const by of ['code', 'file', 'version'] as const) {
      const groups = groupsOf(report, by);
      fc.assert(
        fc.property(fc.subarray(groups.map(({ key }) => key)), (open) => {
          const rows = new ReportRows(groups, new Set(open));
          const all = groups.flatMap((group) => [
            { group, leaf: null },
            ...(open.includes(group.key)
              ? Array.from({ length: group.size }, (_, leaf) => ({ group, leaf }))
              : []),
          ]);
          expect(rows.count).toBe(all.length);
          all.forEach((row, i) => {
            expect(rows.at(i)).toMatchObject({ leaf: row.leaf, index: groups.indexOf(row.group) });
            if (row.leaf !== null) expect(row.group.leaf(row.leaf).file).toBeDefined();
          });
          expect(rows.at(-1)).toBeNull();
          expect(rows.at(all.length)).toBeNull();
        }),
      );
    }
  });
});
