/** The page's Content Security Policy, in one place: the server's header, the built page's <meta>. */

/** @type {Record<string, string[]>} */
const directives = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  // Only for files that a link or the user names, and, of the page itself, the file that a link with ?embed holds.
  'connect-src': ["'self'", 'https:', 'blob:'],
  'worker-src': ["'self'"],
  // What the page is called and looks like when it is installed.
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

/** @param {Record<string, string[]>} policy */
const serialize = (policy) =>
  Object.entries(policy)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');

/** For a `<meta http-equiv>`, where frame-ancestors is not allowed. */
export const CSP_META = serialize(directives);

/**
 * Who may show the page in a frame: `LITHOSCOPE_FRAME_ANCESTORS` of the environment, as the policy writes it, such as
 * `'self' https://forum.example`; else only the page's own server.
 */
export function frameAncestors(text = process.env.LITHOSCOPE_FRAME_ANCESTORS ?? '') {
  const sources = text.trim().split(/\s+/).filter(Boolean);
  const odd = sources.find(
    (source) => !/^(\*|'self'|'none'|[\w.*+-]+:(\/\/[\w.*:[\]-]+\/?)?|[\w.*-]+(:(\d+|\*))?)$/.test(source),
  );
  if (odd !== undefined)
    throw new Error(`LITHOSCOPE_FRAME_ANCESTORS has ${odd}, which is no source of a policy.`);
  return sources.length > 0 ? sources : ["'self'"];
}

/** For the HTTP header. */
export const cspHeader = (ancestors = frameAncestors()) =>
  serialize({ ...directives, 'frame-ancestors': ancestors });

export const CSP_HEADER = cspHeader();
