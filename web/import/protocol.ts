/**
 * Import protocol: what the page and the import worker exchange, with the skins of a source that
 * the worker hands over.
 */

import type { Info } from '@lithoscope/core';
import { identify, isPicture, type PictureKind } from '../explain/file-kind.ts';
import type { ImportOptions } from '../from-glb/options.ts';
import type { ImportResult, MadeSkin, PieceSource } from '../from-glb/report.ts';
import type { Understood } from '../from-glb/understand.ts';
import type { Document, Material, Texture } from '../gltf/document.ts';

/** A file to import, with files that it may reference, by their paths from its folder. */
export interface GltfTask {
  readonly name: string;
  readonly file: Blob;
  readonly companions: ReadonlyMap<string, Blob>;
}

/** Target of the import; `template`: the file data that its export kept. */
export type Target =
  | { readonly way: 'template' | 'new' }
  | { readonly way: 'merge'; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** A parsed source. */
export interface ReadGltf {
  readonly understood: Understood;
  /** The file that it was exported from; null for other sources. */
  readonly from: {
    readonly name: string;
    readonly bytes: number;
    readonly crc32: number;
    readonly version: number;
  } | null;
  /** Whether its export kept the data that glTF cannot express. */
  readonly hasTemplate: boolean;
  /** The source as one self-contained GLB for the preview; null if it cannot be written or is too large. */
  readonly glb: Uint8Array<ArrayBuffer> | null;
}

/** A picture of the source that becomes a skin of the result. */
export interface SourceSkin {
  readonly slot: number;
  /** With extension. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the material uses its alpha. */
  readonly alpha: boolean;
}

export interface Made {
  readonly result: ImportResult;
  readonly skins: readonly SourceSkin[];
  /** Names of materials whose pictures are in a format that cannot be shown as skins. */
  readonly unshown: readonly string[];
}

/** A source is read once; then models are made of it. Progress is 0 to 1. */
export interface ImportWork {
  readonly read: { readonly order: GltfTask; readonly progress: number; readonly result: ReadGltf };
  readonly make: {
    readonly order: { readonly options: ImportOptions; readonly target: Target };
    readonly progress: number;
    readonly result: Made;
  };
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
): Pick<Made, 'skins' | 'unshown'> {
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
