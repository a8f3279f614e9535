/** What commands do to each of many files, and what comes of it. Plain data, so that it can be sent to a thread. */
import type { EditOperation, RetargetOptions, Severity } from '@lithoscope/core';
import type { NewTexture } from '@lithoscope/editing';
import type { Locator } from '../archive/locator.ts';
import type { Counted } from '../explain/report.ts';
import type { ImportOptions } from '../from-glb/options.ts';
import type { AlphaMode, GlbOptions } from '../to-glb/input.ts';
import type { Style, Writing } from './output.ts';

/** A file to read. */
export interface Target {
  /** As shown to the user: its path, or the path of the archive, `!/` and that of the entry. */
  readonly name: string;
  readonly locator: Locator;
  /** Why it cannot be read, a sentence; '' when nothing is known against it. */
  readonly problem: string;
  readonly origin: Origin;
}

/** Where a file was found. Files that it names are looked for there. */
export interface Origin {
  /** `folder`: with all folders in it. `beside`: the folder alone. */
  readonly kind: 'archive' | 'folder' | 'beside';
  /** Path of the archive or folder. */
  readonly root: string;
  /** Within the folder, pattern or archive that was named, with `/`; null for a file that was named itself. */
  readonly path: string | null;
}

/** Where a file is written. */
export interface Place {
  /** The output folder, which it never leaves. */
  readonly root: string;
  /** Within it. */
  readonly path: string;
  /** As shown to the user, who named it. */
  readonly output: string;
  /** Temporary path beside it, until it is complete. */
  readonly temporary: string;
}

/** An input file. */
export interface Item {
  readonly target: Target;
}

/** An input file and where its result goes. */
export interface PlacedItem extends Item {
  /** null: nothing is written. */
  readonly place: Place | null;
}

/** The result of one file. */
interface Done {
  /** Lines of text with their line breaks, or a line of JSON without. */
  readonly text: string;
  /** Sentences for stderr. */
  readonly notes: readonly string[];
  /** Exit code 1: the file has an error, or something of it is missing or was not done. */
  readonly inPart: boolean;
}

/** A file without a result. */
export interface Problem {
  readonly problem: string;
}

export interface CheckSettings extends Style {
  /** The lowest severity to list. */
  readonly least?: Severity | undefined;
  /** Codes to list, with `*` for any characters; null: all. */
  readonly codes: readonly string[] | null;
}

/** A finding of an earlier check. */
export interface KnownFinding {
  readonly code: string;
  readonly path: string;
  readonly count: number;
}

export interface CheckItem extends Item {
  /** Findings that are not new; null: all of them are. */
  readonly known: readonly KnownFinding[] | null;
}

export interface FindSettings extends Style {
  /** A search as in the library (explain/query.ts). */
  readonly query: string;
}

/** The kinds of work, by the names of the functions of a thread (worker.ts). */
export interface Work {
  check: { item: CheckItem; settings: CheckSettings; done: Done & Checked };
  find: { item: Item; settings: FindSettings; done: Done & { readonly isFound: boolean } };
  export: { item: PlacedItem; settings: ExportSettings; done: Done & Meant };
  import: { item: PlacedItem; settings: ImportSettings; done: Done & Meant };
  edit: { item: EditItem; settings: EditSettings; done: Done & Edited };
  texture: { item: PlacedItem; settings: TextureSettings; done: Done & Meant };
}

interface Checked {
  readonly counted: Counted;
  /** Findings that are listed. */
  readonly listed: number;
}

export type Kind = keyof Work;

export type Outcome<K extends Kind> = Work[K]['done'] | Problem;

/** Files for one thread. */
export interface Task<K extends Kind> {
  readonly items: readonly Work[K]['item'][];
  readonly settings: Work[K]['settings'];
}

interface Meant {
  /** Indices of the names in the settings' `animations` that match an animation of the file. */
  readonly meant: readonly number[];
}

/** Options of an export. */
export interface ExportSettings
  extends Writing,
    Pick<GlbOptions, 'lods' | 'scale' | 'unlit' | 'template' | 'maxMorphTargets'> {
  /** Names and patterns, or a word of GlbOptions. */
  readonly animations: 'all' | 'own' | 'none' | readonly string[];
  readonly alphaMode: AlphaMode;
  readonly skins: boolean;
  readonly children: boolean;
  /** The pose of an OBJ, at the single level of `lods`; null for a GLB. */
  readonly pose: ObjPose | null;
  /** The only model: an animation that it lacks is an error. */
  readonly alone: boolean;
}

export interface ObjPose {
  /** Name or index, or `bind`. */
  readonly animation: string;
  readonly timeMs: number;
}

/** Where skins and child models are looked for. */
export interface Roots {
  /** Files of `--skins`, a list for each option. */
  readonly skins: readonly (readonly Target[])[];
  /** Of `--anim-from`. */
  readonly animations: readonly Target[];
  /** By `rootKey`: textures and models in the folders and archives that models were found in. */
  readonly found: ReadonlyMap<
    string,
    { readonly textures: readonly Target[]; readonly models: readonly Target[] }
  >;
}

export const rootKey = ({ origin: { kind, root } }: Pick<Target, 'origin'>): string => `${kind} ${root}`;

/** Options of an import. */
export interface ImportSettings extends Writing {
  /** Absent ones are as the source suggests. */
  readonly options: Partial<ImportOptions>;
  /** Names and patterns of animations of the source. */
  readonly animations: 'all' | 'none' | readonly string[];
  /** The model to merge into. */
  readonly base: Target | null;
  /** Writes images as textures beside the model. */
  readonly textures: boolean;
  /** The format that the model is converted to, as `Converting.allTargets` names it; null: ABC. */
  readonly to: string | null;
  /** The only file: an animation that it lacks is an error. */
  readonly alone: boolean;
}

/** Formats that textures are converted to, by their extensions. */
export const TEXTURE_TARGETS = ['dtx', 'png', 'tga'] as const;

/** Options of a conversion of textures. */
export interface TextureSettings extends Writing {
  readonly ending: (typeof TEXTURE_TARGETS)[number];
  /** The texture that lends what is not given; null: a source that is one. */
  readonly like: Target | null;
  /** What is given. */
  readonly wish: Partial<NewTexture>;
}

/** The change of each file. */
export type Change =
  /** Values as the user wrote them, by paths of fields. */
  | { readonly kind: 'set'; readonly values: readonly { readonly path: string; readonly text: string }[] }
  | { readonly kind: 'edit'; readonly operations: readonly EditOperation[] }
  /** To a format by its extension (`lta`), or a version of ABC by its number (`12`). */
  | { readonly kind: 'convert'; readonly target: string }
  | RetargetChange
  /** Repairs findings of these codes; null: of all. */
  | { readonly kind: 'fix'; readonly codes: readonly string[] | null };

/** Adds animations of another model, whose skeleton may be a different one. */
export interface RetargetChange {
  readonly kind: 'retarget';
  readonly source: Target;
  /** Names and patterns. */
  readonly animations: 'all' | readonly string[];
  /** Names of nodes: of the file, and of the source; '' for none. */
  readonly map: readonly (readonly [target: string, source: string])[];
  readonly options: Pick<RetargetOptions, 'similar' | 'translations' | 'scale'>;
}

export interface EditSettings extends Writing {
  readonly change: Change;
  /** Allows changes that leave errors, or that some program rejects. */
  readonly allowErrors: boolean;
}

export interface EditItem extends PlacedItem {
  /** The place is that of the input file. */
  readonly inPlace: boolean;
  /** It is written even when nothing changes. */
  readonly always: boolean;
  /** The archive that its bytes go into; they are part of the result. */
  readonly archive: InArchive | null;
}

export interface InArchive {
  /** Path of the archive that is written. */
  readonly output: string;
  /** In that archive. */
  readonly path: string;
}

/** A problem that a file still has. */
export interface Left {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  /** Places. */
  readonly count: number;
  /** Why it was not repaired, and what can be done: sentences; '' when no repair was asked for. */
  readonly why: string;
}

interface Edited {
  readonly changed: boolean;
  /** It already was what was asked for, and is written unchanged. */
  readonly copied: boolean;
  /** Errors and warnings after the change, as `check` lists them. */
  readonly left: readonly Left[];
  /** The changed bytes, for an archive. */
  readonly bytes: Uint8Array | null;
}
