import { describe, expect, test } from 'vitest';
import { parseCommand } from '../../../web/cli/args.ts';
import { UsageError } from '../../../web/cli/output.ts';
import { findAnimation } from '../../../web/explain/animations.ts';

describe('parseCommand', () => {
  test('reads every command', () => {
    expect(parseCommand(['info', 'a.abc'])).toEqual({ name: 'info', file: 'a.abc' });
    expect(parseCommand(['fields', 'a.abc'])).toEqual({ name: 'fields', file: 'a.abc' });
    expect(parseCommand(['check', 'a', 'b', '--json'])).toEqual({
      name: 'check',
      files: ['a', 'b'],
      output: 'json',
    });
    expect(parseCommand(['check', '-', '--ndjson'])).toEqual({
      name: 'check',
      files: ['-'],
      output: 'ndjson',
    });
    expect(parseCommand(['list', 'a.rez'])).toEqual({ name: 'list', archive: 'a.rez', json: false });
    expect(parseCommand(['extract', 'a.rez', '**/*.abc', 'SKINS', '-o', 'out', '--force'])).toEqual({
      name: 'extract',
      archive: 'a.rez',
      patterns: ['**/*.abc', 'SKINS'],
      folder: 'out',
      force: true,
    });
    expect(parseCommand(['export', 'a.abc', 'b', '-o', 'out'])).toEqual({
      name: 'export',
      models: ['a.abc', 'b'],
      output: 'out',
      format: 'text',
      skins: [],
      animationSources: [],
      settings: {
        lods: [0],
        animations: 'all',
        scale: 1,
        unlit: false,
        template: true,
        maxMorphTargets: 256,
        alphaMode: 'OPAQUE',
        skins: true,
        children: true,
        force: false,
        dryRun: false,
      },
    });
    expect(parseCommand(['template', 'a.abc', '--for', '010'])).toEqual({
      name: 'template',
      file: 'a.abc',
      program: '010',
    });
    expect(parseCommand(['--help'])).toEqual({ name: 'help' });
    expect(parseCommand(['pose', '--help'])).toEqual({ name: 'help' });
    expect(parseCommand(['--version'])).toEqual({ name: 'version' });
  });

  test('reads all options of pose, in any order', () => {
    const args = 'pose --anim +Si --time=4000.5 a.abc --lod 2 --anim-from b.abc --loop';
    expect(parseCommand(args.split(' '))).toEqual({
      name: 'pose',
      file: 'a.abc',
      animation: '+Si',
      timeMs: 4000.5,
      lod: 2,
      loop: true,
      animationSource: 'b.abc',
    });
  });

  test('--base is the older name of --anim-from', () => {
    const args = 'pose --anim x --time 0 a.abc --base b.abc';
    expect(parseCommand(args.split(' '))).toMatchObject({ animationSource: 'b.abc' });
  });

  test('the bind pose needs no time, and --time=-5 is before the first key', () => {
    expect(parseCommand(['pose', 'a.abc', '--anim', 'bind'])).toMatchObject({
      timeMs: 0,
      lod: 0,
      loop: false,
    });
    expect(parseCommand(['pose', 'a.abc', '--anim', 'x', '--time=-5'])).toMatchObject({ timeMs: -5 });
  });

  test.each([
    [''],
    ['frobnicate'],
    ['info'],
    ['info a b'],
    ['info a --json'],
    ['check'],
    ['check --loud a'],
    ['check a --json --ndjson'],
    ['list'],
    ['list a b'],
    ['extract -o out'],
    ['extract a.rez'],
    ['extract a.rez -o'],
    ['pose a --time 0'],
    ['pose a --anim x'],
    ['pose a --anim x --time soon'],
    ['pose a --anim x --time Infinity'],
    ['pose a --anim x --time 0 --lod -1'],
    ['pose a --anim x --time 0 --lod 1.5'],
    ['pose a --anim x --time'],
    ['pose --anim x --time 0'],
    ['template a'],
    ['template a --for hexedit'],
    ['template --for imhex'],
    ['toString'],
  ])('refuses "%s" in one sentence', (line) => {
    const parse = () => parseCommand(line.split(' ').filter(Boolean));
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(/^[^\n]+\.$/);
  });
});

describe('findAnimation', () => {
  const names = ['walk', 'Walk', '2', 'RUN'];
  test.each([
    ['Walk', 1],
    ['WALK', 0],
    ['run', 3],
    // A name comes before an index.
    ['2', 2],
    ['3', 3],
    ['4', -1],
    ['-1', -1],
    ['fly', -1],
  ])('%s → %d', (wanted, index) => {
    expect(findAnimation(names, wanted)).toBe(index);
  });
});
