/**
 * Draco's decoder, which comes with three as a script for pages: as a module that can be imported, for every Vite
 * configuration whose program reads glTF. Its .wasm file is given to it by whoever uses it (web/from-glb/draco.ts).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const NAME = '@lithoscope/draco-module';
const RESOLVED = `\0${NAME}`;
const folder = 'three/examples/jsm/libs/draco/gltf';

/** @param {string} name */
const pathOf = (name) => createRequire(import.meta.url).resolve(`${folder}/${name}`);

/** Of the decoder. */
export const DRACO_WASM = pathOf('draco_decoder.wasm');

/**
 * The script as a module. It looks for the things of Node and of pages to find its .wasm file, which it is given, and
 * would listen to all errors of Node: it finds none of them.
 */
const asModule = () => `/*! Draco's decoder: https://github.com/google/draco, Apache License 2.0 */
export default ((process, window, importScripts, document, exports, module, define) => {
${readFileSync(pathOf('draco_wasm_wrapper.js'), 'utf8')}
return DracoDecoderModule;
})();`;

/** @type {() => import('vite').Plugin} */
export const draco = () => ({
  name: 'draco',
  resolveId: (id) => (id === NAME ? RESOLVED : null),
  load: (id) => (id === RESOLVED ? asModule() : null),
});
