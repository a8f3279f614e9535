import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import schema from '../../../public/schema/check.schema.json';
import type { reportData } from '../../../web/explain/report.ts';
import { lithoscope } from '../support/cli.ts';
import { realFiles } from '../support/real-files.ts';
import { sample } from '../support/samples.ts';

const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

interface Output {
  files: ReturnType<typeof reportData>[];
}

/** Checks files and holds the output against the schema. */
async function checked(...paths: string[]): Promise<Output> {
  const { stdout } = await lithoscope('check', '--json', ...paths);
  const output = JSON.parse(stdout);
  validate(output);
  expect(validate.errors).toBe(null);
  return output;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-schema-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, bytes: Uint8Array): void {
  writeFileSync(join(folder, name), bytes);
}

describe('the output of check --json is as public/schema/check.schema.json says', () => {
  test('for real files', async () => {
    const { files } = await checked(...['.abc', '.dtx', '.spr'].flatMap(realFiles));
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBe(['.abc', '.dtx', '.spr'].flatMap(realFiles).length);
    expect(files.map(({ engine }) => engine.verdict)).toContain('loads');
  });

  test('for no files', async () => {
    expect(await checked(join(folder, 'nowhere.abc'))).toEqual({ files: [] });
  });

  test('for cut files, changed files and what is no model', async () => {
    const versions = new Map<string, Uint8Array>([
      ['clockwork', sample('clockwork.abc')],
      ['jellyfish', sample('jellyfish.abc')],
    ]);
    for (const [name, bytes] of versions) {
      for (let i = 0; i < 24; i++) {
        const at = Math.floor((bytes.length * i) / 24);
        write(`${name}-cut-${i}.abc`, bytes.subarray(0, at));
        const changed = Uint8Array.from(bytes);
        changed.fill(0xff, at, at + 400);
        write(`${name}-changed-${i}.abc`, changed);
      }
    }
    write('tune.abc', new TextEncoder().encode('X:1\nT:A tune\n'));
    const { files } = await checked(folder);
    expect(files.length).toBe(97);
    const findings = files.flatMap((file) => file.findings);
    expect(findings.some(({ count, places }) => places.length === 8 && count > 8)).toBe(true);
    expect(new Set(findings.map(({ code }) => code)).size).toBeGreaterThanOrEqual(8);
  });
});

describe('the schema rejects', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what is damaged has no type
  test.each<[string, (file: any, finding: any) => void]>([
    ['an entry that it does not know', (_file, finding) => Object.assign(finding, { hint: '' })],
    ['a file without its verdict', (file) => delete file.engine],
    ['a finding without its remedy', (_file, finding) => delete finding.remedy],
    ['another word for a severity', (_file, finding) => Object.assign(finding, { severity: 'fatal' })],
    ['a finding without a place', (_file, finding) => Object.assign(finding, { places: [] })],
    ['a place before the file', (_file, finding) => Object.assign(finding.places[0], { offset: -1 })],
    ['a count of none', (_file, finding) => Object.assign(finding, { count: 0 })],
  ])('%s', async (_what, damage) => {
    write('cut.abc', sample('clockwork.abc').subarray(0, 20_000));
    const output = await checked(join(folder, 'cut.abc'));
    const [file] = output.files;
    damage(file, file?.findings[0]);
    expect(validate(output)).toBe(false);
  });

  test('what has no list of files', () => {
    expect(validate({})).toBe(false);
    expect(validate([])).toBe(false);
  });
});
