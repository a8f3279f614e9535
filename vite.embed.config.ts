import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { alias } from './tools/alias.mjs';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The element for other pages, and with `--mode frame` the page with `?embed`: each is one module whose name stays, with
 * its WebAssembly beside it; together they would share a third. As applications and not as a library of Vite, which
 * would put the WebAssembly into the script.
 */
export default defineConfig(({ mode }) => {
  const name = mode === 'frame' ? 'frame' : 'lithoscope-viewer';
  return {
    root: path('web'),
    publicDir: false,
    base: './',
    resolve: { alias },
    build: {
      outDir: path('dist/embed'),
      // What lies there is the page's, as the types of the element.
      emptyOutDir: false,
      target: 'es2022',
      // As it is written: light-dark() rewritten for old browsers would follow no color-scheme of the page around it.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0,
      assetsDir: '',
      modulePreload: false,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        input: { [name]: path(`web/embed/${name}.ts`) },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js' },
      },
    },
  };
});
