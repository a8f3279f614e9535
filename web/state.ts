/**
 * The store: what is open, what is selected, what plays, how it is drawn. Panels read signals and
 * change them only through the functions here and in commands.ts; what only one panel needs (scroll,
 * expanded rows) stays in that panel.
 */
import type { AbcFile, Info } from '@lithoscope/core';
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

/** A file in the page with everything the user has set for it. */
export interface OpenFile {
  readonly id: number;
  readonly name: string;
  readonly abc: AbcFile;
  readonly info: Info;
  readonly selection: Signal<Selection | null>;
  readonly playback: Playback;
  readonly lod: Signal<number>;
}

let nextId = 1;

/** Wraps a parsed file in fresh state: bind pose, nothing selected, nothing playing. */
export function openFile(name: string, abc: AbcFile): OpenFile {
  return {
    id: nextId++,
    name,
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

/** Adds a file and makes it the active one. */
export function addFile(file: OpenFile): void {
  batch(() => {
    files.value = [...files.value, file];
    activeId.value = file.id;
  });
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

/** Selects bytes of a file; every view follows. Clears with null. */
export function select(file: OpenFile, selection: Selection | null): void {
  file.selection.value = selection;
}
