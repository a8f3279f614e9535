/** Picture store of the library: pictures of this visit, of an earlier one (IndexedDB), or drawn on demand. */

import { type Signal, signal } from '@preact/signals-core';
import * as v from 'valibot';
import { isRemote } from '../../archive/locator.ts';
import { isAtHand, libraryDependencies, libraryFrame } from '../../opening/textures/in-library.ts';
import type { LibraryFile } from '../../store/library.ts';
import { beyond, instanceOf, Records } from '../../store/records.ts';
import { effect, onEnd, scope } from '../../ui/scope.ts';
import type { Dependencies, Drawing, ResolvedDependencies } from './drawing.ts';
import { PictureQueue, workFile } from './queue.ts';

/** Maximum total bytes (about ten thousand pictures), and the bytes left after pruning. */
const LIMITS = { bytes: { max: 64 << 20, after: 48 << 20 } };
/** Delay after which uses are written in one batch. */
const WRITE_AFTER_MS = 3000;

/** A kept picture with its dependencies. */
interface KeptPicture {
  readonly picture: Blob;
  readonly wants: Dependencies;
  /** Names of its skins. */
  readonly worn: string;
}

const isChild = (value: unknown) =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string';

const PICTURE: v.GenericSchema<unknown, KeptPicture> = v.object({
  picture: instanceOf(Blob),
  wants: v.object({
    commandString: v.string(),
    slots: v.array(v.number()),
    children: v.array(v.custom<Dependencies['children'][number]>(isChild)),
    frame: v.string(),
  }),
  worn: v.string(),
});

/** Last use of a picture (ms since 1970) and its size. */
const USE = v.object({ at: v.number(), bytes: v.number() });
type Use = v.InferOutput<typeof USE>;

class KeptPictures {
  readonly #pictures = new Records('lithoscope-pictures', 'pictures');
  readonly #uses = new Records('lithoscope-picture-uses', 'uses');
  /** Null until loaded. */
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
      // Storage is forbidden or full: the picture stays in memory only.
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

/** Pictures kept in memory: several screens. */
const MAX_AT_HAND = 600;

/** State of a file's picture. */
export type PictureState =
  | { readonly state: 'waiting' }
  /** @param reason a sentence */
  | { readonly state: 'undrawn'; readonly reason: string }
  | { readonly state: 'shown'; readonly url: string; readonly from: 'drawn' | 'kept' }
  /** @param word one or two words; @param reason a sentence */
  | { readonly state: 'none'; readonly word: string; readonly reason: string };

/** A picture in memory, or why it failed, with its dependencies. */
interface Known {
  readonly shown: Extract<PictureState, { state: 'shown' | 'none' }>;
  /** Null if the file itself failed: it is not retried, as changed content is another file. */
  readonly wants: Dependencies | null;
  readonly worn: string;
}

/** By file, least recently used first. */
const known = new Map<LibraryFile, Known>();
const kept = new KeptPictures();

export const pictureQueue = new PictureQueue(startWorker, (file, wants) => resolve(file, wants));

function startWorker(): Worker {
  return new Worker(new URL('./draw-worker.ts', import.meta.url), { type: 'module' });
}

const WAITING: PictureState = { state: 'waiting' };
/** Remote files are not downloaded for their pictures. */
const REMOTE: PictureState = {
  state: 'undrawn',
  reason: 'Not drawn: a file on a server is downloaded only when it is opened or played.',
};

/**
 * The picture of a file: immediately if it was drawn before, else in turn. It is redrawn when missing skins appear. The
 * request ends with the current scope.
 */
export function pictureOf(file: LibraryFile, isVisible: () => boolean): Signal<PictureState> {
  const before = known.get(file);
  const shown = signal<PictureState>(before?.shown ?? WAITING);
  const last = signal<Known | null>(before ?? null);
  if (before) use(file, before);
  const own = scope();
  let isOver = false;
  onEnd(() => {
    isOver = true;
  });
  const follow = () =>
    own.run(() => {
      effect(() => {
        const now = last.value;
        if (now?.wants === null) return;
        if (isRemote(file.locator)) {
          if (!now) shown.value = REMOTE;
          return;
        }
        // While its source is being listed, skins may still appear.
        if (file.source.state.value === 'reading') return;
        if (now?.wants && wornBy(resolve(file, now.wants)) === now.worn) return;
        onEnd(
          pictureQueue.ask({
            file,
            isVisible,
            done: (drawing) => {
              const drawn = knownOf(file, drawing);
              last.value = drawn;
              shown.value = drawn.shown;
            },
          }),
        );
      });
    });
  if (before) follow();
  else
    void fromKept(file).then((found) => {
      if (isOver) return;
      if (found) {
        last.value = found;
        shown.value = found.shown;
      }
      follow();
    });
  return shown;
}

async function fromKept(file: LibraryFile): Promise<Known | null> {
  const key = await keyOf(file);
  const found = key === null ? null : await kept.get(key);
  // Another element may have loaded it in the meantime.
  const now = known.get(file);
  if (now || !found) return now ?? null;
  const { picture, wants, worn } = found;
  return use(file, {
    shown: { state: 'shown', url: URL.createObjectURL(picture), from: 'kept' },
    wants,
    worn,
  });
}

/** Stores a drawing; all that requested it share the result. */
function knownOf(file: LibraryFile, drawing: Drawing): Known {
  const now = known.get(file);
  if (!('picture' in drawing)) {
    const { word, reason, wants } = drawing;
    const worn = wants ? wornBy(resolve(file, wants)) : '';
    return use(file, { shown: { state: 'none', word, reason }, wants, worn });
  }
  const { picture, wants } = drawing;
  const worn = wornBy(resolve(file, wants));
  if (now?.wants && now.worn === worn && now.shown.state === 'shown' && now.shown.from === 'drawn')
    return now;
  void keyOf(file).then((key) => (key === null ? undefined : kept.put(key, { picture, wants, worn })));
  return use(file, {
    shown: { state: 'shown', url: URL.createObjectURL(picture), from: 'drawn' },
    wants,
    worn,
  });
}

/** Marks a picture as recently used, and drops the least recently used one. */
function use(file: LibraryFile, now: Known): Known {
  const before = known.get(file);
  if (before && before !== now) revoke(before);
  known.delete(file);
  known.set(file, now);
  if (known.size > MAX_AT_HAND) {
    const [oldest] = known;
    if (oldest) {
      revoke(oldest[1]);
      known.delete(oldest[0]);
    }
  }
  return now;
}

function revoke({ shown }: Known): void {
  if (shown.state === 'shown') URL.revokeObjectURL(shown.url);
}

/** Key that identifies a file's content; null if unknown. */
async function keyOf({ source, path, size, time, locator }: LibraryFile): Promise<string | null> {
  let [bytes, at] = [size, time];
  if ('handle' in locator && (bytes === null || at === null)) {
    const file = await locator.handle.getFile().catch(() => null);
    if (!(file instanceof File)) return null;
    [bytes, at] = [file.size, file.lastModified];
  }
  return bytes === null ? null : [source.name, path, bytes, at ?? ''].join('\n');
}

/** Resolves the dependencies of a file. Reads signals. */
function resolve(file: LibraryFile, wants: Dependencies): ResolvedDependencies {
  const { skins, children } = libraryDependencies(file, wants);
  const texture = wants.frame === '' ? null : libraryFrame(file, wants.frame);
  return {
    skins: skins.flatMap(({ slot, found }) =>
      found && isAtHand(found, file) ? [[slot, workFile(found)] as const] : [],
    ),
    frame: texture && isAtHand(texture, file) ? workFile(texture) : null,
    children: children.flatMap(({ child, found }) =>
      found && isAtHand(found, file) ? [[child, workFile(found)] as const] : [],
    ),
  };
}

/** Names and sizes of a picture's skins: different skins make a different picture. */
function wornBy({ skins, frame }: ResolvedDependencies): string {
  const textures = [...skins.map(([, texture]) => texture), ...(frame ? [frame] : [])];
  return textures.map(({ name, size }) => `${name} ${size}`).join('\n');
}
