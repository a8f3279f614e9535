/** Materials, and the pictures that they name. Of what they look like, the base colour alone is read. */
import type { Material, Texture } from './document.ts';
import {
  countAt,
  extrasAt,
  indexAt,
  type Json,
  nameAt,
  numberAt,
  numbersAt,
  objectAt,
  objectsAt,
} from './json.ts';
import { NotImported } from './not-imported.ts';
import type { Reading } from './reading.ts';

const MOST_MATERIALS = 65_536;
const MOST_TEXTURES = 65_536;

/** How a material lies on the triangles. */
export interface ReadMaterial {
  readonly material: Material;
  /** Which texture coordinates of a mesh it uses: n of `TEXCOORD_n`. */
  readonly texcoord: number;
  /** What they are multiplied with: u′ = a·u + b·v + c, v′ = d·u + e·v + f. Null: nothing. */
  readonly transform: readonly [number, number, number, number, number, number] | null;
}

export function readMaterials({ json }: Reading, images: readonly Texture[]): ReadMaterial[] {
  const textures = objectsAt(json, 'textures', '', MOST_TEXTURES);
  return objectsAt(json, 'materials', '', MOST_MATERIALS).map((def, i) => {
    const place = `materials[${i}]`;
    const { alphaMode } = def;
    const pbr = objectAt(def, 'pbrMetallicRoughness', place);
    const colour = pbr && numbersAt(pbr, 'baseColorFactor', `${place}.pbrMetallicRoughness`, 4);
    const look = {
      name: nameAt(def),
      extras: extrasAt(def),
      colour: (colour as Material['colour'] | null) ?? [1, 1, 1, 1],
      alphaMode: alphaMode === 'MASK' || alphaMode === 'BLEND' ? alphaMode : 'OPAQUE',
      doubleSided: def.doubleSided === true,
    } as const;
    const info = pbr && objectAt(pbr, 'baseColorTexture', `${place}.pbrMetallicRoughness`);
    if (!info) return { material: { ...look, texture: null }, texcoord: 0, transform: null };
    const path = `${place}.pbrMetallicRoughness.baseColorTexture`;
    const texture = indexAt(info, 'index', path, textures.length, 'textures');
    const source = texture === null ? null : sourceOf(textures[texture] as Json, texture, images.length);
    const picture = source === null ? null : (images[source] ?? null);
    return { material: { ...look, texture: picture }, ...placing(info, path) };
  });
}

/** Of its picture in a format that all programs know, or in another. */
function sourceOf(def: Json, texture: number, images: number): number | null {
  const place = `textures[${texture}]`;
  const extensions = objectAt(def, 'extensions', place);
  for (const name of ['EXT_texture_webp', 'KHR_texture_basisu', 'EXT_texture_avif', 'MSFT_texture_dds']) {
    const other = extensions && objectAt(extensions, name, `${place}.extensions`);
    if (other && def.source === undefined)
      return indexAt(other, 'source', `${place}.extensions.${name}`, images, 'images');
  }
  return indexAt(def, 'source', place, images, 'images');
}

function placing(info: Json, place: string): Pick<ReadMaterial, 'texcoord' | 'transform'> {
  const extensions = objectAt(info, 'extensions', place);
  const def = extensions && objectAt(extensions, 'KHR_texture_transform', `${place}.extensions`);
  const texcoord = countAt(info, 'texCoord', place, 0);
  if (!def) return { texcoord, transform: null };
  const path = `${place}.extensions.KHR_texture_transform`;
  const [x, y] = numbersAt(def, 'offset', path, 2) ?? [0, 0];
  const [width, height] = numbersAt(def, 'scale', path, 2) ?? [1, 1];
  const angle = numberAt(def, 'rotation', path, 0);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [w, h] = [width as number, height as number];
  return {
    texcoord: countAt(def, 'texCoord', path, texcoord),
    // Scaled, turned about the upper left corner (v is down), moved.
    transform: [w * cos, h * sin, x as number, -w * sin, h * cos, y as number],
  };
}

export function readImages({ json, buffers, notes }: Reading): Texture[] {
  return objectsAt(json, 'images', '', MOST_TEXTURES).map((def, i) => {
    const { uri, mimeType } = def;
    let image: Uint8Array | null = null;
    try {
      image =
        def.bufferView === undefined
          ? buffers.uri(uri, `images[${i}]`)
          : buffers.viewAt(def.bufferView, `images[${i}].bufferView`).bytes;
    } catch (error) {
      // A model is whole without.
      if (!(error instanceof NotImported)) throw error;
      notes.add('PICTURE_LEFT_OUT', `images[${i}]`);
    }
    return {
      name: nameAt(def),
      uri: typeof uri === 'string' && !/^data:/i.test(uri) ? uri : '',
      mimeType: typeof mimeType === 'string' ? mimeType : '',
      image,
    };
  });
}
