/** Commands of textures. */
import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import type { Command } from '../store/commands.ts';
import { usePart } from '../ui/parts.ts';
import { convertOpen, convertPicked, isConvertibleTexture, isReplaceable } from './convert/open.ts';

/** Whether a level of the file can be decoded. Reads signals. */
export function canSavePng(file: OpenFile | null, face = 0, level = 0): boolean {
  const texture = file?.texture?.texture;
  return texture?.decodable === true && texture.faces[face]?.[level] !== undefined;
}

export const textureCommands: readonly Command[] = [
  {
    id: 'texture.savePng',
    label: 'Save the texture as PNG',
    group: 'File',
    enabled: () => canSavePng(activeFile.value),
    run: () => {
      const file = activeFile.value;
      if (file)
        void usePart(
          () => import('./save-png.ts'),
          (part) => part.savePng(file),
        );
    },
  },
  {
    id: 'texture.convert',
    label: 'Convert the texture to another format…',
    group: 'Edit',
    enabled: () => isConvertibleTexture(activeFile.value),
    run: () => {
      if (activeFile.value) convertOpen(activeFile.value);
    },
  },
  {
    id: 'texture.replace',
    label: 'Replace the texture by an image…',
    group: 'Edit',
    enabled: () => isReplaceable(activeFile.value),
    run: () => convertPicked(activeFile.value),
  },
  {
    id: 'texture.fromImage',
    label: 'Convert an image to a texture (DTX)…',
    group: 'File',
    run: () => convertPicked(null),
  },
];
