/** Pictures that were drawn before, in IndexedDB: bounded, the least used go first. Where storage is forbidden there are none. */
import * as v from 'valibot';
import { beyond, instanceOf, Records } from '../../store/records.ts';
import type { Wants } from './protocol.ts';

/** Bytes of all pictures together, about ten thousand of them, and what is left once there are more. */
const LIMITS = { bytes: { max: 64 << 20, after: 48 << 20 } };
/** Uses are written together. */
const WRITE_AFTER_MS = 3000;

/** A picture, and what it was drawn with. */
export interface KeptPicture {
  readonly picture: Blob;
  readonly wants: Wants;
  /** Names of the files that it wears. */
  readonly worn: string;
}

const isChild = (value: unknown) =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string';

const PICTURE: v.GenericSchema<unknown, KeptPicture> = v.object({
  picture: instanceOf(Blob),
  wants: v.object({
    commandString: v.string(),
    slots: v.array(v.number()),
    children: v.array(v.custom<Wants['children'][number]>(isChild)),
    frame: v.string(),
  }),
  worn: v.string(),
});

/** When a picture was last asked for (ms since 1970), and how large it is. */
const USE = v.object({ at: v.number(), bytes: v.number() });
type Use = v.InferOutput<typeof USE>;

export class KeptPictures {
  readonly #pictures = new Records('lithoscope-pictures', 'pictures');
  readonly #uses = new Records('lithoscope-picture-uses', 'uses');
  /** Null while it has not been read. */
  #known: Map<string, Use> | null = null;
  #reading: Promise<Map<string, Use>> | null = null;
  readonly #unwritten = new Map<string, Use>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  async get(key: string): Promise<KeptPicture | null> {
    const kept = await this.#pictures.get(key, PICTURE);
    if (kept) this.#use(key, kept.picture.size);
    return kept;
  }

  async put(key: string, kept: KeptPicture): Promise<void> {
    try {
      await this.#pictures.set([[key, kept]]);
      this.#use(key, kept.picture.size);
      const known = await this.#all();
      known.set(key, { at: Date.now(), bytes: kept.picture.size });
      await this.#makeRoom(known);
    } catch {
      // Storage is forbidden or full: the page's own memory has it.
    }
  }

  async #makeRoom(known: Map<string, Use>): Promise<void> {
    const gone = beyond(known, LIMITS);
    for (const key of gone) {
      known.delete(key);
      this.#unwritten.delete(key);
    }
    await Promise.all([this.#pictures.forget(gone), this.#uses.forget(gone)]);
  }

  #all(): Promise<Map<string, Use>> {
    this.#reading ??= this.#uses.all(USE).then((list) => {
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
    await this.#uses.set(list).catch(() => {});
  }
}
