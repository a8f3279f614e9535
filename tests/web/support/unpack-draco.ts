/** Draco's decoder as the tests use it. */
import { readFile } from 'node:fs/promises';
import { dracoWasm } from '../../../tools/draco.mjs';
import { openDraco } from '../../../web/gltf/draco.ts';
import type { UnpackDraco } from '../../../web/gltf/parts.ts';

export const draco = async (): Promise<UnpackDraco> =>
  openDraco(new Uint8Array(await readFile(dracoWasm())).buffer);
