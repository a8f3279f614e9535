/** What the pattern has found in each open file. */
import { type Signal, signal } from '@preact/signals-core';
import type { Content } from '../document/content.ts';
import type { OpenFile } from '../document/open-file.ts';
import { calculate } from '../explain/value-text.ts';
import { languageOf } from '../patterns/read.ts';
import type { FieldColumns } from '../patterns/table.ts';
import { reasonOf } from '../store/core.ts';
import { TaskWorker } from '../ui/tasks/worker.ts';
import { keepPattern, type PatternText, pattern } from './pattern.ts';
import type { PatternResult, PatternWork } from './worker.ts';

/** What a pattern has found in a file. */
export interface Found {
  /** Where the pattern began in the file. */
  readonly base: number;
  /** The bytes that it has read. */
  readonly bytes: Uint8Array;
  readonly fields: FieldColumns;
  /** What was read, and by what. */
  readonly content: Content;
  readonly used: PatternText;
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

/** Runs the pattern at hand over a file. What it finds, and what is wrong, is in `shownIn`. */
export function runOver(file: OpenFile): Promise<void> {
  keepPattern();
  return find(file, pattern.peek());
}

/** Reads a file again, with the pattern that has found something in it, when the file has changed since. */
export function followContent(file: OpenFile): void {
  const content = file.content.value;
  const found = shownIn(file).found.peek();
  if (found && found.content !== content) void find(file, found.used);
}

async function find(file: OpenFile, used: PatternText): Promise<void> {
  const shown = shownIn(file);
  shown.running.peek()?.abort();
  shown.running.value = null;
  const content = file.content.peek();
  const { parsed } = content;
  const base = offsetOf(shown.start.peek(), parsed.size, 0);
  const end = offsetOf(shown.end.peek(), parsed.size, parsed.size);
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
    const bytes = (await parsed.read(base, end)).slice();
    const language = languageOf(used.name, used.text);
    const result = await worker.run(
      'run',
      { text: used.text, language, bytes },
      { signal: controller.signal },
    );
    if (shown.running.peek() !== controller) return;
    shown.found.value = 'fields' in result ? { base, bytes, fields: result.fields, content, used } : null;
    shown.result.value = result;
  } catch (error) {
    if (shown.running.peek() !== controller) return;
    fail(controller.signal.aborted ? 'Stopped.' : reasonOf(error));
  } finally {
    if (shown.running.peek() === controller) shown.running.value = null;
  }
}
