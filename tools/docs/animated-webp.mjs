/** A moving WebP of still ones, each of which replaces a part of the one before. */

/**
 * A part of the picture that is new. x and y are even.
 * @typedef {{x: number, y: number, width: number, height: number, webp: Buffer}} Frame
 */

/** Bits of the flags of a file, and of a frame that covers what it replaces. */
const ANIMATED = 0x02;
const COVERS = 0x02;

/** @param {string} name @param {Buffer} content padded to an even length */
function chunk(name, content) {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** Numbers of 24 bits. @param {readonly number[]} values */
const numbers = (values) => Buffer.from(values.flatMap((value) => [value, value >> 8, value >> 16]));

/** The chunks with the pixels of a still file. @param {Buffer} webp */
function pixelsOf(webp) {
  const found = [];
  for (let at = 12; at + 8 <= webp.length; ) {
    const end = at + 8 + webp.readUInt32LE(at + 4);
    if (['VP8 ', 'VP8L', 'ALPH'].includes(webp.toString('latin1', at, at + 4)))
      found.push(webp.subarray(at, end + ((end - at) % 2)));
    at = end + ((end - at) % 2);
  }
  if (found.length === 0) throw new Error('a still WebP without pixels');
  return Buffer.concat(found);
}

/**
 * @param {readonly Frame[]} frames the first one has the whole size
 * @param {number} ms how long each is shown
 * @param {number} loops how often they are
 * @returns {Buffer}
 */
export function animatedWebp(frames, ms, loops) {
  const { width, height } = frames[0] ?? { width: 1, height: 1 };
  const parts = frames.map(({ x, y, width, height, webp }) => {
    const place = numbers([x / 2, y / 2, width - 1, height - 1, ms]);
    return chunk('ANMF', Buffer.concat([place, Buffer.from([COVERS]), pixelsOf(webp)]));
  });
  const head = Buffer.concat([Buffer.from([ANIMATED, 0, 0, 0]), numbers([width - 1, height - 1])]);
  const times = Buffer.alloc(6);
  times.writeUInt16LE(loops, 4);
  const content = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', head), chunk('ANIM', times), ...parts]);
  return chunk('RIFF', content);
}
