/** What the page leaves out of three (tools/three.mjs): that the installed version has it, and that nothing needs it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { withoutComments, withoutIdleFunctions, withoutMacros } from '../../../tools/glsl.mjs';
import {
  idleMethods,
  REPLACED,
  STAND_INS,
  threeBanner,
  UNUSED_KINDS,
  UNUSED_MACROS,
  UNUSED_MATERIALS,
  UNUSED_METHODS,
  UNUSED_PROPERTIES,
  usedShaders,
} from '../../../tools/three.mjs';

const root = join(import.meta.dirname, '../../..');
const renderers = join(root, 'node_modules/three/src/renderers');

test('what is left out is there in the installed three', () => {
  const names = [
    ...Object.keys(STAND_INS),
    ...UNUSED_MATERIALS.map((name) => `shaders/ShaderLib/${name}.glsl.js`),
  ];
  expect(names.filter((name) => !existsSync(join(renderers, name)))).toEqual([]);
});

test('macros that nothing of the page defines are those of the installed three', () => {
  const shaders = globSync(['shaders/**/*.js', 'webgl/WebGLProgram.js', '../../examples/jsm/lines/*.js'], {
    cwd: renderers,
  }).map((path) => readFileSync(join(renderers, path), 'utf8'));
  const all = shaders.join('\n');
  expect(UNUSED_MACROS.filter((macro) => !new RegExp(`\\b${macro}`).test(all))).toEqual([]);
});

test('what is replaced in the renderer is there in the installed three', () => {
  const code = ['WebGLRenderer.js', ...globSync('webgl/*.js', { cwd: renderers })].map((path) =>
    readFileSync(join(renderers, path), 'utf8'),
  );
  const all = code.join('\n');
  expect(REPLACED.filter(([pattern]) => all.search(pattern) < 0)).toEqual([]);
  expect(UNUSED_KINDS.filter((kind) => !new RegExp(`\\.is${kind}\\b`).test(all))).toEqual([]);
  expect(UNUSED_PROPERTIES.filter((name) => !new RegExp(`\\bmaterial\\.${name}\\b`).test(all))).toEqual([]);
  expect(UNUSED_METHODS.filter((name) => !new RegExp(`\\bthis\\.${name} = `).test(all))).toEqual([]);
});

test('shaders are whole: each part that one includes is there, and each condition ends', () => {
  const { chunks, lines } = usedShaders();
  expect(Object.keys(chunks)).toEqual(
    expect.arrayContaining([
      'meshbasic_vert',
      'meshphysical_frag',
      'points_frag',
      'colorspace_pars_fragment',
    ]),
  );
  expect(lines).toHaveLength(2);
  for (const shader of [...Object.values(chunks), ...lines]) {
    expect(shader).not.toMatch(new RegExp(`^#.*\\b(${UNUSED_MACROS.join('|')})$`, 'm'));
    for (const [, part = ''] of shader.matchAll(/#include <(\w+)>/g)) expect(chunks).toHaveProperty(part);
    expect(shader.match(/^\s*#\s*if/gm)?.length).toBe(shader.match(/^\s*#\s*endif/gm)?.length);
  }
});

test('what is compiled only with a macro that is never defined is left out', () => {
  const isNever = (macro: string) => macro.startsWith('NO');
  const left = (...lines: string[]) => withoutMacros(lines.join('\n'), isNever).split('\n');
  expect(left('#ifdef NO', 'a', '#ifdef YES', 'b', '#endif', '#endif', 'c')).toEqual(['c']);
  expect(left('#ifndef NO', 'a', '#else', 'b', '#endif')).toEqual(['a']);
  expect(
    left('#if defined( NO ) && ( COUNT > 0 )', 'a', '#elif defined( YES )', 'b', '#else', 'c', '#endif'),
  ).toEqual(['#if defined( YES )', 'b', '#else', 'c', '#endif']);
  expect(left('#ifdef YES', 'a', '#elif ! defined( NO )', 'b', '#elif NO_COUNT > 0', 'c', '#endif')).toEqual([
    '#ifdef YES',
    'a',
    '#else',
    'b',
    '#endif',
  ]);
  expect(left('#if ( NO_COUNT > 0 || COUNT > 0 ) || VALUE == 3', 'a', '#endif')).toHaveLength(3);
  expect(left('#ifdef YES', '#ifdef NO', 'a', '#endif', '#endif')).toEqual(['']);
});

test('methods that nobody names are left out', () => {
  const idle = idleMethods();
  expect([...idle]).toEqual(expect.arrayContaining(['manhattanDistanceTo', 'getFilmHeight']));
  // The page, an addition, and three itself.
  for (const named of ['setFromObject', 'applyAxisAngle', 'updateMatrixWorld', 'constructor']) {
    expect(idle).not.toContain(named);
  }
});

test('functions that nothing calls are left out, and those that only these call', () => {
  const shader = withoutComments(`
    float a( const in float x ) { // for b
      if ( x > 0. ) { return 1.; }
      return x;
    }
    float b( float x ) {
      return a( x );
    }
    vec3 c( vec3 x ) {
      return x;
    }
    void main() {
      gl_Position = c( vec3( 0. ) );
    }`);
  const left = withoutIdleFunctions(new Map([['main', shader]]), '').get('main') ?? '';
  expect(left).toMatch(/^\nvec3 c\( vec3 x \) \{\nreturn x;\n\}\nvoid main/);
  expect(withoutIdleFunctions(new Map([['main', shader]]), 'b(1.)').get('main')).toBe(shader);
});

/** What of three needs the parts that are left out. Anisotropy is also a property of textures, which they keep. */
const NEEDS_THEM = new RegExp(
  `\\b(new (${UNUSED_KINDS.join('|')})|(${UNUSED_METHODS.join('|')}|${UNUSED_PROPERTIES.filter((name) => name !== 'anisotropy').join('|')})\\b(?! = null)|(cast|receive)Shadow|shadowMap|toneMapping|clippingPlanes|Fog|UniformsGroup|WebGLRenderTarget|dithering|alphaToCoverage|worldUnits|dashed|logarithmicDepthBuffer|reversedDepthBuffer|outputBufferType|toJSON|Color\\('[a-z])\\b|[sS]cene\\.(environment|background)\\b|\\.xr\\b`,
);

test('the page uses nothing that is left out', () => {
  const using = globSync('web/**/*.ts', { cwd: root, ignore: 'web/embed/**' })
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => text.includes("from 'three"));
  expect(using.length).toBeGreaterThan(30);
  expect(
    using.map(({ path, text }) => [path, NEEDS_THEM.exec(text)?.[0]]).filter(([, word]) => word),
  ).toEqual([]);
});

test('a chunk with any of three begins with its licence', () => {
  const moduleIds = ['/web/main.ts', '/node_modules/three/src/Three.js'];
  expect(threeBanner({ moduleIds })).toMatch(
    /^\/\*\*[\s\S]*Copyright \d+-\d+ Three\.js Authors[\s\S]*MIT[\s\S]*\*\/$/,
  );
  expect(threeBanner({ moduleIds: moduleIds.slice(0, 1) })).toBe('');
});
