/** Histogram, entropy and checksums of the selected bytes. */

import { type Signal, signal } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { Crc32 } from '../../lib/crc32.ts';
import { formatOffset, hexDigits, percent, type Range } from '../../lib/hex.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement } from '../../store/notices.ts';
import { fitCanvas } from '../../ui/canvas.ts';
import { copyText } from '../../ui/clipboard.ts';
import { button, el } from '../../ui/dom.ts';
import { effect, onEnd, onResize } from '../../ui/scope.ts';
import { cssColor, theme } from '../../ui/theme.ts';
import { areStatisticsOpen, measuredRange } from './command.ts';
import { Adler32, EntropyCurve, Histogram, scan } from './measures.ts';
import './statistics.css';

/** The browser computes a digest of bytes in memory only. */
const MAX_DIGEST_BYTES = 64 * 2 ** 20;
/** Delay before a changed selection is measured, ms. */
const DEBOUNCE_MS = 150;
/** Points of the curve. */
const CURVE_POINTS = 128;
/** Most frequent values to list. */
const LISTED_VALUES = 5;

interface Measured {
  readonly file: OpenFile;
  readonly range: Range;
  readonly histogram: Histogram;
  readonly curve: EntropyCurve;
  readonly crc32: number;
  readonly adler32: number;
  /** SHA-1 and SHA-256 in hexadecimal, or why they are missing. */
  readonly digests: readonly string[] | { readonly problem: string };
}

interface State {
  readonly range: Range;
  /** An error message when reading failed; null while the bytes are read. */
  readonly result: Measured | string | null;
  readonly progress: number;
}

export function mountStatistics(host: HTMLElement): void {
  const state: Signal<State | null> = signal(null);
  const words = el('p', { class: 'statistics-words', role: 'status' });
  const histogram = el('canvas', { class: 'statistics-chart', role: 'img' });
  const curve = el('canvas', { class: 'statistics-chart', role: 'img' });
  const facts = el('div', { class: 'statistics-facts' });
  const figures = el(
    'div',
    { class: 'statistics-figures' },
    figure('Byte histogram, 00 to FF', histogram),
    figure('Entropy from the first byte to the last, 0 to 8 bits per byte', curve),
  );
  host.append(words, facts, figures);

  effect(() => {
    const file = activeFile.value;
    const range = measuredRange();
    if (!areStatisticsOpen.value) return;
    if (!file || !range) {
      state.value = null;
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const report = (result: State['result'], progress = 0) => {
        if (!stop.signal.aborted) state.value = { range, result, progress };
      };
      report(null);
      void measure(file, range, stop.signal, report);
    }, DEBOUNCE_MS);
    onEnd(() => {
      clearTimeout(timer);
      stop.abort();
    });
  });
  const paint = () => {
    const result = state.peek()?.result;
    const measured = result && typeof result === 'object' ? result : null;
    paintHistogram(histogram, measured?.histogram.counts ?? new Float64Array(256));
    paintCurve(curve, measured?.curve.values() ?? []);
  };
  for (const canvas of [histogram, curve]) onResize(canvas, paint);
  effect(() => {
    theme.value;
    const now = state.value;
    words.textContent = now ? sentence(now) : '';
    const measured = now && typeof now.result === 'object' ? now.result : null;
    figures.hidden = facts.hidden = measured === null;
    facts.replaceChildren(...(measured ? [factsOf(measured)] : []));
    if (measured) {
      histogram.setAttribute('aria-label', histogramWords(measured.histogram));
      curve.setAttribute('aria-label', curveWords(measured.curve));
    }
    paint();
  });
}

function figure(caption: string, canvas: HTMLCanvasElement): HTMLElement {
  return el('figure', {}, el('figcaption', {}, caption), canvas);
}

async function measure(
  file: OpenFile,
  range: Range,
  signal: AbortSignal,
  report: (result: State['result'], progress?: number) => void,
): Promise<void> {
  const { parsed } = file;
  const length = range.end - range.start;
  const histogram = new Histogram();
  const curve = new EntropyCurve(range.start, length, CURVE_POINTS);
  const crc = new Crc32();
  const adler = new Adler32();
  const take = (bytes: Uint8Array, offset: number) => {
    histogram.add(bytes);
    curve.add(bytes, offset);
    crc.add(bytes);
    adler.add(bytes);
  };
  try {
    const progress = (share: number) => report(null, share);
    if (!(await scan(parsed, range, take, { signal, progress }))) return;
    const digests = await digestsOf(file, range);
    report({ file, range, histogram, curve, crc32: crc.value, adler32: adler.value, digests });
  } catch (error) {
    report(reasonOf(error));
  }
}

async function digestsOf({ parsed }: OpenFile, { start, end }: Range): Promise<Measured['digests']> {
  if (!globalThis.crypto?.subtle)
    return { problem: 'browsers compute them only for pages served over HTTPS' };
  if (end - start > MAX_DIGEST_BYTES) return { problem: 'browsers compute them only for up to 64 MB' };
  // A copy: `digest` refuses views of shared memory.
  const bytes = new Uint8Array(await parsed.read(start, end));
  const made = await Promise.all(['SHA-1', 'SHA-256'].map((name) => crypto.subtle.digest(name, bytes)));
  return made.map((digest) =>
    Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  );
}

function sentence({ range, result, progress }: State): string {
  const what = `${counted(range.end - range.start, 'byte')} at ${formatOffset(range.start)}`;
  if (typeof result === 'string') return result;
  return result ? what : `${what} · ${Math.floor(progress * 100)} % read…`;
}

function factsOf({ histogram, crc32, adler32, digests }: Measured): HTMLElement {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  const rows = [
    fact('Entropy', `${histogram.entropy.toFixed(3)} bits per byte`),
    fact('Values', `${formatCount(histogram.distinct)} of 256`),
    fact('Most frequent', mostWords(histogram)),
    fact('CRC-32', hex(crc32), hex(crc32)),
    fact('Adler-32', hex(adler32), hex(adler32)),
  ];
  if ('problem' in digests) rows.push(fact('SHA-1, SHA-256', `none: ${digests.problem}`));
  else {
    const [sha1 = '', sha256 = ''] = digests;
    rows.push(fact('SHA-1', sha1, sha1), fact('SHA-256', sha256, sha256));
  }
  return el('table', { 'aria-label': 'Entropy and checksums' }, el('tbody', {}, ...rows));
}

/** @param copied text for a copy button; no button when absent */
function fact(name: string, text: string, copied?: string): HTMLElement {
  const copy = async () => {
    announcement.value = (await copyText(copied ?? ''))
      ? `Copied ${name}.`
      : 'The browser did not allow copying. Select the text instead.';
  };
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, name),
    el('td', { class: copied ? 'mono' : undefined }, text),
    el(
      'td',
      {},
      ...(copied
        ? [button('Copy', () => void copy(), { class: 'button-small', 'aria-label': `Copy ${name}` })]
        : []),
    ),
  );
}

function mostWords(histogram: Histogram): string {
  return histogram
    .mostFrequent(LISTED_VALUES)
    .map(({ value, count }) => `${hexDigits(value)} ${percent(count, histogram.total)}`)
    .join(', ');
}

function histogramWords(histogram: Histogram): string {
  return `${formatCount(histogram.distinct)} of 256 values occur. Most frequent: ${mostWords(histogram)}`;
}

function curveWords(curve: EntropyCurve): string {
  const values = curve.values();
  const least = values.reduce((a, b) => Math.min(a, b), 8);
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  return `${counted(values.length, 'part')} of ${counted(curve.partSize, 'byte')}: ${least.toFixed(2)} to ${most.toFixed(2)} bits per byte`;
}

// Charts

/** Bits per byte at the top of the curve. */
const MAX_ENTROPY = 8;

function beginChart(
  canvas: HTMLCanvasElement,
): { context: CanvasRenderingContext2D; width: number; height: number } | null {
  fitCanvas(canvas);
  const context = canvas.getContext('2d');
  const { width, height } = canvas;
  if (!context || width === 0 || height === 0) return null;
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/** A bar for each of 256 counts. Heights are square roots, so that high counts do not flatten the others. */
function paintHistogram(canvas: HTMLCanvasElement, counts: Float64Array): void {
  const chart = beginChart(canvas);
  if (!chart) return;
  const { context, width, height } = chart;
  const most = Math.sqrt(counts.reduce((a, b) => Math.max(a, b), 1));
  context.fillStyle = cssColor('--hue-bindings');
  counts.forEach((count, value) => {
    const x = Math.round((value / 256) * width);
    const next = Math.round(((value + 1) / 256) * width);
    const tall = count === 0 ? 0 : Math.max((Math.sqrt(count) / most) * height, 1);
    context.fillRect(x, height - tall, Math.max(next - x, 1), tall);
  });
}

/** A line through values of 0 to 8. */
function paintCurve(canvas: HTMLCanvasElement, values: readonly number[]): void {
  const chart = beginChart(canvas);
  if (!chart) return;
  const { context, width, height } = chart;
  context.fillStyle = cssColor('--hue-animation');
  values.forEach((value, i) => {
    const x = Math.round((i / values.length) * width);
    const next = Math.round(((i + 1) / values.length) * width);
    const tall = Math.max((value / MAX_ENTROPY) * height, 1);
    context.fillRect(x, height - tall, Math.max(next - x, 1), tall);
  });
}
