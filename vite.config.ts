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
    // In one chunk three compresses better than in two that lazy parts share.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'three', test: /three.build/ }] } } },
  },
  server: {
    port: 5174,
    strictPort: true,
    fs: { allow: [path('.')] },
  },
});
