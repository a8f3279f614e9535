/**
 * The colours of materials as a skin: models have none, and the games take every colour from a texture. Each colour is a block
 * of texels of a small picture, and what has it lies on the middle of the block.
 */

import { encode } from 'fast-png';
import { counted } from '../../explain/describe.ts';
import type { Material } from '../gltf.ts';
import { type ImportNotes, named } from '../notes.ts';
import type { MadeSkin } from '../report.ts';
import type { PlacedMesh } from './contents.ts';
import { indexIn } from './slots.ts';

/** Texels a side: filters and the first three mipmaps take nothing from the neighbours. */
const BLOCK = 8;
/** What glTF shows without a material. */
const WHITE = [255, 255, 255, 255] as const;

/** Red, green, blue and alpha as pictures have them, 0 to 255. */
type Colour = readonly [number, number, number, number];

/** A place on the picture for each colour. */
export class Palette {
  readonly #colours: Colour[] = [];
  readonly #index = new Map<string, number>();
  readonly #materials: ReadonlySet<Material>;

  /** @param materials those of the model; null where a triangle has none */
  constructor(materials: readonly (Material | null)[]) {
    const flat = materials.filter(isFlat);
    this.#materials = new Set(flat.filter((material) => material !== null));
    for (const material of flat) {
      const colour = colourOf(material);
      const key = colour.join(' ');
      if (this.#index.has(key)) continue;
      this.#index.set(key, this.#colours.length);
      this.#colours.push(colour);
    }
  }

  get size(): number {
    return this.#colours.length;
  }

  /** Texture coordinates of a material; null of one with a texture, which keeps that. */
  placeOf(material: Material | null): readonly [number, number] | null {
    if (!isFlat(material)) return null;
    const index = this.#index.get(colourOf(material).join(' ')) as number;
    const { columns, rows } = this.#grid();
    return [((index % columns) + 0.5) / columns, (Math.floor(index / columns) + 0.5) / rows];
  }

  /** @param name of the model */
  skin(name: string, slot: number): MadeSkin {
    const { columns, rows } = this.#grid();
    const [width, height] = [BLOCK * columns, BLOCK * rows];
    const alpha = [...this.#materials].some((material) => material.alphaMode !== 'OPAQUE');
    const channels = alpha ? 4 : 3;
    const data = new Uint8Array(channels * width * height);
    for (let at = 0; at < width * height; at++) {
      const block = Math.floor((at % width) / BLOCK) + columns * Math.floor(at / width / BLOCK);
      // Blocks that are left over have the last colour.
      const colour = this.#colours[Math.min(block, this.size - 1)] as Colour;
      for (let i = 0; i < channels; i++) data[channels * at + i] = colour[i] as number;
    }
    const png = new Uint8Array(encode({ width, height, channels, data }));
    return { slot, name: `${name}.png`, png, alpha };
  }

  note(notes: ImportNotes, { name, slot }: MadeSkin): void {
    const names = [...this.#materials].map((material) => material.name || 'unnamed');
    notes.tell(
      'SKIN_MADE',
      `Made the skin ${name} for slot ${slot}, with ${counted(this.size, 'colour')} of ${counted(names.length, 'material')}${names.length > 0 ? ` (${named(names)})` : ''}.`,
      'It is a PNG. Games need a DTX, which other tools can make from it.',
    );
  }

  /** Blocks across and down, powers of two. */
  #grid(): { readonly columns: number; readonly rows: number } {
    const columns = 2 ** Math.ceil(Math.log2(Math.ceil(Math.sqrt(this.size))));
    return { columns, rows: 2 ** Math.ceil(Math.log2(Math.ceil(this.size / columns))) };
  }
}

/** The palette of the meshes; null, and a note, where there is none to be made. */
export function paletteOf(
  meshes: readonly PlacedMesh[],
  hasOneSkin: boolean,
  notes: ImportNotes,
): Palette | null {
  const materials = materialsOf(meshes);
  const palette = new Palette(materials);
  const textured = materials.filter((material) => !isFlat(material)).length;
  if (palette.size > 0 && !(hasOneSkin && textured > 0)) return palette;
  notes.warn(
    'SKIN_NOT_MADE',
    palette.size === 0
      ? 'No skin was made from the material colours: all materials have textures.'
      : `No skin was made from the material colours: version 6 has one skin, and ${counted(textured, 'material')} ${textured === 1 ? 'has a texture' : 'have textures'}.`,
    palette.size === 0 ? '' : 'Put all colours into one texture, or choose another version.',
  );
  return null;
}

/** Says which colours are not in the model. @param palette the one that was made of those without a texture */
export function noteColours(
  meshes: readonly PlacedMesh[],
  palette: Palette | null,
  notes: ImportNotes,
): void {
  const coloured = materialsOf(meshes).filter(
    (material): material is Material =>
      material !== null && indexIn(material.extras, 'lt_material') === null && hasColour(material),
  );
  const [flat, tinted] = [coloured.filter(isFlat), coloured.filter((material) => !isFlat(material))];
  const list = (materials: readonly Material[]) =>
    `${counted(materials.length, 'material')} (${named(materials.map((material) => material.name || 'unnamed'))})`;
  if (flat.length > 0 && !palette)
    notes.tell(
      'MATERIAL_COLOURS_LEFT_OUT',
      `Skipped the colours of ${list(flat)}: the only colours of a model are those of its skins.`,
      'To keep them, make a skin from the material colours.',
    );
  if (tinted.length > 0)
    notes.tell(
      'MATERIAL_TINTS_LEFT_OUT',
      `Skipped the colours by which ${list(tinted)} multiply textures; the textures are unchanged.`,
      'To keep them, multiply the textures in an image editor.',
    );
}

/** Without a texture of its base colour. */
export function isFlat(material: Material | null): boolean {
  return !material?.texture;
}

/** Another than white. */
export function hasColour(material: Material): boolean {
  return colourOf(material).some((value, i) => i < 3 && value !== 255);
}

/** `#FF8000`, as it is shown. */
export function hexOf(material: Material): string {
  const [red, green, blue] = colourOf(material);
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

function materialsOf(meshes: readonly PlacedMesh[]): (Material | null)[] {
  return [...new Set(meshes.flatMap(({ mesh }) => mesh.primitives.map((one) => one.material)))];
}

/** glTF has linear light, pictures have sRGB. */
function colourOf(material: Material | null): Colour {
  if (!material) return WHITE;
  const [red, green, blue, alpha] = material.colour;
  const isOpaque = material.alphaMode === 'OPAQUE';
  return [encoded(red), encoded(green), encoded(blue), isOpaque ? 255 : Math.round(255 * clamped(alpha))];
}

function encoded(linear: number): number {
  const value = clamped(linear);
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
}

const clamped = (value: number) => Math.min(Math.max(value, 0), 1);
