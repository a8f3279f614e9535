/** Conversions of textures. What they do is fetched when it is asked for. */
import type { FileSource, OpenFile } from '../../document/open-file.ts';
import type { SlotTarget } from '../../opening/source.ts';
import { offerConversion } from '../../opening/textures/conversions.ts';
import { usePart } from '../../ui/parts.ts';

const requests = () => import('./requests.ts');

/** Converts an image for a slot, for an open texture, or as a new file. */
export function convertFor(source: FileSource, target: SlotTarget | null): void {
  void usePart(requests, (part) => part.convertFor(source, target));
}

/** Converts an open texture, which is changed by it. */
export function convertOpen(file: OpenFile): void {
  void usePart(requests, (part) => part.convertOpen(file));
}

/** Asks for an image that replaces an open texture; null: that becomes a new one. */
export function convertPicked(file: OpenFile | null): void {
  void usePart(requests, (part) => part.convertPicked(file));
}

/** Whether a file is a texture that can be converted. Reads signals. */
export const isConvertibleTexture = (file: OpenFile | null): boolean =>
  file?.texture?.texture?.decodable === true && file.texture.texture.faces.length === 1;

/** Whether a file is a texture that an image can replace. Reads signals. */
export const isReplaceable = (file: OpenFile | null): boolean =>
  file?.texture != null && file.parsed.isEditable;

/** Offers to convert images that are dropped, pasted or opened. */
export const takeImages = (): void => offerConversion(convertFor);
