import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { alias } from './tools/alias.mjs';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The element for other pages: one module whose name stays, with its WebAssembly beside it. As an application and not
 * as a library of Vite, which would put the WebAssembly into the script.
 */
export default defineConfig({
  root: path('web'),
  publicDir: false,
  base: './',
  resolve: { alias },
  build: {
    outDir: path('dist/embed'),
    // What lies there is the page's: the types of the element.
    emptyOutDir: false,
    target: 'es2022',
    // As it is written: light-dark() rewritten for old browsers would follow no color-scheme of the page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    assetsDir: '',
    modulePreload: false,
    rolldownOptions: {
      input: { 'lithoscope-viewer': path('web/embed/lithoscope-viewer.ts') },
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
});
