/** The page's Content Security Policy, in one place: the server's header, the built page's <meta>. */

/** @type {Record<string, string[]>} */
const directives = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  // Only for files that a link or the user names.
  'connect-src': ["'self'", 'https:'],
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

/** For the HTTP header. */
export const CSP_HEADER = serialize({ ...directives, 'frame-ancestors': ["'self'"] });
