/** Writes dist/docs: every page, its scripts, styles and pictures, and the index of the search. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, runnerImport } from 'vite';
import { alias } from '../alias.mjs';
import { root, runMain } from '../lib/process.mjs';

const OUT = join(root, 'dist/docs');

/** The page's own look first: tokens and controls are read, not copied. */
const STYLES = [
  'web/styles/tokens.css',
  'web/styles/base.css',
  ...['frame', 'search', 'text', 'tables'].map((name) => `tools/docs-site/styles/${name}.css`),
];

/** Modules that pages load, each by its own name. */
const SCRIPTS = ['theme', 'docs', 'viewer-examples'];

/** @param {string} path @param {string | Uint8Array} content */
function write(path, content) {
  const file = join(OUT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

async function buildScripts() {
  await build({
    configFile: false,
    root: join(root, 'tools/docs-site/client'),
    base: './',
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias },
    build: {
      outDir: join(OUT, 'assets'),
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: Object.fromEntries(
          SCRIPTS.map((name) => [name, join(root, `tools/docs-site/client/${name}.ts`)]),
        ),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
      },
    },
  });
}

await runMain(async () => {
  /** @param {string} source */
  const load = async (source) =>
    (await runnerImport(join(root, source), { resolve: { alias }, logLevel: 'warn' })).module;
  // What other products write below dist/docs stays.
  for (const old of ['assets', 'media', 'format', 'guide'])
    rmSync(join(OUT, old), { recursive: true, force: true });
  const { wholeSite } = await load('tools/docs-site/whole-site.ts');
  const site = wholeSite(existsSync(join(OUT, 'api/index.html')));
  await buildScripts();
  for (const [path, text] of site.texts) write(path, text);
  for (const [path, bytes] of site.made) write(path, bytes);
  for (const [source, path] of site.pictures) {
    mkdirSync(dirname(join(OUT, path)), { recursive: true });
    copyFileSync(join(root, source), join(OUT, path));
  }
  write('assets/docs.css', STYLES.map((path) => readFileSync(join(root, path), 'utf8')).join('\n'));
  copyFileSync(join(root, 'web/icon.svg'), join(OUT, 'assets/icon.svg'));
});
