/** Files by their address: only when a link or the user names one, and never with credentials. */
import { type FileSource, files, notice, type OpenFile } from '../state.ts';
import { openSources } from './open.ts';
import { openSample, sampleAt } from './samples.ts';

/** Opens the file at an address, or switches to it; null when that failed, which the notice then says. */
export async function openAddress(address: string): Promise<OpenFile | null> {
  const url = resolveAddress(address);
  if (!url) {
    notice.value = `The link names ${address}, which is no address this page may read from: only https, or the page’s own server.`;
    return null;
  }
  const sample = await sampleAt(url);
  // A link names the model only: a sample comes with its skins all the same.
  await (sample ? openSample(sample) : openSources([remoteSource(url)]));
  return files.value.find(({ source }) => source.url === url.href) ?? null;
}

/** The full address, if the page may read from it: https, or where the page itself comes from. */
export function resolveAddress(address: string, base = document.baseURI): URL | null {
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  url.hash = '';
  const own = url.origin === new URL(base).origin;
  return (own || url.protocol === 'https:') && !url.username && !url.password ? url : null;
}

/** A file on a server, read anew each time. */
export function remoteSource(url: URL): FileSource {
  const name = fileName(url);
  return {
    name,
    url: url.href,
    async read() {
      let response: Response;
      try {
        response = await fetch(url, {
          credentials: 'omit',
          cache: 'no-cache',
          referrerPolicy: 'no-referrer',
        });
      } catch (cause) {
        throw new Error(unreachable(name, url), { cause });
      }
      if (!response.ok) throw new Error(refusedBy(response.status, name, url));
      if (/^text\/html/i.test(response.headers.get('content-type') ?? ''))
        throw new Error(webPage(name, url));
      try {
        return await response.blob();
      } catch (cause) {
        throw new Error(`${name} did not arrive whole from ${url.host}. Try the link again.`, { cause });
      }
    },
  };
}

/** The last part of the path, as people read it. */
function fileName({ pathname, host }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last) || host;
  } catch {
    return last;
  }
}

function unreachable(name: string, { host, origin }: URL): string {
  return origin === location.origin
    ? `${name} could not be fetched: the server did not answer.`
    : `${name} could not be fetched from ${host}: it did not answer, or it does not allow other pages to read its files (CORS). Download the file and drop it here.`;
}

function refusedBy(status: number, name: string, { host }: URL): string {
  const reason =
    status === 404
      ? 'there is no such file'
      : status === 401 || status === 403
        ? 'it is not public'
        : 'it failed';
  return `${name} could not be fetched from ${host}: ${reason} (the server answered ${status}).`;
}

function webPage(name: string, url: URL): string {
  const raw = rawAddress(url);
  const hint = raw ? ` The file itself is at ${raw}` : ' Use the address of the file itself.';
  return `${url.host} gave a web page where ${name} was expected.${hint}`;
}

/** GitHub's page about a file → the file. */
export function rawAddress({ host, pathname }: URL): string | null {
  const [, repository, path] = /^\/([^/]+\/[^/]+)\/blob\/(.+)$/.exec(pathname) ?? [];
  return host === 'github.com' && repository && path
    ? `https://raw.githubusercontent.com/${repository}/${path}`
    : null;
}
