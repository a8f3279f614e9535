/** A user of the npm package, in a folder where it is installed. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { installed } from '../../support/packed.mjs';

const run = promisify(execFile);

/** What a user writes; the same in the program and in a thread of it. */
const ANSWERS = `
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { decodeTexture, LithoscopeError, open } from 'lithoscope';

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

export async function answers([model, base, texture, animation]) {
  const file = await open(await readFile(model), { name: model });
  const source = await open(await readFile(base), { name: base });
  const fields = createHash('sha256');
  let fieldCount = 0;
  for await (const field of file.fields()) {
    fields.update(JSON.stringify(field));
    fieldCount++;
  }
  const posed = file.deform({ animation, time: 250, source });
  const edited = await file.edit([{ op: 'set', path: 'Header.InternalRadius', value: 20 }]);
  const { report } = await file.toGlb();
  const pixels = await decodeTexture(await readFile(texture));
  const codes = [];
  for (const act of [() => file.pose({ animation: 'none of it' }), () => file.edit([{ op: 'set', path: 'X', value: 1 }])])
    await Promise.resolve().then(act).catch((error) => codes.push(error instanceof LithoscopeError && error.code));
  const result = {
    kind: file.kind,
    info: file.info,
    fieldCount,
    fields: fields.digest('hex'),
    report: file.report(),
    posed: posed && { nodes: [...posed.nodes], pieces: posed.pieces.map(({ positions }) => [...positions]) },
    radius: await edited.file.value('Header.InternalRadius'),
    triangles: report.triangles,
    pixels: { width: pixels.width, height: pixels.height, sum: sum([...pixels.data]) },
    codes,
  };
  file.release();
  try {
    file.pose();
  } catch (error) {
    codes.push(error.code);
  }
  return result;
}
`;

const PROGRAM = `
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { answers } from './answers.mjs';
if (isMainThread) {
  const files = process.argv.slice(2);
  const thread = new Worker(new URL(import.meta.url), { workerData: files });
  const threaded = new Promise((resolve, reject) => thread.on('message', resolve).on('error', reject));
  console.log(JSON.stringify({ here: await answers(files), threaded: await threaded }));
} else parentPort.postMessage(await answers(workerData));
`;

/** Numbers as the file has them: the command line writes an f32 in its shortest form. */
export function asStored(value: unknown): unknown {
  // JSON of JavaScript has no −0.
  if (typeof value === 'number') return (Number.isInteger(value) ? value : Math.fround(value)) + 0;
  if (Array.isArray(value)) return value.map(asStored);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asStored(item)]));
}

export class PackageUser {
  readonly #installed = installed();
  readonly folder = this.#installed.folder;
  readonly tarball = this.#installed.tarball;

  remove(): void {
    this.#installed.remove();
  }

  /** A file beside those of the user. */
  path(name: string): string {
    return join(this.folder, name);
  }

  /** What the installed program prints. */
  async cli(...args: string[]): Promise<string> {
    const program = this.path('node_modules/.bin/lithoscope');
    return (await run(program, args, { cwd: this.folder, maxBuffer: 2 ** 28 })).stdout;
  }

  async #program(...files: string[]) {
    writeFileSync(this.path('answers.mjs'), ANSWERS);
    writeFileSync(this.path('program.mjs'), PROGRAM);
    const options = { cwd: this.folder, maxBuffer: 2 ** 28 };
    const { stdout } = await run(process.execPath, ['program.mjs', ...files], options);
    const { here, threaded } = JSON.parse(stdout);
    expect(threaded).toEqual(here);
    return here;
  }

  /** What the program says of the files against what the command line says of them. */
  async compare(model: string, base: string, texture: string, animation: string) {
    const [said, info, fields, check, pose] = await Promise.all([
      this.#program(model, base, texture, animation),
      this.cli('info', model),
      this.cli('fields', model),
      this.cli('check', '--ndjson', model),
      this.cli('pose', model, '--anim-from', base, '--anim', animation, '--time', '250'),
    ]);
    const { file, ...contents } = JSON.parse(info);
    expect(file).toBe(model);
    expect(asStored(said.info)).toEqual(asStored(contents));
    const lines = fields.trimEnd().split('\n');
    const digest = createHash('sha256');
    // JavaScript writes no −0.
    for (const line of lines) digest.update(line.replace(/"value":-0(?=[,}])/, '"value":0'));
    expect(said).toMatchObject({ fieldCount: lines.length, fields: digest.digest('hex') });
    expect(asStored(said.report)).toEqual(asStored(JSON.parse(check)));
    const posed = JSON.parse(pose);
    expect(asStored(said.posed.nodes)).toEqual(asStored(posed.nodes.flat()));
    expect(asStored(said.posed.pieces)).toEqual(
      asStored(posed.pieces.map(({ positions }: { positions: number[][] }) => positions.flat())),
    );
    return said;
  }
}
