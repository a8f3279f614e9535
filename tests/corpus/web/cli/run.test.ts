/** Models of NOLF on the command line. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lithoscope } from '../../../web/support/cli.ts';
import { corpusJson, corpusPath } from '../../support.ts';

const folder = mkdtempSync(join(tmpdir(), 'lithoscope-'));
afterAll(() => rmSync(folder, { recursive: true }));

const nolf = (name: string) => corpusPath(`nolf/models/${name}`);

test('fields lists every leaf once, across the borders of its chunks', async () => {
  const expected = corpusJson('nolf/expected/INTHERO_CASUAL.abc.json');
  const { code, stdout } = await lithoscope('fields', nolf('INTHERO_CASUAL.abc'));
  expect(code).toBe(0);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.length).toBe(expected.leaf_fields);
  const byPath = new Map(lines.map((line) => [line.path, line]));
  expect(byPath.size).toBe(lines.length);
  expect(byPath.get('Header.CommandString').value).toBe(expected.header.CommandString);
  expect(byPath.get('Header.LODDistances[3]').value).toBe(1500);
  expect(byPath.get('Pieces.Pieces[0].Name').value).toBe(expected.pieces[0].name);
  expect(byPath.get('Pieces.Type')).toMatchObject({ type: 'string', value: 'Pieces', length: 8 });
});

test('pose takes an animation of another file by name in any case', async () => {
  const [model, base] = [nolf('INTHERO_ACTION.ABC'), nolf('FEMBASE.ABC')];
  const args = ['--time', '3000', '--anim-from', base];
  const { code, stdout } = await lithoscope('pose', model, '--anim', 'fLIRT', ...args);
  expect(code).toBe(0);
  const { nodes, pieces } = JSON.parse(stdout);
  expect(nodes.length).toBe(25);
  expect(nodes[0].length).toBe(16);
  const vertices = pieces.reduce((sum: number, piece: { positions: [] }) => sum + piece.positions.length, 0);
  expect(vertices).toBe(900);
  expect(
    pieces.every((piece: { positions: []; normals: [] }) => piece.positions.length === piece.normals.length),
  ).toBe(true);
  // The model's own animations do not count when an animation source is given.
  expect((await lithoscope('pose', model, '--anim', 'interface4', ...args)).code).toBe(2);
});

test('an unknown animation or level is refused with what there is', async () => {
  const path = nolf('INTHERO_CASUAL.abc');
  const unknown = await lithoscope('pose', path, '--anim', 'fly', '--time', '0');
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toContain('interface4');
  const level = await lithoscope('pose', path, '--anim', 'bind', '--lod', '5');
  expect(level).toMatchObject({ code: 2, stdout: '' });
});

test('check calls sound files sound', async () => {
  const { code, stdout } = await lithoscope('check', nolf('FEMBASE.ABC'), nolf('INTHERO_ACTION.ABC'));
  expect(code).toBe(0);
  expect(stdout).toContain('2 files checked, 0 with errors');
});

test('a truncated file still gives what could be read', async () => {
  const whole = readFileSync(nolf('FEMBASE.ABC'));
  const path = join(folder, 'cut.abc');
  writeFileSync(path, whole.subarray(0, 400000));
  const info = await lithoscope('info', path);
  expect(info.code).toBe(1);
  expect(JSON.parse(info.stdout).nodes.length).toBe(25);
  const bind = await lithoscope('pose', path, '--anim', 'bind');
  expect(bind.code).toBe(1);
  expect(JSON.parse(bind.stdout).nodes.length).toBe(25);
});
