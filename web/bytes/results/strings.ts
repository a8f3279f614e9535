/** Strings: runs of printable characters in the file, each with the field around it. */
import type { ParsedFile } from '@lithoscope/core';
import { type Signal, signal } from '@preact/signals-core';
import { fieldAt, rangeBetween } from '../../document/caret.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { formatOffset } from '../../lib/hex.ts';
import { reasonOf } from '../../store/core.ts';
import { runInChunks } from '../../store/run-in-chunks.ts';
import { el, visible } from '../../ui/dom.ts';
import { select as selectField } from '../../ui/inputs.ts';
import { addListFilter } from '../../ui/list-keys.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import { type FoundString, StringFinder, scan } from '../statistics/measures.ts';
import type { ResultsNow, ResultsSource } from './source.ts';

/** The strings of a file found so far. */
interface Found {
  readonly file: OpenFile;
  readonly parsed: ParsedFile;
  /** Minimum characters of a string. */
  readonly minLength: number;
  readonly strings: readonly FoundString[];
  readonly more: boolean;
  /** Share read so far, 0 to 1; null after the end. */
  readonly progress: number | null;
  readonly problem: string;
}

const MIN_LENGTHS = [3, 4, 5, 6, 8, 12] as const;
/** Strings compared with the filter at a time. */
const COMPARED = 2000;

export function makeStrings(): ResultsSource {
  const found: Signal<Found | null> = signal(null);
  const minLength: Signal<number> = signal(4);
  const wanted = signal('');
  const shown: Signal<readonly FoundString[]> = signal([]);
  const chosen = signal(-1);

  const filter = el('input', {
    type: 'text',
    class: 'results-input',
    placeholder: 'Filter',
    'aria-label': 'Filter the strings',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  filter.addEventListener('input', () => {
    wanted.value = filter.value;
  });
  filter.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || filter.value === '') return;
    event.preventDefault();
    filter.value = wanted.value = '';
  });
  const lengths = selectField(
    minLength,
    () => MIN_LENGTHS.map((count) => [count, `${count}+ characters`] as const),
    undefined,
    'Minimum length',
  );
  const options = el('span', { class: 'results-fields' }, filter, lengths);
  addListFilter(options, filter);

  effect(() => {
    const file = activeFile.value;
    void file?.content.value;
    const count = minLength.value;
    const stop = new AbortController();
    onEnd(() => stop.abort());
    found.value = null;
    if (file) void read(file, count, stop.signal, (now) => (found.value = now));
  });
  effect(() => {
    const strings = found.value?.strings ?? [];
    const text = wanted.value.toLowerCase();
    chosen.value = -1;
    if (text === '') {
      shown.value = strings;
      return;
    }
    const running = runInChunks(
      fitting(strings, text),
      () => {},
      (fit) => (shown.value = fit),
    );
    onEnd(() => running.stop());
  });
  return {
    label: 'Strings',
    now: () => ({ current: chosen.value, ...inWords(found.value, shown.value.length, wanted.value !== '') }),
    row(index) {
      const string = shown.peek()[index];
      const parsed = found.peek()?.parsed;
      if (!string || !parsed) return null;
      const { offset, text, length } = string;
      const aside = fieldAt(parsed, offset).path;
      return { offset: formatOffset(offset), text: length > text.length ? `${text}…` : text, aside };
    },
    choose(index) {
      const string = shown.peek()[index];
      const file = found.peek()?.file;
      if (!string || !file) return;
      chosen.value = index;
      select(file, rangeBetween(file.parsed, string.offset, string.offset + string.length - 1), 'results');
    },
    options: [options],
  };
}

async function read(
  file: OpenFile,
  minLength: number,
  signal: AbortSignal,
  report: (found: Found) => void,
): Promise<void> {
  const finder = new StringFinder(minLength);
  const { parsed } = file;
  // A new array each time: the list fills while the file is read.
  const now = (progress: number | null, problem = ''): Found => ({
    file,
    parsed,
    minLength,
    strings: [...finder.found],
    more: finder.more,
    progress,
    problem,
  });
  let reported = 0;
  const progress = (share: number) => {
    // Rarely, since each call copies the list.
    if (share - reported < 0.2) return;
    reported = share;
    report(now(share));
  };
  try {
    const take = (bytes: Uint8Array, offset: number) => finder.add(bytes, offset);
    const whole = { start: 0, end: parsed.size };
    if (!(await scan(parsed, whole, take, { signal, progress }))) return;
    finder.end();
    report(now(null));
  } catch (error) {
    if (!signal.aborted) report(now(null, reasonOf(error)));
  }
}

function* fitting(strings: readonly FoundString[], text: string): Generator<void, FoundString[]> {
  const fit: FoundString[] = [];
  for (const [i, string] of strings.entries()) {
    if (string.text.toLowerCase().includes(text)) fit.push(string);
    if (i % COMPARED === 0) yield;
  }
  return fit;
}

function inWords(found: Found | null, shown: number, isFiltered: boolean): Omit<ResultsNow, 'current'> {
  if (!found) return { count: 'Reading…', what: '', rows: 0 };
  const { file, minLength, strings, more, progress, problem } = found;
  if (problem) return { count: 'No strings:', what: problem, rows: 0 };
  const reading = progress === null ? '' : `, ${Math.floor(progress * 100)} % read…`;
  const all = `${more ? 'the first ' : ''}${counted(strings.length, 'string')}`;
  const count = isFiltered ? `${formatCount(shown)} of ${all}` : all;
  return {
    count,
    what: `of ${minLength} or more characters in ${visible(file.name)}${reading}`,
    rows: shown,
  };
}
