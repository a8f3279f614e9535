/** The pattern at hand, those that were used before, and what was found in each open file. */
import { type Signal, signal } from '@preact/signals-core';
import * as v from 'valibot';
import type { OpenFile } from '../document/open-file.ts';
import { calculate } from '../explain/value-text.ts';
import { languageOf } from '../patterns/read.ts';
import type { FieldColumns } from '../patterns/table.ts';
import { reasonOf } from '../store/core.ts';
import { keptSignal } from '../store/kept.ts';
import { TaskWorker } from '../ui/tasks/worker.ts';
import type { PatternResult, PatternWork } from './worker.ts';

export interface PatternText {
  readonly name: string;
  readonly text: string;
}

/** The pattern in the editor. */
export const pattern: Signal<PatternText> = signal({ name: '', text: '' });

/** Patterns that are kept, and the longest text of one, characters. */
const MAX_RECENT = 8;
const MAX_KEPT = 100_000;

const isRecent = (value: unknown): value is readonly PatternText[] =>
  Array.isArray(value) &&
  value.length <= MAX_RECENT &&
  value.every(
    (one) => typeof one?.name === 'string' && typeof one?.text === 'string' && one.text.length <= MAX_KEPT,
  );

/** Patterns that were run, the last one first. */
export const recentPatterns: Signal<readonly PatternText[]> = keptSignal(
  'own.patterns',
  v.fallback(v.custom<readonly PatternText[]>(isRecent), []),
);

function remember(used: PatternText): void {
  if (used.text.length > MAX_KEPT) return;
  const others = recentPatterns.peek().filter(({ name, text }) => name !== used.name && text !== used.text);
  recentPatterns.value = [used, ...others].slice(0, MAX_RECENT);
}

/** What a pattern has found in a file. */
export interface Found {
  /** Where the pattern began in the file. */
  readonly base: number;
  /** The bytes that it has read. */
  readonly bytes: Uint8Array;
  readonly fields: FieldColumns;
}

/** What is shown of a file. */
export interface Shown {
  /** Where the pattern begins and ends, as typed; an empty end is that of the file. */
  readonly start: Signal<string>;
  readonly end: Signal<string>;
  readonly found: Signal<Found | null>;
  readonly result: Signal<PatternResult | { readonly failure: string } | null>;
  /** Stops the run at hand; null: none. */
  readonly running: Signal<AbortController | null>;
}

const shownOf = new WeakMap<OpenFile, Shown>();

export function shownIn(file: OpenFile): Shown {
  const known = shownOf.get(file);
  if (known) return known;
  const shown: Shown = {
    start: signal('0'),
    end: signal(''),
    found: signal<Found | null>(null),
    result: signal<PatternResult | { readonly failure: string } | null>(null),
    running: signal<AbortController | null>(null),
  };
  shownOf.set(file, shown);
  return shown;
}

/** Bytes that a pattern can be run over at once: they are held twice. */
const MAX_BYTES = 256 << 20;

const worker = new TaskWorker<PatternWork>(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  { idleMs: 60_000, words: { stopped: 'The pattern could not be run: the browser has too little memory.' } },
);

/** An offset in a file, as typed: a number or arithmetic. @returns a sentence for anything else */
function offsetOf(text: string, size: number, otherwise: number): number | string {
  if (text.trim() === '') return otherwise;
  const value = calculate(text.trim());
  if (value === null || !Number.isInteger(value)) return `“${text}” is not an offset.`;
  if (value < 0 || value > size) return `${text} is outside of the file, which has ${size} bytes.`;
  return value;
}

/** Runs the pattern over a file. What it finds, and what is wrong, is in `shownIn`. */
export async function runOver(file: OpenFile): Promise<void> {
  const shown = shownIn(file);
  const used = pattern.peek();
  shown.running.peek()?.abort();
  const size = file.parsed.size;
  const base = offsetOf(shown.start.peek(), size, 0);
  const end = offsetOf(shown.end.peek(), size, size);
  const fail = (failure: string) => {
    shown.found.value = null;
    shown.result.value = { failure };
  };
  if (typeof base === 'string') return fail(base);
  if (typeof end === 'string') return fail(end);
  if (end < base) return fail('The end is before the beginning.');
  if (end - base > MAX_BYTES) return fail('These are too many bytes for a pattern: choose an end.');
  const controller = new AbortController();
  shown.running.value = controller;
  try {
    const bytes = (await file.parsed.read(base, end)).slice();
    const language = languageOf(used.name, used.text);
    const result = await worker.run(
      'run',
      { text: used.text, language, bytes },
      { signal: controller.signal },
    );
    if (shown.running.peek() !== controller) return;
    shown.found.value = 'fields' in result ? { base, bytes, fields: result.fields } : null;
    shown.result.value = result;
    if ('fields' in result) remember(used);
  } catch (error) {
    if (shown.running.peek() !== controller) return;
    if (controller.signal.aborted) shown.result.value = { failure: 'Stopped.' };
    else fail(reasonOf(error));
  } finally {
    if (shown.running.peek() === controller) shown.running.value = null;
  }
}
