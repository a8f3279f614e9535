/** What is known of the library's files: of those that were read. */
import { type Signal, signal } from '@preact/signals-core';
import type { Facts } from '../explain/facts.ts';
import type { LibraryFile } from '../store/library.ts';

/** By the file's id; a file that was read and is nothing that this page knows has facts as well. */
const facts = new Map<number, Facts>();

/** Counts up whenever facts have come or gone: what reads it runs again. */
export const factsVersion: Signal<number> = signal(0);

/** The facts of a file; null while it was not read. Reads a signal. */
export function factsOf({ id }: LibraryFile): Facts | null {
  factsVersion.value;
  return facts.get(id) ?? null;
}
