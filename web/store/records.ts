/**
 * Records that the browser keeps in IndexedDB: what is no text, such as handles and pictures, and what is large. What
 * is stored may be of another version of the page, or damaged: a record is checked by its schema whenever it is read.
 */

import { createStore, delMany, entries, getMany, keys, setMany } from 'idb-keyval';
import * as v from 'valibot';

type Schema<T> = v.GenericSchema<unknown, T>;

/** Time of last use, ms since 1970, and size of a record. */
export interface Use {
  readonly at: number;
  readonly bytes?: number;
}

/** Limits of a store; absent ones do not apply. */
export interface Limits {
  readonly records?: number;
  readonly ageMs?: number;
  /** Records above `max` are pruned to `after`, so that not every new record causes pruning. */
  readonly bytes?: { readonly max: number; readonly after: number };
}

/** A store in a database of its own, which is opened at the first use. */
export class Records {
  readonly #store;

  constructor(database: string, store: string) {
    this.#store = createStore(database, store);
  }

  /** A record; null if it is missing, if its schema refuses it, or if storage is forbidden. */
  async get<T>(key: string, schema: Schema<T>): Promise<T | null> {
    return (await this.getMany([key], schema))[0] ?? null;
  }

  /** As `get`, for each key. */
  async getMany<T>(wanted: readonly string[], schema: Schema<T>): Promise<(T | null)[]> {
    try {
      return await this.#read(wanted, schema);
    } catch {
      return wanted.map(() => null);
    }
  }

  /** All records that the schema accepts, by key. Rejects where storage is forbidden. */
  async all<T>(schema: Schema<T>): Promise<Map<string, T>> {
    const sound = new Map<string, T>();
    for (const [key, value] of await entries(this.#store)) {
      const record = checked(schema, value);
      if (typeof key === 'string' && record !== null) sound.set(key, record);
    }
    return sound;
  }

  /** Rejects where storage is forbidden. */
  async keys(): Promise<string[]> {
    return (await keys(this.#store)).filter((key) => typeof key === 'string');
  }

  /** Stores all records or none. Rejects where storage is forbidden or full. */
  async set(records: Iterable<readonly [key: string, value: unknown]>): Promise<void> {
    await setMany(
      Array.from(records, ([key, value]): [string, unknown] => [key, value]),
      this.#store,
    );
  }

  /** Rejects where storage is forbidden. */
  async forget(gone: readonly string[]): Promise<void> {
    if (gone.length > 0) await delMany([...gone], this.#store);
  }

  /**
   * Forgets the records beyond the limits, of some keys or all. One that its schema refuses is the oldest. Rejects
   * where storage is forbidden.
   * @returns the keys of those that are gone
   */
  async prune(schema: Schema<Use>, limits: Limits, among?: readonly string[]): Promise<string[]> {
    const known = among ?? (await this.keys());
    const uses = await this.#read(known, schema);
    const gone = beyond(
      known.map((key, i) => [key, uses[i] ?? { at: 0 }]),
      limits,
    );
    await this.forget(gone);
    return gone;
  }

  /** Deletes records that are not used. Rejects where storage is forbidden. */
  async retain(isUsed: (key: string) => boolean): Promise<void> {
    await this.forget((await this.keys()).filter((key) => !isUsed(key)));
  }

  async #read<T>(wanted: readonly string[], schema: Schema<T>): Promise<(T | null)[]> {
    const found: unknown[] = await getMany([...wanted], this.#store);
    return found.map((value) => checked(schema, value));
  }
}

/** Keys of records beyond the limits: least recently used first. */
export function beyond(
  uses: Iterable<readonly [key: string, use: Use]>,
  { records = Number.POSITIVE_INFINITY, ageMs = Number.POSITIVE_INFINITY, bytes }: Limits,
  now = Date.now(),
): string[] {
  const newestFirst = [...uses].sort(([, a], [, b]) => b.at - a.at);
  const total = newestFirst.reduce((sum, [, use]) => sum + (use.bytes ?? 0), 0);
  const most = bytes && total > bytes.max ? bytes.after : total;
  let sum = 0;
  return newestFirst.flatMap(([key, use], i) => {
    sum += use.bytes ?? 0;
    return i >= records || now - use.at > ageMs || sum > most ? [key] : [];
  });
}

/** Schema of an object of a class. */
export function instanceOf<T>(made: abstract new (...args: never[]) => T) {
  return v.custom<T>((value) => value instanceof made);
}

function checked<T>(schema: Schema<T>, value: unknown): T | null {
  const { success, output } = v.safeParse(schema, value);
  return success ? output : null;
}
