/**
 * Takes films apart that the page has made: by mediabunny's reader with the browser's VideoDecoder, and by the
 * browser's ImageDecoder. For tests in several browsers: what runs in a page is a function without surroundings.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where a page finds mediabunny; whoever runs a test serves it there. */
export const MEDIABUNNY_PATH = '/test-mediabunny.mjs';

/** @returns {Buffer} */
export const mediabunny = () =>
  readFileSync(
    fileURLToPath(new URL('../../node_modules/mediabunny/dist/bundles/mediabunny.min.mjs', import.meta.url)),
  );

/**
 * @typedef {object} Taken
 * @property {string} codec
 * @property {number} width
 * @property {number} height
 * @property {number[]} times when each frame begins, ms
 * @property {number} end of the last frame, ms
 * @property {string[]} frames those that were asked for: RGBA in base64
 */

/**
 * Runs in a page.
 * @param {{base64: string, type: string, wanted: number[], library: string}} film
 * @returns {Promise<Taken>}
 */
export async function takeApart({ base64, type, wanted, library }) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  /** @type {number[]} */
  const times = [];
  /** @type {string[]} */
  const frames = [];
  let end = 0;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  /** @param {number} width @param {number} height @param {() => void} draw */
  const keep = (width, height, draw) => {
    canvas.width = width;
    canvas.height = height;
    draw();
    const { data } = context.getImageData(0, 0, width, height);
    let text = '';
    for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
    frames.push(btoa(text));
  };
  if (type === 'image/gif') {
    const decoder = new ImageDecoder({ type, data: bytes });
    await decoder.tracks.ready;
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
    for (let i = 0; i < count; i++) {
      const { image } = await decoder.decode({ frameIndex: i });
      times.push(image.timestamp / 1000);
      end = (image.timestamp + (image.duration ?? 0)) / 1000;
      if (wanted.includes(i))
        keep(image.displayWidth, image.displayHeight, () => context.drawImage(image, 0, 0));
      image.close();
    }
    return { codec: 'gif', width: canvas.width, height: canvas.height, times, end, frames };
  }
  const { ALL_FORMATS, BlobSource, Input, VideoSampleSink } = await import(library);
  const input = new Input({ source: new BlobSource(new Blob([bytes])), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  for await (const sample of new VideoSampleSink(track).samples()) {
    const { displayWidth, displayHeight, timestamp, duration } = sample;
    if (wanted.includes(times.length)) keep(displayWidth, displayHeight, () => sample.draw(context, 0, 0));
    times.push(timestamp * 1000);
    end = (timestamp + duration) * 1000;
    sample.close();
  }
  return { codec: track.codec, width: canvas.width, height: canvas.height, times, end, frames };
}

/**
 * The mean distance of two pictures' colours, 0 to 255.
 * @param {Uint8Array | Uint8ClampedArray} a RGBA
 * @param {Uint8Array | Uint8ClampedArray} b of the same size
 */
export function meanDifference(a, b) {
  if (a.length !== b.length) return 255;
  let sum = 0;
  for (let i = 0; i < a.length; i++) if (i % 4 !== 3) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / (a.length * 0.75);
}
