/**
 * Small values that the browser keeps from one visit to the next, such as choices and switches. Each is declared once,
 * with its key and its schema. What is stored may be of another version of the page, or written by hand: what a schema
 * refuses reads as its fallback. Where storage is forbidden, every value reads as its fallback.
 *
 * The start page loads all that any part of the page uses of valibot: schemas here and elsewhere are made of few of its
 * functions, and of `custom` for the rest.
 */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import * as v from 'valibot';

const PREFIX = 'lithoscope.';

/** A schema that turns anything into a value. */
type TotalSchema<T = unknown> = v.GenericSchema<unknown, T> & { readonly fallback: unknown };

type Entries = Readonly<Record<string, TotalSchema>>;
type Values<E extends Entries> = { [Name in keyof E]: v.InferOutput<E[Name]> };

/** What can be written: anything in a record, since the schema decides. */
type Writable<T> = { readonly [Name in keyof T]: unknown };

export interface Kept<T> {
  read(): T;
  /** Stores the value as the schema reads it. */
  write(value: Writable<T>): void;
}

/** Declares a value. Its text is JSON. */
export function kept<T>(key: string, schema: TotalSchema<T>): Kept<T> {
  return {
    read: () => taken(schema, parsed(recall(key))),
    write: (value) => remember(key, JSON.stringify(taken(schema, value))),
  };
}

/** A value as a signal, for the lifetime of the page: starts with the stored value, and stores its changes. */
export function keptSignal<T>(key: string, schema: TotalSchema<T>): Signal<T> {
  const value = kept(key, schema);
  const made = signal(value.read());
  onChange(made, value.write);
  return made;
}

/** A record as a signal per entry: as `keptSignal`. */
export function keptSignals<E extends Entries>(key: string, entries: E) {
  const value = kept(key, record(entries));
  const signals = signalsOf(value.read());
  onChange(
    computed(() => valuesOf<Values<E>>(signals)),
    value.write,
  );
  return signals;
}

/** What the entries of a record are where nothing is stored. */
export function fallbacksOf<E extends Entries>(entries: E): Values<E> {
  return taken(record(entries), {});
}

/** A signal per entry of a record. */
export function signalsOf<T extends object>(values: T) {
  const pairs = Object.entries(values).map(([name, value]) => [name, signal(value)]);
  return Object.fromEntries(pairs) as { readonly [Name in keyof T]: Signal<T[Name]> };
}

/** The values of such signals. Reads them. */
export function valuesOf<T extends object>(
  signals: { readonly [Name in keyof T]: ReadonlySignal<T[Name]> },
): T {
  const pairs = Object.entries<ReadonlySignal>(signals).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(pairs) as T;
}

/** Schema of a record. An entry that is missing or refused is its own fallback; what else stands there is left out. */
export function record<E extends Entries>(entries: E): TotalSchema<Values<E>> {
  const schema = v.object(entries);
  const names = Object.keys(entries);
  return v.fallback(schema, (refused) => taken(schema, inOrder(names, refused?.value)));
}

/** What a schema with a fallback makes of a value. */
function taken<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T {
  return v.safeParse(schema, value).output as T;
}

/** Schema of a switch. */
export function flag(otherwise: boolean) {
  return v.fallback(v.boolean(), (refused) => SWITCH_WORDS.get(refused?.value) ?? otherwise);
}

/** Schema of one of several words or numbers. */
export function oneOf<const T extends readonly (string | number)[]>(
  values: T,
  otherwise: NoInfer<T[number]>,
) {
  return v.fallback(v.picklist(values), otherwise);
}

/** Schema of a whole number from `min` to `max`. */
export function within({ min, max }: { readonly min: number; readonly max: number }, otherwise: number) {
  const isWithin = (value: unknown) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return v.fallback(v.custom<number>(isWithin), otherwise);
}

/** Schema of a colour, `#rrggbb`. */
export function color(otherwise: string) {
  const isColor = (value: unknown) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
  return v.fallback(v.custom<string>(isColor), otherwise);
}

/** Schema of an optional value: null where it is refused. */
export function orNull<T>(schema: v.GenericSchema<unknown, T>) {
  return v.fallback<v.GenericSchema<unknown, T | null>, null>(schema, null);
}

/** Words that earlier versions wrote for switches. */
const SWITCH_WORDS = new Map<unknown, boolean>([
  ['off', false],
  ['closed', false],
  ['flat', false],
  ['yes', true],
  ['descending', true],
  ['kept', true],
  ['offered', true],
]);

/** Earlier versions wrote a record as words in the order of its entries: `16 10 cp1252`. */
function inOrder(names: readonly string[], value: unknown): object {
  const words = typeof value === 'string' ? value.split(' ', names.length) : [];
  return Object.fromEntries(words.map((word, i) => [names[i], parsed(word)]));
}

/** Earlier versions wrote a single word as it is. Undefined where nothing is stored. */
function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

function remember(key: string, text: string): void {
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    // Storage is forbidden or full: the value lasts as long as the page.
  }
}

/** Subscribes for the lifetime of the signal. */
function onChange<T>(source: ReadonlySignal<T>, take: (value: T) => void): void {
  let isFirst = true;
  source.subscribe((value) => {
    if (!isFirst) take(value);
    isFirst = false;
  });
}
