/** Converts addresses that users paste to addresses that files are fetched from. */
import { pageAddress } from '../../ui/environment.ts';

/** The address to fetch from, or a sentence that says why it cannot be fetched. */
export type Resolved = { readonly url: URL } | { readonly problem: string };

/**
 * The full address, if the page may read from it: https, or the origin of the page. The address of a page about a file on
 * GitHub, GitLab or Gitea becomes that of the file.
 */
export function resolveAddress(address: string, base = pageAddress()): Resolved {
  const shown = address.length > MAX_SHOWN ? `${address.slice(0, MAX_SHOWN)}…` : address;
  if (!URL.canParse(address, base)) {
    return {
      problem: `The link refers to ${shown}, which is not a valid address. It should look like https://example.org/model.abc`,
    };
  }
  const url = new URL(address, base);
  if (url.username || url.password) {
    return {
      problem: `The address of ${fileName(url)} contains a user name or password. This page does not send them: remove it from the address, or download the file and drop it here.`,
    };
  }
  // A blob: address has the page's origin too.
  const own = url.protocol === 'http:' && url.origin === new URL(base).origin;
  if (!own && url.protocol !== 'https:') {
    return { problem: `The link refers to ${shown}. ${whyNotRead(url.protocol)}` };
  }
  url.hash = '';
  return { url: new URL(rawAddress(url) ?? url) };
}

/** Most characters of an address in a sentence. */
const MAX_SHOWN = 200;

function whyNotRead(protocol: string): string {
  if (protocol === 'http:') {
    return 'This page reads other servers only over https: try the address with https, or download the file and drop it here.';
  }
  return protocol === 'file:'
    ? 'A link cannot reach files on a computer: drop the file here instead.'
    : 'This page reads only https addresses: download the file and drop it here.';
}

/** The last part of the path, decoded. */
export function fileName({ pathname, host }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last) || host;
  } catch {
    return last;
  }
}

/** The address of the file that a page is about; null for other addresses. */
export function rawAddress({ origin, host, pathname }: URL): string | null {
  if (/^(www\.)?github\.com$/.test(host)) {
    const [, repository, path] = /^\/([^/]+\/[^/]+)\/(?:blob|raw|blame|edit)\/(.+)$/.exec(pathname) ?? [];
    return repository && path ? `https://raw.githubusercontent.com/${repository}/${path}` : null;
  }
  // GitLab and Gitea are recognized by the form of the path, on any host.
  const gitLab = /^(\/.+)\/-\/(?:blob|blame|edit)\/(.+)$/.exec(pathname);
  if (gitLab) return `${origin}${gitLab[1]}/-/raw/${gitLab[2]}`;
  const gitea = /^(\/.*[^/]+\/[^/]+)\/src\/(branch|commit|tag)\/(.+)$/.exec(pathname);
  return gitea ? `${origin}${gitea[1]}/raw/${gitea[2]}/${gitea[3]}` : null;
}

/**
 * The address of the file in the host's API, which other pages may read, unlike the raw address: GitLab and Gitea send
 * the CORS header only there. Null if the host has no API.
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

/** Encodes a path as one segment of another path. */
function reencoded(path: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(path));
  } catch {
    return encodeURIComponent(path);
  }
}
