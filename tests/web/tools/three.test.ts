/** What the page leaves out of three (tools/three.mjs): that the installed version has it, and that nothing needs it. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { STAND_INS, threeBanner, UNUSED_FEATURES, UNUSED_MATERIALS } from '../../../tools/three.mjs';

const root = join(import.meta.dirname, '../../..');
const renderers = join(root, 'node_modules/three/src/renderers');

test('what is left out is there in the installed three', () => {
  const names = [
    ...Object.keys(STAND_INS),
    ...UNUSED_MATERIALS.map((name) => `shaders/ShaderLib/${name}.glsl.js`),
  ];
  expect(names.filter((name) => !existsSync(join(renderers, name)))).toEqual([]);
});

test.each(UNUSED_FEATURES)('shaders without %s do not miss its parts', (feature) => {
  const folder = join(renderers, 'shaders/ShaderChunk');
  const parts = globSync(`${feature}_*.glsl.js`, { cwd: folder });
  expect(parts).not.toEqual([]);
  for (const part of parts) {
    // three adds this one itself, where there is tone mapping.
    if (basename(part) === 'tonemapping_pars_fragment.glsl.js') continue;
    expect(outsideOfConditions(readFileSync(join(folder, part), 'utf8')), part).toEqual([]);
  }
});

/** Lines of a module's shader that are compiled whatever is defined. */
function outsideOfConditions(code: string): string[] {
  const shader = /`([^`]*)`/.exec(code)?.[1] ?? '';
  let depth = 0;
  return shader.split('\n').filter((line) => {
    const text = line.replace(/\/\/.*/, '').trim();
    if (/^#\s*if/.test(text)) depth++;
    else if (/^#\s*endif/.test(text)) depth--;
    else return text !== '' && depth === 0;
    return false;
  });
}

/** What of three needs the parts that are left out. */
const NEEDS_THEM =
  /\b(Mesh(Lambert|Matcap|Normal|Phong|Physical|Toon|Depth|Distance)Material|(Sprite|LineDashed|Shadow)Material|BatchedMesh|UniformsGroup|(cast|receive)Shadow|shadowMap|toneMapping|clippingPlanes|alphaHash|(alpha|ao|bump|displacement|env|light|normal)Map)\b|[sS]cene\.(environment|background)\b|\.xr\b/;

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
