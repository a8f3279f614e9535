/** The view *Strings*: runs of printable characters in the file, each with the field around it. */
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
import { el } from '../../ui/dom.ts';
import { isChosen } from '../../ui/layout.ts';
import { addListFilter } from '../../ui/list-keys.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import { analysisView } from './current.ts';
import { ResultList } from './list.ts';
import { type FoundString, StringFinder, scan } from './measures.ts';

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

export function mountStrings(host: HTMLElement): void {
  const found: Signal<Found | null> = signal(null);
  const minLength: Signal<number> = signal(4);
  const wanted = signal('');
  const shown: Signal<readonly FoundString[]> = signal([]);

  const words = el('p', { class: 'analysis-note', role: 'status' });
  const filter = el('input', {
    type: 'text',
    class: 'analysis-input',
    placeholder: 'Filter',
    'aria-label': 'Filter the strings',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  filter.addEventListener('input', () => {
    wanted.value = filter.value;
  });
  const lengths = el('select', { 'aria-label': 'Least characters of a string' });
  lengths.append(
    ...MIN_LENGTHS.map((count) => el('option', { value: count, selected: count === 4 }, `${count} or more`)),
  );
  lengths.addEventListener('change', () => {
    minLength.value = Number(lengths.value);
  });
  const list = new ResultList({
    label: 'Strings',
    row: (index) => {
      const string = shown.peek()[index];
      const parsed = found.peek()?.parsed;
      if (!string || !parsed) return null;
      const { offset, text, length } = string;
      const aside = fieldAt(parsed, offset).path;
      return { offset: formatOffset(offset), text: length > text.length ? `${text}…` : text, aside };
    },
    choose: (index) => {
      const string = shown.peek()[index];
      const file = found.peek()?.file;
      if (!string || !file) return;
      select(file, rangeBetween(file.parsed, string.offset, string.offset + string.length - 1), 'analysis');
    },
  });
  host.append(el('div', { class: 'analysis-bar' }, filter, lengths), words, list.element);
  addListFilter(host, filter);

  const isShown = () => isChosen('analysis') && analysisView.value === 'strings';
  effect(() => {
    const file = activeFile.value;
    void file?.content.value;
    const count = minLength.value;
    if (!isShown()) return;
    const known = found.peek();
    if (known && known.parsed === file?.parsed && known.minLength === count && known.progress === null)
      return;
    const stop = new AbortController();
    onEnd(() => stop.abort());
    found.value = null;
    if (file) void read(file, count, stop.signal, (now) => (found.value = now));
  });
  effect(() => {
    const strings = found.value?.strings ?? [];
    const text = wanted.value.toLowerCase();
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
  effect(() => {
    list.setCount(shown.value.length);
    list.mark(-1);
  });
  effect(() => {
    const now = found.value;
    words.textContent = now ? sentence(now, shown.value.length, wanted.value !== '') : '';
  });
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

function sentence({ strings, more, progress, problem }: Found, shown: number, isFiltered: boolean): string {
  if (problem) return problem;
  const reading = progress === null ? '' : ` · ${Math.floor(progress * 100)} % read …`;
  const all = more ? `the first ${counted(strings.length, 'string')}` : counted(strings.length, 'string');
  return `${isFiltered ? `${formatCount(shown)} of ` : ''}${all}${reading}`;
}
