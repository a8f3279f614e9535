/**
 * The store: what is open, what is selected, what plays, how it is drawn. Panels read signals and
 * change them only through the functions here and in commands.ts; what only one panel needs (scroll,
 * expanded rows) stays in that panel.
 */
import type {
  AbcFile,
  FrozenPose,
  Info,
  ModelElement,
  ParsedFile,
  V6Interpretation,
  Vec3,
} from '@lithoscope/core';
import type { DtxFile } from '@lithoscope/dtx';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';

/** A half-open byte range and the structure path it belongs to; '' outside all sections. */
export interface NodeRange {
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

/** Where a selection was made. */
export type SelectionOrigin =
  | 'bytes'
  | 'tree'
  | 'table'
  | 'viewport'
  | 'timeline'
  | 'model'
  | 'texture'
  | 'inspector'
  | 'problems'
  | 'find'
  | 'go-to'
  | 'history'
  | 'compare-left'
  | 'compare-right'
  | 'compare'
  | 'link'
  | 'reload';

export interface Selection extends NodeRange {
  readonly origin: SelectionOrigin;
  /** Another number for each selection that is made, the same range again included. */
  readonly serial: number;
}

/** What can play: an animation of the file itself, or of a child model's file. */
export interface Clip {
  /** Index into `info.childModels`; 0 is the file itself. */
  readonly child: number;
  /** Index into the animations of that file; −1 with child 0 is the bind pose (v6: the rest pose). */
  readonly animation: number;
}

export const BIND_POSE: Clip = Object.freeze({ child: 0, animation: -1 });

/** What happens at the end of an animation. */
export type PlayMode = 'loop' | 'once' | 'pingpong';

/** The way from the pose that was seen when the animation changed to the first key of the new one (abc.md §4.9). */
export interface Transition {
  readonly from: FrozenPose;
  readonly elapsedMs: number;
  readonly durationMs: number;
}

/** What the timeline controls; one per open file. */
export interface Playback {
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
  /** Files that the user named for child models: index into `info.childModels` → id of an open file. */
  readonly sources: Signal<ReadonlyMap<number, number>>;
}

/** How the model is drawn, apart from the view options that hold for every file. */
export interface Look {
  readonly lod: Signal<number>;
  /** The level follows the distance of the camera (v9+ LODDistances). */
  readonly lodByDistance: Signal<boolean>;
  /** Indices into `info.pieces`. */
  readonly hiddenPieces: Signal<ReadonlySet<number>>;
  /** Null until the user moves the camera: the whole model is in view. */
  readonly camera: Signal<CameraState | null>;
  /** How the user wants an odd v6 file to be read. */
  readonly interpretation: Signal<V6Interpretation & { readonly mirrorZ?: boolean }>;
}

/** What covers the model. By slot: MaterialIndex of a piece, 0 in v6. */
export interface Skins {
  /** What the slots wear now. */
  readonly worn: Signal<ReadonlyMap<number, Skin>>;
  /** What the user chose, null for nothing; a slot that is absent has what the names say. */
  readonly chosen: Signal<ReadonlyMap<number, FileSource | null>>;
  /** Slots whose texture's alpha counts. */
  readonly alpha: Signal<ReadonlySet<number>>;
  /** The line about missing skins was closed. */
  readonly dismissed: Signal<boolean>;
}

/** The caret's byte, and the byte a range is drawn out from. */
export interface Caret {
  readonly offset: number;
  readonly anchor: number;
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

/** A texture as it lies in memory: what the graphics card takes. */
export interface SkinPicture {
  readonly format: 'rgba' | 'dxt1' | 'dxt3' | 'dxt5';
  /** From the largest on, row by row from the top; more than one are each half the size of the one before. */
  readonly levels: readonly { readonly width: number; readonly height: number; readonly data: Uint8Array }[];
  /** The same as `rgba`, for a card that does not take the format. */
  decoded?(): SkinPicture;
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
  /** Structure and bytes. */
  readonly parsed: ParsedFile;
  /** The same as a model; null when it is none. */
  readonly model: AbcFile | null;
  /** The same as a texture; null when it is none. */
  readonly texture: DtxFile | null;
  readonly info: Info;
  readonly selection: Signal<Selection | null>;
  /** In the bytes; both are the first byte until it is moved. */
  readonly caret: Signal<Caret>;
  readonly playback: Playback;
  readonly look: Look;
  readonly skins: Skins;
}

let nextId = 1;

/** What an OpenFile holds of its content. */
export function contentOf(parsed: ParsedFile): Pick<OpenFile, 'parsed' | 'model' | 'texture' | 'info'> {
  const model = isModel(parsed) && parsed.info.format === 'abc' ? parsed : null;
  return { parsed, model, texture: isTexture(parsed) ? parsed : null, info: parsed.info };
}

// By a property each: the classes belong to parts of the page that are loaded later.

function isModel(parsed: ParsedFile): parsed is AbcFile {
  return 'evaluate' in parsed;
}

function isTexture(parsed: ParsedFile): parsed is DtxFile {
  return 'texture' in parsed;
}

/** Wraps a parsed file in fresh state: bind pose, nothing selected, nothing playing. */
export function openFile(source: FileSource, parsed: ParsedFile): OpenFile {
  return {
    id: nextId++,
    key: {},
    name: source.name,
    source,
    ...contentOf(parsed),
    selection: signal<Selection | null>(null),
    caret: signal<Caret>({ offset: 0, anchor: 0 }),
    playback: {
      clip: signal(BIND_POSE),
      timeMs: signal(0),
      playing: signal(false),
      mode: signal<PlayMode>('loop'),
      backwards: signal(false),
      transition: signal<Transition | null>(null),
      speed: signal(1),
      layers: signal<readonly AnimationLayer[]>([]),
      sources: signal<ReadonlyMap<number, number>>(new Map()),
    },
    look: {
      lod: signal(0),
      lodByDistance: signal(false),
      hiddenPieces: signal<ReadonlySet<number>>(new Set()),
      camera: signal<CameraState | null>(null),
      interpretation: signal({}),
    },
    skins: {
      worn: signal<ReadonlyMap<number, Skin>>(new Map()),
      chosen: signal<ReadonlyMap<number, FileSource | null>>(new Map()),
      alpha: signal<ReadonlySet<number>>(new Set()),
      dismissed: signal(false),
    },
  };
}

export const files: Signal<readonly OpenFile[]> = signal([]);
export const activeId: Signal<number> = signal(0);
export const activeFile: ReadonlySignal<OpenFile | null> = computed(
  () => files.value.find((file) => file.id === activeId.value) ?? null,
);

/** How surfaces are drawn. Flat shows the facets; wire shows edges alone. */
export type Shading = 'textured' | 'shaded' | 'flat' | 'wire';

/** What the colours of the surface say instead of the material. */
export type Coloring = 'none' | 'weights' | 'influences' | 'winding';

export type Background = 'theme' | 'dark' | 'light' | 'checker';

/** View options that hold for every file. */
export const view = {
  skeleton: signal(false),
  wireframe: signal(false),
  grid: signal(true),
  shading: signal<Shading>('textured'),
  coloring: signal<Coloring>('none'),
  xray: signal(false),
  background: signal<Background>('theme'),
  /** Full vertical angle, degrees. */
  fieldOfView: signal(32),
  orthographic: signal(false),
  turntable: signal(false),
  lightFollows: signal(true),
  /** The model stays where it is and the ground moves under it. */
  inPlace: signal(false),
  stats: signal(false),
  sockets: signal(false),
  vertexNormals: signal(false),
  faceNormals: signal(false),
  bindSkeleton: signal(false),
  dims: signal(false),
  meshBox: signal(false),
  keyBounds: signal(false),
} as const;

export type ViewOptions = {
  readonly [Option in keyof typeof view]: (typeof view)[Option] extends Signal<infer Value> ? Value : never;
};

/** The view options before anything changed them. */
export const VIEW_DEFAULTS: ViewOptions = Object.freeze(
  Object.fromEntries(Object.entries(view).map(([option, value]) => [option, value.peek()])),
) as unknown as ViewOptions;

/** Degrees. */
export const MIN_FIELD_OF_VIEW = 10;
export const MAX_FIELD_OF_VIEW = 90;

/** The view options that are on or off. */
export type ViewSwitch = {
  [Option in keyof typeof view]: (typeof view)[Option] extends Signal<boolean> ? Option : never;
}[keyof typeof view];

/** What the pointer or the focus is on in some list: the picture lights it up. */
export const highlighted: Signal<ModelElement | null> = signal(null);

/** Two open files side by side, by their ids; null: one file is shown. */
export const compared: Signal<{ readonly left: number; readonly right: number } | null> = signal(null);

/** Adds files and makes the first of them the active one. */
export function addFiles(added: readonly OpenFile[]): void {
  const [first] = added;
  if (!first) return;
  batch(() => {
    files.value = [...files.value, ...added];
    activeId.value = first.id;
  });
}

/** Content in use by work that goes on after its file is closed, and by how many. */
const uses = new Map<ParsedFile, number>();
/** Content whose file was closed while it was in use. */
const closedInUse = new Set<ParsedFile>();

/** Runs work that reads a file's content: when the file is closed or reloaded meanwhile, the content stays until the end. */
export async function withContent<T>(parsed: ParsedFile, work: () => Promise<T>): Promise<T> {
  uses.set(parsed, (uses.get(parsed) ?? 0) + 1);
  try {
    return await work();
  } finally {
    const left = (uses.get(parsed) ?? 1) - 1;
    if (left > 0) uses.set(parsed, left);
    else uses.delete(parsed);
    if (left === 0 && closedInUse.delete(parsed)) parsed.release();
  }
}

/** Releases content that no file has any more; views have let go of it, as their effects have run. */
function releaseContent({ parsed }: OpenFile): void {
  if (uses.has(parsed)) closedInUse.add(parsed);
  else parsed.release();
}

/**
 * Puts a file with other content in the place of the one with its id, and releases the content before.
 * @param adapt changes the file's state to suit, in the same batch
 */
export function replaceFile(file: OpenFile, adapt: () => void = () => {}): void {
  const before = files.peek().find(({ id }) => id === file.id);
  batch(() => {
    adapt();
    files.value = files.value.map((other) => (other.id === file.id ? file : other));
  });
  if (before && before.parsed !== file.parsed) releaseContent(before);
}

/** Closes a file and releases its content; its neighbour becomes active. */
export function closeFile(id: number): void {
  const closed = files.peek().find((file) => file.id === id);
  if (!closed) return;
  batch(() => {
    const index = files.value.indexOf(closed);
    files.value = files.value.filter((file) => file.id !== id);
    if (activeId.value === id) {
      activeId.value = (files.value[index] ?? files.value[index - 1])?.id ?? 0;
    }
  });
  releaseContent(closed);
}

/** Closes every file and releases their content. */
export function closeAllFiles(): void {
  const closed = files.peek();
  batch(() => {
    files.value = [];
    activeId.value = 0;
  });
  closed.forEach(releaseContent);
}

let lastSerial = 0;

/** Selects bytes of a file; every view but the one of the origin follows. Clears with null. */
export function select(file: OpenFile, range: NodeRange | null, origin: SelectionOrigin): void {
  if (!range) {
    file.selection.value = null;
    return;
  }
  const { start, end, path } = range;
  file.selection.value = { start, end, path, origin, serial: ++lastSerial };
}

/** Tells a view to which selections it has to go: those made elsewhere, once each. */
export class SelectionFollower {
  /** The serial of the selection that was gone to last, by `OpenFile.key`. */
  readonly #last = new WeakMap<object, number>();

  /** @param origin what the view itself selects with */
  constructor(private readonly origin: SelectionOrigin) {}

  /** Whether to go to a selection; asked again about the same one, it says no. */
  takes({ key }: OpenFile, { origin, serial }: Selection): boolean {
    const known = this.#last.get(key) === serial;
    this.#last.set(key, serial);
    return !known && origin !== this.origin;
  }
}
