/** Pictures of the source as the skins of what was made of it. */

import type { Document, Material } from '@gltf-transform/core';
import type { Info } from '@lithoscope/core';
import type { MadeSkin, PieceSource } from '../from-glb/report.ts';
import type { Made, SourceSkin } from './protocol.ts';

/** Formats that skins can have, by their names in glTF. */
const ENDINGS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

/** One for each slot whose pieces have a material with a picture; of several the first. */
export function skinsOf(
  document: Document,
  { pieces }: Pick<Info, 'pieces'>,
  sources: readonly (readonly PieceSource[])[],
  made: MadeSkin | null = null,
): Pick<Made, 'skins' | 'unshown'> {
  const nodes = document.getRoot().listNodes();
  const skins = new Map<number, SourceSkin>();
  if (made) skins.set(made.slot, { slot: made.slot, name: made.name, bytes: made.png, alpha: made.alpha });
  const unshown = new Set<string>();
  for (const [i, piece] of pieces.entries()) {
    const slot = piece.materialIndex;
    for (const { node, primitive } of sources[i] ?? []) {
      const material = nodes[node]?.getMesh()?.listPrimitives()[primitive]?.getMaterial();
      if (!material || skins.has(slot)) continue;
      const skin = skinOf(material, slot);
      if (skin) skins.set(slot, skin);
      else if (material.getBaseColorTexture()) unshown.add(material.getName() || `slot ${slot}`);
    }
  }
  return { skins: [...skins.values()], unshown: [...unshown] };
}

function skinOf(material: Material, slot: number): SourceSkin | null {
  const texture = material.getBaseColorTexture();
  const image = texture?.getImage();
  const ending = ENDINGS[texture?.getMimeType() ?? ''];
  if (!texture || !image || !ending) return null;
  // Names of exported skins have the ending of what they were before.
  const name = (texture.getName() || texture.getURI() || material.getName() || `slot ${slot}`).replace(
    /\.(dtx|png|jpe?g|tga|pcx|bmp)$/i,
    '',
  );
  return {
    slot,
    name: `${name}.${ending}`,
    bytes: new Uint8Array(image),
    alpha: material.getAlphaMode() !== 'OPAQUE',
  };
}
