import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { alias } from './tools/alias.mjs';
import { CSP_META } from './tools/csp.mjs';
import { draco } from './tools/draco.mjs';
import { layers } from './tools/layers.mjs';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Puts the policy into the built page only: the development server needs inline styles and sockets. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: CSP_META },
      injectTo: 'head-prepend',
    },
  ],
};

/** What the one file begins with, and its modules do not. */
const [THREE_LICENSE = ''] =
  /^\/\*\*[\s\S]*?\*\//.exec(readFileSync(path('node_modules/three/build/three.module.js'), 'utf8')) ?? [];

/**
 * Takes three from its modules instead of the one file that they are built into: what only a part of the page needs of it
 * comes with that part. Shaders lose their comments and indents, as in that file.
 */
const threeSources: Plugin = {
  name: 'three-sources',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'three' ? path('node_modules/three/src/Three.js') : null),
  transform(code, id) {
    if (!id.endsWith('.glsl.js')) return null;
    return code.replace(
      /\/\* glsl \*\/\s*`([^`]*)`/g,
      (_, shader: string) =>
        `\`${shader
          .replace(/\r/g, '')
          .replace(/[ \t]*\/\/.*\n/g, '\n')
          .replace(/[ \t]*\/\*[\s\S]*?\*\//g, '')
          .replace(/\n[ \t]+/g, '\n')
          .replace(/\n{2,}/g, '\n')}\``,
    );
  },
};

/**
 * The chunks, the first that wants a module has it with all that it imports: the empty page; the workspace of an open
 * file, with three beside it; and what is fetched when it is asked for.
 */
const CHUNKS: readonly (readonly [name: string, entries: RegExp])[] = [
  ['page', /web\/main\.ts$/],
  ['three', /three\/src\/renderers\/WebGLRenderer\.js$/],
  ['file', /web\/app\/workspace\.ts$/],
  ['offline', /web\/app\/offline\//],
  ['links', /web\/(links|files\/(remote|partial))\//],
  [
    'panels',
    /web\/(bytes\/(analysis\/panel|find\/bar)|model\/(outline\/outline|timeline\/(animation-list|drawer))|structure\/(problems\/problems|table\/table)|app\/(file-list|help))\.ts$/,
  ],
  ['textures', /web\/files\/textures\/load\.ts$|wasm\/js\/dtx\.ts$|(texture|sprite|uv)-view\.ts$/],
  ['archive', /wasm\/js\/rez\.ts$|web\/((files|model)\/)?archive\//],
  ['library', /web\/library\//],
  ['tour', /web\/app\/tour\/tour\.ts$/],
  ['compare', /web\/compare\//],
  ['export', /web\/(export\/(?!film\/)|glb\/)/],
  ['video', /node_modules\/mediabunny\//],
  ['film', /web\/export\/film\//],
  [
    'edit',
    /web\/(edit|bytes\/overwrite|model\/gizmo)\/|ui\/ask\.ts$|wasm\/js\/editing\.ts$|build\/wasm\/editing\.js$|inspector\/reading-|structure\/table\/paste|timeline\/key-edit\.ts$/,
  ],
  ['import', /web\/import\//],
];

export default defineConfig({
  root: path('web'),
  publicDir: path('public'),
  base: './',
  resolve: { alias },
  plugins: [contentSecurityPolicy, threeSources, layers(), draco()],
  worker: { format: 'es', plugins: () => [draco()] },
  build: {
    outDir: path('dist'),
    emptyOutDir: true,
    target: 'es2022',
    // A data: address would need a wider policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        postBanner: ({ moduleIds }) =>
          moduleIds.some((id) => id.includes('/three/src/')) ? THREE_LICENSE : '',
        codeSplitting: {
          groups: CHUNKS.map(([name, test], i) => ({ name, test, priority: CHUNKS.length - i })),
        },
      },
    },
  },
  server: {
    port: 5174,
    strictPort: true,
    fs: { allow: [path('.')] },
  },
});
