/** An open file: its content, and everything that a link carries of it or a reload keeps. */
import type { FrozenPose, Info, ParsedFile, V6Interpretation, Vec3 } from '@lithoscope/core';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { Locator } from '../archive/locator.ts';
import type { LibraryFile } from '../store/library.ts';
import { Content } from './content.ts';
import { type Edits, NO_EDITS } from './edits.ts';
import type { Caret, Selection } from './selection.ts';

/** What can play: an animation of the file itself, or of a child model's file. */
export interface Clip {
  /** Index into `info.childModels`; 0 is the file itself. */
  readonly child: number;
  /** Index into the animations of that file; −1 with child 0 is the bind pose (v6: the rest pose). */
  readonly animation: number;
}

export const BIND_POSE: Clip = Object.freeze({ child: 0, animation: -1 });

/** What happens at the end of an animation; `next` goes on with the one after it. */
export type PlayMode = 'loop' | 'once' | 'pingpong' | 'next';

/** The way from the pose that was seen when the animation changed to the first key of the new one (abc.md §4.9). */
export interface Transition {
  readonly from: FrozenPose;
  readonly elapsedMs: number;
  readonly durationMs: number;
}

/** What the timeline controls; one per open file. */
interface Playback {
  readonly clip: Signal<Clip>;
  readonly timeMs: Signal<number>;
  readonly playing: Signal<boolean>;
  readonly mode: Signal<PlayMode>;
  /** On the way back of a ping-pong. */
  readonly backwards: Signal<boolean>;
  /** Until it is over, the animation stands at its start. */
  readonly transition: Signal<Transition | null>;
  /** 1 is real time. */
  readonly speed: Signal<number>;
  /** Over what plays, in order. */
  readonly layers: Signal<readonly AnimationLayer[]>;
  /**
   * Time of the models at the sockets, ms: it passes with playback, and a seek sets it to where it went. Each of them
   * repeats in its own length.
   */
  readonly attachedMs: Signal<number>;
  /** Files that the user named for child models: index into `info.childModels` → id of an open file. */
  readonly sources: Signal<ReadonlyMap<number, number>>;
}

/** How the model is drawn, apart from the view options that hold for every file. */
interface Look {
  readonly lod: Signal<number>;
  /** The level follows the distance of the camera (v9+ LODDistances). */
  readonly lodByDistance: Signal<boolean>;
  /** Levels that are drawn beside the chosen one; null: that one alone. */
  readonly levelsBeside: Signal<readonly number[] | null>;
  /** Indices into `info.pieces`. */
  readonly hiddenPieces: Signal<ReadonlySet<number>>;
  /** Null until the user moves the camera: the whole model is in view. */
  readonly camera: Signal<CameraState | null>;
  /** How the user wants an odd v6 file to be read. */
  readonly interpretation: Signal<V6Interpretation & { readonly mirrorZ?: boolean }>;
}

/** What covers the model. By slot: MaterialIndex of a piece, 0 in v6; of a sprite, the number of a frame. */
interface Skins {
  /** What the slots wear now. */
  readonly worn: Signal<ReadonlyMap<number, Skin>>;
  /** What the user chose, null for nothing; a slot that is absent has what the names say. */
  readonly chosen: Signal<ReadonlyMap<number, FileSource | null>>;
  /** Slots whose texture's alpha counts. */
  readonly alpha: Signal<ReadonlySet<number>>;
  /** The line about missing skins was closed. */
  readonly dismissed: Signal<boolean>;
}

/** An animation laid over the base through a weight set. */
export interface AnimationLayer {
  readonly id: number;
  readonly clip: Clip;
  /** Index into `info.weightSets`; −1: all of every node. */
  readonly weightSet: number;
  readonly timeMs: number;
  /** Its time passes with playback; else it stands still. */
  readonly runs: boolean;
  readonly on: boolean;
}

/** A model that is drawn at a socket of another one. */
export interface Attachment {
  /** Index into `info.sockets` of the file that has the socket, which holds one model. */
  readonly socket: number;
  /** Id of the open file. */
  readonly fileId: number;
  /** What it plays, as its own file counts. */
  readonly clip: Clip;
  readonly shown: boolean;
}

/** A texture as it lies in memory: what the graphics card takes. */
export interface SkinPicture {
  readonly format: 'rgba' | 'dxt1' | 'dxt3' | 'dxt5';
  /** From the largest on, row by row from the top; more than one are each half the size of the one before. */
  readonly levels: readonly { readonly width: number; readonly height: number; readonly data: Uint8Array }[];
  /** The same as `rgba`, for a card that does not take the format. */
  readonly decoded?: SkinPicture;
}

/** What a slot of the model is covered with. Compared by identity: another object is another skin. */
export interface Skin {
  readonly name: string;
  readonly picture: SkinPicture;
  /** Its alpha makes the model transparent; else the skin is opaque, whatever its alpha (abc.md §6). */
  readonly alpha: boolean;
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
  /** The content as a link carried it: deflated, in base64url. */
  readonly packed?: string;
  /** Where its bytes are, of what is read in parts and not by `read`: an archive. */
  readonly locator?: Locator;
  /** The file of the library that it is. */
  readonly entry?: LibraryFile;
  /** It was made here and is saved nowhere: `Edits.isNew` of the file that it is opened as. */
  readonly isNew?: boolean;
  /** It is there for a comparison and goes with it: nobody is to be offered it again. */
  readonly isPassing?: boolean;
}

/** What the user has set for a file, apart from its content. */
interface FileState {
  readonly id: number;
  readonly selection: Signal<Selection | null>;
  /** In the bytes; both are the first byte until it is moved. */
  readonly caret: Signal<Caret>;
  readonly playback: Playback;
  readonly look: Look;
  readonly skins: Skins;
  /** Models at its sockets, in their order. */
  readonly attachments: Signal<readonly Attachment[]>;
  /** What was changed since it was opened. */
  readonly edits: Signal<Edits>;
}

/** A file with one content, as the scene draws it: what is on the graphics card is made of that content. */
export interface DrawnFile
  extends FileState,
    Pick<Content, 'parsed' | 'model' | 'texture' | 'sprite' | 'archive' | 'info'> {
  readonly name: string;
  readonly source: FileSource;
}

/** Where a file is. */
interface Place {
  /** As it is shown, with the folders that it was found in. */
  readonly name: string;
  readonly source: FileSource;
}

let nextId = 1;

/** A file in the page, one object from its opening to its closing, with everything that the user has set for it. */
export class OpenFile implements DrawnFile {
  readonly id: number = nextId++;
  /** Changed by `changeFiles` of state.ts alone. */
  readonly content: Signal<Content>;
  /** Changed by `changeFiles` of state.ts alone. */
  readonly place: Signal<Place>;
  /** With the content that it has now: another object for each content. */
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
   * In fresh state: bind pose, nothing selected, nothing playing.
   * @param name as it is shown
   */
  constructor(source: FileSource, parsed: ParsedFile, name = source.name) {
    this.content = signal(new Content(parsed));
    this.place = signal({ name, source });
  }

  // Each of these reads a signal: an effect that asks runs again when the content or the place is another.

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

  /** The file as it would be drawn with some content: its own, or a preview of what it may become. Reads a signal. */
  drawnWith({ parsed, model, texture, sprite, archive, info }: Content): DrawnFile {
    const { id, name, source, selection, caret, playback, look, skins, attachments, edits } = this;
    const state = { id, name, source, selection, caret, playback, look, skins, attachments, edits };
    return { ...state, parsed, model, texture, sprite, archive, info };
  }
}
