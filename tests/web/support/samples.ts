/** The samples that the page comes with. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const samplesFolder = fileURLToPath(new URL('../../../public/samples', import.meta.url));

/** The path of a sample. */
export const samplePath = (name: string): string => `${samplesFolder}/${name}`;

/** v12 with bind pose, levels, skinning and a child model, and v6 with deformation vertices. */
export const CLOCKWORK = samplePath('clockwork.abc');
export const JELLYFISH = samplePath('jellyfish.abc');
/** The child model of the first, and its skin. */
export const CLOCKWORK_BASE = samplePath('clockwork_base.abc');
export const CLOCKWORK_SKIN = samplePath('clockwork.dtx');

/** The bytes of a file, with a buffer of their own. */
export const bytesOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path));

/** The bytes of a sample. */
export const sample = (name: string): Uint8Array<ArrayBuffer> => bytesOf(samplePath(name));
