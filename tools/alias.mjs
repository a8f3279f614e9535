import { fileURLToPath } from 'node:url';

/** @param {string} relative */
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Import names of the core, for every Vite configuration (tsconfig.json has the same for the types). */
export const alias = {
  '@lithoscope/core': path('../wasm/js/lithoscope.ts'),
  '@lithoscope/module': path('../build/wasm/lithoscope.js'),
  '@lithoscope/jupiter-module': path('../build/wasm/jupiter.js'),
  '@lithoscope/editing': path('../wasm/js/editing.ts'),
  '@lithoscope/editing-module': path('../build/wasm/editing.js'),
  '@lithoscope/converting': path('../wasm/js/converting.ts'),
  '@lithoscope/converting-module': path('../build/wasm/converting.js'),
  '@lithoscope/exchange': path('../wasm/js/exchange.ts'),
  '@lithoscope/exchange-module': path('../build/wasm/exchange.js'),
  '@lithoscope/dtx': path('../wasm/js/dtx.ts'),
  '@lithoscope/dtx-module': path('../build/wasm/dtx.js'),
  '@lithoscope/viewer': path('../wasm/js/viewer.ts'),
  '@lithoscope/rez': path('../wasm/js/rez.ts'),
  '@lithoscope/rez-module': path('../build/wasm/rez.js'),
};
