/** Whether a file is an archive. Apart from reading one, which is fetched with the first. */
import type { ArchiveKind, ByteSource } from './locator.ts';

/** How a zip begins: an entry, none, and two of archives in parts. */
const ZIP_SIGNATURES = ['PK\x03\x04', 'PK\x05\x06', 'PK\x06\x06', 'PK\x07\x08', 'PK00PK\x03\x04'];

/** What a source is by its content; null when it is no archive. */
export async function archiveKind(source: ByteSource): Promise<ArchiveKind | null> {
  const head = String.fromCharCode(...(await source.read(0, Math.min(source.size, 32))));
  if (head.slice(2).startsWith('RezMgr Version 1')) return 'rez';
  return ZIP_SIGNATURES.some((signature) => head.startsWith(signature)) ? 'zip' : null;
}
