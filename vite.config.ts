import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { alias } from './tools/alias.mjs';
import { CSP_META } from './tools/csp.mjs';
import { draco } from './tools/draco.mjs';
import { layers } from './tools/layers.mjs';
import { three, threeBanner } from './tools/three.mjs';

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

/**
 * The chunks, the first that wants a module has it with all that it imports: the empty page; the workspace of an open
 * file, with three beside it; and what is fetched when it is asked for.
 */
const CHUNKS: readonly (readonly [name: string, entries: RegExp])[] = [
  ['page', /web\/main\.ts$/],
  ['core', /wasm\/js\/lithoscope\.ts$/],
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
  plugins: [contentSecurityPolicy, three(), layers(), draco()],
  worker: {
    format: 'es',
    plugins: () => [three(), draco()],
    rolldownOptions: { output: { postBanner: threeBanner } },
  },
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
        postBanner: threeBanner,
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
