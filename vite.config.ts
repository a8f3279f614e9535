import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { alias } from './tools/alias.mjs';
import { CSP_META } from './tools/csp.mjs';

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

/** Modules of the first visit that parts loaded later use too. */
const FIRST_VISIT =
  /signals-core|wasm.(?!dtx)[\w-]+\.[jt]s$|web.[\w-]+\.ts$|web.structure.(?!commands-string|flags|report)|web.files.(?!textures|remote|partial)|web.timeline.(playback|keys)/;

export default defineConfig({
  root: path('web'),
  publicDir: path('public'),
  base: './',
  resolve: { alias },
  plugins: [contentSecurityPolicy],
  worker: { format: 'es' },
  build: {
    outDir: path('dist'),
    emptyOutDir: true,
    target: 'es2022',
    // A data: address would need a wider policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    // What every visit loads anyway is not cut up into what lazy parts share: few chunks compress better than many.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'three', test: /three.build/ },
            { name: 'page', test: FIRST_VISIT },
          ],
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
