/** Serves dist/ as it is: for the browser tests. */
import { runMain, say } from './lib/process.mjs';
import { portFromEnvironment, serveDist } from './lib/server.mjs';

await runMain(async () => say((await serveDist(portFromEnvironment(5173))).address));
