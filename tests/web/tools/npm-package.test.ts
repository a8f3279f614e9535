/** The npm package, packed and installed as its users do: program, API in Node and in a thread, types, and what it says of itself. */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_ARGS_WITHOUT_WEBGL, chromiumPath } from '../../../tools/chromium.mjs';
import { asStored, PackageUser } from '../support/package-user.ts';
import { thorough } from '../support/thorough.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const sample = (name: string) => join(root, 'public/samples', name);
const projectScript = (path: string) => join(root, 'node_modules', path);
const tool = (path: string) => join(root, 'tools/package/node_modules', path);

/** The same kind of program in a page; the package comes from another origin, as from a CDN. @param cdn its address */
const IN_PAGE = (cdn: string) => `
import { decodeTexture, open } from '${cdn}/dist-cli/api.js';
export async function answers() {
  const get = async (name) => (await fetch(name)).blob();
  const model = await open(await get('/jellyfish.abc'), { name: 'jellyfish.abc' });
  const { width } = await decodeTexture(await get('/clockwork.dtx'));
  const { bytes } = await model.toGlb();
  const zip = await open(await get('/game.zip'));
  const { entries } = await zip.list();
  let code = '';
  try {
    model.pose({ animation: 'none of it' });
  } catch (error) {
    code = error.code;
  }
  return {
    info: model.info,
    nodes: model.pose({ time: 0 }).length,
    width,
    glb: new TextDecoder().decode(bytes.subarray(0, 4)),
    entries: entries.map(({ path }) => path),
    code,
  };
}
`;
const PAGE_SCRIPT = `
import { answers } from './answers.js';
const worker = new Worker('worker.js', { type: 'module' });
const threaded = new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
});
globalThis.answers = Promise.all([answers(), threaded]).then(([page, worker]) => ({ page, worker }));
`;
const WORKER_SCRIPT = `
import { answers } from './answers.js';
answers().then((result) => postMessage(result));
`;

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  html: 'text/html',
  wasm: 'application/wasm',
};

async function serve(file: (path: string) => string | Uint8Array | null, headers: Record<string, string>) {
  const server = createServer((request, response) => {
    const path = request.url?.slice(1) || 'index.html';
    const content = file(path);
    const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    response.writeHead(content === null ? 404 : 200, { ...headers, 'Content-Type': type }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** What a page says that takes the installed package from another origin, behind a policy. */
async function browserAnswers(folder: string) {
  const own = join(folder, 'node_modules/lithoscope');
  const cdn = await serve((path) => (existsSync(join(own, path)) ? readFileSync(join(own, path)) : null), {
    'Access-Control-Allow-Origin': '*',
  });
  const files: Record<string, string | Uint8Array> = {
    'index.html': '<!doctype html><script type="module" src="page.js"></script>',
    'page.js': PAGE_SCRIPT,
    'worker.js': WORKER_SCRIPT,
    'answers.js': IN_PAGE(cdn.origin),
    'jellyfish.abc': readFileSync(sample('jellyfish.abc')),
    'clockwork.dtx': readFileSync(sample('clockwork.dtx')),
    'game.zip': zipSync({ 'jellyfish.abc': new Uint8Array(10) }),
  };
  const policy = `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${cdn.origin}; connect-src 'self' ${cdn.origin}`;
  const site = await serve((path) => files[path] ?? null, { 'Content-Security-Policy': policy });
  const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS_WITHOUT_WEBGL });
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(site.origin);
    await page.waitForFunction(() => 'answers' in globalThis);
    const answers = await page.evaluate(
      () => (globalThis as unknown as { answers: Promise<unknown> }).answers,
    );
    expect(problems.filter((text) => !text.includes('favicon'))).toEqual([]);
    // biome-ignore lint/suspicious/noExplicitAny: it is JSON
    return answers as any;
  } finally {
    await browser.close();
    for (const { server } of [cdn, site]) server.close();
  }
}

describe('the npm package', () => {
  let user: PackageUser;
  beforeAll(() => {
    user = new PackageUser();
    // npm packs and installs: slow on a busy machine.
  }, 60_000);
  afterAll(() => user?.remove());

  test('says the same in Node, in a thread of it and on the command line', async () => {
    const said = await user.compare(
      sample('clockwork.abc'),
      sample('clockwork_base.abc'),
      sample('clockwork.dtx'),
      'Dance',
    );
    expect(said.kind).toBe('model');
    expect(said.radius).toBe(20);
    expect(said.codes).toEqual(['NOT_FOUND', 'NOT_FOUND', 'RELEASED']);
    expect(said.pixels).toMatchObject({ width: 256, height: 256 });
  });

  test('says the same in a page of another origin, and in a worker of it', async () => {
    const [here, info] = await Promise.all([
      browserAnswers(user.folder),
      user.cli('info', sample('jellyfish.abc')),
    ]);
    const { file, ...contents } = JSON.parse(info);
    expect(file).toBe(sample('jellyfish.abc'));
    expect(here.page).toEqual(here.worker);
    expect(asStored(here.page.info)).toEqual(asStored(contents));
    // The .wasm of textures, the decoder and the exporter are fetched when they are first used.
    expect(here.page).toMatchObject({
      width: 256,
      glb: 'glTF',
      entries: ['jellyfish.abc'],
      code: 'NOT_FOUND',
    });
    expect(here.page.nodes).toBe(16 * contents.nodes.length);
  });

  test('has what it says and nothing else: no source, no test, no package that it needs', () => {
    const own = user.path('node_modules/lithoscope');
    const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    expect(manifest.private).toBeUndefined();
    expect(manifest.dependencies).toBeUndefined();
    expect(readdirSync(user.path('node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'lithoscope',
    ]);
    const files = readdirSync(own, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /\.ts$/.test(name))).toEqual(['dist-cli/api.d.ts']);
    expect(files.filter((name) => /^(web|wasm|tests|tools|node_modules)\b/.test(name))).toEqual([]);
    for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md', 'dist-cli/LICENSES-api.md'])
      expect(files).toContain(name);
    // What its README links to comes with it.
    const readme = readFileSync(join(own, 'README.md'), 'utf8');
    for (const [, target] of readme.matchAll(/\]\(([^):#\s]+)[^)\s]*\)/g)) expect(files).toContain(target);
    const types = readFileSync(join(own, 'dist-cli/api.d.ts'), 'utf8');
    expect(types).not.toMatch(/@lithoscope|@internal|\bRaw[A-Z]|AbcFile|ParsedFile|^import /m);
    // What runs in browsers imports nothing of Node.
    for (const name of files.filter((one) => /dist-cli\/api.*\.js$/.test(one)))
      expect(readFileSync(join(own, name), 'utf8'), name).not.toMatch(
        /^import [^;]*?from ["'](?!\.\/)|^[^*\n]*\bimport\(["'](?!\.\/)/m,
      );
  });

  test.each(thorough ? ['nodenext', 'bundler'] : ['nodenext'])(
    'has types for programs that resolve modules as %s',
    async (resolution) => {
      const folder = `types-${resolution}`;
      writeFileSync(
        user.path(`${folder}.ts`),
        `import { open, decodeTexture, LithoscopeError, type Model, type Opened } from 'lithoscope';
export async function radius(bytes: Uint8Array): Promise<number> {
  using file: Opened = await open(bytes, { name: 'X.ABC' });
  if (file.kind !== 'model') return 0;
  const model: Model = file;
  const frame = model.deform({ animation: 'Walk', time: 250, loop: true });
  const first: number | undefined = frame?.pieces[0]?.positions[0];
  const changed = await model.edit([{ op: 'set', path: 'Header.InternalRadius', value: first ?? 0 }]);
  const codes: string[] = changed.file.findings.map(({ code }) => code);
  const { width } = await decodeTexture(changed.file.bytes);
  return codes.length + width;
}
export const wrong = (model: Model) => {
  // @ts-expect-error a file is opened, not made
  new Model();
  // @ts-expect-error time is a number
  model.pose({ time: '250' });
};
export const isOurs = (error: unknown): boolean => error instanceof LithoscopeError && error.code === 'REFUSED';
`,
      );
      const options = {
        strict: true,
        noEmit: true,
        target: 'es2022',
        module: resolution === 'bundler' ? 'esnext' : 'nodenext',
        moduleResolution: resolution,
        lib: ['ES2023', 'DOM'],
        types: [],
      };
      writeFileSync(
        user.path(`tsconfig.${folder}.json`),
        JSON.stringify({ compilerOptions: options, files: [`${folder}.ts`] }),
      );
      const tsc = [projectScript('typescript/bin/tsc'), '-p', `tsconfig.${folder}.json`];
      const { stdout } = await run(process.execPath, tsc, { cwd: user.folder }).catch((error) => error);
      expect(stdout).toBe('');
    },
  );

  test(`is what publint${thorough ? ' and attw call' : ' calls'} sound`, async () => {
    const publint = [tool('publint/src/cli.js'), 'run', '--strict', user.tarball];
    const judges = [
      publint,
      // It compiles for seconds.
      ...(thorough
        ? [
            [
              tool('@arethetypeswrong/cli/dist/index.js'),
              ...['--profile', 'esm-only', '--format', 'ascii', user.tarball],
            ],
          ]
        : []),
    ];
    const said = await Promise.all(
      judges.map((args) => run(process.execPath, args, { cwd: user.folder }).catch((error) => error)),
    );
    for (const { code, stdout } of said) expect(code, stdout).toBeUndefined();
    expect(said[0].stdout).toContain('All good!');
  });

  test('runs the examples of docs/api.md', async () => {
    const text = readFileSync(join(root, 'docs/api.md'), 'utf8');
    const examples = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    expect(examples.length).toBeGreaterThan(5);
    for (const name of readdirSync(join(root, 'public/samples'))) copyFileSync(sample(name), user.path(name));
    const clockwork = new Uint8Array(readFileSync(sample('clockwork.abc')));
    writeFileSync(user.path('game.zip'), zipSync({ 'MODELS/CLOCKWORK.ABC': clockwork }));
    // Each has a scope of its own, and the imports of the first.
    const [imports = '', ...rest] = examples;
    const bodies = rest.map((code) => `{\n${code}}\n`).join('');
    writeFileSync(user.path('guide.mjs'), `${imports}${bodies}console.log('done');\n`);
    const { stdout, stderr } = await run(process.execPath, ['guide.mjs'], { cwd: user.folder }).catch(
      (error) => error,
    );
    expect(`${stderr}`).toBe('');
    // Each says what it prints, and prints it.
    const said = examples.flatMap((code) => [...code.matchAll(/console\.log\((?:.*\); \/\/ (.*)$)?/gm)]);
    expect(stdout.trimEnd().split('\n')).toEqual([...said.map(([, printed]) => printed), 'done']);
    expect(existsSync(user.path('clockwork.glb'))).toBe(true);
  });
});
