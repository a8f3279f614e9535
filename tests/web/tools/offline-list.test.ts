/** What the service worker keeps on the machine of a visitor: all that was built. Needs the built page. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptFiles, NOT_KEPT } from '../../../tools/lib/offline.mjs';

const dist = join(import.meta.dirname, '../../../dist');
const worker = readFileSync(join(dist, 'sw.js'), 'utf8');

/** As the built program has it. */
const listed = new Map(
  [...worker.matchAll(/\{url:`([^`]+)`,revision:(?:`([^`]+)`|null),integrity:`sha256-([^`]+)`\}/g)].map(
    ([, url = '', revision, digest]) => [decodeURIComponent(url), { revision, digest }] as const,
  ),
);
const built = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(dist.length + 1));

describe('the service worker', () => {
  it('keeps every file of dist/, or a reason says why not', () => {
    const kept = built.filter((file) => !NOT_KEPT.some(({ files }) => files.test(file)));
    expect(kept.filter((file) => !listed.has(file))).toEqual([]);
    expect([...listed.keys()].filter((file) => !existsSync(join(dist, file)))).toEqual([]);
    for (const { files, reason } of NOT_KEPT) {
      // `npm start` does without it.
      if (files.test('docs/api/') && !existsSync(join(dist, 'docs/api'))) continue;
      expect(built.some((file) => files.test(file))).toBe(true);
      expect(reason).not.toBe('');
    }
  });

  it('holds each to its content, and asks again for those whose names stay', () => {
    for (const [file, { revision, digest }] of listed) {
      const content = readFileSync(join(dist, file));
      expect(digest, file).toBe(createHash('sha256').update(content).digest('base64'));
      expect(revision === undefined, file).toBe(/^(assets|embed)\/.*-[\w-]{8}\.\w+$/.test(file));
    }
  });

  it('asks again when only the headers are others, of which no content says anything', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lithoscope-kept-'));
    try {
      mkdirSync(join(folder, 'assets'));
      writeFileSync(join(folder, 'index.html'), '<!doctype html>');
      writeFileSync(join(folder, 'assets/page-0123abcd.js'), '1');
      const listWith = (headers: string) => {
        writeFileSync(join(folder, '_headers'), headers);
        return keptFiles(folder);
      };
      const [hashed, page] = listWith('/*\n  A: 1\n');
      const [hashedAfter, pageAfter] = listWith('/*\n  A: 2\n');
      expect(page?.url).toBe('index.html');
      expect(pageAfter?.revision).not.toBe(page?.revision);
      expect(pageAfter?.integrity).toBe(page?.integrity);
      expect(hashedAfter).toEqual(hashed);
      expect(listWith('/*\n  A: 1\n')).toEqual([hashed, page]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says nothing in the console', () => {
    expect(worker).not.toMatch(/console\.(log|debug|info|group)/);
  });
});

describe('the manifest', () => {
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.webmanifest'), 'utf8'));
  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }: { icons: object[] }) => icons),
  ];

  it('names only addresses beside itself, so that it works from any path', () => {
    // Without an id the start is one: with an id, two folders of a server would be one app.
    expect(manifest.id).toBeUndefined();
    const addresses = [
      manifest.start_url,
      manifest.scope,
      manifest.share_target.action,
      ...manifest.file_handlers.map(({ action }: { action: string }) => action),
      ...manifest.shortcuts.map(({ url }: { url: string }) => url),
      ...pictures.map(({ src }) => src),
    ];
    const base = 'https://example.org/some/path/';
    for (const address of addresses) expect(new URL(address, base).href).toContain(base);
  });

  it('gives pictures their sizes', () => {
    for (const { src, sizes, type } of pictures) {
      const bytes = readFileSync(join(dist, src));
      expect(sizeOf(bytes, type), src).toBe(sizes);
    }
    const sizes = manifest.icons.map(({ sizes, purpose = 'any' }: Record<string, string>) => [
      purpose,
      sizes,
    ]);
    expect(sizes).toEqual([
      ['any', '192x192'],
      ['any', '512x512'],
      ['maskable', '512x512'],
    ]);
  });

  it('opens what the page opens, from the desktop and from other programs', () => {
    const accepted = manifest.file_handlers.flatMap(({ accept }: { accept: object }) =>
      Object.values(accept),
    );
    for (const name of ['.abc', '.dtx', '.spr', '.rez', '.zip']) {
      expect(accepted.flat()).toContain(name);
      expect(manifest.share_target.params.files[0].accept).toContain(name);
    }
  });
});

/** `512x512`, as the file itself says. */
function sizeOf(bytes: Buffer, type: string): string {
  if (type === 'image/png') return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  // Its frame header: FF C0, length, bits, height, width.
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0, 0x00, 0x11]));
  return `${bytes.readUInt16BE(at + 7)}x${bytes.readUInt16BE(at + 5)}`;
}
