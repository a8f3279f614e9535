/** The bytes of a partially loaded file: slices are read by a worker when they are shown, and the latest are kept. */
import { signal } from '@preact/signals-core';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { SliceWork } from './worker.ts';

/** Reads the bytes [start, end) from where they are. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

interface SliceLimits {
  /** Bytes of a slice. */
  readonly slice: number;
  /** Most bytes that are kept; the least recently used slice is dropped first. */
  readonly kept: number;
}

const LIMITS: SliceLimits = { slice: 256 * 1024, kept: 32 * 1024 * 1024 };

export class PartialBytes {
  /** By slice number, in LRU order: most recently used last. */
  readonly #slices = new Map<number, Uint8Array>();
  readonly #coming = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #isClosed = false;

  /**
   * @param failed called when a slice cannot be read; it is tried again when it is needed again
   */
  constructor(
    readonly size: number,
    private readonly readRange: ReadRange,
    private readonly failed: (reason: unknown) => void = () => {},
    private readonly limits: SliceLimits = LIMITS,
  ) {}

  /** Number of bytes that are kept now. */
  get kept(): number {
    let sum = 0;
    for (const slice of this.#slices.values()) sum += slice.length;
    return sum;
  }

  /**
   * The bytes [start, end), or null while slices of them are read. Ranges longer than a quarter of what is kept always
   * give null: use `read`.
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

  /** Reads the bytes [start, end), of any length. */
  async read(start: number, end: number): Promise<Uint8Array> {
    const from = clamp(start, this.size);
    const to = Math.max(from, clamp(end, this.size));
    return to > from ? this.readRange(from, to) : EMPTY;
  }

  /** Calls a listener whenever slices have arrived. Returns a function that removes it. */
  onArrival(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Drops everything. Pending slices are ignored, as are their failures. */
  close(): void {
    this.#isClosed = true;
    this.#slices.clear();
    this.#listeners.clear();
  }

  /** A slice, if it is there; otherwise starts to read it. */
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

/** A single part as it is, or a copy of several joined. */
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

/** Partial bytes for effects: an effect that asks for missing bytes runs again when they arrive. */
export class WatchedBytes extends PartialBytes {
  readonly #arrivals = signal(0);

  /** @param failed called when a slice cannot be read; it is tried again when it is needed again */
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

/**
 * Reads parts of one file in a worker, as slicing a file waits for other processes of the browser. The worker starts with
 * the first request, or the first after a failure, and ends with `close`.
 */
export class BlobReader {
  readonly #worker = new TaskWorker<SliceWork>(
    () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    { atOnce: Number.POSITIVE_INFINITY, words: { stopped: 'the reading worker could not be started' } },
  );

  constructor(private readonly blob: Blob) {}

  /** The bytes [start, end). Rejects if the file was deleted, changed or closed. */
  async read(start: number, end: number): Promise<Uint8Array> {
    return new Uint8Array(await this.#worker.run('read', { blob: this.blob, start, end }));
  }

  close(): void {
    this.#worker.end(new Error('the file was closed'));
  }
}
