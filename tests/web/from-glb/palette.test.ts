/** A skin of the colours of materials: what is in it, where the triangles lie on it, and what is said. */
import type { AbcFile, Lithoscope } from '@lithoscope/core';
import type { Exchange } from '@lithoscope/exchange';
import { decode } from 'fast-png';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MadeSkin } from '../../../web/from-glb/report.ts';
import { skinsOf } from '../../../web/from-glb/source-skins.ts';
import { understand } from '../../../web/from-glb/understand.ts';
import { readGltf } from '../../../web/gltf/read.ts';
import { asOneGlb } from '../../../web/import/one-glb.ts';
import { type LooseJson, Numbering, partsOfGlb } from '../../support/make-glb.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { imported } from '../support/import-model.ts';

let core: Lithoscope;
let editing: Exchange;
beforeAll(async () => {
  core = await loadCore();
  editing = await loadEditing();
});

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
const flat = (name: string, colour?: readonly number[], more: LooseJson = {}): LooseJson => ({
  name,
  pbrMetallicRoughness: colour ? { baseColorFactor: colour } : {},
  ...more,
});
const textured = (name: string, colour?: readonly number[]): LooseJson => ({
  name,
  pbrMetallicRoughness: { baseColorTexture: { index: 0 }, ...(colour && { baseColorFactor: colour }) },
});

/** A mesh with a triangle for each material, and at will one without; all with texture coordinates. */
async function source(materials: readonly LooseJson[], { bare = false, colours = false } = {}) {
  const made = new Numbering();
  const POSITION = made.put(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3');
  const TEXCOORD_0 = made.put(Float32Array.of(0, 0, 0.25, 0, 0, 0.75), 'VEC2');
  const COLOR_0 = colours ? made.put(new Float32Array(9).fill(0.5), 'VEC3') : undefined;
  const image = made.view(PNG);
  const attributes = { POSITION, TEXCOORD_0, ...(COLOR_0 !== undefined && { COLOR_0 }) };
  const bytes = made.glb({
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: 'body' }],
    meshes: [
      {
        primitives: [
          ...materials.map((_, material) => ({ attributes, material })),
          ...(bare ? [{ attributes }] : []),
        ],
      },
    ],
    materials,
    textures: [{ source: 0 }],
    images: [{ bufferView: image, mimeType: 'image/png' }],
  });
  return readGltf('robot.glb', new Map([['robot.glb', bytes]]));
}

/** The colour of the skin at each corner of a piece. */
function shown(file: AbcFile, piece: number, { png }: MadeSkin): string[] {
  const { width, height, channels, data } = decode(png);
  const { uvs } = file.topology(piece, 0);
  return Array.from({ length: uvs.length / 2 }, (_, i) => {
    const [x, y] = [
      Math.floor((uvs[2 * i] as number) * width),
      Math.floor((uvs[2 * i + 1] as number) * height),
    ];
    // Nothing within three texels has another colour: filters have nothing to mix.
    const texel = (dx: number, dy: number) => {
      const at = channels * ((y + dy) * width + x + dx);
      return [...data.subarray(at, at + channels)].join(' ');
    };
    for (const dx of [-4, 0, 3]) for (const dy of [-4, 0, 3]) expect(texel(dx, dy)).toBe(texel(0, 0));
    return texel(0, 0);
  });
}

const RED = [1, 0, 0, 1];
// sRGB 188, of half the light.
const GREY = [0.5, 0.5, 0.5, 1];

describe('colours of materials', () => {
  test('are said to be left out, by name', async () => {
    const { report, codes, skin } = await imported(
      core,
      editing,
      await source([flat('Main', RED), flat('White'), textured('Tinted', GREY), textured('Plain')]),
    );
    expect(skin).toBeNull();
    const said = (code: string) => report.notes.find((note) => note.code === code)?.message;
    expect(said('MATERIAL_COLOURS_LEFT_OUT')).toBe(
      'Skipped the colours of 1 material (Main): the only colours of a model are those of its skins.',
    );
    expect(said('MATERIAL_TINTS_LEFT_OUT')).toMatch(
      /^Skipped the colours by which 1 material \(Tinted\) multiply textures/,
    );
    expect(codes).not.toContain('SKIN_MADE');
  });

  test('are those of the source that is shown', async () => {
    const read = await source([flat('Main', RED)]);
    expect(understand(editing, read).materials).toEqual([
      { name: 'Main', slot: 0, hasPicture: false, colour: '#FF0000' },
    ]);
    const { json } = partsOfGlb((await asOneGlb(read.document)) as Uint8Array);
    expect(json.materials).toMatchObject([{ pbrMetallicRoughness: { baseColorFactor: RED } }]);
  });
});

describe('a skin of them', () => {
  test.each([6, 12] as const)('shows every material in its colour, in version %i', async (version) => {
    const read = await source([flat('Main', RED), flat('Grey', GREY), flat('Again', RED)], { bare: true });
    const { file, skin, codes } = await imported(core, editing, read, { version, paletteSkin: true });
    if (!skin) throw new Error('no skin');
    expect(skin).toMatchObject({ slot: 0, name: 'robot.png', alpha: false });
    const { width, height } = decode(skin.png);
    // Three colours: two by two blocks.
    expect([width, height]).toEqual([16, 16]);
    const red = '255 0 0';
    const grey = '188 188 188';
    const all = file.info.pieces.flatMap((_, piece) => shown(file, piece, skin));
    expect(all.filter((_, i) => i % 3 === 0)).toEqual([red, grey, red, '255 255 255']);
    expect(file.info.pieces.every(({ materialIndex }) => materialIndex === 0)).toBe(true);
    expect(codes).toContain('SKIN_MADE');
    expect(codes).not.toContain('MATERIAL_COLOURS_LEFT_OUT');
  });

  test('leaves textures as they are, and has one slot beside theirs', async () => {
    const read = await source([flat('a', RED), textured('b'), flat('c', GREY), textured('d')]);
    const { file, skin, sources } = await imported(core, editing, read, { paletteSkin: true });
    if (!skin) throw new Error('no skin');
    expect(file.info.pieces.map(({ materialIndex }) => materialIndex)).toEqual([0, 1, 0, 2]);
    expect([...file.topology(1, 0).uvs.slice(0, 6)].sort()).toEqual([0, 0, 0, 0, 0.25, 0.75]);
    expect(shown(file, 2, skin)[0]).toBe('188 188 188');
    const { skins } = skinsOf(read.document, file.info, sources, skin);
    expect(skins.map(({ slot, bytes }) => [slot, bytes.length])).toEqual([
      [0, skin.png.length],
      [1, PNG.length],
      [2, PNG.length],
    ]);
  });

  test('keeps the alpha of what is blended', async () => {
    const glass = flat('Glass', [1, 0, 0, 0.5], { alphaMode: 'BLEND' });
    const { file, skin } = await imported(core, editing, await source([glass]), { paletteSkin: true });
    if (!skin) throw new Error('no skin');
    expect(skin.alpha).toBe(true);
    expect(shown(file, 0, skin)[0]).toBe('255 0 0 128');
  });

  test('is not made where version 6 has another, or nothing has a colour of its own, which is said', async () => {
    const mixed = await source([flat('a', RED), textured('b')]);
    const six = await imported(core, editing, mixed, { version: 6, paletteSkin: true });
    expect(six.skin).toBeNull();
    expect(six.codes).toEqual(expect.arrayContaining(['SKIN_NOT_MADE', 'MATERIAL_COLOURS_LEFT_OUT']));
    const none = await imported(core, editing, await source([textured('b')]), { paletteSkin: true });
    expect([none.skin, none.codes.includes('SKIN_NOT_MADE')]).toEqual([null, true]);
  });

  test('has no colours of vertices, which is said', async () => {
    const read = await source([flat('a', RED)], { colours: true });
    const { skin, codes } = await imported(core, editing, read, { paletteSkin: true });
    expect(skin).not.toBeNull();
    expect(codes).toContain('COLOURS_LEFT_OUT');
  });

  test('is of few texels, however many materials there are', async () => {
    const many = Array.from({ length: 300 }, (_, i) =>
      flat(`m${i}`, [(i % 20) / 20, Math.floor(i / 20) / 20, 0, 1]),
    );
    const { file, skin } = await imported(core, editing, await source(many), { paletteSkin: true });
    if (!skin) throw new Error('no skin');
    const { width, height } = decode(skin.png);
    expect([width, height]).toEqual([256, 128]);
    expect(new Set(many.map((_, piece) => shown(file, piece, skin)[0])).size).toBe(300);
  });
});
