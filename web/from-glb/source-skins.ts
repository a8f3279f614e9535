/** Images of a glTF as skins of the model that is made of it. */
import type { Info } from '@lithoscope/core';
import type { NewTexture, TextureVersion } from '@lithoscope/editing';
import { identify, isPicture, type PictureKind } from '../explain/file-kind.ts';
import type { Document, Material, Texture } from '../gltf/document.ts';
import { textureLike } from '../pictures/new-texture.ts';
import type { MadeSkin, PieceSource } from './report.ts';

/** A picture of the source that becomes a skin of the result. */
export interface SourceSkin {
  readonly slot: number;
  /** With extension. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the material uses its alpha. */
  readonly alpha: boolean;
}

export interface SourceSkins {
  readonly skins: readonly SourceSkin[];
  /** Names of materials whose pictures are in a format that cannot be shown as skins. */
  readonly unshown: readonly string[];
}

/** Extensions by MIME type, for pictures that have no signature, or one so short that it is not enough. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/bmp': 'bmp',
  'image/x-ms-bmp': 'bmp',
  'image/tga': 'tga',
  'image/x-tga': 'tga',
  'image/x-targa': 'tga',
  'image/vnd.zbrush.pcx': 'pcx',
};

/** One skin for each slot whose pieces have a material with a picture; of several, the first. */
export function skinsOf(
  document: Document,
  { pieces }: Pick<Info, 'pieces'>,
  sources: readonly (readonly PieceSource[])[],
  made: MadeSkin | null = null,
): SourceSkins {
  const nodes = document.nodes;
  const skins = new Map<number, SourceSkin>();
  if (made) skins.set(made.slot, { slot: made.slot, name: made.name, bytes: made.png, alpha: made.alpha });
  const unshown = new Set<string>();
  for (const [i, piece] of pieces.entries()) {
    const slot = piece.materialIndex;
    for (const { node, primitive } of sources[i] ?? []) {
      const material = nodes[node]?.mesh?.primitives[primitive]?.material;
      if (!material || skins.has(slot)) continue;
      const skin = skinOf(material, slot);
      if (skin) skins.set(slot, skin);
      else if (material.texture) unshown.add(material.name || `slot ${slot}`);
    }
  }
  return { skins: [...skins.values()], unshown: [...unshown] };
}

/** Null for a texture without a picture, or with one that nothing here reads. */
export function kindOf(texture: Texture): PictureKind | null {
  const ending = ENDINGS[texture.mimeType];
  const kind = identify(ending ? `skin.${ending}` : texture.uri, texture.image ?? new Uint8Array());
  return isPicture(kind) ? kind : null;
}

function skinOf(material: Material, slot: number): SourceSkin | null {
  const texture = material.texture;
  const image = texture?.image;
  const kind = texture && kindOf(texture);
  if (!texture || !image || !kind) return null;
  // Names of exported skins have the extension of the original texture.
  const name = (texture.name || texture.uri || material.name || `slot ${slot}`).replace(
    /\.(dtx|png|jpe?g|webp|tga|pcx|bmp)$/i,
    '',
  );
  return {
    slot,
    name: `${name}.${kind === 'jpeg' ? 'jpg' : kind}`,
    bytes: new Uint8Array(image),
    alpha: material.alphaMode !== 'OPAQUE',
  };
}

/**
 * What the texture of an image is to be: of the version that the games of the model read, and of an opaque material
 * without alpha.
 * @param versions that are written, the usual one first
 */
export function textureWish(
  { features }: Pick<Info, 'features'>,
  alpha: boolean,
  versions: readonly TextureVersion[],
): NewTexture {
  // Games whose models are deformed by vertices have textures with palettes.
  const isOld = features.deformation;
  const known = versions.find(({ formats }) => formats.includes('PALETTE8') === isOld);
  return textureLike(null, { version: known?.version ?? 0, format: isOld || alpha ? '' : 'DXT1' });
}
