/** The guide “Making a mod”: its commands, as they stand there, make what it says. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRez } from '../../support/rez-reader.ts';
import { lithoscope, type Ran } from '../support/cli.ts';
import { samplesFolder } from '../support/samples.ts';

const guide = readFileSync('docs/guide/making-a-mod.md', 'utf8');
const blocks =
  guide.match(/(?:^ {4}.*\n)+/gm)?.map((block) => block.replaceAll(/^ {4}/gm, '').trimEnd()) ?? [];
const [commands = '', report = ''] = blocks;

let folder: string;
let ran: Ran[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-mod-'));
  for (const name of ['lantern.glb', 'lantern.png'])
    copyFileSync(join(samplesFolder, name), join(folder, name));
  ran = [];
  for (const command of commands.split('\n')) {
    const [npx, program, ...words] = command.split(' ');
    expect([npx, program]).toEqual(['npx', 'lithoscope']);
    // Files of the guide are those of the folder.
    const args = words.map((word) => (/^lantern|^MOD\b|\.REZ$/.test(word) ? join(folder, word) : word));
    ran.push(await lithoscope(...args));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

test('every command succeeds', () => {
  expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
});

test('an independent reader finds the model and its skin in the archive', () => {
  const archive = readFileSync(join(folder, 'LANTERN.REZ'));
  const { resources } = readRez(archive);
  expect(resources.map(({ path }) => path).toSorted()).toEqual([
    'MODELS/PROPS/LANTERN.ABC',
    'SKINS/PROPS/LANTERN.DTX',
  ]);
  for (const { path, pos, size } of resources) {
    const file = readFileSync(join(folder, 'MOD', path));
    expect(archive.subarray(pos, pos + size).equals(file), path).toBe(true);
  }
});

test('the checks call all of it sound, in the words of the guide', () => {
  expect(report.split('\n')).toHaveLength(3);
  expect(ran.at(-1)?.stdout.replaceAll(`${folder}/`, '')).toContain(report);
});
