/**
 * three.js from its modules instead of the one file that they are built into: what only a part of the page needs of it
 * comes with that part. What the page never asks of it is left out (tests/web/tools/three.test.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { withoutComments, withoutIdleFunctions, withoutMacros } from './glsl.mjs';

const { resolve } = createRequire(import.meta.url);

/** The folder of the package. */
const THREE = join(dirname(resolve('three')), '..');

/** @param {string} path in the package */
const read = (path) => readFileSync(join(THREE, path), 'utf8');

/**
 * The licence, which the one file begins with and its modules do not: for a chunk of the page or of a worker that has any.
 * @param {{ moduleIds: readonly string[] }} chunk
 */
export function threeBanner({ moduleIds }) {
  if (!moduleIds.some((id) => id.includes('/three/src/'))) return '';
  return /^\/\*\*[\s\S]*?\*\//.exec(read('build/three.module.js'))?.[0] ?? '';
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
  // Planes that cut models.
  'webgl/WebGLClipping.js': `export class WebGLClipping {
    uniform = { value: null, needsUpdate: false };
    numPlanes = 0;
    numIntersection = 0;
    init() { return false; }
  }`,
  // Tone mapping of a whole picture, and effects.
  'webgl/WebGLOutput.js': 'export class WebGLOutput {}',
  // A colour or nothing behind the scene.
  'webgl/WebGLBackground.js': `import { Color } from '../../math/Color.js';
  import { getUnlitUniformColorSpace } from '../shaders/UniformsUtils.js';
  const rgb = { r: 0, g: 0, b: 0 };
  export class WebGLBackground {
    #color = new Color(0);
    #alpha;
    #set;
    #clear;
    constructor(renderer, environments, state, objects, alpha, premultiplied) {
      this.#alpha = alpha === true ? 0 : 1;
      this.#set = () => {
        this.#color.getRGB(rgb, getUnlitUniformColorSpace(renderer));
        state.buffers.color.setClear(rgb.r, rgb.g, rgb.b, this.#alpha, premultiplied);
      };
      this.#clear = () => {
        if (!renderer.autoClear) return;
        state.buffers.depth.setTest(true);
        state.buffers.depth.setMask(true);
        state.buffers.color.setMask(true);
        renderer.clear(renderer.autoClearColor, renderer.autoClearDepth, renderer.autoClearStencil);
      };
    }
    getClearColor() { return this.#color; }
    setClearColor(color, alpha = 1) { this.#color.set(color); this.setClearAlpha(alpha); }
    getClearAlpha() { return this.#alpha; }
    setClearAlpha(alpha) { this.#alpha = alpha; this.#set(); }
    render() { this.#set(); this.#clear(); }
    addToRenderList() {}
    dispose() {}
  }`,
};

/** Materials that the page does not have, by their shaders in src/renderers/shaders/ShaderLib. */
export const UNUSED_MATERIALS =
  'background backgroundCube cube depth distance equirect linedashed meshlambert meshmatcap meshnormal meshphong meshtoon shadow sprite vsm'.split(
    ' ',
  );

/** Macros of shaders that no material of the page defines, or that are 0; with all that their names begin. */
export const UNUSED_MACROS =
  'ALPHA_TO_COVERAGE DECODE_VIDEO_TEXTURE DITHERING FOG_EXP2 NUM_CLIPPING_PLANES NUM_DIR_LIGHT_SHADOWS NUM_LIGHT_PROBE_GRIDS NUM_POINT_LIGHT_ NUM_RECT_AREA_LIGHTS NUM_SPOT_LIGHT_ NUM_SUN_LIGHT PHYSICAL TONE_MAPPING USE_ALPHAHASH USE_ALPHAMAP USE_ALPHA_TO_COVERAGE USE_ANISOTROPY USE_AOMAP USE_BATCHING USE_BUMPMAP USE_CLEARCOAT USE_DASH USE_DIFFUSE_ROUGHNESS USE_DISPERSION USE_DISPLACEMENTMAP USE_EMISSIVEMAP USE_ENVMAP USE_FOG USE_GRADIENTMAP USE_INSTANCING_MORPH USE_IRIDESCENCE USE_LIGHTMAP USE_LIGHT_PROBES USE_LOGARITHMIC_DEPTH_BUFFER USE_METALNESSMAP USE_NORMALMAP USE_PACKED_NORMALMAP USE_RETROREFLECTION USE_REVERSED_DEPTH_BUFFER USE_ROUGHNESSMAP USE_SHADOWMAP USE_SHEEN USE_SPECULAR USE_TANGENT USE_THICKNESSMAP USE_TRANSMISSION WORLD_UNITS'.split(
    ' ',
  );

/** Things of three that nothing of the page is: what the renderer does with them is left out. */
export const UNUSED_KINDS =
  'ArrayCamera BatchedMesh CompressedArrayTexture CubeTexture Data3DTexture DepthTexture ExternalTexture FogExp2 FramebufferTexture GLBufferAttribute HTMLTexture LOD LightProbe LightProbeGrid LineDashedMaterial MeshDepthMaterial MeshDistanceMaterial MeshLambertMaterial MeshMatcapMaterial MeshNormalMaterial MeshPhongMaterial MeshPhysicalMaterial MeshToonMaterial NodeMaterial PMREMTexture RectAreaLight RenderTargetTexture ShadowMaterial Sprite SpriteMaterial SunLight VideoTexture WebGL3DRenderTarget WebGLArrayRenderTarget WebGLCubeRenderTarget XRRenderTarget'.split(
    ' ',
  );

/** Properties of materials that the page's have not. */
export const UNUSED_PROPERTIES =
  'alphaHash alphaMap anisotropy anisotropyMap aoMap bumpMap clearcoat clearcoatMap clearcoatNormalMap clearcoatRoughnessMap diffuseRoughness diffuseRoughnessMap displacementMap dispersion emissiveMap envMap gradientMap iridescence iridescenceMap iridescenceThicknessMap lightMap matcap metalnessMap normalMap retroreflectivity roughnessMap sheen sheenColorMap sheenRoughnessMap specularColorMap specularIntensityMap specularMap thicknessMap transmission transmissionMap'.split(
    ' ',
  );

/** Methods of the renderer that the page does not call: it draws to the canvas only. */
export const UNUSED_METHODS =
  'compileAsync copyFramebufferToTexture copyTextureToTexture initRenderTarget initTexture readRenderTargetPixels readRenderTargetPixelsAsync setEffects setRenderTarget setRenderTargetFramebuffer setRenderTargetTextures'.split(
    ' ',
  );

/** What the renderer asks its part for textures for only in these. */
const TARGETS =
  'rebindTextures|setupRenderTarget|updateRenderTargetMipmap|updateMultisampleRenderTarget|setupDepthRenderbuffer|setupFrameBufferTexture|useMultisampledRTT';

/** Wide lines: an addition to three, with shaders of its own. */
const LINES = 'examples/jsm/lines/LineMaterial.js';

/** What the renderer puts before each shader. */
const ALWAYS = ['colorspace_pars_fragment'];

const SHADER = /\/\* glsl \*\/\s*`([^`]*)`/g;

/** @param {string} shader */
const shorter = (shader) =>
  withoutMacros(withoutComments(shader), (macro) => UNUSED_MACROS.some((unused) => macro.startsWith(unused)));

/**
 * The shaders of the page's materials and all parts that they include, by their names in three's table of them; and those
 * of wide lines. What is never compiled and functions that are never called are left out.
 * @returns {{ chunks: Record<string, string>, lines: string[] }}
 */
export function usedShaders() {
  const folder = 'src/renderers/shaders';
  /** @param {string} path */
  const shadersIn = (path) => [...read(path).matchAll(SHADER)].map(([, shader = '']) => shorter(shader));
  /** @type {Map<string, string>} */
  const used = new Map();
  /** @param {string} name */
  const isUsed = (name) => {
    if (!used.has(name)) used.set(name, include(shadersIn(`${folder}/ShaderChunk/${name}.glsl.js`)[0] ?? ''));
    return used.get(name)?.trim() !== '';
  };
  /** A shader without the parts of which nothing is left. @param {string} shader @returns {string} */
  const include = (shader) =>
    shader.replace(/^#include <(\w+)>\n/gm, (line, /** @type {string} */ name) => (isUsed(name) ? line : ''));
  for (const name of ALWAYS) isUsed(name);
  for (const file of readdirSync(join(THREE, folder, 'ShaderLib'))) {
    const material = basename(file, '.glsl.js');
    if (UNUSED_MATERIALS.includes(material)) continue;
    const [vertex = '', fragment = ''] = shadersIn(`${folder}/ShaderLib/${file}`).map(include);
    used.set(`${material}_vert`, vertex).set(`${material}_frag`, fragment);
  }
  const lines = shadersIn(LINES).map(include);
  const others = [...lines, read('src/renderers/webgl/WebGLProgram.js')].join('\n');
  const kept = [...withoutIdleFunctions(used, others)].filter(([, shader]) => shader.trim() !== '');
  return { chunks: Object.fromEntries(kept), lines };
}

/**
 * Of three's table of materials those that the page has. The standard one goes by the name of the physical one, which has
 * more uniforms.
 * @param {string} code
 */
const usedMaterials = (code) =>
  code
    .replace(
      /^\t\w+: \{\n(?:(?!\t\}).*\n)*?\t\tvertexShader: ShaderChunk\.(\w+)_vert,\n.*\n+\t\},?\n/gm,
      (entry, name) => (UNUSED_MATERIALS.includes(name) ? '' : entry),
    )
    .replace(/^ShaderLib\.physical = [\s\S]*?^\};/m, 'ShaderLib.physical = ShaderLib.standard;');

/** Colours by their CSS names. */
const COLOR_NAMES = /^const _colorKeywords = \{[\s\S]*?\};/m;

/** Writing to three's own files, and reading them: by the names of its methods. */
const FILES = /^\t(?:static )?(?:toJSON|fromJSON)\(.*\) \{\n[\s\S]*?\n\t\}\n/gm;

const IS_UNUSED_KIND = new RegExp(
  `(?<![\\w.])(?!this\\.)(?:\\w+\\.)+is(?:${UNUSED_KINDS.join('|')})\\b( [=!]== true\\b)?(?! =| !=)`,
  'g',
);

const properties = UNUSED_PROPERTIES.join('|');
/** Of the parameters of programs those that come of these. */
const parameters = `(?:${properties}|batching|fogExp2|packedNormalMap|retroreflection)(?:Uv|Color|Mode|PMREM|MaxLod|Size|ObjectSpace|TangentSpace)?`;

/** What is written instead of the renderer's code; each finds something in the installed version. @type {[RegExp, string | ((found: string, ...parts: string[]) => string)][]} */
export const REPLACED = [
  // Whether something is what nothing is.
  [IS_UNUSED_KIND, (_, comparison) => String(comparison?.startsWith(' !') ?? false)],
  [new RegExp(`\\bmaterial\\.(?:${properties})\\b(?! = )`, 'g'), 'null'],
  [/^\t\tconst HAS_(?!MAP|ALPHATEST|EXTENSIONS)\w+ = .*;\n/gm, ''],
  [/\bHAS_(?!MAP|ALPHATEST|EXTENSIONS)\w+/g, 'false'],
  [new RegExp(`^\\t+array\\.push\\( parameters\\.${parameters} \\);\\n`, 'gm'), ''],
  [
    new RegExp(
      `^\\t+if \\( parameters\\.${parameters} \\)\\n\\t+_programLayers\\.enable\\( \\d+ \\);\\n`,
      'gm',
    ),
    '',
  ],
  [new RegExp(`^\\t+parameters\\.${parameters}(?: .*)? \\? '#define .*,\\n`, 'gm'), ''],
  [new RegExp(`^\\t\\t\\t${parameters}: .*,\\n`, 'gm'), ''],
  // Targets other than the canvas.
  [
    new RegExp(
      `^\\t\\tthis\\.(?:${UNUSED_METHODS.join('|')}) = (?:async )?function [\\s\\S]*?\\n\\t\\t\\};\\n`,
      'gm',
    ),
    '',
  ],
  [new RegExp(`^\\tthis\\.(?:${TARGETS}) = \\w+;\\n`, 'gm'), ''],
  [/\b_currentRenderTarget (=|!)== null/g, (_, sign) => String(sign === '=')],
  [/\btransmissiveObjects\.length > 0/g, 'false'],
  // Compressed textures other than DXT.
  [/^\t\t\/\/ PVRTC\n[\s\S]*?(?=^\t\t\/\/\n)/m, ''],
];

/** @param {string} code of the renderer */
export const withoutUnused = (code) =>
  REPLACED.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, /** @type {string} */ (replacement)),
    code,
  );

/** A method of a class, by its name: private ones too. */
const METHOD = /^\t(?:static |async )?(\w+)\(.*\) \{\n[\s\S]*?\n\t\}\n/gm;

/** Where classes are of which the page uses a part. */
const CLASSES = ['cameras', 'core', 'lights', 'materials', 'math', 'objects', 'scenes', 'textures'];

/** What the page has of three beside `src`: what it imports, and what that imports. @param {readonly string[]} sources of the page */
function additions(sources) {
  /** @type {Map<string, string>} */
  const all = new Map();
  /** @param {string} path */
  const add = (path) => {
    if (all.has(path)) return;
    const code = read(path);
    all.set(path, code);
    for (const [, found = ''] of code.matchAll(/from '(\.[^']*\.js)'/g)) add(join(dirname(path), found));
  };
  for (const source of sources)
    for (const [, path = ''] of source.matchAll(/'three\/(?:addons|examples\/jsm)\/([^']*\.js)'/g))
      add(`examples/jsm/${path}`);
  return [...all.values()];
}

/**
 * Methods of three's classes that nobody names: neither the page, nor three in what it draws with, but for themselves and
 * each other.
 * @returns {Set<string>}
 */
export function idleMethods() {
  const page = filesIn(join(import.meta.dirname, '../web'), '.ts').map((path) => readFileSync(path, 'utf8'));
  const words = new Set([...page, ...additions(page)].flatMap((code) => code.match(/\w+/g) ?? []));
  const folders = [...CLASSES, 'animation', 'extras', 'geometries', 'renderers/shaders', 'renderers/webgl'];
  let code = [
    ...folders.flatMap((folder) => filesIn(join(THREE, 'src', folder), '.js')),
    join(THREE, 'src/renderers/WebGLRenderer.js'),
    join(THREE, 'src/utils.js'),
  ]
    .map((path) =>
      withoutUnused(readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')).replace(FILES, ''),
    )
    .join('\n');
  /** @type {Set<string>} */
  const idle = new Set();
  for (let before = ''; before !== code; ) {
    before = code;
    const named = new Set([...code.matchAll(/[.'](\w+)/g)].map(([, name]) => name));
    code = code.replace(METHOD, (method, /** @type {string} */ name) => {
      if (name === 'constructor' || named.has(name) || words.has(name)) return method;
      idle.add(name);
      return '';
    });
  }
  return idle;
}

/** @param {string} folder @param {string} extension @returns {string[]} */
const filesIn = (folder, extension) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(extension))
    .map((path) => join(folder, path));

/** Found once, for the page and its workers. @type {Set<string> | undefined} */
let idle;

/** @type {() => import('vite').Plugin} */
export const three = () => {
  idle ??= idleMethods();
  const unnamed = idle;
  return {
    name: 'three',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === 'three' ? resolve('three/src/Three.js') : null),
    load(id) {
      const [, file = ''] = /\/three\/src\/renderers\/(.*)$/.exec(id) ?? [];
      if (file === 'shaders/ShaderChunk.js')
        return `export const ShaderChunk = ${JSON.stringify(usedShaders().chunks)};`;
      return STAND_INS[file] ?? null;
    },
    transform(code, id) {
      if (id.endsWith(`/three/${LINES}`)) {
        const { lines } = usedShaders();
        return code.replace(SHADER, () => JSON.stringify(lines.shift()));
      }
      const [, file = ''] = /\/three\/src\/(.*)$/.exec(id) ?? [];
      if (file === 'renderers/shaders/ShaderLib.js') return usedMaterials(code);
      if (file.startsWith('renderers/')) return withoutUnused(code);
      if (!CLASSES.includes(dirname(file))) return null;
      return code
        .replace(COLOR_NAMES, 'const _colorKeywords = {};')
        .replace(FILES, '')
        .replace(METHOD, (method, name) => (unnamed.has(name) ? '' : method));
    },
  };
};
