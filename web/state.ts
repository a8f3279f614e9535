/**
 * The store: what is open, what is selected, what plays, how it is drawn. Panels read signals and
 * change them only through the functions here and in commands.ts; what only one panel needs (scroll,
 * expanded rows) stays in that panel.
 */
import type { AbcFile, Info, Vec3 } from '@lithoscope/core';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';

/** A half-open byte range and the structure path it belongs to. */
export interface Selection {
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

/** The bind pose (v6: the rest pose) as an entry of the animation list. */
export const BIND_POSE = -1;

/** What the timeline controls; one per open file. */
export interface Playback {
  /** Index into `info.animations`, or BIND_POSE. */
  readonly animation: Signal<number>;
  readonly timeMs: Signal<number>;
  readonly playing: Signal<boolean>;
  readonly loop: Signal<boolean>;
  /** 1 is real time. */
  readonly speed: Signal<number>;
}

/** Where the user stands in the scene: world space, plain numbers. */
export interface CameraState {
  readonly position: Readonly<Vec3>;
  /** What the camera looks at and turns around. */
  readonly target: Readonly<Vec3>;
}

/** Where a file's bytes come from. */
export interface FileSource {
  /** The file's name, with the folders it was found in if it came in a folder. */
  readonly name: string;
  /** Reads the bytes as they are now. Rejects with a sentence for the user. */
  read(): Promise<Blob>;
  /** The file on the disk, where the browser gives one. */
  readonly handle?: FileSystemFileHandle;
  /** The address it was fetched from; absent for a file of the user's machine. */
  readonly url?: string;
}

/**
 * A file in the page with everything the user has set for it. Content that was read again makes another
 * OpenFile, with the same id, key and signals.
 */
export interface OpenFile {
  readonly id: number;
  /** What a panel remembers of the file hangs on this object, so that it stays when the content is another. */
  readonly key: object;
  readonly name: string;
  readonly source: FileSource;
  readonly abc: AbcFile;
  readonly info: Info;
  readonly selection: Signal<Selection | null>;
  readonly playback: Playback;
  readonly lod: Signal<number>;
  /** Null until the user moves the camera: the whole model is in view. */
  readonly camera: Signal<CameraState | null>;
}

let nextId = 1;

/** Wraps a parsed file in fresh state: bind pose, nothing selected, nothing playing. */
export function openFile(source: FileSource, abc: AbcFile): OpenFile {
  return {
    id: nextId++,
    key: {},
    name: source.name,
    source,
    abc,
    info: abc.info,
    selection: signal<Selection | null>(null),
    playback: {
      animation: signal(BIND_POSE),
      timeMs: signal(0),
      playing: signal(false),
      loop: signal(true),
      speed: signal(1),
    },
    lod: signal(0),
    camera: signal<CameraState | null>(null),
  };
}

export const files: Signal<readonly OpenFile[]> = signal([]);
export const activeId: Signal<number> = signal(0);
export const activeFile: ReadonlySignal<OpenFile | null> = computed(
  () => files.value.find((file) => file.id === activeId.value) ?? null,
);

/** View options that hold for every file. */
export const view = {
  skeleton: signal(false),
  wireframe: signal(false),
  grid: signal(true),
} as const;

/** A sentence for the user about what just failed (a file that cannot be read …), or null. */
export const notice: Signal<string | null> = signal(null);

/** A sentence about what was just done where one cannot see it; it goes by itself. */
export const announcement: Signal<string> = signal('');

/** Adds files and makes the first of them the active one. */
export function addFiles(added: readonly OpenFile[]): void {
  const [first] = added;
  if (!first) return;
  batch(() => {
    files.value = [...files.value, ...added];
    activeId.value = first.id;
  });
}

/** Puts a file with other content in the place of the one with its id. */
export function replaceFile(file: OpenFile): void {
  files.value = files.value.map((other) => (other.id === file.id ? file : other));
}

/** Closes a file; its neighbour becomes active. */
export function closeFile(id: number): void {
  batch(() => {
    const index = files.value.findIndex((file) => file.id === id);
    files.value = files.value.filter((file) => file.id !== id);
    if (activeId.value === id) {
      activeId.value = (files.value[index] ?? files.value[index - 1])?.id ?? 0;
    }
  });
}

/** Closes every file. */
export function closeAllFiles(): void {
  batch(() => {
    files.value = [];
    activeId.value = 0;
  });
}

/** Selects bytes of a file; every view follows. Clears with null. */
export function select(file: OpenFile, selection: Selection | null): void {
  file.selection.value = selection;
}
