/**
 * The headers of the page, in one place: those that the server here sends, `dist/_headers` for hosts that read it, and
 * for nginx (`node tools/headers.mjs` prints its configuration). Who may show the page in a frame says
 * LITHOSCOPE_FRAME_ANCESTORS (csp.mjs). Node built-ins only.
 */
import { pathToFileURL } from 'node:url';
import { CSP_HEADER } from './csp.mjs';

/** @typedef {{path: RegExp, pattern: string, headers: Record<string, string>}} Rule */

/** @type {Rule[]} */
const RULES = [
  {
    path: /^\//,
    pattern: '/*',
    headers: {
      'Content-Security-Policy': CSP_HEADER,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      // No page that opened this one, or that it opens elsewhere, holds its window.
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  },
  // Their names change with their contents.
  {
    path: /^\/assets\//,
    pattern: '/assets/*',
    headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  },
  // Other sites may read the element for their pages, and the models to try it with.
  { path: /^\/embed\//, pattern: '/embed/*', headers: { 'Access-Control-Allow-Origin': '*' } },
  { path: /^\/samples\//, pattern: '/samples/*', headers: { 'Access-Control-Allow-Origin': '*' } },
];

/** @param {string} address path and query */
export function headersFor(address) {
  return Object.assign({}, ...RULES.filter(({ path }) => path.test(address)).map(({ headers }) => headers));
}

/** As Netlify and Cloudflare Pages read it. */
export function headersFile() {
  const lines = RULES.map(
    ({ pattern, headers }) =>
      `${pattern}\n${Object.entries(headers)
        .map(([name, value]) => `  ${name}: ${value}\n`)
        .join('')}`,
  );
  return lines.join('');
}

/**
 * A site of nginx, for its http block.
 * @param {{listen?: string, name?: string, root?: string}} [site]
 */
export function nginxSite({ listen = '8080', name = '_', root = '/usr/share/nginx/html' } = {}) {
  const [all] = RULES;
  const added = Object.entries(all?.headers ?? {}).map(
    ([header, value]) => `    add_header ${header} "${value}" always;`,
  );
  return `# An empty header is not sent.
map $uri $lithoscope_readers {
    ~^/(embed|samples)/ "*";
    default "";
}
server {
    listen ${listen};
    server_name ${name};
    root ${root};   # the contents of dist/

    # They mean another thing to a browser than to a server.
    if ($request_uri ~* "^[^?]*(//|\\x5c|%2f|%5c)") {
        return 404;
    }

    gzip on;
    gzip_types application/javascript text/javascript text/css application/json application/wasm image/svg+xml;

${added.join('\n')}
    add_header Access-Control-Allow-Origin $lithoscope_readers always;

    # The names in assets/ change with their contents. expires keeps the headers above; add_header would not.
    location /assets/ {
        expires 1y;
    }
    location / {
        expires -1;
    }
    # nginx knows no type of it.
    location = /manifest.webmanifest {
        default_type application/manifest+json;
        expires -1;
    }
}
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(nginxSite());
