/** JPEGs and WebPs without a browser. */
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../web/pictures/decode.ts';
import { decodeWithCodec } from '../support/codec.ts';
import { loadDtx } from '../support/dtx.ts';
import { encoded, gradient, HEIGHT, WIDTH } from '../support/encoded-images.ts';

const decode = (name: string, bytes: Uint8Array) =>
  decodePicture(name, bytes, { textures: loadDtx, codec: decodeWithCodec });

/** The largest difference of opaque colours, and of alpha. */
function differences(data: Uint8Array, expected: Uint8Array) {
  expect(data.length).toBe(expected.length);
  const of = (isCounted: (i: number) => boolean) =>
    data.reduce(
      (most, value, i) => (isCounted(i) ? Math.max(most, Math.abs(value - (expected[i] ?? 0))) : most),
      0,
    );
  return {
    colour: of((i) => i % 4 !== 3 && expected[i | 3] === 255),
    alpha: of((i) => i % 4 === 3),
  };
}

describe('an image has the colours that were encoded', () => {
  it.each([
    ['a.jpg', 'jpeg', 12],
    ['a.jpeg', 'progressive', 12],
    ['a.webp', 'lossy', 24],
    ['a.webp', 'lossyAlpha', 32],
    ['a.webp', 'lossless', 0],
  ] as const)('%s (%s), within %i', async (name, kind, most) => {
    const { width, height, data } = await decode(name, encoded(kind));
    expect([width, height]).toEqual([WIDTH, HEIGHT]);
    const isHoled = kind === 'lossyAlpha' || kind === 'lossless';
    const { colour, alpha } = differences(data, gradient(isHoled));
    expect(alpha).toBe(0);
    expect(colour).toBeLessThanOrEqual(most);
  });

  it('a JPEG without colours is grey: the luma of what was encoded', async () => {
    const { data } = await decode('a.jpg', encoded('grey'));
    const luma = gradient();
    for (let i = 0; i < luma.length; i += 4) {
      const [red = 0, green = 0, blue = 0] = luma.subarray(i, i + 3);
      luma.fill(Math.round(0.299 * red + 0.587 * green + 0.114 * blue), i, i + 3);
    }
    expect(differences(data, luma).colour).toBeLessThanOrEqual(8);
  });
});

/** A JPEG with an EXIF of one entry, the orientation, after its first marker. */
function oriented(orientation: number): Uint8Array {
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    ...[0, 0, 0, 0],
  ]; // prettier-ignore
  const body = [...Buffer.from('Exif\0\0'), ...tiff];
  const jpeg = encoded('jpeg');
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0, body.length + 2, ...body, ...jpeg.subarray(2)]);
}

/** Where the top row and the left column of the stored image are shown, by the table “Orientation” of Exif 2.3. */
const SHOWN: readonly ((x: number, y: number) => readonly [number, number])[] = [
  (x, y) => [x, y],
  (x, y) => [WIDTH - 1 - x, y],
  (x, y) => [WIDTH - 1 - x, HEIGHT - 1 - y],
  (x, y) => [x, HEIGHT - 1 - y],
  (x, y) => [y, x],
  (x, y) => [HEIGHT - 1 - y, x],
  (x, y) => [HEIGHT - 1 - y, WIDTH - 1 - x],
  (x, y) => [y, WIDTH - 1 - x],
];

it.each([1, 2, 3, 4, 5, 6, 7, 8])('a JPEG is turned as its EXIF says: %i', async (orientation) => {
  const stored = await decode('a.jpg', encoded('jpeg'));
  const turned = await decode('a.jpg', oriented(orientation));
  expect([turned.width, turned.height]).toEqual(orientation < 5 ? [WIDTH, HEIGHT] : [HEIGHT, WIDTH]);
  const expected = new Uint8Array(stored.data.length);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const [left = 0, top = 0] = SHOWN[orientation - 1]?.(x, y) ?? [];
      const from = 4 * (y * WIDTH + x);
      expected.set(stored.data.subarray(from, from + 4), 4 * (top * turned.width + left));
    }
  }
  expect(Buffer.from(turned.data).equals(Buffer.from(expected))).toBe(true);
});

describe('what cannot be decoded is a phrase', () => {
  it.each([
    ['a.jpg', 'jpeg'],
    ['a.jpg', 'progressive'],
    ['a.webp', 'lossy'],
    ['a.webp', 'lossyAlpha'],
    ['a.webp', 'lossless'],
  ] as const)('%s (%s), cut off anywhere', async (name, kind) => {
    const whole = encoded(kind);
    // The end of a JPEG is its last marker; a WebP may have a byte of padding.
    for (let length = 12; length < whole.length - 2; length += 7) {
      const decoded = decode(name, whole.slice(0, length));
      await expect(decoded).rejects.toThrow(/it is cut off|does not specify its size/);
    }
  });

  it.each(['jpeg', 'progressive', 'lossy', 'lossless'] as const)(
    'or a picture: %s, damaged',
    async (kind) => {
      const whole = encoded(kind);
      for (let at = 2; at < whole.length; at += 11) {
        for (const value of [0, 0xff, (whole[at] ?? 0) ^ 0x10]) {
          const bytes = whole.slice();
          bytes[at] = value;
          const decoded = await decode('a', bytes).catch((error: Error) => error.message);
          if (typeof decoded === 'string') expect(decoded).toMatch(/^it /);
          else expect(decoded.data.length).toBe(decoded.width * decoded.height * 4);
        }
      }
    },
  );

  it('a JPEG of four colours, or of very many scans, is refused before it is decoded', async () => {
    const jpeg = encoded('jpeg');
    const frame = jpeg.findIndex((byte, i) => byte === 0xff && jpeg[i + 1] === 0xc0);
    const cmyk = jpeg.slice();
    cmyk[frame + 9] = 4;
    await expect(decode('a.jpg', cmyk)).rejects.toThrow('four colours (CMYK)');
    const scan = jpeg.findIndex((byte, i) => byte === 0xff && jpeg[i + 1] === 0xda);
    const scans = Array.from({ length: 64 }, () => [...jpeg.subarray(scan, -2)]).flat();
    const many = Uint8Array.from([...jpeg.subarray(0, scan), ...scans, ...jpeg.subarray(scan)]);
    await expect(decode('a.jpg', many)).rejects.toThrow('more than 64 scans');
  });

  it('a WebP that is animated, and one whose picture is larger than it says', async () => {
    const animated = encoded('lossyAlpha');
    animated[20] = (animated[20] ?? 0) | 2;
    await expect(decode('a.webp', animated)).rejects.toThrow('it is animated');
    const small = encoded('lossyAlpha');
    small[24] = 3;
    await expect(decode('a.webp', small)).rejects.toThrow('it is cut off or damaged');
    const large = encoded('lossyAlpha');
    large.fill(0xff, 24, 30);
    await expect(decode('a.webp', large)).rejects.toThrow('more than can be decoded');
  });

  it('of a page, which has the browser for them', async () => {
    const decoded = decodePicture('a.jpg', encoded('jpeg'), { textures: loadDtx });
    await expect(decoded).rejects.toThrow('there is no decoder of JPEG');
  });
});
