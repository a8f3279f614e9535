/** Files by their address: only when a link or the user names one, and never with credentials. */
import { notice, notify } from '../../store/notices.ts';
import { type FileSource, files, type OpenFile } from '../../store/state.ts';
import { openSources } from '../open.ts';
import { sampleAt, sampleSources } from '../samples.ts';
import { fetchFile } from './fetch.ts';
import { fileName, resolveAddress } from './fetch-address.ts';
import { obtain } from './fetch-retry.ts';
import { showFetches } from './progress-list.ts';

/** Opens the file at an address, or switches to it; null when that failed, which the page then says. */
export async function openAddress(address: string): Promise<OpenFile | null> {
  const url = allowedAddress(address);
  if (!url) return null;
  const sample = await sampleAt(url);
  if (sample) {
    const { model, textures } = sampleSources(sample);
    await openSources([model], { textures });
    return files.value.find(({ source }) => source.url === url.href) ?? null;
  }
  const { source, later } = await fetchSource(url);
  const arrived = source ?? (await later);
  if (!arrived) return null;
  await openSources([arrived]);
  return files.value.find((file) => file.source === arrived) ?? null;
}

/** Where an address leads; null when the page may not read from there, which the notice then says. */
export function allowedAddress(address: string): URL | null {
  const resolved = resolveAddress(address);
  if ('url' in resolved) return resolved.url;
  const before = notice.peek()?.text;
  notify(before ? `${before}\n${resolved.problem}` : resolved.problem);
  return null;
}

/** A file as far as it came, as a source. */
export interface SourceArrival {
  readonly source: FileSource | null;
  /** When the user has it tried again. */
  readonly later: Promise<FileSource | null>;
}

/** Fetches the file at an address. */
export async function fetchSource(url: URL): Promise<SourceArrival> {
  showFetches();
  const { blob, later } = await obtain(url);
  const asSource = (content: Blob | null) => content && remoteSource(url, content);
  return { source: asSource(blob), later: later.then(asSource) };
}

/** A file on a server: what has arrived is read first, and from then on it is fetched anew each time. */
function remoteSource(url: URL, arrived: Blob): FileSource {
  let ready: Blob | null = arrived;
  return {
    name: fileName(url),
    url: url.href,
    async read() {
      const blob = ready ?? (await fetchFile(url, Number.POSITIVE_INFINITY));
      ready = null;
      return blob;
    },
  };
}
