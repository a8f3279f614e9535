/** Saves textures as PNG: all their colours, also where alpha is 0, which a canvas would lose. */

import type { DtxFile } from '@lithoscope/dtx';
import type { OpenFile } from '../document/open-file.ts';
import { withoutExtension } from '../lib/file-names.ts';
import { reasonOf } from '../lib/reason.ts';
import { announcement, notify } from '../store/notices.ts';
import { pictureDecoder } from '../textures/decoder.ts';
import { saveBlob } from '../ui/clipboard.ts';
import { usePart } from '../ui/parts.ts';

/** The file of a level is named after it; the largest one of the first face has the name of the texture. */
function fileName(name: string, { texture }: DtxFile, face: number, level: number): string {
  const parts = [
    ...((texture?.faces.length ?? 0) > 1 ? [`face${face}`] : []),
    ...(level > 0 ? [`level${level}`] : []),
  ];
  return [withoutExtension(name), ...parts].join('-').concat('.png');
}

/** Saves a level as PNG; a failure is shown. */
export async function savePng(file: OpenFile, face = 0, level = 0): Promise<void> {
  const { texture } = file;
  if (!texture) return;
  await usePart(
    () => import('../pictures/encode.ts'),
    async ({ encodePng }) => {
      try {
        const bytes = new Uint8Array(texture.bytes);
        const texels = await pictureDecoder.level({ bytes, face, level });
        const png = encodePng(texels, texture.texture?.alpha !== 'none');
        const name = fileName(file.name, texture, face, level);
        saveBlob(name, new Blob([png], { type: 'image/png' }));
        announcement.value = `Saved ${name}.`;
      } catch (error) {
        notify(`The texture was not saved: ${reasonOf(error)}.`);
      }
    },
  );
}
