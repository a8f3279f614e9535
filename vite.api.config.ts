import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { alias } from './tools/alias.mjs';
import { draco } from './tools/draco.mjs';
import { jsquash } from './tools/jsquash.mjs';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The API of the npm package, for Node, browsers and workers: a script and what it loads when it is needed, beside the
 * command line and its .wasm files. tools/lib/build.mjs adds the types.
 */
export default defineConfig({
  publicDir: false,
  resolve: { alias },
  plugins: [draco(), jsquash()],
  // It is no server's: but what is built so leaves `new URL(…, import.meta.url)` to the bundler of whoever uses it.
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: true,
    outDir: path('dist-cli'),
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    // Of what is built in.
    license: { fileName: 'LICENSES-api.md' },
    rolldownOptions: {
      input: { api: path('web/api/index.ts') },
      // What the parts share is not exported to users.
      preserveEntrySignatures: 'strict',
      output: {
        codeSplitting: true,
        entryFileNames: '[name].js',
        chunkFileNames: ({ name }) => (name === 'lib' ? 'api-png.js' : `api-${name}.js`),
      },
    },
  },
});
