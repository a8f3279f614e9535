/**
 * `npm run lighthouse`: what Lighthouse says of the built page, as a phone on a slow network or a computer on a desk has
 * it (its own throttling): performance, accessibility, best practices, and whether it can be installed. Of several runs
 * the median counts, as of any measurement on a machine that does other things beside. It is a check and no benchmark:
 * docs/performance.md does not have its scores. Exit code 1: something is below 95.
 */
import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { asText } from './bench/table.mjs';
import { CHROMIUM_ARGS_COMPOSING, chromiumPath } from './chromium.mjs';
import { buildWasm, buildWeb } from './lib/build.mjs';
import { runMain, say } from './lib/process.mjs';
import { portFromEnvironment, serveDist } from './lib/server.mjs';
import { BUILD_NEEDS, needs, setUp } from './lib/setup.mjs';

/** @typedef {import('lighthouse').Result} Result */

/**
 * A page, and how it is had. An open file is drawn, here by a graphics card that the processor plays: the page waits for
 * it, on the phone four times as long. Its performance is shown and not judged.
 * @typedef {{name: string, path: string, desk?: boolean, isDrawn?: boolean}} Page
 */

const SAMPLE = '#model=samples/clockwork.abc';
/** @type {Page[]} */
const PAGES = [
  { name: 'the start page, phone', path: '' },
  { name: 'the start page, desk', path: '', desk: true },
  { name: 'a sample, phone', path: SAMPLE, isDrawn: true },
  { name: 'a sample, desk', path: SAMPLE, desk: true, isDrawn: true },
  { name: 'the format reference, phone', path: 'docs/format/abc.html' },
];

const CATEGORIES = /** @type {const} */ (['performance', 'accessibility', 'best-practices', 'pwa']);
const TIMES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
const LEAST = 0.95;
const RUNS = 3;

/** A port that is free. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** One run in a browser of its own. @param {string} url @param {boolean} desk @returns {Promise<Result>} */
async function audit(url, desk) {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...CHROMIUM_ARGS_COMPOSING, `--remote-debugging-port=${port}`],
  });
  try {
    const flags = { port, onlyCategories: [...CATEGORIES], logLevel: /** @type {const} */ ('silent') };
    const result = await lighthouse(url, flags, desk ? desktopConfig : undefined);
    if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

/** @param {Result} result @param {string} category */
const score = ({ categories }, category) => categories[category]?.score ?? 0;

/** What costs points, for whoever mends it. @param {Result} result */
function shortcomings({ categories, audits }) {
  return CATEGORIES.flatMap((category) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const found = audits[id];
      if (!found || weight === 0 || found.score === null || found.score >= LEAST) return [];
      return [`  ${category}: ${found.title} ${found.displayValue ?? ''}`];
    }),
  );
}

/** The run with the median performance of several. @param {string} url @param {boolean} desk */
async function medianOf(url, desk) {
  /** @type {Result[]} */
  const results = [];
  for (let i = 0; i < RUNS; i++) results.push(await audit(url, desk));
  results.sort((a, b) => score(a, 'performance') - score(b, 'performance'));
  return /** @type {Result} */ (results[Math.floor(RUNS / 2)]);
}

await runMain(async () => {
  await setUp([...BUILD_NEEDS, needs.chromium]);
  await buildWasm();
  await buildWeb();
  const server = await serveDist(portFromEnvironment(5194));
  /** @type {string[][]} */
  const rows = [];
  try {
    for (const { name, path, desk = false, isDrawn = false } of PAGES) {
      say(`Lighthouse: ${name} …`);
      const result = await medianOf(server.address + path, desk);
      const scores = CATEGORIES.map((category) => score(result, category));
      rows.push([
        name,
        ...scores.map((value) => String(Math.round(value * 100))),
        ...TIMES.map((id) => result.audits[id]?.displayValue ?? '–'),
      ]);
      if (scores.some((value) => value < LEAST))
        say([`Below 95: ${name}`, ...shortcomings(result)].join('\n'));
      if (scores.some((value, i) => value < LEAST && !(isDrawn && CATEGORIES[i] === 'performance')))
        process.exitCode = 1;
    }
  } finally {
    server.close();
  }
  const head = [
    'Lighthouse, of 100',
    'performance',
    'accessibility',
    'best practices',
    'PWA',
    'first paint',
    'largest paint',
    'blocked',
    'layout shift',
  ];
  say(asText({ head, rows }));
});
