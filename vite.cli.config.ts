import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { alias } from './tools/alias.mjs';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The command line: one file for plain Node; tools/lib/build.mjs puts the .wasm files and the templates beside it. */
export default defineConfig({
  publicDir: false,
  resolve: { alias },
  // The libraries too: what is built needs no node_modules.
  ssr: { noExternal: true },
  build: {
    ssr: path('web/cli/main.ts'),
    outDir: path('dist-cli'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'lithoscope.mjs', banner: '#!/usr/bin/env node' } },
  },
});
