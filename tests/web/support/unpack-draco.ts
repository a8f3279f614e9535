/** Draco's decoder as the tests use it. */
import { readFile } from 'node:fs/promises';
import { openDraco } from '../../../web/from-glb/draco.ts';
import type { UnpackDraco } from '../../../web/from-glb/options.ts';
import { DRACO_WASM } from '../../../tools/draco.mjs';

export const draco = async (): Promise<UnpackDraco> =>
  openDraco(new Uint8Array(await readFile(DRACO_WASM)).buffer);
