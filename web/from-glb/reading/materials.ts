/** Materials, and the pictures that they name. Of what they look like, the base colour alone is read. */
import type { Material, Texture, vec4 } from '@gltf-transform/core';
import { NotImported } from '../report.ts';
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

export function readMaterials(reading: Reading): ReadMaterial[] {
  const { json, document } = reading;
  const textures = objectsAt(json, 'textures', '', MOST_TEXTURES);
  const images = readImages(reading);
  return objectsAt(json, 'materials', '', MOST_MATERIALS).map((def, i) => {
    const place = `materials[${i}]`;
    const material = document.createMaterial(nameAt(def));
    const extras = extrasAt(def);
    if (extras) material.setExtras(extras);
    const { alphaMode } = def;
    if (alphaMode === 'MASK' || alphaMode === 'BLEND') material.setAlphaMode(alphaMode);
    if (def.doubleSided === true) material.setDoubleSided(true);
    const pbr = objectAt(def, 'pbrMetallicRoughness', place);
    const colour = pbr && numbersAt(pbr, 'baseColorFactor', `${place}.pbrMetallicRoughness`, 4);
    if (colour) material.setBaseColorFactor(colour as vec4);
    const info = pbr && objectAt(pbr, 'baseColorTexture', `${place}.pbrMetallicRoughness`);
    if (!info) return { material, texcoord: 0, transform: null };
    const path = `${place}.pbrMetallicRoughness.baseColorTexture`;
    const texture = indexAt(info, 'index', path, textures.length, 'textures');
    const source = texture === null ? null : sourceOf(textures[texture] as Json, texture, images.length);
    if (source !== null) material.setBaseColorTexture(images[source] ?? null);
    return { material, ...placing(info, path) };
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

function readImages({ json, document, buffers, notes }: Reading): Texture[] {
  return objectsAt(json, 'images', '', MOST_TEXTURES).map((def, i) => {
    const texture = document.createTexture(nameAt(def));
    const { uri, mimeType } = def;
    if (typeof mimeType === 'string') texture.setMimeType(mimeType);
    if (typeof uri === 'string' && !/^data:/i.test(uri)) texture.setURI(uri);
    try {
      const bytes =
        def.bufferView === undefined
          ? buffers.uri(uri, `images[${i}]`)
          : buffers.viewAt(def.bufferView, `images[${i}].bufferView`).bytes;
      texture.setImage(bytes as Uint8Array<ArrayBuffer>);
    } catch (error) {
      // A model is whole without.
      if (!(error instanceof NotImported)) throw error;
      notes.add('PICTURE_LEFT_OUT', `images[${i}]`);
    }
    return texture;
  });
}
