/** The service worker, and the list of what it keeps on the machine of a visitor. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

/** What of dist/ is not kept, and why. */
export const NOT_KEPT = [
  { files: /^docs\/api\//, reason: 'the reference of the npm package is for programmers' },
  { files: /^sw\.js$/, reason: 'the browser keeps the service worker itself' },
  { files: /\.d\.ts$/, reason: 'types are for programs that check them, no page asks for them' },
  { files: /(^|\/)[._]/, reason: 'hosts read them, as `_headers`, and give none of them out' },
  {
    files: /^icons\/screenshot-/,
    reason: 'the browser shows them before the page is installed, never after',
  },
];

/** Names of these change with their contents. */
const HASHED = /^(assets|embed)\/.+-[\w-]{8}\.\w+$/;

/** @param {string | Buffer} content */
const digestOf = (content) => createHash('sha256').update(content).digest('base64');

/**
 * Every file of a built page that is kept. A file without a hash in its name has one beside it, of its content and of
 * the headers that it is kept with (`_headers`): where either changes it is fetched anew. All are held to their content,
 * so that what is kept is of one build.
 * @param {string} folder
 * @returns {{url: string, revision: string | null, integrity: string}[]}
 */
export function keptFiles(folder) {
  const headersPath = join(folder, '_headers');
  const headers = existsSync(headersPath) ? readFileSync(headersPath, 'utf8') : '';
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !NOT_KEPT.some(({ files }) => files.test(file)))
    .sort()
    .map((file) => {
      const digest = digestOf(readFileSync(join(folder, file)));
      return {
        url: encodeURI(file).replace(/[#?]/g, encodeURIComponent),
        revision: HASHED.test(file) ? null : digestOf(digest + headers).slice(0, 12),
        integrity: `sha256-${digest}`,
      };
    });
}

/**
 * Builds sw.js into a folder, with the list of all that is there already.
 * @param {string} [folder]
 */
export async function buildServiceWorker(folder = join(root, 'dist')) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      FILES: JSON.stringify(keptFiles(folder)),
      // Workbox says nothing then.
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, 'web/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}
