/** `find`: the search of the library, over folders and archives. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as parts from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { lithoscope } from '../support/cli.ts';
import { sample } from '../support/samples.ts';

let folder: string;
const inFolder = (path: string) => join(folder, path);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-find-'));
  const game = [
    { path: 'MODELS/CLOCKWORK.ABC', content: sample('clockwork.abc') },
    { path: 'MODELS/JELLYFISH.ABC', content: sample('jellyfish.abc') },
    { path: 'SKINS/CLOCKWORK.DTX', content: sample('clockwork.dtx') },
    { path: 'SKINS/CLOCKWORK_HEAD.DTX', content: sample('clockwork_head.dtx') },
    { path: 'SOUNDS/STEP.WAV', content: 2000 },
  ];
  parts.save(rezParts(game), inFolder('GAME.REZ'));
  writeFileSync(inFolder('alone.abc'), sample('jellyfish.abc'));
  writeFileSync(inFolder('notes'), 'text');
});
afterAll(() => rmSync(folder, { recursive: true }));

const found = async (path: string, query: string) => {
  const { code, stdout } = await lithoscope('find', inFolder(path), query);
  const names = stdout.split('\n').filter(Boolean);
  return [code, names.map((name) => name.slice(folder.length + 1).replace('GAME.REZ!/', '')).toSorted()];
};

describe('find', () => {
  // Of the samples: clockwork has version 12 and 3,854 faces, the jellyfish version 6 and 2,392.
  test.each([
    ['version:12', ['MODELS/CLOCKWORK.ABC']],
    ['faces>600 kind:model', ['MODELS/CLOCKWORK.ABC', 'MODELS/JELLYFISH.ABC']],
    ['faces>3000', ['MODELS/CLOCKWORK.ABC']],
    ['kind:model -faces>3000', ['MODELS/JELLYFISH.ABC']],
    ['ext:wav', ['SOUNDS/STEP.WAV']],
    ['size>1kb kind:other', ['SOUNDS/STEP.WAV']],
    ['path:skins head', ['SKINS/CLOCKWORK_HEAD.DTX']],
    ['width>0', ['SKINS/CLOCKWORK.DTX', 'SKINS/CLOCKWORK_HEAD.DTX']],
    ['source:game.rez ext:dtx', ['SKINS/CLOCKWORK.DTX', 'SKINS/CLOCKWORK_HEAD.DTX']],
    ['skin:missing', ['MODELS/JELLYFISH.ABC']],
    ['skin:found', ['MODELS/CLOCKWORK.ABC']],
  ])('%s', async (query, names) => {
    expect(await found('GAME.REZ', query)).toEqual([0, names]);
  });

  test('looks into folders, and the archives in them, at files of any name', async () => {
    expect(await found('', 'path:jellyfish kind:model')).toEqual([0, ['MODELS/JELLYFISH.ABC']]);
    expect(await found('', 'kind:model version:6')).toEqual([0, ['MODELS/JELLYFISH.ABC', 'alone.abc']]);
    expect(await found('', 'path:notes')).toEqual([0, ['notes']]);
  });

  test('says what it has read as JSON', async () => {
    const { stdout } = await lithoscope('find', inFolder('GAME.REZ'), 'faces>3000', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        {
          file: `${inFolder('GAME.REZ')}!/MODELS/CLOCKWORK.ABC`,
          kind: 'model',
          size: sample('clockwork.abc').length,
          facts: { format: 'abc', version: 12, faces: 3854, engine: 'loads' },
        },
      ],
    });
    const lines = await lithoscope('find', inFolder('GAME.REZ'), 'ext:wav', '--ndjson');
    expect(JSON.parse(lines.stdout)).toEqual({
      file: `${inFolder('GAME.REZ')}!/SOUNDS/STEP.WAV`,
      kind: 'other',
      size: 2000,
      facts: null,
    });
  });

  test('has exit code 1 when nothing is found, and says how much was searched', async () => {
    expect(await lithoscope('find', inFolder('GAME.REZ'), 'anim:"no such name"')).toEqual({
      code: 1,
      stdout: '',
      // The archive itself is a file too.
      stderr: '0 files found in 6.\n',
    });
  });

  test.each([
    ['', /The search is empty\./],
    ['colour:red', /Unknown filter “colour”/],
    ['faces>many', /faces needs a number/],
    ['kind:song', /kind must be one of/],
  ])('refuses %j', async (query, sentence) => {
    const { code, stderr } = await lithoscope('find', inFolder('GAME.REZ'), query);
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)]);
  });
});
