/** The files beside the model of a link, wherever they come from: named by the link, then at hand, then in their places. */
import type { FileSource } from '../document/open-file.ts';
import type { SourceResult } from '../opening/remote/source.ts';
import type { LinkedAttachment, Supplied } from './codecs.ts';
import type { Link } from './link.ts';

/** A file that a link names. */
export interface Named {
  readonly kind: 'base' | 'texture' | 'attached';
  readonly supplied: Supplied;
  /** Of models at sockets. */
  readonly attachment?: LinkedAttachment;
}

/** What came of a name. */
export interface Arrival {
  readonly result: SourceResult;
  /** Files that come with it. */
  readonly along: readonly FileSource[];
}

export type Companion = Named & Arrival;

/** A file that is there at once. */
export function arrived(source: FileSource | null, along: readonly FileSource[] = []): Arrival {
  return { result: { source, retried: Promise.resolve(null) }, along };
}

/**
 * Gets the files that a link names.
 * @param locate gives what came; null, after noting why, when nothing can come
 */
export async function companionsOf(
  link: Link,
  locate: (named: Named) => Promise<Arrival | null>,
): Promise<Companion[]> {
  const named: Named[] = [
    ...(link.bases ?? []).map((supplied) => ({ kind: 'base' as const, supplied })),
    ...(link.attached ?? []).map((attachment) => ({
      kind: 'attached' as const,
      supplied: { url: attachment.url },
      attachment,
    })),
    ...(link.textures ?? []).map((supplied) => ({ kind: 'texture' as const, supplied })),
  ];
  const companions = await Promise.all(
    named.map(async (part): Promise<Companion | null> => {
      // It keeps a slot bare.
      const arrival = part.supplied.url === '' ? arrived(null) : await locate(part);
      return arrival && { ...part, ...arrival };
    }),
  );
  return companions.filter((companion) => companion !== null);
}
