/** Whether a file is an archive. Apart from reading one, which is fetched with the first. */
import { archiveSignature, HEAD_BYTES } from '../explain/file-kind.ts';
import type { ArchiveKind, ByteSource } from './locator.ts';

/** What a source is by its content; null when it is no archive. */
export async function archiveKind(source: ByteSource): Promise<ArchiveKind | null> {
  return archiveSignature(await source.read(0, Math.min(source.size, HEAD_BYTES)));
}
