/** The decoders of JPEG and WebP as the tests use them: from their packages. */
import { readFile } from 'node:fs/promises';
import { codecWasm } from '../../../tools/jsquash.mjs';
import { decodeByCodec } from '../../../web/pictures/codecs.ts';
import type { PictureTools } from '../../../web/pictures/decode.ts';

export const decodeWithCodec: Required<PictureTools>['codec'] = async (kind, bytes) => {
  const codec = codecWasm().find(({ name }) => name === `${kind}.wasm`);
  if (!codec) throw new Error(`no codec of ${kind}`);
  return decodeByCodec(kind, bytes, new Uint8Array(await readFile(codec.path)).buffer);
};
