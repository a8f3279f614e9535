/**
 * three.js from its modules instead of the one file that they are built into: what only a part of the page needs of it
 * comes with that part. What the page never asks of its renderer is left out (tests/web/tools/three.test.ts).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/**
 * The licence, which the one file begins with and its modules do not: for a chunk of the page or of a worker that has any.
 * @param {{ moduleIds: readonly string[] }} chunk
 */
export function threeBanner({ moduleIds }) {
  if (!moduleIds.some((id) => id.includes('/three/src/'))) return '';
  const file = readFileSync(join(dirname(resolve('three')), 'three.module.js'), 'utf8');
  return /^\/\*\*[\s\S]*?\*\//.exec(file)?.[0] ?? '';
}

/**
 * Parts of the renderer that the page never uses, by their files under src/renderers, and what stands for each: as much
 * as the renderer touches while the part is idle.
 * @type {Record<string, string>}
 */
export const STAND_INS = {
  // Headsets.
  'webxr/WebXRManager.js': `export class WebXRManager {
    enabled = false;
    isPresenting = false;
    addEventListener() {}
    removeEventListener() {}
    setAnimationLoop() {}
    getEnvironmentBlendMode() {}
    dispose() {}
  }`,
  'webgl/WebGLShadowMap.js': 'export class WebGLShadowMap { enabled = false; render() {} }',
  // Reflections of the surroundings: nothing has any.
  'webgl/WebGLEnvironments.js': 'export class WebGLEnvironments { get() { return null; } dispose() {} }',
  // Uniforms that materials share.
  'webgl/WebGLUniformsGroups.js': 'export class WebGLUniformsGroups { dispose() {} }',
};

/** Materials that the page does not have, by their shaders in src/renderers/shaders/ShaderLib. */
export const UNUSED_MATERIALS =
  'background backgroundCube cube depth distance equirect linedashed meshlambert meshmatcap meshnormal meshphong meshtoon shadow sprite vsm'.split(
    ' ',
  );

/** Features that no material of the page has, by the names of their parts in src/renderers/shaders/ShaderChunk. */
export const UNUSED_FEATURES =
  'alphahash aomap batching bumpmap clearcoat clipping_planes displacementmap envmap iridescence lightprobes normalmap shadowmap tonemapping transmission'.split(
    ' ',
  );

/** Shaders lose their comments and indents, as in the one file. @param {string} code a module of shaders */
const withoutComments = (code) =>
  code.replace(
    /\/\* glsl \*\/\s*`([^`]*)`/g,
    (_, /** @type {string} */ shader) =>
      `\`${shader
        .replace(/\r/g, '')
        .replace(/[ \t]*\/\/.*\n/g, '\n')
        .replace(/[ \t]*\/\*[\s\S]*?\*\//g, '')
        .replace(/\n[ \t]+/g, '\n')
        .replace(/\n{2,}/g, '\n')}\``,
  );

/** @type {() => import('vite').Plugin} */
export const three = () => ({
  name: 'three',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'three' ? resolve('three/src/Three.js') : null),
  load(id) {
    const [, file = ''] = /\/three\/src\/renderers\/(.*)$/.exec(id) ?? [];
    const [, kind, name = ''] = /^shaders\/(ShaderLib|ShaderChunk)\/(.*)\.glsl\.js$/.exec(file) ?? [];
    if (kind === 'ShaderLib' && UNUSED_MATERIALS.includes(name))
      return "export const vertex = '', fragment = '';";
    if (kind === 'ShaderChunk' && UNUSED_FEATURES.some((feature) => name.startsWith(`${feature}_`)))
      return "export default '';";
    return STAND_INS[file] ?? null;
  },
  transform: (code, id) => (id.endsWith('.glsl.js') ? withoutComments(code) : null),
});
