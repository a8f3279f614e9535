/** `lithoscope retarget`: what it writes, and what it says of it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { textModel } from '../../support/lta-text.ts';
import { compiledModel } from '../../support/ltb-writer.ts';
import { poseAt } from '../support/animations.ts';
import { lithoscope } from '../support/cli.ts';
import { loadCore } from '../support/core.ts';
import { expectClose } from '../support/expect-close.ts';
import { sample } from '../support/samples.ts';

const core = await loadCore();

let folder: string;
const at = (path: string) => join(folder, path);
const retarget = (...args: readonly string[]) =>
  lithoscope('retarget', ...args.map((arg) => (arg.startsWith('@') ? at(arg.slice(1)) : arg)));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-retarget-'));
  writeFileSync(at('a.abc'), sample('clockwork.abc'));
  writeFileSync(at('b.ltb'), compiledModel());
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('animations are added, with what matches and what was renamed', async () => {
  const ran = await retarget('@a.abc', '@a.abc', '--anims', 'walk', '-o', '@new.abc');
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  expect(ran.stdout).toContain('Animation.Animations[4]: added “Walk_2”, which is “Walk” of a.abc\n');
  expect(ran.stdout).toContain('Info 22 of 22 nodes match. Scale: 1, from the heights of the hips.\n');
  const made = core.open(new Uint8Array(readFileSync(at('new.abc'))));
  expect(made.info.animations.map(({ name }) => name)).toEqual(['Idle', 'Walk', 'Wave', 'Blink', 'Walk_2']);
  for (const time of [0, 111, 250])
    expectClose(poseAt(made, 4, time).nodes, poseAt(made, 1, time).nodes, 1e-4, `at ${time}`);
  made.release();
});

test('pairs are told as JSON, without writing', async () => {
  const ran = await retarget(
    '@a.abc',
    '@b.ltb',
    '--map',
    'Pelvis=root',
    '--scale',
    '2',
    '--dry-run',
    '--json',
  );
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  const [one] = JSON.parse(ran.stdout).files;
  expect(one.retarget.pairs[0]).toEqual({ target: 'Pelvis', source: 'root', by: 'choice' });
  expect(one.retarget.pairs[1]).toEqual({ target: 'Spine', source: null, by: 'nothing' });
  expect([one.retarget.scale, one.retarget.scaleFrom, one.retarget.unused]).toEqual([2, 'choice', []]);
  expect(one.notes[1]).toMatch(/^Nodes that stay as in the bind pose: Spine, Chest, .* and 9 more\.$/);
  expect(one.changeCount).toBe(1);
});

test('what cannot be done is said, and nothing is written', async () => {
  writeFileSync(at('c.lta'), textModel());
  const refused = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await retarget(...args, '-o', '@new.abc');
    expect(existsSync(at('new.abc'))).toBe(false);
    return `${code} ${stdout}${stderr}`;
  };
  expect(await refused('@a.abc', '@b.ltb')).toContain('No node of the target matches one of the source.');
  expect(await refused('@c.lta', '@a.abc')).toContain('Animations can be added to models in ABC only');
  expect(await refused('@a.abc', '@a.abc', '--anims', 'swim')).toContain(
    'The source does not contain the animation "swim": it has Idle, Walk, Wave, Blink.',
  );
  expect(await refused('@a.abc', '@a.abc', '--map', 'Tail=Head')).toContain('The target has no node “Tail”.');
  expect(await refused('@a.abc', '@a.abc', '--map', 'Head')).toContain(
    '--map takes TARGET=SOURCE, not "Head".',
  );
  expect(await refused('@a.abc', '@a.abc', '--scale', '0')).toContain('a number from 0.0001 to 10,000');
  expect(await refused('@a.abc', '@none.abc')).toMatch(/^2 /);
});
