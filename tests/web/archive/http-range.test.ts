/** Files at an address in parts: what is read is right, little travels, and a changed file is noticed. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rangeOf } from '../../../tools/lib/server.mjs';
import { askForParts, rangeBytes } from '../../../web/archive/http.ts';

/** Not a multiple of a block. */
const CONTENT = Uint8Array.from({ length: 300_001 }, (_, i) => (i * 31 + (i >> 8)) & 0xff);

let server: Server;
let url = '';
let asked: string[] = [];
let tag = '"one"';
let isWhole = false;
let hidesRange = false;
let cutsAfter = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.range ?? ''}`.trim());
    response.setHeader('ETag', tag);
    const range = isWhole ? 'all' : rangeOf(request.headers.range, CONTENT.length);
    if (range === 'none') {
      response.writeHead(416).end();
      return;
    }
    const { start, end } = range === 'all' ? { start: 0, end: CONTENT.length } : range;
    if (range !== 'all' && !hidesRange) {
      response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${CONTENT.length}`);
    }
    response.writeHead(range === 'all' ? 200 : 206, { 'Content-Length': end - start });
    if (request.method === 'HEAD') response.end();
    else if (end - start > cutsAfter)
      response.write(CONTENT.subarray(start, start + cutsAfter), () => response.destroy());
    else response.end(CONTENT.subarray(start, end));
  });
  // On a busy machine it would close a connection in the moment in which it is used again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/GAME.REZ`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  tag = '"one"';
  isWhole = false;
  hidesRange = false;
  cutsAfter = Number.POSITIVE_INFINITY;
});

const file = () => ({ url, size: CONTENT.length, version: '"one"' });

describe('the first question', () => {
  it('says size and version, with the first bytes', async () => {
    const found = await askForParts(url);
    expect(found).toMatchObject({ url, size: CONTENT.length, version: '"one"' });
    expect(found?.head).toEqual(CONTENT.slice(0, 65536));
    expect(asked).toEqual(['GET bytes=0-65535']);
  });

  it('asks for the size where the answer hides it', async () => {
    hidesRange = true;
    expect(await askForParts(url)).toMatchObject({ size: CONTENT.length });
    expect(asked).toEqual(['GET bytes=0-65535', 'HEAD']);
  });

  it('is answered by null where the server gives the file whole', async () => {
    isWhole = true;
    expect(await askForParts(url)).toBeNull();
  });
});

describe('the bytes', () => {
  it('are those of the file, wherever they are asked', async () => {
    const source = rangeBytes(file(), { block: 1000 });
    for (const [start, end] of [
      [0, 1],
      [999, 1001],
      [0, 5000],
      [299_999, 300_001],
      [300_000, 300_001],
      [7, 7],
      [123_456, 290_000],
    ] as const) {
      expect(await source.read(start, end)).toEqual(CONTENT.slice(start, end));
    }
    await expect(source.read(0, CONTENT.length + 1)).rejects.toThrow();
  });

  it('are asked for once: neighbours together, small ones by the block', async () => {
    const source = rangeBytes(file(), { block: 1000 });
    await Promise.all([source.read(2100, 2110), source.read(2500, 2600), source.read(2990, 3001)]);
    expect(asked).toEqual(['GET bytes=2000-2999', 'GET bytes=3000-3999']);
    asked = [];
    await source.read(1000, 6000);
    expect(asked).toEqual(['GET bytes=1000-1999', 'GET bytes=4000-5999']);
  });

  it('of another file are not given', async () => {
    const source = rangeBytes(file(), { block: 1000 });
    await source.read(0, 10);
    tag = '"two"';
    await expect(source.read(5000, 5010)).rejects.toThrow(/has changed\.$/);
    tag = '"one"';
    // What failed is asked for again.
    expect(await source.read(5000, 5010)).toEqual(CONTENT.slice(5000, 5010));
    await expect(rangeBytes({ url, size: 10 }, { block: 1000 }).read(0, 10)).rejects.toThrow(
      /has changed\.$/,
    );
  });

  it('are a sentence where the connection breaks or the server stops giving parts', async () => {
    cutsAfter = 100;
    await expect(rangeBytes(file(), { block: 1000 }).read(0, 900)).rejects.toThrow();
    cutsAfter = Number.POSITIVE_INFINITY;
    isWhole = true;
    await expect(rangeBytes(file(), { block: 1000 }).read(0, 900)).rejects.toThrow(
      /did not send part of the file/,
    );
  });
});

describe('rangeOf', () => {
  it.each([
    [undefined, 'all'],
    ['bytes=0-9', { start: 0, end: 10 }],
    ['bytes=90-', { start: 90, end: 100 }],
    ['bytes=-10', { start: 90, end: 100 }],
    ['bytes=-200', { start: 0, end: 100 }],
    ['bytes=50-500', { start: 50, end: 100 }],
    ['bytes=100-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=9-3', 'all'],
    ['bytes=0-1,5-6', 'all'],
    ['lines=0-9', 'all'],
    ['bytes=-', 'all'],
  ])('%s of 100 bytes', (header, expected) => {
    expect(rangeOf(header, 100)).toEqual(expected);
  });
});
