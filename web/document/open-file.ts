/** An open file: its content, and the user's settings, which links carry and reloads keep. */
import type { FrozenPose, Info, ParsedFile, V6Interpretation, Vec3 } from '@lithoscope/core';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { Locator } from '../archive/locator.ts';
import type { LibraryFile } from '../store/library.ts';
import { Content } from './content.ts';
import { type Edits, NO_EDITS } from './edits.ts';
import type { Caret, Selection } from './selection.ts';

/** A playable animation: of the file itself, or of a child model's file. */
export interface Clip {
  /** Index into `info.childModels`; 0 is the file itself. */
  readonly child: number;
  /** Index into the animations of that file; −1 with child 0 is the bind pose (v6: the rest pose). */
  readonly animation: number;
}

export const BIND_POSE: Clip = Object.freeze({ child: 0, animation: -1 });

/** What happens at the end of an animation; `next` continues with the next one. */
export type PlayMode = 'loop' | 'once' | 'pingpong' | 'next';

/** A transition from the pose at the change of the animation to the first key of the new one (abc.md §4.9). */
export interface Transition {
  readonly from: FrozenPose;
  readonly elapsedMs: number;
  readonly durationMs: number;
}

/** Playback state of a file. */
interface Playback {
  readonly clip: Signal<Clip>;
  readonly timeMs: Signal<number>;
  readonly playing: Signal<boolean>;
  readonly mode: Signal<PlayMode>;
  /** On the way back in mode `pingpong`. */
  readonly backwards: Signal<boolean>;
  /** Until it is over, the animation is held at its start. */
  readonly transition: Signal<Transition | null>;
  /** 1 is real time. */
  readonly speed: Signal<number>;
  /** Layers over the animation, in order. */
  readonly layers: Signal<readonly AnimationLayer[]>;
  /**
   * Time of the models at sockets, ms: advances with playback, and is set by seeking. Each of them loops in its own
   * length.
   */
  readonly attachedMs: Signal<number>;
  /** Files that the user chose for child models: index into `info.childModels` → id of an open file. */
  readonly sources: Signal<ReadonlyMap<number, number>>;
}

/** What has a motion trail: indices into `info.nodes` and `info.sockets`. */
export type TrailOf =
  | { readonly node: number; readonly socket?: never }
  | { readonly socket: number; readonly node?: never };

/** Most trails that are kept. */
export const MAX_TRAILS = 32;

/** Appearance of the model, apart from the global view options. */
interface Look {
  readonly lod: Signal<number>;
  /** The level follows the distance of the camera (v9+ LODDistances). */
  readonly lodByDistance: Signal<boolean>;
  /** Levels drawn side by side; null: only the chosen one. */
  readonly levelsBeside: Signal<readonly number[] | null>;
  /** Indices into `info.pieces`. */
  readonly hiddenPieces: Signal<ReadonlySet<number>>;
  /** Null until the user moves the camera: shows the whole model. */
  readonly camera: Signal<CameraState | null>;
  /** Nodes and sockets whose motion trails are kept whatever is selected. */
  readonly trails: Signal<readonly TrailOf[]>;
  /** The chosen interpretation of an ambiguous v6 file. */
  readonly interpretation: Signal<V6Interpretation & { readonly mirrorZ?: boolean }>;
}

/** Skins by slot: MaterialIndex of a piece, 0 in v6; for a sprite, the index of a frame. */
interface Skins {
  /** Current skins. */
  readonly worn: Signal<ReadonlyMap<number, Skin>>;
  /** The user's choices, null for no skin; other slots are resolved by name. */
  readonly chosen: Signal<ReadonlyMap<number, FileSource | null>>;
  /** Slots that use alpha. */
  readonly alpha: Signal<ReadonlySet<number>>;
  /** The notice about missing skins was closed. */
  readonly dismissed: Signal<boolean>;
}

/** An animation layer, applied with a weight set. */
export interface AnimationLayer {
  readonly id: number;
  readonly clip: Clip;
  /** Index into `info.weightSets`; −1: full weight for all nodes. */
  readonly weightSet: number;
  readonly timeMs: number;
  /** Its time advances with playback. */
  readonly runs: boolean;
  readonly on: boolean;
}

/** A model drawn at a socket of another one. */
export interface Attachment {
  /** Index into `info.sockets` of the file that has the socket, which holds one model. */
  readonly socket: number;
  /** Id of the open file. */
  readonly fileId: number;
  /** Its clip, in its own file. */
  readonly clip: Clip;
  readonly shown: boolean;
}

/** A texture in memory, as the graphics card takes it. */
export interface SkinPicture {
  readonly format: 'rgba' | 'dxt1' | 'dxt3' | 'dxt5';
  /** Mip levels from the largest, each half the size of the previous one; rows from the top. */
  readonly levels: readonly { readonly width: number; readonly height: number; readonly data: Uint8Array }[];
  /** The same texture as `rgba`, for cards without support for the format. */
  readonly decoded?: SkinPicture;
}

/** The skin of a slot. Compared by identity. */
export interface Skin {
  readonly name: string;
  readonly picture: SkinPicture;
  /** Whether its alpha makes the model transparent; otherwise it is ignored (abc.md §6). */
  readonly alpha: boolean;
}

/** A camera in world space. */
export interface CameraState {
  readonly position: Readonly<Vec3>;
  /** The point that the camera looks at and orbits. */
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
  /** The content as packed in a link: deflated, in base64url. */
  readonly packed?: string;
  /** Location of its bytes, for files that are read in parts: archives. */
  readonly locator?: Locator;
  /** The file of the library that it is. */
  readonly entry?: LibraryFile;
  /** The file was created on the page and never saved: sets `Edits.isNew`. */
  readonly isNew?: boolean;
  /** A temporary file for a comparison, which is not offered again after a reload. */
  readonly isPassing?: boolean;
}

/** The user's settings of a file. */
interface FileState {
  readonly id: number;
  readonly selection: Signal<Selection | null>;
  /** The caret in the bytes, initially at the first one. */
  readonly caret: Signal<Caret>;
  readonly playback: Playback;
  readonly look: Look;
  readonly skins: Skins;
  /** Models at its sockets, in their order. */
  readonly attachments: Signal<readonly Attachment[]>;
  /** What was changed since it was opened. */
  readonly edits: Signal<Edits>;
}

/** A file with a fixed content, as the scene draws it: data on the graphics card belongs to that content. */
export interface DrawnFile
  extends FileState,
    Pick<Content, 'parsed' | 'model' | 'texture' | 'sprite' | 'archive' | 'info'> {
  readonly name: string;
  readonly source: FileSource;
}

/** Where a file is. */
interface Place {
  /** Displayed name, with the folders in which it was found. */
  readonly name: string;
  readonly source: FileSource;
}

let nextId = 1;

/** An open file: one object from opening to closing. */
export class OpenFile implements DrawnFile {
  readonly id: number = nextId++;
  /** Changed by `changeFiles` of state.ts alone. */
  readonly content: Signal<Content>;
  /** Changed by `changeFiles` of state.ts alone. */
  readonly place: Signal<Place>;
  /** The file with its current content: a new object for each content. */
  readonly drawn: ReadonlySignal<DrawnFile> = computed(() => this.drawnWith(this.content.value));
  readonly selection: Signal<Selection | null> = signal(null);
  readonly caret: Signal<Caret> = signal({ offset: 0, anchor: 0 });
  readonly playback: Playback = {
    clip: signal(BIND_POSE),
    timeMs: signal(0),
    playing: signal(false),
    mode: signal<PlayMode>('loop'),
    backwards: signal(false),
    transition: signal<Transition | null>(null),
    speed: signal(1),
    layers: signal<readonly AnimationLayer[]>([]),
    attachedMs: signal(0),
    sources: signal<ReadonlyMap<number, number>>(new Map()),
  };
  readonly look: Look = {
    lod: signal(0),
    lodByDistance: signal(false),
    levelsBeside: signal<readonly number[] | null>(null),
    hiddenPieces: signal<ReadonlySet<number>>(new Set()),
    camera: signal<CameraState | null>(null),
    trails: signal<readonly TrailOf[]>([]),
    interpretation: signal({}),
  };
  readonly skins: Skins = {
    worn: signal<ReadonlyMap<number, Skin>>(new Map()),
    chosen: signal<ReadonlyMap<number, FileSource | null>>(new Map()),
    alpha: signal<ReadonlySet<number>>(new Set()),
    dismissed: signal(false),
  };
  readonly attachments: Signal<readonly Attachment[]> = signal([]);
  readonly edits: Signal<Edits> = signal(NO_EDITS);

  /**
   * Initially in the bind pose, with nothing selected and nothing playing.
   * @param name displayed name
   */
  constructor(source: FileSource, parsed: ParsedFile, name = source.name) {
    this.content = signal(new Content(parsed));
    this.place = signal({ name, source });
  }

  // Each of these reads a signal, so that effects run again when the content or the place changes.

  get name(): string {
    return this.place.value.name;
  }

  get source(): FileSource {
    return this.place.value.source;
  }

  get parsed(): ParsedFile {
    return this.content.value.parsed;
  }

  get model(): Content['model'] {
    return this.content.value.model;
  }

  get texture(): Content['texture'] {
    return this.content.value.texture;
  }

  get sprite(): Content['sprite'] {
    return this.content.value.sprite;
  }

  get archive(): Content['archive'] {
    return this.content.value.archive;
  }

  get info(): Info {
    return this.content.value.info;
  }

  /** The file as drawn with a content: its own, or a preview. Reads a signal. */
  drawnWith({ parsed, model, texture, sprite, archive, info }: Content): DrawnFile {
    const { id, name, source, selection, caret, playback, look, skins, attachments, edits } = this;
    const state = { id, name, source, selection, caret, playback, look, skins, attachments, edits };
    return { ...state, parsed, model, texture, sprite, archive, info };
  }
}
