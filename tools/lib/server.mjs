/** A static server for the built page, on this machine only. Node built-ins only. */
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { headersFor } from '../headers.mjs';
import { root, Stop } from './process.mjs';

/** @type {Record<string, string>} */
const MIME_TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** What becomes smaller on the way. */
const COMPRESSED = /^(text\/|application\/(json|wasm|manifest)|image\/svg)/;

/** What a browser takes, the better first. Quality 6 of brotli is as quick as gzip and a tenth smaller. */
const ENCODINGS = [
  {
    name: 'br',
    compress: (/** @type {Buffer} */ bytes) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  },
  { name: 'gzip', compress: promisify(gzip) },
];

/**
 * The encoding that a browser takes a file in; undefined for the file as it is. What it would rather not have is not
 * weighed: no browser sends that.
 * @param {string | string[] | undefined} accepted the request's Accept-Encoding
 */
export function encodingFor(accepted) {
  const names = String(accepted ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';', 1)[0]);
  return ENCODINGS.find(({ name }) => names.includes(name));
}

/** Compressed files by name, and the tag of their content. @type {Map<string, {tag: string, bytes: Promise<Buffer>}>} */
const compressed = new Map();

/**
 * @param {string} file
 * @param {string} tag
 * @param {(typeof ENCODINGS)[number]} encoding
 */
function compress(file, tag, { name, compress }) {
  const key = `${file}:${name}`;
  let known = compressed.get(key);
  if (known?.tag !== tag) {
    known = { tag, bytes: readFile(file).then(compress) };
    known.bytes.catch(() => compressed.delete(key));
    compressed.set(key, known);
  }
  return known.bytes;
}

/**
 * Paths that mean another thing to a browser than to a server: `//host/` is another host where a page takes its path for
 * an address, and an encoded slash is none to a browser.
 */
const AMBIGUOUS = /\/\/|\\|%2f|%5c/i;

/**
 * The file that a request's address names, or null when it is not one of the folder's.
 * @param {string} folder
 * @param {string} address path and query
 */
export function fileFor(folder, address) {
  let path;
  try {
    const written = address.split(/[?#]/, 1)[0] ?? '';
    if (AMBIGUOUS.test(written)) return null;
    path = decodeURIComponent(written);
  } catch {
    return null;
  }
  if (!path.startsWith('/') || path.includes('\0')) return null;
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  return file.startsWith(folder + sep) ? file : null;
}

/**
 * Whether a file lies in a folder once all links are followed.
 * @param {string} folder
 * @param {string} file
 */
async function isInside(folder, file) {
  const [whole, within] = await Promise.all([realpath(folder), realpath(file)]);
  return within.startsWith(whole + sep);
}

/**
 * The bytes that a request asks for: `bytes=0-99`, `bytes=100-`, `bytes=-100`. More than one part, and what is not
 * understood, is answered with the whole file.
 * @param {string | undefined} header
 * @param {number} size of the file
 * @returns {{start: number, end: number} | 'all' | 'none'} half open; none where the file has no such bytes
 */
export function rangeOf(header, size) {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'all';
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'none' : { start: Math.max(0, size - Number(to)), end: size };
  const start = Number(from);
  const end = to === '' ? size : Math.min(size, Number(to) + 1);
  if (to !== '' && Number(to) < start) return 'all';
  return start < size ? { start, end } : 'none';
}

/**
 * @param {string} folder
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(folder, request, response) {
  for (const [name, value] of Object.entries(headersFor(request.url ?? '/'))) response.setHeader(name, value);
  // What is built again shows at once.
  response.setHeader('Cache-Control', 'no-cache');
  /** @param {number} status @param {string} text */
  const refuse = (status, text) => {
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`${text}\n`);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(405, 'Only GET and HEAD.');
  }
  const file = fileFor(folder, request.url ?? '/');
  const stats = file === null ? null : await stat(file).catch(() => null);
  if (!file || !stats?.isFile() || !(await isInside(folder, file))) return refuse(404, 'Not found.');

  const type = MIME_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
  const asked = request.headers.range;
  const encoding =
    asked === undefined && COMPRESSED.test(type) && encodingFor(request.headers['accept-encoding']);
  const state = `${stats.size.toString(16)}-${Math.round(stats.mtimeMs).toString(16)}`;
  const tag = `"${state}${encoding ? `-${encoding.name}` : ''}"`;
  response.setHeader('ETag', tag);
  if (COMPRESSED.test(type)) response.setHeader('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304);
    response.end();
    return;
  }
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Type', type);
  if (encoding) {
    const bytes = await compress(file, tag, encoding);
    response.writeHead(200, { 'Content-Encoding': encoding.name, 'Content-Length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
    return;
  }
  const range = rangeOf(asked, stats.size);
  if (range === 'none') {
    response.setHeader('Content-Range', `bytes */${stats.size}`);
    return refuse(416, 'There are no such bytes.');
  }
  // Of another content than the asker knows, a part would be of no use.
  const part = range !== 'all' && (request.headers['if-range'] ?? tag) === tag ? range : null;
  const { start, end } = part ?? { start: 0, end: stats.size };
  if (part) response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${stats.size}`);
  response.writeHead(part ? 206 : 200, { 'Content-Length': end - start });
  if (request.method === 'HEAD' || start === end) {
    response.end();
    return;
  }
  createReadStream(file, { start, end: end - 1 })
    .on('error', () => response.destroy())
    .pipe(response);
}

/**
 * The port to serve on: PORT of the environment, or the usual one.
 * @param {number} usual
 */
export function portFromEnvironment(usual) {
  const text = process.env.PORT;
  if (!text) return usual;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Stop(`PORT is "${text}"; it must be a number from 1 to 65535.`);
  }
  return port;
}

/**
 * Serves a folder on both loopback addresses.
 * @param {number} wanted port; 0: one that is free
 * @param {string} [folder]
 * @returns {Promise<{address: string, port: number, close: () => void}>} the address to open
 */
export async function serveDist(wanted, folder = join(root, 'dist')) {
  /** @type {import('node:http').Server[]} */
  const servers = [];
  let port = wanted;
  for (const host of ['127.0.0.1', '::1']) {
    await new Promise((resolve, reject) => {
      const server = createServer((request, response) => {
        answer(folder, request, response).catch(() => response.destroy());
      });
      servers.push(server);
      server.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
        if (error.code === 'EADDRINUSE') {
          reject(new Stop(`Port ${port} is taken. Choose another: PORT=${port + 1} npm start`));
        } else if (host === '::1') {
          resolve(undefined); // A machine without IPv6.
        } else {
          reject(new Stop(`Cannot serve on port ${port}: ${error.message}`));
        }
      });
      server.listen(port, host, () => {
        const bound = server.address();
        if (typeof bound === 'object' && bound) port = bound.port;
        resolve(undefined);
      });
    });
  }
  return {
    address: `http://localhost:${port}/`,
    port,
    close: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
