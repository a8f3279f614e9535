/** Commands that convert textures. The dialog is fetched when it is opened. */
import type { FileSource, OpenFile } from '../../document/open-file.ts';
import { selectedElement } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { slotsOf } from '../../explain/facts.ts';
import { acceptPastes } from '../../opening/drop.ts';
import { pickFiles } from '../../opening/source.ts';
import { offerConversion } from '../../opening/textures/assign.ts';
import type { Command } from '../../store/commands.ts';
import { usePart } from '../../ui/parts.ts';
import type { Use } from './taking.ts';

/** Opens the dialog for an image or a texture. */
export function openConversion(source: FileSource, use: Use): void {
  void usePart(
    () => import('./dialog.ts'),
    (part) => part.openConvertTexture(source, use),
  );
}

/** Converts an open texture, which is changed by it. */
export function convertOpen(file: OpenFile): void {
  const read = async () => new Blob([new Uint8Array(file.parsed.bytes)]);
  openConversion({ name: file.name, read }, { of: 'file', file });
}

/** Asks for an image that replaces an open texture. */
export async function replaceOpen(file: OpenFile): Promise<void> {
  const [source] = await pickFiles(false);
  if (source) openConversion(source, { of: 'file', file });
}

async function convertImage(): Promise<void> {
  const [source] = await pickFiles(false);
  if (source) openConversion(source, { of: 'new' });
}

/** Whether a file is a texture that can be converted. Reads signals. */
export const isConvertibleTexture = (file: OpenFile | null): file is OpenFile =>
  file?.texture?.texture?.decodable === true && file.texture.texture.faces.length === 1;

/** Whether a file is a texture that an image can replace. Reads signals. */
export const isReplaceable = (file: OpenFile | null): file is OpenFile =>
  file?.texture != null && file.parsed.isEditable;

export const convertCommands: readonly Command[] = [
  {
    id: 'texture.convert',
    label: 'Convert the texture to another format…',
    group: 'Edit',
    enabled: () => isConvertibleTexture(activeFile.value),
    run: () => {
      const file = activeFile.value;
      if (isConvertibleTexture(file)) convertOpen(file);
    },
  },
  {
    id: 'texture.replace',
    label: 'Replace the texture by an image…',
    group: 'Edit',
    enabled: () => isReplaceable(activeFile.value),
    run: () => {
      const file = activeFile.value;
      if (isReplaceable(file)) void replaceOpen(file);
    },
  },
  {
    id: 'texture.fromImage',
    label: 'Convert an image to a texture (DTX)…',
    group: 'File',
    run: () => void convertImage(),
  },
];

/** Offers to convert images that are dropped, pasted or opened, and says where pasted ones go. */
export function takeImages(): void {
  offerConversion((source, target) => {
    if (!target) openConversion(source, { of: 'new' });
    else if (target.file.texture) openConversion(source, { of: 'file', file: target.file });
    else openConversion(source, { of: 'slot', target });
  });
  acceptPastes(() => {
    const file = activeFile.peek();
    // It replaces a texture.
    if (file?.texture) return { file, slot: 0 };
    if (!file?.model) return null;
    const card = document.activeElement?.closest<HTMLElement>('[data-slot]');
    if (card) return { file, slot: Number(card.dataset.slot) };
    // Else the slot of the selected piece, or the only one.
    const slots = slotsOf(file.info);
    const { piece = -1 } = selectedElement(file);
    const slot = file.info.pieces[piece]?.materialIndex ?? (slots.length === 1 ? slots[0] : undefined);
    return slot === undefined ? null : { file, slot };
  });
}
