import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { alias } from './tools/alias.mjs';
import { CHUNKS, isIn } from './tools/chunks.mjs';
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
          // The first has the highest.
          groups: Object.entries(CHUNKS)
            .reverse()
            .map(([name, places], priority) => ({ name, test: (id) => isIn(id, places), priority })),
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
