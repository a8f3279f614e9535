/** Pictures that were drawn before, in IndexedDB: bounded, the least used go first. Where storage is forbidden there are none. */
import { createStore, delMany, entries, get, set, setMany } from 'idb-keyval';
import type { Wants } from './protocol.ts';

/** Bytes of all pictures together, about ten thousand of them, and what is left once there are more. */
const LIMITS = { max: 64 << 20, after: 48 << 20 };
/** Uses are written together. */
const WRITE_AFTER_MS = 3000;

/** A picture, and what it was drawn with. */
export interface KeptPicture {
  readonly picture: Blob;
  readonly wants: Wants;
  /** Names of the files that it wears. */
  readonly worn: string;
}

/** When a picture was last asked for (ms since 1970), and how large it is. */
interface Use {
  readonly at: number;
  readonly bytes: number;
}

/** The keys that make room, those not used for the longest time first; none while there is room. */
export function leastUsed(
  uses: ReadonlyMap<string, Use>,
  { max, after }: { readonly max: number; readonly after: number },
): string[] {
  let sum = [...uses.values()].reduce((all, { bytes }) => all + bytes, 0);
  if (sum <= max) return [];
  const oldest = [...uses].sort(([, a], [, b]) => a.at - b.at);
  const gone: string[] = [];
  for (const [key, { bytes }] of oldest) {
    if (sum <= after) break;
    sum -= bytes;
    gone.push(key);
  }
  return gone;
}

export class KeptPictures {
  // A store of idb-keyval is a database of its own.
  readonly #pictures = createStore('lithoscope-pictures', 'pictures');
  readonly #uses = createStore('lithoscope-picture-uses', 'uses');
  /** Null while it has not been read. */
  #known: Map<string, Use> | null = null;
  #reading: Promise<Map<string, Use>> | null = null;
  readonly #unwritten = new Map<string, Use>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  async get(key: string): Promise<KeptPicture | null> {
    try {
      const kept = await get<KeptPicture>(key, this.#pictures);
      if (!kept) return null;
      this.#use(key, kept.picture.size);
      return kept;
    } catch {
      return null;
    }
  }

  async put(key: string, kept: KeptPicture): Promise<void> {
    try {
      await set(key, kept, this.#pictures);
      this.#use(key, kept.picture.size);
      const known = await this.#all();
      known.set(key, { at: Date.now(), bytes: kept.picture.size });
      await this.#makeRoom(known);
    } catch {
      // Storage is forbidden or full: the page's own memory has it.
    }
  }

  async #makeRoom(known: Map<string, Use>): Promise<void> {
    const gone = leastUsed(known, LIMITS);
    if (gone.length === 0) return;
    for (const key of gone) {
      known.delete(key);
      this.#unwritten.delete(key);
    }
    await Promise.all([delMany(gone, this.#pictures), delMany(gone, this.#uses)]);
  }

  #all(): Promise<Map<string, Use>> {
    this.#reading ??= entries<string, Use>(this.#uses).then((list) => {
      this.#known = new Map([...list, ...this.#unwritten]);
      return this.#known;
    });
    return this.#reading;
  }

  #use(key: string, bytes: number): void {
    const use = { at: Date.now(), bytes };
    this.#known?.set(key, use);
    this.#unwritten.set(key, use);
    this.#timer ??= setTimeout(() => void this.#write(), WRITE_AFTER_MS);
  }

  async #write(): Promise<void> {
    this.#timer = undefined;
    const list = [...this.#unwritten];
    this.#unwritten.clear();
    await setMany(list, this.#uses).catch(() => {});
  }
}
