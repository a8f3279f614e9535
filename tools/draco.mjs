/**
 * Draco's decoder, which comes with three as a script for pages: as a module that can be imported, for every Vite
 * configuration whose program reads glTF. Its .wasm file is given to it by whoever uses it (web/gltf/draco.ts).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const NAME = '@lithoscope/draco-module';
const RESOLVED = `\0${NAME}`;
const folder = 'three/examples/jsm/libs/draco/gltf';

/** @param {string} name */
const pathOf = (name) => createRequire(import.meta.url).resolve(`${folder}/${name}`);

/** Path of the decoder. Looked up when it is needed: this is imported before the packages are installed. */
export const dracoWasm = () => pathOf('draco_decoder.wasm');

/**
 * The script as a module. It looks for the things of Node and of pages to find its .wasm file, which it is given, and
 * would listen to all errors of Node: it finds none of them.
 */
const asModule = () => `/*! Draco's decoder: https://github.com/google/draco, Apache License 2.0 */
export default ((process, window, importScripts, document, exports, module, define, require) => {
${readFileSync(pathOf('draco_wasm_wrapper.js'), 'utf8')}
return DracoDecoderModule;
})();`;

/** three's package names its own licence alone. */
const NOTICE = `
## Draco

Apache-2.0: https://github.com/google/draco/blob/main/LICENSE. Its decoder comes with three, as draco_wasm_wrapper.js and draco_decoder.wasm.

Copyright 2016 The Draco Authors. Licensed under the Apache License, Version 2.0; you may obtain a copy of it at
http://www.apache.org/licenses/LICENSE-2.0. It is distributed on an "AS IS" basis, without warranties or conditions of any kind.
`;

/** @type {() => import('vite').Plugin} */
export const draco = () => ({
  name: 'draco',
  generateBundle: {
    // After what lists the packages.
    order: 'post',
    handler(_, bundle) {
      if (![...this.getModuleIds()].includes(RESOLVED)) return;
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.startsWith('LICENSES'))
          file.source = `${file.source}${NOTICE}`;
    },
  },
  resolveId: (id) => (id === NAME ? RESOLVED : null),
  load: (id) => (id === RESOLVED ? asModule() : null),
});
