/** Models: poses, deformed vertices, and what they are exported to. */
import type {
  AbcFile,
  Conversion,
  ConvertedModel,
  EditOperation,
  FrozenPose,
  Keyframes,
  Layer,
  ModelElement,
  ParsedFile,
  PieceTopology,
  PoseRequest,
  Track,
  V6Interpretation,
  Vec3,
  Weights,
} from '@lithoscope/core';
import { infoOf, type ModelInfo } from '../archive/opened.ts';
import type { RetargetReport } from '../changes/retarget.ts';
import { childNamed, type PoseSource, poseNamed } from '../explain/animations.ts';
import { slotsOf } from '../explain/facts.ts';
import { convertedName } from '../explain/targets.ts';
import type { AlphaMode, GlbOptions, GlbSkin, GlbSource } from '../to-glb/input.ts';
import type { GlbResult } from '../to-glb/report.ts';
import type { ObjResult } from '../to-obj/to-obj.ts';
import {
  check,
  checkOptions,
  either,
  FLAG,
  FLOATS,
  FUNCTION,
  indexOf,
  instanceOf,
  type Kind,
  type Kinds,
  LithoscopeError,
  listOf,
  mapOf,
  NUMBER,
  objectOf,
  oneOf,
  SCALE,
  SIGNAL,
  TEXT,
  VECTOR,
} from './errors.ts';
import { type EditOptions, type EditResult, OpenedFile } from './file.ts';
import { converting, editing, exchange } from './modules.ts';
import { PIXELS, type Pixels } from './texture.ts';

/** One animation at one moment. */
export interface AnimationAt {
  /**
   * Its name, exactly, else in any case, else its index as a number or text. Absent or `bind`: the bind pose (v6: the rest pose).
   */
  readonly animation?: string | number;
  /** Milliseconds; by default 0. Past the end means the end, unless `loop`. */
  readonly time?: number;
  /** The animation repeats after its end; by default not. */
  readonly loop?: boolean;
  /** The model whose animation is played on this skeleton, as a child model's is; absent: this model. */
  readonly source?: Model;
}

/** An animation that is laid over those before it. */
export interface PoseLayer extends AnimationAt {
  /** The animation is needed. */
  readonly animation: string | number;
  /** Index into `info.weightSets`: the share of each node. Absent: all of every node. */
  readonly weightSet?: number;
}

/** Which pose. */
export interface PoseOptions extends AnimationAt {
  /** Level of detail, by default 0, the finest; below `info.lodCount`. */
  readonly lod?: number;
  /** Added to the root's translation, file units; by default what this model's bindings say. */
  readonly origin?: Vec3;
  /** Laid over the animation, in order. */
  readonly layers?: readonly PoseLayer[];
  /** A transition from a pose that `freeze` gave (fraction 0) to this one (fraction 1). */
  readonly transition?: {
    /** Where it begins. */
    readonly from: FrozenPose;
    /** How far it is, 0 to 1. */
    readonly fraction: number;
  };
  /** How a v6 file is read where it is ambiguous; absent: as the file says. */
  readonly interpretation?: V6Interpretation;
}

/** A posed and deformed model. */
export interface Deformed {
  /** Global matrices, 16 row-major numbers a node in the order of `info.nodes`, file space and file units. */
  readonly nodes: Float32Array;
  /** By piece of `info.pieces`; empty arrays for a piece without this level. */
  readonly pieces: readonly DeformedPiece[];
}

/** The vertices of a piece. */
export interface DeformedPiece {
  /** Three numbers a vertex, in the file's order of vertices, file space (left-handed in v9+) and file units. */
  readonly positions: Float32Array;
  /** Three numbers for each vertex, of length 1. */
  readonly normals: Float32Array;
}

/** A texture that covers faces of the model. */
export interface SkinOptions {
  /** The picture, as `decodeTexture` and `Texture.pixels` give it. */
  readonly pixels: Pixels;
  /** Its name in the GLB; by default `skin`. */
  readonly name?: string;
  /** What its alpha means; by default `OPAQUE`, as in the games. */
  readonly alphaMode?: AlphaMode;
}

/** A model that was converted to another format. */
export interface ConvertedFile extends ConvertedModel {
  /** The name that the model was opened with, with the extension of the format. */
  readonly name: string;
}

/** A model whose animations are exported too. */
export interface AnimationSource {
  /** Its skeleton must be that of the exported model. */
  readonly model: Model;
  /** By which the exported model knows it as a child model; by default the name that it was opened with. */
  readonly name?: string;
}

/** What goes into a GLB. */
export interface ToGlbOptions {
  /** Levels of detail; by default `[0]`. Those that the model has not are left out. */
  readonly lods?: readonly number[] | 'all';
  /** Indices into `info.pieces`; by default all. */
  readonly pieces?: readonly number[];
  /**
   * `all` (by default), `own` (none of `sources`), `none`, or names in any case in which `*` and `?` stand for any characters.
   */
  readonly animations?: 'all' | 'own' | 'none' | readonly string[];
  /** Models whose animations go into it too. */
  readonly sources?: readonly AnimationSource[];
  /** Textures by skin slot: `info.pieces[i].materialIndex`, 0 in v6. */
  readonly skins?: ReadonlyMap<number, SkinOptions>;
  /** Of all lengths; by default 1. */
  readonly scale?: number;
  /** Materials that no light falls on (KHR_materials_unlit); by default not. */
  readonly unlit?: boolean;
  /** What glTF has no place for, for the way back (docs/export.md); by default it is there. */
  readonly template?: boolean;
  /** v6: morph targets at most, by default 256. */
  readonly maxMorphTargets?: number;
  /** v6: how an ambiguous file is read; `mirrorZ` instead of `info.space.mirrorZ`. */
  readonly interpretation?: V6Interpretation & {
    /** The numbers are left-handed. */
    readonly mirrorZ?: boolean;
  };
  /** Stops the export, which rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Called with the share of the work that is done, 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/** What goes into an OBJ. */
export interface ToObjOptions {
  /** By default the bind pose at level 0. */
  readonly pose?: PoseOptions;
  /** Indices into `info.pieces`; by default all. */
  readonly pieces?: readonly number[];
  /** Textures by skin slot: `info.pieces[i].materialIndex`, 0 in v6. */
  readonly skins?: ReadonlyMap<number, SkinOptions>;
  /** Of all lengths; by default 1. */
  readonly scale?: number;
  /** v6: whether the numbers are left-handed, instead of `info.space.mirrorZ`. */
  readonly mirrorZ?: boolean;
}

/** Which animations are retargeted, and how. */
export interface RetargetModelOptions {
  /** `all` (by default), or names in any case in which `*` and `?` stand for any characters. */
  readonly animations?: 'all' | readonly string[];
  /** Names of nodes of this model and of the nodes of the source that they follow; null: none. They take precedence over equal names. */
  readonly map?: Readonly<Record<string, string | null>>;
  /** Whether similar names match too: without namespaces, prefixes such as `Bip01`, separators and a final `node`; by default they do. */
  readonly similar?: boolean;
  /**
   * Which nodes take translations: the root, and those down to the first node that branches (`root`, the default), or all of
   * them (`all`).
   */
  readonly translations?: 'root' | 'all';
  /** Factor for translations and dims, 0.0001 to 10,000; by default from the heights of the two skeletons. */
  readonly scale?: number;
}

/** What came of a retarget. */
export interface RetargetResult<File> extends EditResult<File> {
  /** Names of the animations that were added, in the order of the source. */
  readonly added: readonly string[];
  /** The changes that add them, as `edit` takes them. */
  readonly operations: readonly EditOperation[];
  /** Which nodes were paired, and which were not. */
  readonly report: RetargetReport;
}

/** A LithTech model (`.abc`, and a `.ltb` that wraps one), versions 6 and 9 to 13 as far as they are described. */
export class Model extends OpenedFile {
  override readonly kind = 'model';
  /** What the model holds, as `lithoscope info` prints it. */
  readonly info: ModelInfo;
  readonly #file: AbcFile;

  /** @internal */
  constructor(file: AbcFile, name: string) {
    super(file, name);
    this.#file = file;
    this.info = infoOf(file);
  }

  /** Skin slots that have faces, ascending; at most 100. */
  get skinSlots(): number[] {
    return slotsOf(this.info);
  }

  /**
   * The skeleton at a moment.
   * @returns 16 row-major numbers a node; null when damage to the file took away what was asked for
   * @throws {LithoscopeError} `NOT_FOUND` for an animation, level or weight set that a sound file does not have, `RELEASED`,
   *   `WRONG_ARGUMENT`
   */
  pose(options: PoseOptions = {}): Float32Array | null {
    const request = this.#request(options);
    return request && this.#file.pose(request);
  }

  /**
   * The skeleton and all vertices at a moment: bit for bit what the page draws.
   * @param into an earlier result, to allocate nothing: it is filled and returned
   * @returns null when damage to the file took away what was asked for
   * @throws {LithoscopeError} `NOT_FOUND` for an animation, level or weight set that a sound file does not have, `RELEASED`,
   *   `WRONG_ARGUMENT`
   */
  deform(options: PoseOptions = {}, into?: Deformed): Deformed | null {
    if (into !== undefined) check('into', into, DEFORMED);
    const request = this.#request(options);
    return request && this.#file.evaluate(request, into as Parameters<AbcFile['evaluate']>[1]);
  }

  /**
   * A pose that stands still, to begin a transition from.
   * @returns null when damage to the file took away what was asked for
   * @throws {LithoscopeError} `NOT_FOUND`, `RELEASED`, `WRONG_ARGUMENT`
   */
  freeze(options: PoseOptions = {}): FrozenPose | null {
    const request = this.#request(options);
    return request && this.#file.freeze(request);
  }

  /**
   * The triangles of a piece at a level; empty when there is no such level. v6: of piece 0, with so many collapses.
   * @throws {LithoscopeError} `RELEASED`, `WRONG_ARGUMENT`
   */
  topology(piece: number, lod = 0): PieceTopology {
    return this.#alive.topology(indexOf('piece', piece), indexOf('lod', lod));
  }

  /**
   * What moves the vertices of a piece at a level; empty when there is no such level.
   * @throws {LithoscopeError} `RELEASED`, `WRONG_ARGUMENT`
   */
  weights(piece: number, lod = 0): Weights {
    return this.#alive.weights(indexOf('piece', piece), indexOf('lod', lod));
  }

  /**
   * Times and frame strings of an animation's keys.
   * @param animation index into `info.animations`; of another one the lists are empty
   * @throws {LithoscopeError} `RELEASED`, `WRONG_ARGUMENT`
   */
  keyframes(animation: number): Keyframes {
    return this.#alive.keyframes(indexOf('animation', animation));
  }

  /**
   * The keys of a node in an animation, as stored; null when either is not there or not complete.
   * @param animation index into `info.animations`
   * @param node index into `info.nodes`
   * @throws {LithoscopeError} `RELEASED`, `WRONG_ARGUMENT`
   */
  track(animation: number, node: number): Track | null {
    return this.#alive.track(indexOf('animation', animation), indexOf('node', node));
  }

  /**
   * The path of an element of the model, as `node` takes it; '' when there is none. Of a face or vertex without `lod`, at level 0.
   * @throws {LithoscopeError} `RELEASED`, `WRONG_ARGUMENT`
   */
  pathOf(element: ModelElement): string {
    check('element', element, ELEMENT);
    return this.#alive.pathOf(element);
  }

  /**
   * The element of the model that the row at a path is, or lies in; empty when it is no part of one.
   * @throws {LithoscopeError} `RELEASED`, `WRONG_ARGUMENT`
   */
  elementOf(path: string): ModelElement {
    check('path', path, TEXT);
    return this.#alive.elementOf(path);
  }

  /**
   * What becomes of this model in another version; null when it cannot be converted to that.
   * @param version one of `info.conversions`
   * @throws {LithoscopeError} `RELEASED`, `WRONG_ARGUMENT`
   */
  async conversion(version: number): Promise<Conversion | null> {
    void this.alive;
    const wanted = indexOf('version', version);
    const core = await editing();
    return core.conversion(this.alive, wanted);
  }

  /**
   * The model in another version; `conversion` says what is lost.
   * @param version one of `info.conversions`
   * @throws {LithoscopeError} `REFUSED` when it cannot be converted, `RELEASED`, `WRONG_ARGUMENT`
   */
  convert(version: number, options: EditOptions = {}): Promise<EditResult<this>> {
    return this.edit([{ op: 'convert', version }], options);
  }

  /**
   * What `convertTo` can make of this model: formats by their extensions (`lta`), versions of ABC by their numbers (`12`).
   * @throws {LithoscopeError} `RELEASED`
   */
  async targets(): Promise<readonly string[]> {
    void this.alive;
    const core = await converting();
    return core.targets(this.#alive);
  }

  /**
   * The model in another format or version, as a new file: text (LTA, packed LTC) or ABC. Compiled models can be converted,
   * but not made.
   * @param target one of `targets`
   * @returns the bytes, which `open` opens, the name that such a file has, and what is lost
   * @throws {LithoscopeError} `REFUSED` when it cannot be converted, `RELEASED`, `WRONG_ARGUMENT`
   */
  async convertTo(target: string): Promise<ConvertedFile> {
    check('target', target, TEXT);
    void this.alive;
    const core = await converting();
    const result = core.convert(this.#alive, target);
    if ('refused' in result) throw new LithoscopeError('REFUSED', result.refused);
    return { ...result, name: convertedName(this.name || 'model', target) };
  }

  /**
   * Adds animations of another model, whose skeleton may be a different one: nodes are paired by name, and each turns away
   * from its bind pose as its counterpart does. Key times, frame strings, blend times and dims go along; names that are
   * taken get a number.
   * @param source a model of any format
   * @returns the changed model; this one stays as it is
   * @throws {LithoscopeError} `NOT_FOUND` for a name of an animation or node that is not there; `REFUSED` when nothing matches,
   *   and when an animation cannot be added; `NOT_EDITABLE`, `RELEASED`, `WRONG_ARGUMENT`
   */
  async retarget(source: Model, options: RetargetModelOptions = {}): Promise<RetargetResult<this>> {
    check('source', source, MODEL);
    checkOptions(options, RETARGET_OPTIONS);
    const { animations = 'all', map: names = {}, ...rest } = options;
    const { core, file } = await this.editor();
    const { mapOfNames, meantNames, reportOf, retargetPlan } = await import('./retarget.ts');
    const lender = source.#alive;
    const map = mapOfNames(file.info, lender.info, Object.entries(names));
    if ('refused' in map) throw new LithoscopeError('NOT_FOUND', map.refused);
    const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const settings = { ...set, map };
    const pairs = core.pairNodes(file, lender, settings);
    const whyNot = 'refused' in pairs ? pairs.refused : pairs.whyNot;
    if ('refused' in pairs || whyNot !== '') throw new LithoscopeError('REFUSED', whyNot);
    const known = lender.info.animations.map(({ name }) => name);
    const { indices, meant } =
      animations === 'all' ? { indices: [...known.keys()], meant: [] } : meantNames(animations, known);
    const missing = animations === 'all' ? [] : animations.filter((_, i) => !meant.includes(i));
    if (missing.length > 0)
      throw new LithoscopeError(
        'NOT_FOUND',
        `The source does not contain the animation "${missing.join('", "')}".`,
      );
    const { operations, added, refused } = retargetPlan(core, file, lender, settings, indices);
    if (refused !== '') throw new LithoscopeError('REFUSED', refused);
    const result = await this.edit(operations);
    return {
      ...result,
      added: added.map(({ name }) => name),
      operations,
      report: reportOf(file.info, lender.info, pairs),
    };
  }

  /**
   * The model as a GLB for Blender, engines and viewers: skeleton, pieces, sockets, animations key for key.
   * @returns the bytes, and what is in them and what is not; a damaged model gives what could be read of it
   * @throws {LithoscopeError} `NOT_FOUND` for a name in `animations` that means none, `RELEASED`, `WRONG_ARGUMENT`; the signal's reason
   */
  async toGlb(options: ToGlbOptions = {}): Promise<GlbResult> {
    void this.alive;
    checkOptions(options, GLB_OPTIONS);
    const { toGlb, GLB_DEFAULTS, meantAnimations } = await import('./glb.ts');
    const file = this.#alive;
    const { animations: wanted, sources = [], skins = [], signal, onProgress, ...rest } = options;
    const given: GlbSource[] = sources.map(({ model, name = model.name }) => {
      return { child: childNamed(this.info as AbcFile['info'], name), name, file: model.#alive };
    });
    let animations: GlbOptions['animations'] | undefined;
    if (typeof wanted === 'object') {
      const { clips, meant } = meantAnimations(wanted, file, given);
      const missing = wanted.filter((_, i) => !meant.includes(i));
      if (missing.length > 0)
        throw new LithoscopeError(
          'NOT_FOUND',
          `The model does not contain the animation "${missing.join('", "')}".`,
        );
      animations = clips;
    } else animations = wanted;
    const input = {
      name: this.name || 'model.abc',
      file,
      sources: given,
      skins: new Map([...skins].map(([slot, skin]) => [slot, skinOf(skin)])),
      editing: await exchange(),
    };
    const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const result = await toGlb(
      input,
      { ...GLB_DEFAULTS, ...(animations && { animations }), ...set },
      { ...(signal && { signal }), ...(onProgress && { progress: onProgress }) },
    );
    // What was released meanwhile is not in it, or not wholly.
    for (const model of [this, ...sources.map((source) => source.model)]) void model.#alive;
    return result;
  }

  /**
   * The model in one pose as Wavefront OBJ, named as the model.
   * @returns the OBJ, its MTL and a PNG for each skin, and what is in them; null when damage to the file took away what was
   *   asked for
   * @throws {LithoscopeError} `NOT_FOUND` for an animation, level or weight set that a sound file does not have, `RELEASED`,
   *   `WRONG_ARGUMENT`
   */
  async toObj(options: ToObjOptions = {}): Promise<ObjResult | null> {
    void this.alive;
    checkOptions(options, OBJ_OPTIONS);
    const { pose = {}, pieces, skins = [], scale = 1, mirrorZ = this.info.space.mirrorZ } = options;
    const { posedPieces, poseInWords, toObj } = await import('./obj.ts');
    const file = this.#alive;
    const request = this.#request(pose);
    const frame = request && file.evaluate(request);
    if (!frame) return null;
    const input = {
      name: this.name || 'model.abc',
      pose: poseInWords(file, request),
      pieces: posedPieces(file, frame, request.lod, pieces),
      skins: new Map([...skins].map(([slot, skin]) => [slot, skinOf(skin)])),
      mirrorZ,
    };
    return toObj(input, { scale });
  }

  /** @internal */
  protected override like(parsed: ParsedFile): this {
    return new Model(parsed as AbcFile, this.name) as this;
  }

  /** @internal The parsed file. */
  get abc(): AbcFile {
    return this.#alive;
  }

  get #alive(): AbcFile {
    void this.alive;
    return this.#file;
  }

  #request(options: PoseOptions): PoseRequest | null {
    checkOptions(options, POSE_OPTIONS);
    const { lod = 0, origin, layers, transition, interpretation } = options;
    const base = this.#found(options, lod);
    if (!base) return null;
    const over: Layer[] = [];
    for (const layer of layers ?? []) {
      const found = this.#found(layer, lod);
      if (!found) return null;
      const { animation, timeMs, loop, source } = found;
      if (animation < 0) throw new LithoscopeError('NOT_FOUND', 'A layer must have an animation.');
      const { weightSet } = layer;
      if (weightSet !== undefined && !this.info.weightSets[weightSet]) {
        if (isDamaged(this.#file)) return null;
        throw new LithoscopeError('NOT_FOUND', `The model does not contain weight set ${weightSet}.`);
      }
      over.push({
        animation,
        timeMs,
        loop,
        ...(source && { source }),
        ...(weightSet !== undefined && { weightSet }),
      });
    }
    return {
      ...base,
      ...(origin && { origin }),
      ...(layers && { layers: over }),
      ...(transition && { transition }),
      ...(interpretation && { interpretation }),
    };
  }

  /** Null when damage took away what is asked for. */
  #found(
    { animation = 'bind', time = 0, loop = false, source }: AnimationAt,
    lod: number,
  ): PoseRequest | null {
    const file = this.#alive;
    const from: PoseSource | undefined = source && { name: source.name, file: source.#alive };
    const found = poseNamed(file, { animation, timeMs: time, loop, lod }, from);
    if ('request' in found) return found.request;
    const { problem, of } = found;
    if (isDamaged(of === 'source' && from ? from.file : file)) return null;
    throw new LithoscopeError('NOT_FOUND', `The ${of === 'source' ? 'source' : 'model'} ${problem}`);
  }
}

const MODEL = instanceOf(Model, 'a Model');
const ANIMATION_AT: Kinds<AnimationAt> = {
  animation: either(TEXT, NUMBER),
  time: NUMBER,
  loop: FLAG,
  source: MODEL,
};
const LAYER = objectOf<PoseLayer>(
  'a layer with its `animation`',
  { ...ANIMATION_AT, weightSet: NUMBER },
  'animation',
);
const INTERPRETATION = objectOf<V6Interpretation & { mirrorZ?: boolean }>('the settings of how v6 is read', {
  conjugateKeys: FLAG,
  restAnimation: NUMBER,
  mirrorZ: FLAG,
});
const FROZEN = objectOf<FrozenPose>(
  'a pose of `freeze`',
  { locals: FLOATS, vertices: FLOATS },
  'locals',
  'vertices',
);
const POSE_OPTIONS: Kinds<PoseOptions> = {
  ...ANIMATION_AT,
  lod: NUMBER,
  origin: VECTOR,
  layers: listOf(LAYER),
  transition: objectOf<NonNullable<PoseOptions['transition']>>(
    'a transition with its `from` and `fraction`',
    { from: FROZEN, fraction: NUMBER },
    'from',
    'fraction',
  ),
  interpretation: INTERPRETATION,
};

const DEFORMED = objectOf<Deformed>(
  'what `deform` gave',
  {
    nodes: FLOATS,
    pieces: listOf(
      objectOf<DeformedPiece>('a piece', { positions: FLOATS, normals: FLOATS }, 'positions', 'normals'),
    ),
  },
  'nodes',
  'pieces',
);

/** Whatever properties it has: each names an element, or nothing. */
const ELEMENT: Kind = {
  words: 'an object',
  includes: (value) => typeof value === 'object' && value !== null,
};

const SKIN = objectOf<SkinOptions>(
  'a skin with its `pixels`',
  { pixels: PIXELS, name: TEXT, alphaMode: oneOf('OPAQUE', 'MASK', 'BLEND') },
  'pixels',
);
const GLB_OPTIONS: Kinds<ToGlbOptions> = {
  lods: either(oneOf('all'), listOf(NUMBER)),
  pieces: listOf(NUMBER),
  animations: either(oneOf('all', 'own', 'none'), listOf(TEXT)),
  sources: listOf(
    objectOf<AnimationSource>('a source with its `model`', { model: MODEL, name: TEXT }, 'model'),
  ),
  skins: mapOf(SKIN),
  scale: SCALE,
  unlit: FLAG,
  template: FLAG,
  maxMorphTargets: NUMBER,
  interpretation: INTERPRETATION,
  signal: SIGNAL,
  onProgress: FUNCTION,
};

const RETARGET_OPTIONS: Kinds<RetargetModelOptions> = {
  animations: either(oneOf('all'), listOf(TEXT)),
  map: {
    words: 'an object whose values are strings or null',
    includes: (value) =>
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).every((name) => name === null || typeof name === 'string'),
  },
  similar: FLAG,
  translations: oneOf('root', 'all'),
  scale: {
    words: 'a number from 0.0001 to 10,000',
    includes: (value) => typeof value === 'number' && value >= 1e-4 && value <= 1e4,
  },
};

const OBJ_OPTIONS: Kinds<ToObjOptions> = {
  pose: objectOf<PoseOptions>('a pose', POSE_OPTIONS),
  pieces: listOf(NUMBER),
  skins: mapOf(SKIN),
  scale: SCALE,
  mirrorZ: FLAG,
};

const isDamaged = ({ findings }: AbcFile): boolean => findings.some(({ severity }) => severity === 'error');

function skinOf({ pixels, name = 'skin', alphaMode = 'OPAQUE' }: SkinOptions): GlbSkin {
  const { width, height, data } = pixels;
  const rgba = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { name, width, height, rgba, alphaMode };
}
