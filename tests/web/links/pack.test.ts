import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { lengthAdvice, tooLargeToPack } from '../../../web/links/messages.ts';
import { deflate, fromBase64Url, toBase64Url, unpack } from '../../../web/links/pack.ts';

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

describe('a file in a link', () => {
  it('is written as Node writes base64url, and read again', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
        const text = toBase64Url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        expect(fromBase64Url(text) ?? new Uint8Array()).toEqual(bytes);
      }),
    );
  });

  it('comes out as it went in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
        const packed = await deflate(new Blob([bytes as Uint8Array<ArrayBuffer>]));
        expect(await bytesOf(await unpack(toBase64Url(packed ?? new Uint8Array())))).toEqual(bytes);
      }),
      { numRuns: 30 },
    );
  });

  it('is what zlib deflates', async () => {
    const bytes = new TextEncoder().encode('LithTech '.repeat(1000));
    const text = deflateRawSync(bytes).toString('base64url');
    expect(await bytesOf(await unpack(text))).toEqual(bytes);
  });

  it.each(['', '%', 'a', 'AAAA', '<b>', 'x'.repeat(1001), '====', 'ä'])('%j is a sentence', async (text) => {
    await expect(unpack(text)).rejects.toThrow(/the link was truncated or changed/);
  });

  it('cut anywhere is a sentence', async () => {
    const text = deflateRawSync(Buffer.from('one two three four five six seven')).toString('base64url');
    for (let length = 1; length < text.length - 2; length++) {
      await expect(unpack(text.slice(0, length))).rejects.toThrow(/truncated or changed/);
    }
  });

  it('that swells beyond the limit is not unpacked', async () => {
    const bomb = deflateRawSync(Buffer.alloc(70 * 2 ** 20)).toString('base64url');
    expect(bomb.length).toBeLessThan(100_000);
    await expect(unpack(bomb)).rejects.toThrow(/more than 64 MB/);
  });
});

test('links of any length have advice', () => {
  expect(lengthAdvice(500)).toContain('Short enough');
  expect(lengthAdvice(5000)).toContain('Some');
  expect(lengthAdvice(300_000)).toContain('Most');
  expect(tooLargeToPack(300 * 1024)).toBe('300 KB compressed; links hold at most 256 KB.');
});
