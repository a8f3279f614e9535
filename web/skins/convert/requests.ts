/** What the commands of textures ask for, and images that are dropped, pasted or opened. */
import type { FileSource, OpenFile } from '../../document/open-file.ts';
import { pickFiles, type SlotTarget } from '../../opening/source.ts';
import { openConvertTexture } from './dialog.ts';

/** Converts an open texture, which is changed by it. */
export function convertOpen(file: OpenFile): Promise<void> {
  const read = async () => new Blob([new Uint8Array(file.parsed.bytes)]);
  return openConvertTexture({ name: file.name, read }, { of: 'file', file });
}

/** Asks for an image that replaces an open texture; null: that becomes a new one. */
export async function convertPicked(file: OpenFile | null): Promise<void> {
  const [source] = await pickFiles(false);
  if (source) await openConvertTexture(source, file ? { of: 'file', file } : { of: 'new' });
}

/** Converts an image for a slot, for an open texture, or as a new file. */
export function convertFor(source: FileSource, target: SlotTarget | null): Promise<void> {
  if (!target) return openConvertTexture(source, { of: 'new' });
  const { file } = target;
  return openConvertTexture(source, file.texture ? { of: 'file', file } : { of: 'slot', target });
}
