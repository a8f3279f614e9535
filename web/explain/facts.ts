/** Facts about a parsed file, which libraries show and search. Plain data. */
import type { EngineVerdict, Finding, Info, ParsedFile } from '@lithoscope/core';
import { gamesOf } from './describe.ts';
import { isModelFormat } from './formats.ts';

/** Names inside a file, as it spells them. */
interface FactNames {
  readonly nodes: readonly string[];
  readonly animations: readonly string[];
  readonly sockets: readonly string[];
  readonly pieces: readonly string[];
  readonly weightSets: readonly string[];
  /** File names of child models, without the model itself. */
  readonly children: readonly string[];
  /** Frame strings of all animations, each once. */
  readonly frames: readonly string[];
  /** Of a sprite, the paths of the textures of its frames, each once. */
  readonly textures: readonly string[];
}

/** Includes the data of a verdict (`Judged`) and of the file's identity (`Identifiable`). */
export interface Facts {
  /** As `Info.format`: `abc`, `dtx`, `spr`, or what else it is. */
  readonly format: Info['format'];
  readonly version: number;
  /** As `Info.token`, cut. */
  readonly token: string;
  /** The games of this version, in short; '' when it has none. */
  readonly game: string;
  readonly size: number;
  /** Of the finest level, like `vertices`; 0 for files that are no model. */
  readonly faces: number;
  readonly vertices: number;
  readonly nodes: number;
  readonly animations: number;
  readonly sockets: number;
  readonly pieces: number;
  /** Levels of detail of a model (v6: collapses + 1), mips of a texture, frames of a sprite. */
  readonly levels: number;
  /** v6: number of deformation vertices. */
  readonly deformation: number;
  /** Of a texture, texels; otherwise 0. */
  readonly width: number;
  readonly height: number;
  readonly commandString: string;
  /** Skin slots that have faces. */
  readonly slots: readonly number[];
  readonly names: FactNames;
  readonly engine: EngineVerdict;
  readonly modelEdit: EngineVerdict;
  readonly findings: readonly Finding[];
  readonly findingsTruncated: boolean;
}

/** Limits: names of a kind, and characters of a name. Real models have hundreds of names of 30 characters. */
export const MAX_NAMES = 1000;
export const MAX_NAME = 256;
const MAX_COMMAND_STRING = 4096;
/** In a damaged file, every piece may have its own slot. */
const MAX_SLOTS = 100;

/** Members of models, textures and sprites only. Their classes are in modules that load later. */
interface Kinds {
  frameStrings?(most: number): readonly string[];
  readonly texture?: { readonly width: number; readonly height: number } | null;
  readonly sprite?: { readonly frames: readonly string[] } | null;
}

/** The facts of a parsed file. They keep no reference to it, so it can be released. Their size is bounded for any bytes. */
export function factsFrom(parsed: ParsedFile): Facts {
  const { info, engine, modelEdit, findings, findingsTruncated } = parsed;
  const { texture, sprite }: Kinds = parsed as Kinds;
  const isModel = isModelFormat(info.format);
  const collapses = info.features.collapses ? Math.max(0, info.lodCount - 1) : 0;
  return {
    format: info.format,
    version: info.version,
    token: info.token.slice(0, MAX_NAME),
    game: gamesOf(info).short,
    size: info.size,
    faces: isModel ? finest(info, 'faces') : 0,
    vertices: isModel ? Math.max(0, finest(info, 'vertices') - collapses) : 0,
    nodes: info.nodes.length,
    animations: info.animations.length,
    sockets: info.sockets.length,
    pieces: info.pieces.length,
    levels: levelsOf(info),
    deformation: info.nodes.reduce((sum, { deformationVertices }) => sum + deformationVertices, 0),
    width: texture?.width ?? 0,
    height: texture?.height ?? 0,
    commandString: info.commandString.slice(0, MAX_COMMAND_STRING),
    slots: slotsOf(info),
    names: {
      nodes: namesOf(info.nodes),
      animations: namesOf(info.animations),
      sockets: namesOf(info.sockets),
      pieces: namesOf(info.pieces),
      weightSets: namesOf(info.weightSets),
      children: namesOf(info.childModels.slice(1, MAX_NAMES + 1)),
      frames: distinct((parsed as Kinds).frameStrings?.(MAX_NAMES) ?? []),
      textures: distinct(sprite?.frames ?? []),
    },
    engine,
    modelEdit,
    findings,
    findingsTruncated,
  };
}

/** The slots that the pieces with faces have, in order. */
export function slotsOf({ pieces }: Pick<Info, 'pieces'>): number[] {
  const slots = new Set<number>();
  for (const { lods, materialIndex } of pieces) {
    if (lods.some(({ faces }) => faces > 0)) slots.add(materialIndex);
  }
  return [...slots].sort((a, b) => a - b).slice(0, MAX_SLOTS);
}

function finest({ pieces }: Info, of: 'faces' | 'vertices'): number {
  return pieces.reduce((sum, { lods }) => sum + (lods[0]?.[of] ?? 0), 0);
}

function levelsOf({ format, header, lodCount }: Info): number {
  if (isModelFormat(format)) return lodCount;
  const count = header[format === 'dtx' ? 'MipmapCount' : 'FrameCount'];
  return typeof count === 'number' ? count : 0;
}

function namesOf(list: readonly { readonly name: string }[]): string[] {
  return list.slice(0, MAX_NAMES).map(({ name }) => name.slice(0, MAX_NAME));
}

function distinct(texts: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    if (text !== '') found.add(text.slice(0, MAX_NAME));
    if (found.size >= MAX_NAMES) break;
  }
  return [...found];
}
