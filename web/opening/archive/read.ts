/** Reads an archive: its directories at once, its bytes when they are shown. */

import type { RezFile } from '@lithoscope/rez';
import type { ByteSource } from '../../archive/locator.ts';
import { bytesOf } from '../../archive/read.ts';
import { BlobSource } from '../../archive/source.ts';
import type { FileSource } from '../../document/open-file.ts';
import { loadRez } from '../../store/lazy-cores.ts';
import { notify } from '../../store/notices.ts';
import { loadPart } from '../../ui/parts.ts';
import { BlobReader, WatchedBytes } from '../partial/bytes.ts';

/** The bytes of an archive. */
interface Opened extends ByteSource {
  readonly content?: Blob;
  close(): void;
}

/** Reads an archive. Any bytes give a file, whose findings say what is wrong. Rejects with a sentence for the user. */
export async function readArchive(source: FileSource, signal?: AbortSignal): Promise<RezFile> {
  const { name } = source;
  const library = await loadPart(loadRez);
  const opened = await openBytes(source);
  const gone = () =>
    notify(
      `${name} can no longer be read: it has disappeared or changed since it was opened. Reload it, or drop it here again.`,
    );
  const slices = new WatchedBytes(opened.size, opened.read, gone);
  try {
    return await library.open(opened.size, opened.read, {
      name,
      slices: {
        at: (start, end) => slices.at(start, end),
        read: (start, end) => slices.read(start, end),
        onArrival: (listener) => slices.onArrival(listener),
        close: () => {
          slices.close();
          opened.close();
        },
      },
      ...(opened.content && { content: opened.content }),
      ...(signal && { signal }),
    });
  } catch (cause) {
    opened.close();
    if (signal?.aborted) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${name} could not be read: ${reason}.`.replace('..', '.'), { cause });
  }
}

async function openBytes({ locator, read }: FileSource): Promise<Opened> {
  const bytes = locator ? await bytesOf(locator) : new BlobSource(await read());
  if (bytes instanceof BlobSource) return ofBlob(bytes.blob);
  return { size: bytes.size, read: (start, end) => bytes.read(start, end), close: () => {} };
}

function ofBlob(content: Blob): Opened {
  const reader = new BlobReader(content);
  return {
    size: content.size,
    content,
    read: async (start, end) => new Uint8Array(await reader.read(start, end)),
    close: () => reader.close(),
  };
}
