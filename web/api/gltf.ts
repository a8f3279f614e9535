/** Models of GLB and glTF: new ones, and back into the files that they were exported from. */
import type { EditOperation, NewVersion } from '@lithoscope/core';
import { extensionOf } from '../explain/targets.ts';
import type { ImportOptions } from '../from-glb/options.ts';
import type { ImportReport, MadeSkin } from '../from-glb/report.ts';
import type { GltfSource } from '../gltf/source.ts';
import { meantNames } from '../to-glb/names.ts';
import {
  checkOptions,
  either,
  FLAG,
  FUNCTION,
  instanceOf,
  type Kinds,
  LithoscopeError,
  listOf,
  NUMBER,
  oneOf,
  SCALE,
  SIGNAL,
  TEXT,
} from './errors.ts';
import { Model } from './model.ts';
import { draco, openers, settled } from './modules.ts';
import { bytesOf, type Input, nameOf } from './source.ts';

/** What a GLB or glTF is made into, and how. What is absent is as the file suggests it: of an export from here, as it was. */
export interface ImportGltfOptions {
  /** `HERO.glb`: the model has its name. By default the name of a `File`, else `model.glb`. */
  readonly name?: string;
  /** What a `.gltf` names: buffers and pictures, by their names. */
  readonly files?: ReadonlyMap<string, Input>;
  /**
   * The model that it goes back into: only what differs is replaced, everything else keeps its bytes. Absent: a new model, or
   * of an export from here what `lt_template` holds of the file (docs/export.md).
   */
  readonly merge?: Model;
  /** Of the new file: 6, 9, 10, 11 or 12. Like what follows, up to `paletteSkin`, not with `merge`. */
  readonly version?: NewVersion;
  /**
   * Another format than ABC: `lta`, `ltc`, `ltb`, or a version of LTB as `ltb24`. What the report notes is lost in both steps. Not
   * with `version`.
   */
  readonly to?: string;
  /** Units of the file for one unit of glTF, above 0. */
  readonly scale?: number;
  /** Which axis of the source points up. */
  readonly up?: 'y' | 'z';
  /** Degrees about the upright axis. */
  readonly turn?: 0 | 90 | 180 | 270;
  /** Moves the model so that its origin is the middle of its box; by default not. */
  readonly centre?: boolean;
  /** Levels of detail after the first: the share of the triangles that each keeps, below 1 and falling; by default none. */
  readonly levels?: readonly number[];
  /** Up to which distance each level but the last is shown, units; as many as `levels`. */
  readonly distances?: readonly number[];
  /** Makes a skin from the colours of materials that have no texture, and lays their triangles on it; by default not. */
  readonly paletteSkin?: boolean;
  /** `all` (by default), `none`, or names in any case in which `*` and `?` stand for any characters. */
  readonly animations?: 'all' | 'none' | readonly string[];
  /** Stops the import, which rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Called with the share of the work that is done, 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

const IMPORT_OPTIONS: Kinds<ImportGltfOptions> = {
  name: TEXT,
  files: instanceOf(Map, 'a Map'),
  merge: instanceOf(Model, 'a Model'),
  version: oneOf(6, 9, 10, 11, 12),
  to: TEXT,
  scale: SCALE,
  up: oneOf('y', 'z'),
  turn: oneOf(0, 90, 180, 270),
  centre: FLAG,
  paletteSkin: FLAG,
  levels: listOf(NUMBER),
  distances: listOf(NUMBER),
  animations: either(oneOf('all', 'none'), listOf(TEXT)),
  signal: SIGNAL,
  onProgress: FUNCTION,
};

/** What came of an import. */
export interface ImportGltfResult {
  /** The model, to be released like any other. Its `bytes` are what is saved. */
  readonly model: Model;
  /** `new`: of the source alone. `template`: into what its export kept of the file. `merge`: into the model that was given. */
  readonly way: 'new' | 'template' | 'merge';
  /** `merge`: the changes that make it of that model, as `edit` takes them; else none. */
  readonly operations: readonly EditOperation[];
  /** With `paletteSkin`: the skin that was made for its slot; otherwise null. */
  readonly skin: MadeSkin | null;
  /** What is in it, what differs, and what was left out. */
  readonly report: ImportReport;
}

/**
 * Makes a model of a GLB or glTF 2.0 of any tool; of one that was exported from here, the model that it was, with what was
 * changed since (docs/import.md).
 * @param input bytes in memory, a Blob or File, or a source, which is read whole
 * @throws {LithoscopeError} `NOT_IMPORTED` with a sentence when it cannot be read, no model can be made of it, or what `merge`
 *   decides is chosen, `NOT_FOUND` for a
 *   name in `animations` that means none, `UNREADABLE`, `RELEASED`, `LOAD_FAILED`, `WRONG_ARGUMENT`; the signal's reason
 */
export async function importGltf(input: Input, options: ImportGltfOptions = {}): Promise<ImportGltfResult> {
  checkOptions(options, IMPORT_OPTIONS);
  const {
    name = nameOf(input) || 'model.glb',
    files = [],
    merge,
    animations,
    signal,
    onProgress,
    ...asked
  } = options;
  const idle = merge && Object.entries(asked).find(([, value]) => value !== undefined)?.[0];
  if (idle)
    throw new LithoscopeError(
      'NOT_IMPORTED',
      `${idle} cannot be combined with merge: the result follows the model.`,
    );
  if (asked.to !== undefined && asked.version !== undefined)
    throw new LithoscopeError('NOT_IMPORTED', 'version cannot be combined with to: it is one of ABC.');
  const { convertedTo, formatsOf, importModel, NotImported, readGltf, understand } = await import(
    './from-glb.ts'
  );
  const tools = await openers();
  const given = new Map<string, Uint8Array>();
  for (const [path, file] of files) given.set(String(path), await bytesOf(file));
  given.set(name, await bytesOf(input));
  const watch = { ...(signal && { signal }), ...(onProgress && { progress: onProgress }) };
  try {
    const source = await readGltf(name, given, watch, { draco });
    const { to, ...own } = asked;
    const set = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
    const editing = await tools.exchange();
    const settings: ImportOptions = { ...understand(editing, source).suggested, ...set };
    const core = {
      open: (_: string, bytes: Uint8Array) => tools.lithoscope.open(bytes),
      editing,
    };
    const chosen = animations === undefined ? undefined : indicesOf(animations, source.document);
    const formats = to === undefined ? [] : formatsOf((await tools.converting()).allTargets());
    if (to !== undefined && !formats.includes(to))
      throw new NotImported(`There is no format “${to}” to import to: there are ${formats.join(', ')}.`);
    const made = await importModel(
      source,
      { ...settings, ...(chosen && { animations: chosen }) },
      core,
      merge?.abc ?? null,
      watch,
    );
    const result = to === undefined ? made : convertedTo(to, made, await tools.converting());
    const file = await settled(await tools.lithoscope.openAny(result.bytes));
    const { way, operations, skin, report } = result;
    return {
      model: new Model(
        file,
        name.replace(/\.(glb|gltf)$/i, `.${to === undefined ? 'abc' : extensionOf(to)}`),
      ),
      way,
      operations,
      skin,
      report,
    };
  } catch (error) {
    if (!(error instanceof NotImported)) throw error;
    throw new LithoscopeError('NOT_IMPORTED', error.message, { cause: error });
  }
}

/** Indices of the animations of glTF that are wanted; undefined for all. */
function indicesOf(
  wanted: 'all' | 'none' | readonly string[],
  { animations }: GltfSource['document'],
): readonly number[] | undefined {
  if (wanted === 'all') return undefined;
  if (wanted === 'none') return [];
  const names = animations.map(({ name }) => name);
  const { indices, meant } = meantNames(wanted, names);
  const missing = wanted.filter((_, i) => !meant.includes(i));
  if (missing.length > 0)
    throw new LithoscopeError(
      'NOT_FOUND',
      `The file does not contain the animation "${missing.join('", "')}".`,
    );
  return indices;
}
