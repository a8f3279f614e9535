/** The bytes of a partially loaded file: slices are read by a worker when they are shown, and the latest are kept. */
import { signal } from '@preact/signals-core';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { SliceWork } from './worker.ts';

/** Reads the bytes [start, end) from where they are. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

interface SliceLimits {
  /** Bytes of a slice. */
  readonly slice: number;
  /** Bytes that are kept at most; the slice that was not looked at for longest goes first. */
  readonly kept: number;
}

const LIMITS: SliceLimits = { slice: 256 * 1024, kept: 32 * 1024 * 1024 };

export class PartialBytes {
  /** By number; the one that was looked at last is the last. */
  readonly #slices = new Map<number, Uint8Array>();
  readonly #coming = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #isClosed = false;

  /**
   * @param failed called when a slice could not be read; it is tried again when it is looked at again
   */
  constructor(
    readonly size: number,
    private readonly readRange: ReadRange,
    private readonly failed: (reason: unknown) => void = () => {},
    private readonly limits: SliceLimits = LIMITS,
  ) {}

  /** Bytes that are kept now. */
  get kept(): number {
    let sum = 0;
    for (const slice of this.#slices.values()) sum += slice.length;
    return sum;
  }

  /**
   * The bytes [start, end), or null while slices of them are fetched. For what is looked at: a range longer than
   * a quarter of what is kept is never there; `read` has it.
   */
  at(start: number, end: number): Uint8Array | null {
    const from = clamp(start, this.size);
    const to = Math.max(from, clamp(end, this.size));
    if (to - from > this.limits.kept / 4) return null;
    const parts: Uint8Array[] = [];
    const first = Math.floor(from / this.limits.slice);
    const last = Math.floor(Math.max(from, to - 1) / this.limits.slice);
    let whole = true;
    for (let number = first; number <= last; number++) {
      const slice = to > from ? this.#look(number) : EMPTY;
      const base = number * this.limits.slice;
      if (slice) parts.push(slice.subarray(Math.max(0, from - base), to - base));
      else whole = false;
    }
    return whole ? joined(parts) : null;
  }

  /** The same bytes, waited for; of any length. */
  async read(start: number, end: number): Promise<Uint8Array> {
    const from = clamp(start, this.size);
    const to = Math.max(from, clamp(end, this.size));
    return to > from ? this.readRange(from, to) : EMPTY;
  }

  /** Calls back whenever slices have come. Returns how to stop that. */
  onArrival(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lets everything go. Slices that are on their way are dropped, and no failure is told. */
  close(): void {
    this.#isClosed = true;
    this.#slices.clear();
    this.#listeners.clear();
  }

  /** A slice that is there; else it is fetched. */
  #look(number: number): Uint8Array | null {
    const slice = this.#slices.get(number);
    if (!slice) {
      if (!this.#coming.has(number)) void this.#fetch(number);
      return null;
    }
    this.#slices.delete(number);
    this.#slices.set(number, slice);
    return slice;
  }

  async #fetch(number: number): Promise<void> {
    this.#coming.add(number);
    const start = number * this.limits.slice;
    try {
      const slice = await this.readRange(start, Math.min(start + this.limits.slice, this.size));
      if (this.#isClosed) return;
      this.#keep(number, slice);
    } catch (reason) {
      if (!this.#isClosed) this.failed(reason);
      return;
    } finally {
      this.#coming.delete(number);
    }
    for (const listener of [...this.#listeners]) listener();
  }

  #keep(number: number, slice: Uint8Array): void {
    this.#slices.set(number, slice);
    let { kept } = this;
    for (const [oldest, { length }] of this.#slices) {
      if (kept <= this.limits.kept || oldest === number) break;
      this.#slices.delete(oldest);
      kept -= length;
    }
  }
}

const EMPTY = new Uint8Array(0);

function clamp(offset: number, size: number): number {
  return Math.min(Math.max(offset, 0), size);
}

/** A view where it can be, else a copy. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only = EMPTY] = parts;
  if (parts.length <= 1) return only;
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** An effect that wanted bytes which were not there runs again when some have come. */
export class WatchedBytes extends PartialBytes {
  readonly #arrivals = signal(0);

  /** @param failed called when a slice could not be read; it is tried again when it is looked at again */
  constructor(size: number, readRange: ReadRange, failed: (reason: unknown) => void) {
    super(size, readRange, failed);
    this.onArrival(() => {
      this.#arrivals.value++;
    });
  }

  override at(start: number, end: number): Uint8Array | null {
    const bytes = super.at(start, end);
    if (!bytes) this.#arrivals.value;
    return bytes;
  }
}

/** Reads one file. Its worker starts with the first request, or with the next after it failed, and ends with `close`. */
export class BlobReader {
  readonly #worker = new TaskWorker<SliceWork>(
    () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    { atOnce: Number.POSITIVE_INFINITY, words: { stopped: 'the reading worker could not be started' } },
  );

  constructor(private readonly blob: Blob) {}

  /** The bytes [start, end). Rejects when the file has gone or changed, and when it is closed meanwhile. */
  async read(start: number, end: number): Promise<Uint8Array> {
    return new Uint8Array(await this.#worker.run('read', { blob: this.blob, start, end }));
  }

  close(): void {
    this.#worker.end(new Error('the file was closed'));
  }
}
