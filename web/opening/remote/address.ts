/** Addresses that users paste → addresses that files are fetched from. */
import { pageAddress } from '../../ui/environment.ts';

/** What an address comes to: where to fetch from, or why not, as a sentence. */
export type Resolved = { readonly url: URL } | { readonly problem: string };

/**
 * The full address that an address means, if the page may read from it: https, or where the page itself comes
 * from. A page about a file on GitHub, GitLab or Gitea becomes the file.
 */
export function resolveAddress(address: string, base = pageAddress()): Resolved {
  const shown = address.length > MAX_SHOWN ? `${address.slice(0, MAX_SHOWN)}…` : address;
  if (!URL.canParse(address, base)) {
    return {
      problem: `The link names ${shown}, which is no address. It should look like https://example.org/model.abc`,
    };
  }
  const url = new URL(address, base);
  if (url.username || url.password) {
    return {
      problem: `The address of ${fileName(url)} holds a user name or password. This page sends none: remove it from the address, or download the file and drop it here.`,
    };
  }
  // A blob: address has the page's origin too.
  const own = url.protocol === 'http:' && url.origin === new URL(base).origin;
  if (!own && url.protocol !== 'https:') {
    return { problem: `The link names ${shown}. ${whyNotRead(url.protocol)}` };
  }
  url.hash = '';
  return { url: new URL(rawAddress(url) ?? url) };
}

/** Characters of an address that a sentence shows. */
const MAX_SHOWN = 200;

function whyNotRead(protocol: string): string {
  if (protocol === 'http:') {
    return 'From other servers this page reads only https: try the address with https, or download the file and drop it here.';
  }
  return protocol === 'file:'
    ? 'A link cannot reach files of a machine: drop the file here instead.'
    : 'This page reads only https: download the file and drop it here.';
}

/** The last part of the path, as people read it. */
export function fileName({ pathname, host }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last) || host;
  } catch {
    return last;
  }
}

/** A page about a file → the file itself; null for other addresses. */
export function rawAddress({ origin, host, pathname }: URL): string | null {
  if (/^(www\.)?github\.com$/.test(host)) {
    const [, repository, path] = /^\/([^/]+\/[^/]+)\/(?:blob|raw|blame|edit)\/(.+)$/.exec(pathname) ?? [];
    return repository && path ? `https://raw.githubusercontent.com/${repository}/${path}` : null;
  }
  // The forms of these two say what they are on any host.
  const gitLab = /^(\/.+)\/-\/(?:blob|blame|edit)\/(.+)$/.exec(pathname);
  if (gitLab) return `${origin}${gitLab[1]}/-/raw/${gitLab[2]}`;
  const gitea = /^(\/.*[^/]+\/[^/]+)\/src\/(branch|commit|tag)\/(.+)$/.exec(pathname);
  return gitea ? `${origin}${gitea[1]}/raw/${gitea[2]}/${gitea[3]}` : null;
}

/**
 * The same file by the host's programming interface, which lets other pages read it where the raw address does
 * not: GitLab and Gitea send the header (CORS) only there. Null where there is none.
 */
export function interfaceAddress({ origin, pathname }: URL): string | null {
  const gitLab = /^\/(.+)\/-\/raw\/([^/]+)\/(.+)$/.exec(pathname);
  if (gitLab) {
    const [, project = '', ref = '', path = ''] = gitLab;
    return `${origin}/api/v4/projects/${reencoded(project)}/repository/files/${reencoded(path)}/raw?ref=${ref}`;
  }
  const gitea = /^\/([^/]+\/[^/]+)\/raw\/(?:branch|commit|tag)\/([^/]+)\/(.+)$/.exec(pathname);
  return gitea ? `${origin}/api/v1/repos/${gitea[1]}/raw/${gitea[3]}?ref=${gitea[2]}` : null;
}

/** A path as one part of another path. */
function reencoded(path: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(path));
  } catch {
    return encodeURIComponent(path);
  }
}
