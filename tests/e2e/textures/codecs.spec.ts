/** What the command line decodes is what the browser does. */
import { decodePicture } from '../../../web/pictures/decode.ts';
import { decodeWithCodec } from '../../web/support/codec.ts';
import { expect, test } from '../support/page.ts';

const WIDTH = 61;
const HEIGHT = 43;

/** Of 128 colours, one of which is transparent: codes of 8 bits, as the table is cleared before it grows. */
function gif(): number[] {
  const u16 = (value: number) => [value & 255, value >> 8];
  const palette = Array.from({ length: 128 }, (_, i) => [2 * i, 255 - i, (i * 37) & 255]).flat();
  const codes = Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i * 7 + (i >> 5)) & 127);
  const blocks: number[] = [];
  for (let at = 0; at < codes.length; at += 100) {
    const some = codes.slice(at, at + 100);
    blocks.push(some.length + 1, 128, ...some);
  }
  return [
    ...Buffer.from('GIF89a'),
    ...[...u16(WIDTH + 4), ...u16(HEIGHT + 3), 0xe6, 0, 0, ...palette],
    ...[0x21, 0xf9, 4, 1, 0, 0, 5, 0],
    ...[0x2c, ...u16(2), ...u16(3), ...u16(WIDTH), ...u16(HEIGHT), 0x40, 7],
    ...[...blocks, 1, 129, 0, 0x3b],
  ];
}

/** What the page encodes: kind, type, quality, and whether there is a hole in it. */
const encodings = [
  ['jpeg', 'image/jpeg', 0.9, false],
  ['webp', 'image/webp', 0.8, false],
  ['webp', 'image/webp', 1, true],
] as const;

test('JPEG, WebP and GIF have the same pixels on the command line and in the browser', async ({ page }) => {
  await page.goto('about:blank');
  const drawn = await page.evaluate(
    async ([width, height, kinds]) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no context');
      const gradient = context.createLinearGradient(0, 0, width, height);
      for (const [at, colour] of ['#f80', '#08f', '#fff', '#203'].entries())
        gradient.addColorStop(at / 3, colour);
      const bytes: number[][] = [];
      for (const [, type, quality, isHoled] of kinds) {
        context.fillStyle = gradient;
        context.fillRect(0, 0, width, height);
        if (isHoled) context.clearRect(10, 10, 20, 20);
        const blob = await canvas.convertToBlob({ type, quality });
        bytes.push([...new Uint8Array(await blob.arrayBuffer())]);
      }
      return bytes;
    },
    [WIDTH, HEIGHT, encodings] as const,
  );
  const images = [
    ...encodings.map(([kind], i) => ({ kind, bytes: drawn[i] ?? [] })),
    { kind: 'gif', bytes: gif() },
  ];
  for (const { kind, bytes } of images) {
    const shown = await page.evaluate(
      async ([image, type]) => {
        const blob = new Blob([Uint8Array.from(image)], { type });
        const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none' });
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d');
        context?.drawImage(bitmap, 0, 0);
        const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
        return { width: bitmap.width, height: bitmap.height, data: [...data] };
      },
      [bytes, `image/${kind}`] as const,
    );
    const decoded = await decodePicture(`a.${kind}`, Uint8Array.from(bytes), {
      textures: () => Promise.reject(new Error('no texture')),
      codec: decodeWithCodec,
    });
    expect([kind, decoded.width, decoded.height]).toEqual([kind, shown.width, shown.height]);
    let most = 0;
    for (const [i, value] of decoded.data.entries())
      if (shown.data[i | 3] === 255 || i % 4 === 3)
        most = Math.max(most, Math.abs(value - (shown.data[i] ?? 0)));
    // Decoders of JPEG may round differently; the others are exact.
    expect([kind, most]).toEqual([kind, kind === 'jpeg' ? expect.any(Number) : 0]);
    expect(most).toBeLessThanOrEqual(3);
  }
});
