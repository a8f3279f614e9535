/** The view *Statistics*: how often each value of a byte is there, entropy and checksums, of the selection or the file. */
import { type Signal, signal } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { Crc32 } from '../../lib/crc32.ts';
import { formatOffset, hexDigits, percent, type Range } from '../../lib/hex.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement } from '../../store/notices.ts';
import { copyText } from '../../ui/clipboard.ts';
import { button, el } from '../../ui/dom.ts';
import { isChosen } from '../../ui/layout.ts';
import { effect, onEnd, onResize } from '../../ui/scope.ts';
import { theme } from '../../ui/theme.ts';
import { paintCurve, paintHistogram } from './charts.ts';
import { analysisView } from './current.ts';
import { Adler32, EntropyCurve, Histogram } from './measures.ts';
import { scan } from './scan.ts';

/** The browser takes all bytes at once for a digest. */
const MAX_DIGEST_BYTES = 64 * 2 ** 20;
/** Quiet time before a changed selection is measured, ms. */
const DEBOUNCE_MS = 150;
/** Points of the curve. */
const PARTS = 128;
/** Values that are named. */
const NAMED = 5;

interface Measured {
  readonly file: OpenFile;
  readonly range: Range;
  readonly histogram: Histogram;
  readonly curve: EntropyCurve;
  readonly crc32: number;
  readonly adler32: number;
  /** SHA-1 and SHA-256 in hexadecimal, or why there are none. */
  readonly digests: readonly string[] | { readonly problem: string };
}

/** What is measured; what it comes to, a sentence, or null while it is being read. */
interface State {
  readonly range: Range;
  readonly isWhole: boolean;
  readonly result: Measured | string | null;
  readonly progress: number;
}

export function mountStatistics(host: HTMLElement): void {
  const state: Signal<State | null> = signal(null);
  const ofSelection = signal(true);
  const words = el('p', { class: 'analysis-note', role: 'status' });
  const histogram = el('canvas', { class: 'analysis-chart', role: 'img' });
  const curve = el('canvas', { class: 'analysis-chart', role: 'img' });
  const facts = el('div', { class: 'analysis-facts' });
  const figures = el(
    'div',
    { class: 'analysis-figures' },
    figure('How often each value is there, 00 to FF', histogram),
    figure('Entropy from the first byte to the last, 0 to 8 bits a byte', curve),
  );
  host.append(
    el('div', { class: 'analysis-bar' }, scopeChoice(ofSelection), words),
    el('div', { class: 'analysis-scroll', tabindex: 0, 'aria-label': 'Statistics' }, facts, figures),
  );

  effect(() => {
    const file = activeFile.value;
    if (!isChosen('analysis') || analysisView.value !== 'statistics') return;
    const selection = ofSelection.value ? (file?.selection.value ?? null) : null;
    if (!file || file.parsed.size === 0) {
      state.value = null;
      return;
    }
    const range = selection ?? { start: 0, end: file.parsed.size };
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const tell = (result: State['result'], progress = 0) => {
        if (!stop.signal.aborted) state.value = { range, isWhole: !selection, result, progress };
      };
      tell(null);
      void measure(file, range, stop.signal, tell);
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
    words.textContent = now ? sentence(now) : 'There are no bytes.';
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

function scopeChoice(ofSelection: Signal<boolean>): HTMLElement {
  const options = [
    [true, 'Selection'],
    [false, 'Whole file'],
  ] as const;
  const buttons = options.map(([value, label]) => {
    const element = button(label, () => (ofSelection.value = value), { class: 'button-small' });
    effect(() => element.setAttribute('aria-pressed', String(ofSelection.value === value)));
    return element;
  });
  return el(
    'div',
    { class: 'analysis-choice', role: 'group', 'aria-label': 'Bytes that are measured' },
    ...buttons,
  );
}

async function measure(
  file: OpenFile,
  range: Range,
  signal: AbortSignal,
  tell: (result: State['result'], progress?: number) => void,
): Promise<void> {
  const { parsed } = file;
  const length = range.end - range.start;
  const histogram = new Histogram();
  const curve = new EntropyCurve(range.start, length, PARTS);
  const crc = new Crc32();
  const adler = new Adler32();
  const take = (bytes: Uint8Array, offset: number) => {
    histogram.add(bytes);
    curve.add(bytes, offset);
    crc.add(bytes);
    adler.add(bytes);
  };
  try {
    const progress = (share: number) => tell(null, share);
    if (!(await scan(parsed, range, take, { signal, progress }))) return;
    const digests = await digestsOf(file, range);
    tell({ file, range, histogram, curve, crc32: crc.value, adler32: adler.value, digests });
  } catch (error) {
    tell(reasonOf(error));
  }
}

async function digestsOf({ parsed }: OpenFile, { start, end }: Range): Promise<Measured['digests']> {
  if (!globalThis.crypto?.subtle) return { problem: 'browsers make them only for pages that come by https' };
  if (end - start > MAX_DIGEST_BYTES) return { problem: 'the browser cannot make them of more than 64 MB' };
  // A view into memory that others share is not taken.
  const bytes = new Uint8Array(await parsed.read(start, end));
  const made = await Promise.all(['SHA-1', 'SHA-256'].map((name) => crypto.subtle.digest(name, bytes)));
  return made.map((digest) =>
    Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  );
}

function sentence({ range, isWhole, result, progress }: State): string {
  const what = `${isWhole ? 'The file: ' : ''}${counted(range.end - range.start, 'byte')} at ${formatOffset(range.start)}`;
  if (typeof result === 'string') return result;
  return result ? what : `${what} · ${Math.floor(progress * 100)} % read …`;
}

function factsOf({ histogram, crc32, adler32, digests }: Measured): HTMLElement {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  const rows = [
    fact('Entropy', `${histogram.entropy.toFixed(3)} of 8 bits a byte`),
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

/** @param copied what the button beside it copies; none when absent */
function fact(name: string, text: string, copied?: string): HTMLElement {
  const copy = async () => {
    announcement.value = (await copyText(copied ?? ''))
      ? `${name} copied.`
      : 'The browser did not allow copying: select the text instead.';
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
    .most(NAMED)
    .map(({ value, count }) => `${hexDigits(value)} ${percent(count, histogram.total)}`)
    .join(', ');
}

function histogramWords(histogram: Histogram): string {
  return `${formatCount(histogram.distinct)} of 256 values are there. Most frequent: ${mostWords(histogram)}`;
}

function curveWords(curve: EntropyCurve): string {
  const values = curve.values();
  const least = values.reduce((a, b) => Math.min(a, b), 8);
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  return `${counted(values.length, 'part')} of ${counted(curve.partSize, 'byte')}: ${least.toFixed(2)} to ${most.toFixed(2)} bits a byte`;
}
