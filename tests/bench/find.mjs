/** How fast the built page's worker finds four bytes. tools/bench.mjs runs it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/process.mjs';
import { withPage } from './page.mjs';

const SIZE = 100_000_000;
const ROUNDS = 7;

/**
 * Speed of a search for four bytes that are not there in 100 MB of noise, medians, MB/s: in bytes that the
 * worker holds (a file that is parsed), in a Blob that it reads by slices (a file that is not), and of a
 * comparison at every offset in the same browser.
 * @param {string} address of the page
 * @returns {Promise<{memory: number, blob: number, naive: number}>}
 */
export function benchFind(address) {
  const name = readdirSync(join(root, 'dist/assets')).find((file) => /^search-worker-.*\.js$/.test(file));
  return withPage(async (page) => {
    await page.goto(address);
    const milliseconds = await page.evaluate(
      async ({ url, size, rounds }) => {
        const bytes = new Uint8Array(size);
        for (let i = 0, noise = 1; i < size; i++) {
          noise = (Math.imul(noise, 1664525) + 1013904223) | 0;
          bytes[i] = noise >>> 24;
        }
        const value = Uint8Array.of(1, 2, 3, 4);
        /** @param {number} from */
        const stands = (from) => value.every((byte, i) => bytes[from + i] === byte);
        // Not there: a search that ends at a hit would be a faster one.
        for (let at = 0; at + 4 <= size; at++) if (bytes[at] === 1 && stands(at)) bytes[at] = 2;
        const pattern = {
          kind: 'bytes',
          length: 4,
          alternatives: [{ value, mask: new Uint8Array(4).fill(0xff) }],
        };
        const range = { start: 0, end: size };
        const worker = new Worker(url, { type: 'module' });
        /** @param {Uint8Array | Blob} [content] sent once: the worker keeps it */
        const search = (content) =>
          new Promise((resolve, reject) => {
            worker.onmessage = ({ data }) => {
              if ('failure' in data) reject(new Error(data.failure));
              else if ('result' in data) resolve(data.result);
            };
            worker.postMessage({ pattern, range, ...(content && { content }) });
          });
        const naive = async () => {
          let found = 0;
          for (let at = 0; at + 4 <= size; at++) {
            if (bytes[at] === 1 && bytes[at + 1] === 2 && bytes[at + 2] === 3 && bytes[at + 3] === 4) found++;
          }
          return found;
        };
        /** @param {() => Promise<unknown>} run */
        const median = async (run) => {
          const times = [];
          for (let i = 0; i < rounds; i++) {
            const start = performance.now();
            await run();
            times.push(performance.now() - start);
          }
          return times.toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
        };
        const result = { memory: 0, blob: 0, naive: await median(naive) };
        await search(bytes);
        result.memory = await median(() => search());
        await search(new Blob([bytes]));
        result.blob = await median(() => search());
        return result;
      },
      { url: new URL(`assets/${name}`, address).href, size: SIZE, rounds: ROUNDS },
    );
    /** @param {number} time */
    const speed = (time) => SIZE / 1e3 / time;
    return {
      memory: speed(milliseconds.memory),
      blob: speed(milliseconds.blob),
      naive: speed(milliseconds.naive),
    };
  });
}
