/** What commands do to each of many files, and what comes of it. Plain data, so that it can be sent to a thread. */

import type { EditOperation } from '@lithoscope/core';
import type { Locator } from '../archive/locator.ts';
import type { Counted } from '../explain/report.ts';
import type { ImportOptions } from '../from-glb/options.ts';
import type { AlphaMode, GlbOptions } from '../to-glb/input.ts';
import type { Style, Writing } from './output.ts';

/** A file to read. */
export interface Target {
  /** As it is told: its path, or that of the archive, `!/` and that of the entry. */
  readonly name: string;
  readonly locator: Locator;
  /** Why it cannot be read, a sentence; '' when that is not known. */
  readonly problem: string;
  readonly origin: Origin;
}

/** Where a file was found, and so where what it names is looked for. */
export interface Origin {
  /** `folder`: with all folders in it. `beside`: the folder alone. */
  readonly kind: 'archive' | 'folder' | 'beside';
  /** Path of the archive or folder. */
  readonly root: string;
  /** In the folder, pattern or archive that was named, with `/`; null of a file that was named itself. */
  readonly path: string | null;
}

/** Where a file is written. */
export interface Place {
  /** The folder that it stays in. */
  readonly root: string;
  /** Within it. */
  readonly path: string;
  /** As it is told: as the user named it. */
  readonly output: string;
  /** What it is called until it is whole; beside it. */
  readonly temporary: string;
}

/** A file to work on. */
export interface Item {
  readonly target: Target;
}

/** A file of which another is made. */
export interface PlacedItem extends Item {
  /** null: nothing is written. */
  readonly place: Place | null;
}

/** What came of a file. */
interface Done {
  /** In words with their line breaks, or a line of JSON without one. */
  readonly text: string;
  /** Sentences for stderr. */
  readonly notes: readonly string[];
  /** It has an error, something of it is missing, or was not done: exit code 1. */
  readonly inPart: boolean;
}

/** Why nothing came of a file: a sentence. */
export interface Problem {
  readonly problem: string;
}

/** What is done to files, by the names of the functions of a thread (worker.ts). */
export interface Work {
  check: { item: Item; settings: Style; done: Done & { readonly counted: Counted } };
  export: { item: PlacedItem; settings: ExportSettings; done: Done & Meant };
  import: { item: PlacedItem; settings: ImportSettings; done: Done & Meant };
  edit: { item: EditItem; settings: EditSettings; done: Done & Edited };
}

export type Kind = keyof Work;

export type Outcome<K extends Kind> = Work[K]['done'] | Problem;

/** Files for one thread. */
export interface Task<K extends Kind> {
  readonly items: readonly Work[K]['item'][];
  readonly settings: Work[K]['settings'];
}

interface Meant {
  /** Indices of the names in the settings' `animations` that mean an animation of the file. */
  readonly meant: readonly number[];
}

/** What the user asks of an export. */
export interface ExportSettings
  extends Writing,
    Pick<GlbOptions, 'lods' | 'scale' | 'unlit' | 'template' | 'maxMorphTargets'> {
  /** Names and patterns, or as GlbOptions has them. */
  readonly animations: 'all' | 'own' | 'none' | readonly string[];
  readonly alphaMode: AlphaMode;
  readonly skins: boolean;
  readonly children: boolean;
  /** What an OBJ shows, at the only one of `lods`; null: a GLB is made. */
  readonly pose: ObjPose | null;
  /** The only model: an animation that it has not is an error. */
  readonly alone: boolean;
}

export interface ObjPose {
  /** Name or index, or `bind`. */
  readonly animation: string;
  readonly timeMs: number;
}

/** Where skins and child models are looked for. */
export interface Roots {
  /** Of `--skins`, a list for each. */
  readonly skins: readonly (readonly Target[])[];
  /** Of `--anim-from`. */
  readonly animations: readonly Target[];
  /** Textures and models in the folders and archives that models were found in, by `rootKey`. */
  readonly found: ReadonlyMap<
    string,
    { readonly textures: readonly Target[]; readonly models: readonly Target[] }
  >;
}

export const rootKey = ({ origin: { kind, root } }: Pick<Target, 'origin'>): string => `${kind} ${root}`;

/** What the user asks of an import. */
export interface ImportSettings extends Writing {
  /** What is not here is as the source suggests it. */
  readonly options: Partial<ImportOptions>;
  /** Names and patterns of animations of the source. */
  readonly animations: 'all' | 'none' | readonly string[];
  /** The model that it goes back into. */
  readonly base: Target | null;
  /** The only one: an animation that it has not is an error. */
  readonly alone: boolean;
}

/** What is done to each file. */
export type Change =
  /** Values by the paths of fields, as the user wrote them. */
  | { readonly kind: 'set'; readonly values: readonly { readonly path: string; readonly text: string }[] }
  | { readonly kind: 'edit'; readonly operations: readonly EditOperation[] }
  | { readonly kind: 'convert'; readonly version: number }
  /** Findings of these codes are mended; null: of all. */
  | { readonly kind: 'fix'; readonly codes: readonly string[] | null };

export interface EditSettings extends Writing {
  readonly change: Change;
  /** Makes changes that leave errors, or that some program rejects. */
  readonly allowErrors: boolean;
}

export interface EditItem extends PlacedItem {
  /** The place is that of the file that is read. */
  readonly inPlace: boolean;
  /** It is written too when nothing of it changes. */
  readonly always: boolean;
  /** Its bytes are handed back, for the archive that they go into. */
  readonly archive: InArchive | null;
}

export interface InArchive {
  /** Path of the archive that is written. */
  readonly output: string;
  /** In that archive. */
  readonly path: string;
}

/** A problem that a file has still. */
export interface Left {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  /** Places. */
  readonly count: number;
  /** Why it was not mended, and what can be done: sentences; '' where nothing was to be mended. */
  readonly why: string;
}

interface Edited {
  readonly changed: boolean;
  /** It was asked for what it is already, and is written as it is. */
  readonly copied: boolean;
  /** Errors and warnings that it has afterwards, as `check` lists them. */
  readonly left: readonly Left[];
  /** Of what goes into an archive, when it changed. */
  readonly bytes: Uint8Array | null;
}
