import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { alias } from './tools/alias.mjs';
import { draco } from './tools/draco.mjs';
import { jsquash } from './tools/jsquash.mjs';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The command line for plain Node: the program, what a thread of it runs, and what they share; tools/lib/build.mjs puts
 * the .wasm files and the templates beside them.
 */
export default defineConfig({
  publicDir: false,
  resolve: { alias },
  plugins: [draco(), jsquash()],
  // The libraries too: what is built needs no node_modules.
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: path('dist-cli'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    // Of what is built in.
    license: { fileName: 'LICENSES-cli.md' },
    rolldownOptions: {
      input: {
        lithoscope: path('web/cli/main.ts'),
        worker: path('web/cli/worker.ts'),
        'entry/worker': path('node_modules/tinypool/dist/entry/worker.js'),
      },
      output: {
        // The last is where tinypool looks for it.
        entryFileNames: ({ name }) => (name.includes('/') ? `${name}.js` : `${name}.mjs`),
        chunkFileNames: '[name].mjs',
        banner: ({ name }) => (name === 'lithoscope' ? '#!/usr/bin/env node' : ''),
      },
    },
  },
});
