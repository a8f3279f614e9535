/** `lithoscope compare`: what it prints and how it ends. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AbcFile } from '@lithoscope/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lithoscope } from '../support/cli.ts';
import { loadCore } from '../support/core.ts';
import { lithString, nodeAt, patched, spliced } from '../support/edit.ts';
import { fixture } from '../support/fixtures.ts';
import { CLOCKWORK, CLOCKWORK_SKIN, JELLYFISH, sample } from '../support/samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'lithoscope-compare-'));
afterAll(() => rmSync(folder, { recursive: true }));

let model: AbcFile;
beforeAll(async () => {
  model = (await loadCore()).open(sample('clockwork.abc'));
});

function written(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

describe('compare', () => {
  test('says that files are the same, and ends with 0', async () => {
    const ran = await lithoscope('compare', CLOCKWORK, written('copy.abc', model.bytes));
    expect(ran).toEqual({ code: 0, stdout: 'The files are the same, byte for byte.\n', stderr: '' });
  });

  test('says a line a difference by section, values before and after, their count, and ends with 1', async () => {
    const { start } = nodeAt(model, 'Pieces.Pieces[1].LODs[0].Vertices[7].Location');
    const radius = nodeAt(model, 'Header.InternalRadius');
    const name = nodeAt(model, 'Nodes.Nodes[1].Name');
    const bytes = patched(model, radius.start, (view) => view.setFloat32(0, 123.5, true));
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    view.setFloat32(start, 1, true);
    view.setFloat32(start + 4, 2, true);
    view.setFloat32(start + 8, 3, true);
    const changed = (await loadCore()).open(Uint8Array.from(bytes));
    const other = written('other.abc', spliced(changed, name.start, name.end, lithString('Back\x1bbone')));
    const { code, stdout } = await lithoscope('compare', CLOCKWORK, other);
    expect(code).toBe(1);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('Header');
    expect(lines[1]).toMatch(/^ {2}Header\.InternalRadius: [\d.]+ → 123\.5$/);
    expect(lines[2]).toBe('Pieces');
    expect(lines[3]).toMatch(
      /^ {2}Pieces\.Pieces\[1\]\.LODs\[0\]\.Vertices\[7\]\.Location: \S+ \S+ \S+ → 1 2 3 \(by up to [\d.]+\)$/,
    );
    expect(lines[4]).toBe('Nodes');
    // What a name holds steers no terminal.
    expect(lines[5]).toBe('  Nodes.Nodes[1].Name: “Spine” → “Back\\x1bbone”');
    expect(lines[6]).toMatch(/^3 differences; \d+ in counts and offsets follow from them\.$/);
  });

  test('says the same as JSON', async () => {
    const radius = nodeAt(model, 'Header.InternalRadius');
    const was = new DataView(model.bytes.buffer, model.bytes.byteOffset).getFloat32(radius.start, true);
    const bytes = patched(model, radius.start, (view) => view.setFloat32(0, was + 0.5, true));
    const other = written('radius.abc', bytes);
    const { code, stdout } = await lithoscope('compare', CLOCKWORK, other, '--json');
    expect(code).toBe(1);
    const place = { path: 'Header.InternalRadius', start: radius.start, end: radius.end };
    expect(JSON.parse(stdout)).toEqual({
      left: CLOCKWORK,
      right: other,
      same: false,
      differences: [
        {
          kind: 'changed',
          section: 'Header',
          where: 'InternalRadius',
          left: place,
          right: place,
          before: expect.closeTo(was, 4),
          after: expect.closeTo(was + 0.5, 4),
          deviation: 0.5,
          numbers: { differing: 1, count: 1 },
          derived: false,
        },
      ],
      unlisted: 0,
    });
    expect(JSON.parse((await lithoscope('compare', CLOCKWORK, CLOCKWORK, '--json')).stdout)).toMatchObject({
      same: true,
      differences: [],
    });
  });

  test('says of which versions and kinds they are', async () => {
    expect((await lithoscope('compare', CLOCKWORK, JELLYFISH)).stdout).toContain(
      'The files are ABC v12 and ABC v6: items with the same name are compared.\n',
    );
    const { code, stdout } = await lithoscope('compare', CLOCKWORK, CLOCKWORK_SKIN);
    expect(code).toBe(1);
    expect(stdout).toContain('The files are ABC v12 and DTX v');
  });

  test('takes files in archives, broken files and any bytes', async () => {
    const archive = written('A.REZ', fixture('ArchiveOfTwoFolders.rez'));
    const listed = (await lithoscope('list', archive)).stdout.trimEnd().split('\n');
    const path = listed[0]?.split('\t')[1] ?? '';
    expect((await lithoscope('compare', `${archive}!/${path}`, `${archive}!/${path}`)).code).toBe(0);
    const cut = written('cut.abc', model.bytes.subarray(0, 1000));
    expect((await lithoscope('compare', CLOCKWORK, cut)).code).toBe(1);
    expect((await lithoscope('compare', written('empty', new Uint8Array()), cut)).code).toBe(1);
  });

  test.each([
    [['compare'], "Missing required argument 'A'."],
    [['compare', CLOCKWORK], "Missing required argument 'B'."],
    [['compare', CLOCKWORK, CLOCKWORK, CLOCKWORK], 'Expected 2 arguments but got 3.'],
    [['compare', CLOCKWORK, join(folder, 'none.abc')], 'none.abc'],
    [['compare', CLOCKWORK, CLOCKWORK, '--ndjson'], '--ndjson'],
  ])('ends with 2 at %j', async (args, words) => {
    const { code, stdout, stderr } = await lithoscope(...args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(words);
  });
});
