/** `watch`: files that appear, change, move and go while it runs. */
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ExitCode, Stopped } from '../../../web/cli/output.ts';
import { run } from '../../../web/cli/run.ts';
import { lithoscope, quietContext } from '../support/cli.ts';
import { sample, samplePath } from '../support/samples.ts';

let folder: string;
const inFolder = (path: string) => join(folder, path);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lithoscope-watch-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A watch that runs, and what it has said. */
class Watching {
  stdout = '';
  stderr = '';
  readonly #stop = new AbortController();
  readonly #ended: Promise<ExitCode>;
  #look = () => {};

  constructor(...args: string[]) {
    this.#ended = this.#run(args);
  }

  async #run(args: readonly string[]): Promise<ExitCode> {
    const context = {
      ...(await quietContext()),
      stopSignal: () => this.#stop.signal,
      write: async (text: string) => {
        this.stdout += text;
        this.#look();
      },
      warn: (line: string) => {
        this.stderr += `${line}\n`;
        this.#look();
      },
    };
    return run(context, ['watch', ...args]);
  }

  /** Resolves when what was written since the last call contains a text; gives it. */
  async until(text: string): Promise<string> {
    while (!this.stdout.includes(text)) {
      await new Promise<void>((resolve) => {
        this.#look = resolve;
      });
    }
    const said = this.stdout;
    this.stdout = '';
    return said;
  }

  end(): Promise<ExitCode> {
    this.#stop.abort(new Stopped(130));
    return this.#ended;
  }
}

/** A model whose header claims another number of levels: an error. */
async function breakModel(path: string): Promise<void> {
  const args = ['set', samplePath('clockwork.abc'), 'Header.LODDistanceCount=0', '--allow-errors'];
  await lithoscope(...args, '-o', path, '--force');
}

/** The files of JSON lines. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

test('what is there is checked once; then what is new, changed, renamed and removed, each once', async () => {
  writeFileSync(inFolder('one.abc'), sample('jellyfish.abc'));
  writeFileSync(inFolder('notes.txt'), 'not one of them');
  const watching = new Watching(folder);
  const first = await watching.until('Watching for changes');
  expect(first).toContain(`${inFolder('one.abc')}: `);
  expect(first).toContain('1 file checked, 0 with errors');

  mkdirSync(inFolder('new'));
  writeFileSync(inFolder('new/two.abc'), sample('jellyfish.abc'));
  writeFileSync(inFolder('notes.txt'), 'still not one of them');
  const added = await watching.until('checked');
  expect(added.match(/\.abc: /g)).toEqual(['.abc: ']);
  expect(added).toContain(inFolder('new/two.abc'));

  await breakModel(inFolder('one.abc'));
  const changed = await watching.until('checked');
  expect(changed).toContain('1 file checked, 1 with errors');
  expect(changed).not.toContain('two.abc');

  renameSync(inFolder('one.abc'), inFolder('three.abc'));
  const renamed = await watching.until('checked');
  expect(renamed).toContain(`${inFolder('one.abc')}: renamed to ${inFolder('three.abc')}.`);
  expect(renamed).toContain('1 file checked, 1 with errors');

  rmSync(inFolder('three.abc'));
  expect(await watching.until('removed')).toBe(`${inFolder('three.abc')}: removed.\n`);
  expect(await watching.end()).toBe(130);
  expect([watching.stdout, watching.stderr]).toEqual(['', '']);
});

test('a file that is written in portions is checked when it is whole', async () => {
  const bytes = sample('clockwork.abc');
  const watching = new Watching(folder);
  await watching.until('Watching for changes');
  for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 12)) {
    appendFileSync(inFolder('slow.abc'), bytes.subarray(at, at + Math.ceil(bytes.length / 12)));
    // A program that writes slowly: the whole of it takes longer than a file has to rest.
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  const said = await watching.until('checked');
  expect(said).toContain('1 file checked, 0 with errors');
  expect(said.match(/slow\.abc: /g)).toHaveLength(1);
  expect(await watching.end()).toBe(130);
});

test('a file replaced by renaming, as editors save, is one change', async () => {
  writeFileSync(inFolder('model.abc'), sample('jellyfish.abc'));
  const watching = new Watching(inFolder('model.abc'));
  await watching.until('Watching for changes');
  await breakModel(inFolder('model.abc'));
  const said = await watching.until('checked');
  expect(said).toContain('1 file checked, 1 with errors');
  expect(said).not.toContain('removed');
  expect(await watching.end()).toBe(130);
});

test('--quiet tells of problems, and when they are gone', async () => {
  writeFileSync(inFolder('a.abc'), sample('jellyfish.abc'));
  await breakModel(inFolder('b.abc'));
  const watching = new Watching(folder, '--quiet', '--severity', 'error');
  const first = await watching.until('b.abc');
  expect(first).not.toMatch(/a\.abc|checked|Watching/);
  // Whether the watch has begun is not said; it began before the first check.
  writeFileSync(inFolder('b.abc'), sample('jellyfish.abc'));
  expect(await watching.until('b.abc')).toMatch(/b\.abc: .*\n$/);
  expect(await watching.end()).toBe(130);
});

test('--ndjson: entries of check, and lines of what is gone; --json is whole at the end', async () => {
  writeFileSync(inFolder('a.abc'), sample('jellyfish.abc'));
  const checked = await lithoscope('check', folder, '--ndjson');
  const watching = new Watching(folder, '--ndjson');
  expect(await watching.until('\n')).toBe(checked.stdout);
  renameSync(inFolder('a.abc'), inFolder('b.abc'));
  const [gone, there] = linesOf(await watching.until('"findings"'));
  expect(gone).toEqual({ file: inFolder('a.abc'), removed: true, renamedTo: inFolder('b.abc') });
  expect(there).toEqual({ ...JSON.parse(checked.stdout), file: inFolder('b.abc') });
  expect(await watching.end()).toBe(130);

  const whole = new Watching(folder, '--json');
  const begun = await whole.until('"truncated"');
  expect(await whole.end()).toBe(130);
  const { files } = JSON.parse(begun + whole.stdout);
  expect(files.map(({ file }: { file: string }) => file)).toEqual([inFolder('b.abc')]);
});

test('a file of an archive that changes is checked by its name in the archive', async () => {
  mkdirSync(inFolder('in'));
  writeFileSync(inFolder('in/a.abc'), sample('jellyfish.abc'));
  await lithoscope('pack', inFolder('in'), '-o', inFolder('mod.rez'));
  const watching = new Watching(`${inFolder('mod.rez')}!/**/*.abc`, '--ndjson');
  expect(linesOf(await watching.until('"findings"'))[0].file).toMatch(/mod\.rez!\/a\.abc$/i);
  mkdirSync(inFolder('other'));
  await breakModel(inFolder('other/a.abc'));
  await lithoscope('pack', inFolder('other'), '-o', inFolder('mod.rez'), '--force');
  const [again] = linesOf(await watching.until('"findings"'));
  expect(again.file).toMatch(/mod\.rez!\/a\.abc$/i);
  expect(again.findings.map(({ severity }: { severity: string }) => severity)).toContain('error');
  expect(await watching.end()).toBe(130);
});

test.each([
  [['/nowhere/models'], /Cannot open \/nowhere\/models: no such file or folder/],
  [['-'], /watch takes paths/],
])('%j is refused', async (args, sentence) => {
  const { code, stderr } = await lithoscope('watch', ...args);
  expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)]);
});
