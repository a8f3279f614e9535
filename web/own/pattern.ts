/** The pattern at hand, and those that were used before: nothing that was written is lost when another is taken. */
import { type Signal, signal } from '@preact/signals-core';
import * as v from 'valibot';
import { keptSignal } from '../store/kept.ts';

export interface PatternText {
  readonly name: string;
  readonly text: string;
}

/** Patterns that are kept, and the longest text and name of one, characters. */
const MAX_RECENT = 8;
const MAX_KEPT = 100_000;
export const MAX_NAME = 80;

const isRecent = (value: unknown): value is readonly PatternText[] =>
  Array.isArray(value) &&
  value.length <= MAX_RECENT &&
  value.every(
    (one) =>
      typeof one?.name === 'string' &&
      one.name.length <= MAX_NAME &&
      typeof one?.text === 'string' &&
      one.text.length <= MAX_KEPT,
  );

/** Patterns that were used, the last one first. A name stands for one pattern. */
export const recentPatterns: Signal<readonly PatternText[]> = keptSignal(
  'own.patterns',
  v.fallback(v.custom<readonly PatternText[]>(isRecent), []),
);

const EMPTY: PatternText = { name: '', text: '' };

/** The pattern in the editor. */
export const pattern: Signal<PatternText> = signal(recentPatterns.peek()[0] ?? EMPTY);

/** What need not be kept: it is, was removed, or comes with the page. */
let settled: PatternText = pattern.peek();

/** Changes the pattern at hand. */
export function changePattern(changes: Partial<PatternText>): void {
  pattern.value = { ...pattern.peek(), ...changes };
}

/**
 * Takes another pattern in place of the one at hand.
 * @param isOfPage it can be had again, and is kept only once it is changed
 */
export function takePattern(name: string, text: string, isOfPage = false): void {
  keepPattern();
  pattern.value = { name: name.slice(0, MAX_NAME), text };
  if (isOfPage) settled = pattern.peek();
  else keepPattern();
}

/** Begins an empty pattern. */
export function newPattern(): void {
  takePattern('', '', true);
}

/** Keeps the pattern at hand among the recent ones. One without a name is given one. */
export function keepPattern(): void {
  const used = pattern.peek();
  if (used === settled || used.text.trim() === '') return;
  if (used.name.trim() === '') pattern.value = { ...used, name: freeName() };
  settled = pattern.peek();
  if (used.text.length > MAX_KEPT) return;
  const others = recentPatterns.peek().filter(({ name }) => name !== settled.name);
  recentPatterns.value = [settled, ...others].slice(0, MAX_RECENT);
}

function freeName(): string {
  const taken = new Set(recentPatterns.peek().map(({ name }) => name));
  let number = 1;
  while (taken.has(`Pattern ${number}`)) number++;
  return `Pattern ${number}`;
}

/** Removes a pattern from the recent ones; it may stay in the editor. */
export function removePattern(removed: PatternText): void {
  recentPatterns.value = recentPatterns.peek().filter((one) => one !== removed);
}

/** What was written and not run is kept, too. */
addEventListener('pagehide', keepPattern);
