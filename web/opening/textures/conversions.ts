/** What makes textures (DTX) of images, which is in a higher room. */
import type { FileSource } from '../../document/open-file.ts';
import type { SlotTarget } from '../source.ts';

/**
 * Opens the conversion of an image to a texture.
 * @param target the slot that is to wear it, or the open texture that it replaces
 */
type Convert = (source: FileSource, target: SlotTarget | null) => void;

export let convertImage: Convert = () => {};

/** Registers it. */
export function offerConversion(convert: Convert): void {
  convertImage = convert;
}
