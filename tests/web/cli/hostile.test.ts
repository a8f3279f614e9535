/** Files that are no files, names that steer a terminal, disks that are full, threads that are lost. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeFiles, fileBytes, readAll } from '../../../web/cli/disk.ts';
import { sideBySide, threadsOf } from '../../../web/cli/threads.ts';
import * as parts from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { builtProgram, lithoscope } from '../support/cli.ts';
import { sample } from '../support/samples.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-hostile-'));
  writeFileSync(at('a.abc'), sample('jellyfish.abc'));
});
afterEach(() => {
  closeFiles();
  rmSync(folder, { recursive: true });
});

describe.skipIf(!existsSync('/dev/zero'))('what is no file', () => {
  test('a device is refused before it is read, and no folder means it', async () => {
    symlinkSync('/dev/zero', at('z.abc'));
    const named = await lithoscope('check', at('z.abc'));
    expect([named.code, named.stderr]).toEqual([
      2,
      `Cannot open ${at('z.abc')}: it is a device, not a file.\n`,
    ]);
    for (const argument of [folder, at('*.abc')]) {
      const { code, stdout, stderr } = await lithoscope('check', argument);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('1 file checked');
    }
  });

  test('a pipe is read to its end, and no further than the bound', async () => {
    execFileSync('mkfifo', [at('p.abc')]);
    const script = 'cat "$1" > "$2" & "$3" "$4" check "$2"';
    const program = [process.execPath, builtProgram()];
    const { status, stdout } = spawnSync('sh', ['-c', script, 'sh', at('a.abc'), at('p.abc'), ...program], {
      encoding: 'utf8',
    });
    expect([status, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, '1 file checked, 0 with errors']);
    // It ends when nobody reads it any more.
    const endless = spawn('sh', ['-c', 'exec cat /dev/zero > "$1"', 'sh', at('p.abc')], { stdio: 'ignore' });
    const ended = once(endless, 'exit');
    await expect(readAll(at('p.abc'), 100_000)).rejects.toThrow(
      /^It is too large to be read at once: it is .* the limit is 100,000\.$/,
    );
    await ended;
  });

  test('a file that is too large is called so, and nothing is said of its content', async () => {
    truncateSync(at('a.abc'), 1_500_000_000);
    for (const command of ['info', 'fields', 'check']) {
      const { code, stdout, stderr } = await lithoscope(command, at('a.abc'));
      expect([code, stdout.includes('size')]).toEqual([2, false]);
      expect(stderr).toContain('too large to be read at once: it is 1,500,000,000 bytes');
    }
  });
});

test('a file that changes while it is read is not taken for a damaged one', async () => {
  writeFileSync(at('big.abc'), new Uint8Array(40_000_000));
  // Awaited from the start: it may be refused before the last change.
  const refused = expect(readAll(at('big.abc'), 2 ** 30)).rejects.toThrow(
    'The file changed while it was being read.',
  );
  for (let i = 0; i < 20; i++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    appendFileSync(at('big.abc'), 'x');
  }
  await refused;
  const inParts = await fileBytes(at('a.abc'));
  await inParts.read(0, 10);
  utimesSync(at('a.abc'), 1, 1);
  await expect(inParts.read(0, 10)).rejects.toThrow('The file changed while it was being read.');
  // What was listed before is of the other content.
  await expect(fileBytes(at('a.abc'))).rejects.toThrow('The file changed while it was being read.');
});

describe('names', () => {
  test('steer no terminal, whatever the command says of them', async () => {
    const name = at('e\x1b[31m\x9b2J.abc');
    const commands = [
      ['info', `${name}x`],
      ['fields', `${name}x`],
      ['list', name],
      ['extract', name, '-o', at('out')],
      ['pose', name, '--anim', 'bind'],
      ['template', name, '--for', '010'],
      ['check', name, `${name}x`],
      ['info', name],
      ['fix', name, '--dry-run'],
      ['export', name, '-o', at('x.glb')],
    ];
    writeFileSync(name, 'x');
    for (const args of commands) {
      const { stdout, stderr } = await lithoscope(...args);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(stdout + stderr, args[0]).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
      expect(stdout + stderr, args[0]).toMatch(/\\x1b|\\u001b/);
    }
  });
});

describe('output', () => {
  const ran = (command: string) =>
    spawnSync('sh', ['-c', command, 'sh', process.execPath, builtProgram(), at('a.abc')], {
      encoding: 'utf8',
    });

  test.runIf(existsSync('/dev/full'))('that cannot be written is exit code 2 and a sentence', () => {
    for (const command of ['info', 'fields', 'check', 'list --help']) {
      const { status, stderr } = ran(`"$1" "$2" ${command} "$3" > /dev/full`);
      expect([status, stderr]).toEqual([2, 'lithoscope: The output cannot be written: the disk is full.\n']);
    }
    expect(ran('"$1" "$2" info "$3" 2> /dev/full; "$1" "$2" info nowhere 2> /dev/full').status).toBe(2);
  });

  test('that nobody reads any more is none', () => {
    const { stderr } = ran('"$1" "$2" fields "$3" | head -n 1 > /dev/null');
    expect(stderr).toBe('');
  });
});

describe('--in-place', () => {
  const change = () => lithoscope('set', at('a.abc'), 'Header.CommandString=x', '--in-place');

  test.runIf(process.getuid?.() === 0)('keeps owner and group, and no setuid', async () => {
    chownSync(at('a.abc'), 12345, 23456);
    chmodSync(at('a.abc'), 0o6750);
    const { code, stderr } = await change();
    expect([code, stderr]).toEqual([0, '']);
    const { uid, gid, mode } = statSync(at('a.abc'));
    expect([uid, gid, mode & 0o7777]).toEqual([12345, 23456, 0o750]);
  });

  test('a file with several names is not parted from them', async () => {
    linkSync(at('a.abc'), at('b.abc'));
    const { code, stderr } = await change();
    expect([code, stderr]).toEqual([2, expect.stringContaining('it has 2 names (hard links)')]);
    expect(statSync(at('a.abc')).nlink).toBe(2);
  });

  test.skipIf(process.getuid?.() === 0)('says that writing is not allowed', async () => {
    chmodSync(at('a.abc'), 0o400);
    expect((await change()).stderr).toContain('no permission to write to it');
  });
});

describe('a thread that is lost', () => {
  const WORKER = `
    export async function check({ items }) {
      return Promise.all(items.map((name) => {
        if (name === 'dies') process.exit(3);
        if (name === 'throws later') setTimeout(() => { throw new Error('out of order'); });
        if (name === 'throws later') return new Promise(() => {});
        return { text: name };
      }));
    }`;

  test('costs the file that it was at, and no other', async () => {
    writeFileSync(at('worker.mjs'), WORKER);
    const threads = threadsOf(at('worker.mjs'), 2);
    const items = ['a', 'b', 'dies', 'c', 'throws later', 'd', 'e', 'f'];
    const results: unknown[] = [];
    const work = sideBySide<string, unknown>({
      items,
      minForThreads: 1,
      batch: 3,
      threads: () => threads,
      inThread: (all, some) =>
        all.run('check', { items: some as never, settings: { json: false, color: false, codes: null } }),
      here: async () => null,
      nameOf: (item) => item,
    });
    for await (const result of work) results.push(result);
    const text = (name: string) => ({ text: name });
    expect(results).toEqual([
      text('a'),
      text('b'),
      { problem: 'dies: not processed, the thread failed twice (it ended unexpectedly).' },
      text('c'),
      { problem: 'throws later: not processed, the thread failed twice (out of order).' },
      text('d'),
      text('e'),
      text('f'),
    ]);
  }, 60_000);
});

describe('archives', () => {
  /** Zeros, and a directory that says that they are many more. */
  function bomb(sizes: readonly number[]): void {
    const packed = new Uint8Array(5_000_000);
    const entries = sizes.map((size, i) => ({ path: `${i}.abc`, content: 10, packed, method: 8, size }));
    parts.save(zipParts(entries), at('bomb.zip'));
  }

  test('have a budget for what they unpack to', async () => {
    bomb([2_000_000_000, 2_000_000_000, 2_000_000_000, 1000]);
    const { code, stdout } = await lithoscope('list', '--json', at('bomb.zip'));
    const problems = JSON.parse(stdout).entries.map(({ problem }: { problem: string }) => problem);
    const refused = 'Not read: the archive unpacks to more than 4 GB.';
    expect([code, problems]).toEqual([0, ['', '', refused, refused]]);
  });

  test('an entry that begins as no model is not unpacked', async () => {
    const zeros = new Uint8Array(50_000_000);
    parts.save(zipParts([{ path: 'z.abc', content: zeros, deflate: true, crc: 1 }]), at('z.zip'));
    const { code, stdout, stderr } = await lithoscope('check', at('z.zip'));
    // Its checksum would be wrong.
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain('error NOT_ABC');
  });

  test('with an error have one exit code in check, extract, list and info; with a warning 0', async () => {
    const zip = parts.assembled(
      zipParts([{ path: 'a.abc', content: sample('jellyfish.abc') }], { count: 2 }),
    );
    writeFileSync(at('two.zip'), zip);
    mkdirSync(at('out'));
    const codes = async (archive: string) => [
      (await lithoscope('check', at(archive))).code,
      (await lithoscope('extract', at(archive), '-o', at('out'), '--force')).code,
      (await lithoscope('list', at(archive))).code,
      (await lithoscope('info', at(archive))).code,
    ];
    expect(await codes('two.zip')).toEqual([1, 1, 1, 1]);
  });
});
