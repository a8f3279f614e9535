/**
 * `npm run lighthouse [-- --write] [PAGE…]`: what Lighthouse says of the built page, as a phone on a slow network has it
 * (its own throttling): performance, accessibility, best practices, and whether it can be installed. Of several runs the
 * median counts, as of any measurement on a machine that does other things beside. `--write` puts the results into
 * docs/performance.md. Exit code 1: something is below 95.
 */
import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { writeLighthouse } from './bench/document.mjs';
import { asText } from './bench/table.mjs';
import { CHROMIUM_ARGS, chromiumPath } from './chromium.mjs';
import { buildWasm, buildWeb } from './lib/build.mjs';
import { runMain, say } from './lib/process.mjs';
import { portFromEnvironment, serveDist } from './lib/server.mjs';
import { BUILD_NEEDS, needs, setUp } from './lib/setup.mjs';

/** @typedef {import('lighthouse').Result} Result */

const PAGES = [
  { name: 'the start page', path: '' },
  { name: 'a sample', path: '#model=samples/clockwork.abc' },
  { name: 'the documentation', path: 'docs/format/abc.html' },
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

/** One run in a browser of its own. @param {string} url @returns {Promise<Result>} */
async function audit(url) {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
  });
  try {
    const flags = { port, onlyCategories: [...CATEGORIES], logLevel: /** @type {const} */ ('silent') };
    const result = await lighthouse(url, flags);
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

/** The run with the median performance of several. @param {string} url */
async function medianOf(url) {
  /** @type {Result[]} */
  const results = [];
  for (let i = 0; i < RUNS; i++) results.push(await audit(url));
  results.sort((a, b) => score(a, 'performance') - score(b, 'performance'));
  return /** @type {Result} */ (results[Math.floor(RUNS / 2)]);
}

await runMain(async () => {
  await setUp([...BUILD_NEEDS, needs.chromium]);
  await buildWasm();
  await buildWeb();
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const pages = PAGES.filter(({ path }) => named.length === 0 || named.includes(path));
  const server = await serveDist(portFromEnvironment(5194));
  /** @type {string[][]} */
  const rows = [];
  try {
    for (const { name, path } of pages) {
      const result = await medianOf(server.address + path);
      const scores = CATEGORIES.map((category) => score(result, category));
      rows.push([
        name,
        ...scores.map((value) => String(Math.round(value * 100))),
        ...TIMES.map((id) => result.audits[id]?.displayValue ?? '–'),
      ]);
      if (scores.some((value) => value < LEAST)) {
        process.exitCode = 1;
        say([`Below 95: ${name}`, ...shortcomings(result)].join('\n'));
      }
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
  if (process.argv.includes('--write')) {
    writeLighthouse({ head, rows });
    say('Written: docs/performance.md');
  }
});
