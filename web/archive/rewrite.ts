/** Archives with some entries replaced; every other entry keeps its bytes, name, time and place in the order. */
import type { ArchiveEntry, Listing } from './listing.ts';
import type { ByteSource } from './locator.ts';
import { comparable } from './paths.ts';
import { rezWith } from './rez-rewrite.ts';
import { type NewFile, Unwritable } from './splice.ts';
import { zipWith } from './zip-rewrite.ts';

/**
 * The archive with other bytes in some entries. All that can be refused is refused before the first byte is asked for.
 * @param listing of `listArchive`
 * @param replaced by path, in any case; of two entries of one path the first is meant
 * @throws {Unwritable} when there is no such entry, or the archive would be larger than its format can say
 */
export async function rewriteArchive(
  source: ByteSource,
  { kind, entries }: Pick<Listing, 'kind' | 'entries'>,
  replaced: ReadonlyMap<string, Uint8Array>,
): Promise<NewFile> {
  const wanted = new Map([...replaced].map(([path, bytes]) => [comparable(path), bytes]));
  const found: [ArchiveEntry, Uint8Array][] = [];
  for (const entry of entries) {
    const key = comparable(entry.path);
    const bytes = wanted.get(key);
    if (!bytes) continue;
    if (entry.problem) throw new Unwritable(`${entry.path} cannot be replaced: ${entry.problem}`);
    found.push([entry, bytes]);
    wanted.delete(key);
    if (wanted.size === 0) break;
  }
  const [missing] = wanted.keys();
  if (missing !== undefined) throw new Unwritable(`There is no ${missing} in the archive.`);
  return kind === 'rez' ? rezWith(source, found) : zipWith(source, found);
}
