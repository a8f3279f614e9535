/** How fast the built page's worker finds four bytes. tools/bench.mjs runs it. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tools/lib/process.mjs';
import { withPage } from './page.mjs';
import { median, rounds } from './rounds.mjs';

const SIZE = rounds(100_000_000, 4_000_000);
const ROUNDS = rounds(9);

/** Noise without four bytes that are looked for: a search that ends at a hit would be a faster one. */
function noiseWithout(/** @type {Uint8Array} */ wanted) {
  const bytes = Buffer.alloc(SIZE);
  for (let i = 0, noise = 1; i < SIZE; i++) {
    noise = (Math.imul(noise, 1664525) + 1013904223) | 0;
    bytes[i] = noise >>> 24;
  }
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at)) bytes[at] = 0xff;
  return bytes;
}

/**
 * Speed of a search for four bytes that are not there in 100 MB of noise, medians, MB/s: in bytes that the
 * worker holds (of a file that is parsed, and of a large one after the first search), in a file on the disk and in
 * a Blob that it reads for the first time, and of a comparison at every offset in the same browser.
 * @param {string} address of the page
 * @returns {Promise<{memory: number, disk: number, blob: number, naive: number}>}
 */
export async function benchFind(address) {
  const name = readdirSync(join(root, 'dist/assets')).find((file) => /^search-worker-.*\.js$/.test(file));
  const folder = mkdtempSync(join(tmpdir(), 'lithoscope-find-'));
  const file = join(folder, 'noise.bin');
  const wanted = [1, 2, 3, 4];
  writeFileSync(file, noiseWithout(Uint8Array.from(wanted)));
  try {
    return await withPage(async (page) => {
      await page.goto(address);
      const input = await page.evaluateHandle(() => {
        const element = document.createElement('input');
        element.type = 'file';
        document.body.append(element);
        return element;
      });
      await input.setInputFiles(file);
      const milliseconds = await input.evaluate(
        async (element, { url, wanted, rounds }) => {
          const disk = element.files?.[0] ?? new File([], '');
          const bytes = new Uint8Array(await disk.arrayBuffer());
          const pattern = {
            kind: 'bytes',
            length: 4,
            alternatives: [{ value: Uint8Array.from(wanted), mask: new Uint8Array(4).fill(0xff) }],
          };
          const range = { start: 0, end: bytes.length };
          let orders = 0;
          /** As web/ui/tasks/protocol.ts has it. @param {Worker} worker @param {object} task */
          const search = (worker, task) =>
            new Promise((resolve, reject) => {
              worker.onmessage = ({ data }) => {
                if ('failure' in data) reject(new Error(data.failure));
                else if ('result' in data) resolve(data.result);
              };
              worker.postMessage({ run: ++orders, name: 'search', order: { pattern, range, ...task } });
            });
          const start = async () => {
            const worker = new Worker(url, { type: 'module' });
            await search(worker, { content: bytes.slice(0, 1 << 20), range: { start: 0, end: 1 << 20 } });
            return worker;
          };
          const held = await start();
          await search(held, { content: bytes });
          /** @param {Blob} content searched by a worker that knows it not, and is too new to be warm */
          const first = async (content) => {
            const worker = await start();
            const begun = performance.now();
            await search(worker, { content });
            const time = performance.now() - begun;
            worker.terminate();
            return time;
          };
          /** @param {() => Promise<unknown>} run */
          const timed = async (run) => {
            const begun = performance.now();
            await run();
            return performance.now() - begun;
          };
          const naive = async () => {
            let found = 0;
            for (let at = 0; at + 4 <= bytes.length; at++) {
              if (bytes[at] === 1 && bytes[at + 1] === 2 && bytes[at + 2] === 3 && bytes[at + 3] === 4)
                found++;
            }
            return found;
          };
          const blob = new Blob([bytes]);
          const ways = {
            naive: () => timed(naive),
            memory: () => timed(() => search(held, {})),
            disk: () => first(disk),
            blob: () => first(blob),
          };
          /** @type {Record<string, number[]>} */
          const times = {};
          // By turns: what else the machine does meanwhile falls on all of them.
          for (let round = 0; round < rounds; round++) {
            for (const [way, run] of Object.entries(ways)) times[way] = [...(times[way] ?? []), await run()];
          }
          return times;
        },
        { url: new URL(`assets/${name}`, address).href, wanted, rounds: ROUNDS },
      );
      const speed = (/** @type {string} */ way) => SIZE / 1e3 / median(milliseconds[way] ?? []);
      return { memory: speed('memory'), disk: speed('disk'), blob: speed('blob'), naive: speed('naive') };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
