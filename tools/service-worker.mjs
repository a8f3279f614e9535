/** Builds dist/sw.js: the last step of a build, as it lists what is in dist/. */
import { buildServiceWorker } from './lib/offline.mjs';
import { runMain } from './lib/process.mjs';

await runMain(() => buildServiceWorker());
