/** Pictures that are meant to stop the page: each costs a sentence, and the page hardly a moment. */
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { dropBytes, expect, expectPose, openWith, passFrames, THOROUGH_GL, test } from '../support/page.ts';

/**
 * Milliseconds without a break that the page may work: 100 are meant, with a card that draws by software on a busy
 * machine some hundreds. Decoded in the page these pictures took 8 and 36 seconds.
 */
const LONGEST_TASK = 2000;

const u16 = (value: number) => [value & 0xff, value >> 8];
const zeros = (count: number): number[] => new Array(count).fill(0);

/** 129 bytes that state 4096 × 4096 texels in eight planes of lines of 65,535 bytes. */
const pcx = Buffer.from([
  ...[0x0a, 5, 1, 1, ...zeros(4), ...u16(4095), ...u16(4095), ...zeros(52)],
  ...[0, 8, ...u16(65_535), ...zeros(60), 0xff],
]);

/** A TGA of 4096 × 4096 texels in run lengths. */
function tga(packets: number): Buffer {
  const header = [0, 0, 10, ...zeros(9), ...u16(4096), ...u16(4096), 24, 0x20];
  return Buffer.concat([Buffer.from(header), Buffer.alloc(packets * 4, Buffer.from([0xff, 200, 100, 50]))]);
}

/** A PNG of one byte a texel, all of them 0. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const rows = deflateSync(Buffer.alloc(Math.min(width, 4096) * Math.min(height, 4096) + height), {
    level: 1,
  });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** After a restart marker, which has no length, a decoder finds a frame of 65,535 × 65,535. */
const jpeg = Buffer.from([
  ...[0xff, 0xd8, 0xff, 0xd0, 0, 13, 0xff, 0xc0, 0, 11, 8, 255, 255, 255, 255, 1, 0],
  ...[0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 0, ...zeros(20)],
]);

const bmp = Buffer.from([
  0x42,
  0x4d,
  ...zeros(12),
  40,
  0,
  0,
  0,
  ...u16(4096),
  0,
  0,
  ...u16(4096),
  0,
  0,
  ...zeros(30),
]);

/** Starts to note how long the page works without a break. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const found: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) found.push(duration);
    }).observe({ type: 'longtask' });
    Object.assign(window, { longTasks: found });
  });
  return () => page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks));
}

const HOSTILE: readonly (readonly [string, Buffer, string])[] = [
  ['clockwork.pcx', pcx, 'clockwork.pcx cannot be decoded as PCX: it ends in its first row.'],
  ['clockwork.tga', tga(3), 'clockwork.tga cannot be decoded as TGA: it ends in its first row.'],
  ['clockwork.tga', tga(1000), '4096 × 4096 · TGA · drawn at 2048 × 2048 · cut off after 31 of 4096 rows'],
  ['clockwork.png', png(65_535, 65_535), 'clockwork.png has 65535 × 65535 texels'],
  ['clockwork.png', png(4096, 4096), '4096 × 4096 · PNG · drawn at 2048 × 2048'],
  ['clockwork.jpg', jpeg, 'clockwork.jpg does not specify its size.'],
  ['clockwork.bmp', bmp, 'clockwork.bmp cannot be decoded as BMP: the browser cannot read it.'],
];

test('a hostile picture costs a sentence and no stop of the page', THOROUGH_GL, async ({ page }) => {
  await openWith(page, CLOCKWORK);
  await expectPose(page, '-1@0');
  await page.getByRole('tab', { name: 'Model' }).click();
  const slot = page.getByRole('list', { name: 'Skin slots' }).getByRole('listitem').first();
  await expect(slot).toContainText('No skin');
  // The first skin of all makes the card compile what draws it.
  await dropBytes(page, 'clockwork.png', png(64, 64));
  await expect(slot).toContainText('64 × 64 · PNG');
  await passFrames(page);
  for (const [name, bytes, words] of HOSTILE) {
    await test.step(`${name}: ${words}`, async () => {
      const longest = await watchTasks(page);
      await dropBytes(page, name, bytes);
      await expect(slot).toContainText(words);
      expect(await longest(), 'milliseconds of the longest task').toBeLessThan(LONGEST_TASK);
    });
  }
  // The worker and the memory that it needed are given back.
  await expect.poll(() => page.workers().length).toBe(0);
});
