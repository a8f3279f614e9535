/**
 * jSquash's decoders of JPEG and WebP, for the Vite configurations of the command line and the API. Their .wasm files are given
 * to them by whoever uses them (web/pictures/codecs.ts).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const CODECS = { jpeg: 'mozjpeg_dec', webp: 'webp_dec' };

/** Their scripts, and the address at which they would look for their .wasm files: bundlers would too. */
const SCRIPT = /@jsquash\/(?:jpeg|webp)\/codec\/dec\/\w+\.js$/;
const ADDRESS = /new URL\("(\w+\.wasm)",\s*import\.meta\.url\)\.href/g;

/** @param {string} path */
const resolved = (path) => createRequire(import.meta.url).resolve(`@jsquash/${path}`);

/** Paths of the decoders, by their names. Looked up when they are needed: this is imported before the packages are installed. */
export const codecWasm = () =>
  Object.entries(CODECS).map(([name, file]) => ({
    name: `${name}.wasm`,
    path: resolved(`${name}/codec/dec/${file}.wasm`),
  }));

/** The packages have the licences of what they are made of in files of their own. */
const notice = () => `
## MozJPEG and libjpeg-turbo, in @jsquash/jpeg

This software is based in part on the work of the Independent JPEG Group.

${readFileSync(resolved('jpeg/codec/LICENSE.codec.md'), 'utf8')}

## libwebp, in @jsquash/webp

${readFileSync(resolved('webp/codec/LICENSE.codec.md'), 'utf8')}
`;

/** @type {() => import('vite').Plugin} */
export const jsquash = () => ({
  name: 'jsquash',
  transform(code, id) {
    if (!SCRIPT.test(id)) return null;
    const changed = code.replace(ADDRESS, '"$1"');
    if (changed === code) this.error(`${id} no longer looks for its .wasm file where it did`);
    return { code: changed, map: null };
  },
  generateBundle: {
    // After what lists the packages.
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.startsWith('LICENSES'))
          file.source = `${file.source}${notice()}`;
    },
  },
});
