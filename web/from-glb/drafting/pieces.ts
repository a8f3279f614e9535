/** The meshes of the scene as pieces, each with its levels of detail and its skin slot. */

import type { Drafting, DraftingPieces } from '@lithoscope/core';
import { counted, formatCount } from '../../explain/describe.ts';
import { trianglesLeftOut } from '../../to-glb/report.ts';
import type { DraftMesh, DraftPiece } from '../draft.ts';
import { expectMade, primitiveOf, targetCount, targetsOf } from '../for-core.ts';
import type { Document, Material, Primitive } from '../gltf.ts';
import { type ImportNotes, named } from '../notes.ts';
import type { ExportDescription } from '../source.ts';
import type { Contents, PlacedMesh } from './contents.ts';
import { DistinctNames } from './distinct-names.ts';
import { numberIn, recordsIn, textIn } from './extras.ts';
import { isFlat, type Palette } from './palette.ts';
import { indexIn, type Slots, slotsOf } from './slots.ts';
import { MOST_VERTICES } from './splitting.ts';

export interface Pieces {
  readonly pieces: readonly DraftPiece[];
  /** Levels of the source that the pieces have, by the numbers they have there. */
  readonly levels: readonly number[];
  /** Which of the meshes that were made they are of. */
  readonly made: DraftingPieces;
  /** Slot of the palette. */
  readonly paletteSlot: number;
}

interface MeshWithSource {
  readonly mesh: DraftMesh;
  /** Of the meshes that were made. */
  readonly index: number;
  /** By triangle: its index in the primitive. */
  readonly triangles: Int32Array;
  readonly corners: readonly [0, 2, 1] | readonly [0, 1, 2];
  readonly hasNormals: boolean;
  readonly hasUvs: boolean;
}

/** A primitive as it was read, and which piece it is of. */
interface Part {
  readonly placed: PlacedMesh;
  readonly primitive: number;
  readonly made: MeshWithSource;
  readonly name: string;
  /** Parts of one key are levels of one piece. */
  readonly key: string;
  /** The key that parts of a mesh with too many vertices have together. */
  readonly whole: string;
  readonly level: number;
  /** Index of the piece in the file that it came from; −1: from elsewhere. */
  readonly piece: number;
  readonly material: Material | null;
}

export async function piecesOf(
  document: Document,
  contents: Contents,
  drafting: Drafting,
  keepsMorphs: boolean,
  palette: Palette | null,
  description: ExportDescription | null,
  notes: ImportNotes,
  step: (part: number) => Promise<void>,
): Promise<Pieces> {
  const reader = new MeshReader(contents, drafting, keepsMorphs);
  const parts: Part[] = [];
  const keys = new Keys(contents.meshes);
  const large: string[] = [];
  for (const [i, placed] of contents.meshes.entries()) {
    for (const [p, primitive] of placed.mesh.primitives.entries()) {
      await step(i / contents.meshes.length);
      const cut = reader.read(i, primitive);
      if (cut.length === 0) continue;
      const is = keys.of(placed, p);
      if (cut.length > 1) large.push(is.name);
      for (const [i, part] of cut.entries()) {
        const key = i > 0 ? `${is.key} part ${i}` : is.key;
        const piece = i > 0 ? -1 : is.piece;
        parts.push({
          placed,
          primitive: p,
          made: palette ? coloured(part, palette.placeOf(primitive.material)) : part,
          ...is,
          key,
          whole: is.key,
          piece,
          material: primitive.material,
        });
      }
    }
  }
  reader.note(notes, parts);
  keys.note(notes);
  if (large.length > 0)
    notes.tell(
      'PIECE_SPLIT',
      `Split pieces with more than ${formatCount(MOST_VERTICES)} vertices, the most that a piece can have: ${named(large)}.`,
    );
  // Where they came from they had an order; new ones stand behind them.
  const byKey = new Map<string, Part[]>();
  for (const part of parts) {
    const group = byKey.get(part.key);
    if (group) group.push(part);
    else byKey.set(part.key, [part]);
  }
  const groups = [...byKey.values()].map((group) => group.sort((a, b) => a.level - b.level));
  const placeOf = (group: readonly Part[]) => {
    const piece = group[0]?.piece ?? -1;
    return piece < 0 ? Number.MAX_VALUE : piece;
  };
  groups.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0));
  const levels = [...new Set(parts.map(({ level }) => level))].sort((a, b) => a - b);
  const slots = slotsOf(document, contents.meshes, (material) => palette !== null && isFlat(material));
  if (slots.given.length > 0) {
    const list = slots.given.map(
      (material) => `${slots.slots.get(material)} → ${material.name || 'unnamed'}`,
    );
    notes.tell('SLOTS_GIVEN', `Skin slots from materials: ${named(list, 8)}.`);
  }
  const levelsOf = new Map<string, number[]>();
  for (const { whole, level } of parts) levelsOf.set(whole, [...(levelsOf.get(whole) ?? []), level]);
  const known = new Known(description);
  const names = new DistinctNames();
  const firsts = groups.map((group) => group[0] as Part);
  const made = groups.map((group) => {
    const [{ whole }] = group as [Part, ...Part[]];
    const own = (levelsOf.get(whole) ?? []).sort((a, b) => a - b);
    return levels.map((level) => madeAt(level, group, own));
  });
  const pieces = firsts.map((first, i) =>
    pieceOf(first, slotOf(first, slots, palette), made[i] as MadeLevels, known, names),
  );
  names.note(notes, 'piece');
  return {
    pieces,
    levels,
    made: {
      meshes: Int32Array.from(made, ([first]) => first?.index ?? -1),
      any: Uint32Array.from(firsts, (first) => first.made.index),
      nodes: Uint32Array.from(firsts, ({ placed }) => placed.node),
    },
    paletteSlot: slots.shared,
  };
}

/** All of it in one place on the skin. */
function coloured(made: MeshWithSource, place: readonly [number, number] | null): MeshWithSource {
  if (!place) return made;
  const uvs = made.mesh.uvs.map((_, i) => place[i % 2] as number);
  return { ...made, mesh: { ...made.mesh, uvs }, hasUvs: true };
}

/** What an export from here says of its pieces. */
class Known {
  readonly pieces: readonly Readonly<Record<string, unknown>>[];
  readonly #names: ReadonlySet<string>;

  constructor(description: ExportDescription | null) {
    this.pieces = recordsIn(description?.json ?? {}, 'pieces');
    this.#names = new Set(description?.meshes.map(({ piece, name }) => `${piece} ${name}`));
  }

  hasNamed(piece: number, name: string): boolean {
    return this.#names.has(`${piece} ${name}`);
  }
}

/** By level of the file; null: without a triangle. */
type MadeLevels = readonly (MeshWithSource | null)[];

/**
 * A piece that has not a level has the one before it: all pieces of a file have as many. A part of a mesh that has fewer parts
 * at a level has none of that: the others are all of it.
 * @param level the number that it has in the source
 * @param own the levels that the mesh has of which this is all or a part, growing
 */
function madeAt(level: number, group: readonly Part[], own: readonly number[]): MeshWithSource | null {
  const nearest = own.findLast((one) => one <= level) ?? own[0];
  return group.find((part) => part.level === nearest)?.made ?? null;
}

function pieceOf(
  first: Part,
  slot: number,
  made: MadeLevels,
  known: Known,
  names: DistinctNames,
): DraftPiece {
  const extras = first.placed.mesh.extras;
  const json = known.pieces[first.piece] ?? {};
  const isRenamed = !known.hasNamed(first.piece, first.placed.name);
  const empty = emptyOf(first.made.mesh);
  const meshes = made.map((one) => one?.mesh ?? empty);
  return {
    // A piece that was given another name in between keeps that.
    name:
      (isRenamed ? null : textIn(json, 'name')) ??
      // The materials of a mesh have its name, too.
      (first.primitive > 0 || first.key !== first.whole
        ? names.numbered(first.name)
        : names.unique(first.name)),
    slot,
    specularPower: numberIn(extras, 'lta_specular_power') ?? numberIn(json, 'specularPower') ?? 0,
    specularScale: numberIn(extras, 'lta_specular_scale') ?? numberIn(json, 'specularScale') ?? 0,
    lodWeight: numberIn(extras, 'lta_lod_weight') ?? numberIn(json, 'lodWeight') ?? 1,
    levels: meshes.map((mesh, i) => (meshes[i + 1] === mesh ? { ...mesh, next: itself(mesh) } : mesh)),
    source: {
      node: first.placed.node,
      primitive: first.primitive,
      triangles: made[0] ? first.made.triangles : new Int32Array(0),
      corners: first.made.corners,
    },
  };
}

/** A mesh without a triangle, of a piece like this one. */
function emptyOf({ morphs, morphWeights }: DraftMesh): DraftMesh {
  return {
    corners: new Uint32Array(0),
    uvs: new Float32Array(0),
    positions: new Float32Array(0),
    normals: new Float32Array(0),
    start: new Uint32Array(1),
    node: new Uint32Array(0),
    share: new Float32Array(0),
    local: new Float32Array(0),
    morphs: morphs.map(() => new Float32Array(0)),
    morphWeights,
    next: new Uint32Array(0),
  };
}

function itself({ positions }: DraftMesh): Uint32Array {
  return Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
}

/** Which piece and level a mesh is, by its extras or its name. */
class Keys {
  readonly #names: ReadonlySet<string>;
  readonly #taken = new Set<string>();
  /** Named as levels that other meshes are. */
  readonly #twice = new Set<string>();

  constructor(meshes: readonly PlacedMesh[]) {
    this.#names = new Set(meshes.map(({ name }) => name));
  }

  note(notes: ImportNotes): void {
    if (this.#twice.size > 0)
      notes.warn(
        'LEVEL_TWICE',
        `Made separate pieces of meshes whose level of detail another mesh already provides: ${named(this.#twice)}.`,
        'Give each level of a mesh its own number, or remove those that are not needed.',
      );
  }

  of(placed: PlacedMesh, primitive: number): Pick<Part, 'key' | 'level' | 'name' | 'piece'> {
    const extras = placed.mesh.extras;
    const piece = indexIn(extras, 'lt_piece');
    const level = indexIn(extras, 'lt_lod');
    const { name } = placed;
    // Of a mesh that was copied the second is a piece of its own.
    if (piece !== null && level !== null && this.#take(`${piece} ${level} ${primitive}`)) {
      return { key: `piece ${piece} ${primitive}`, level, name, piece: primitive === 0 ? piece : -1 };
    }
    const [, base = '', digits = ''] = /^(.+)_LOD(\d{1,2})$/i.exec(name) ?? [];
    const first =
      [base, `${base}_LOD0`, `${base}_LOD00`].find((one) => this.#names.has(one)) ??
      (Number(digits) === 0 ? base : null);
    if (base && first !== null) {
      const number = Number(digits);
      if (this.#take(`${base} ${number} ${primitive}`, 'name'))
        return { key: `name ${base} ${primitive}`, level: number, name: base, piece: -1 };
      this.#twice.add(name);
    }
    const isFirst = this.#take(`${name} 0 ${primitive}`, 'name');
    return {
      key: isFirst ? `name ${name} ${primitive}` : `node ${placed.node} ${primitive}`,
      level: 0,
      name,
      piece: -1,
    };
  }

  /** False when it was taken before. */
  #take(what: string, kind = 'piece'): boolean {
    const key = `${kind} ${what}`;
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}

/** By its material; without one as the export from here says, else the first. */
function slotOf(
  { material, placed, piece }: Part,
  { slots, shared }: Slots,
  palette: Palette | null,
): number {
  if (material) return slots.get(material) ?? 0;
  if (palette) return shared;
  return (piece < 0 ? null : indexIn(placed.mesh.extras, 'lt_material')) ?? 0;
}

/** Makes meshes of primitives, and keeps what is to be said of them. */
class MeshReader {
  readonly #contents: Contents;
  readonly #drafting: Drafting;
  readonly #keepsMorphs: boolean;
  #made = 0;
  #lines = 0;
  #coloured = 0;

  constructor(contents: Contents, drafting: Drafting, keepsMorphs: boolean) {
    this.#contents = contents;
    this.#drafting = drafting;
    this.#keepsMorphs = keepsMorphs;
  }

  /** None without a triangle. @param index of the mesh in the scene */
  read(index: number, primitive: Primitive): MeshWithSource[] {
    const placed = this.#contents.meshes[index] as PlacedMesh;
    const own = this.#contents.hierarchy.nodes[placed.node]?.weights ?? [];
    const weights = own.length > 0 ? own : placed.mesh.weights;
    const drawn = primitiveOf(primitive);
    if (!drawn) {
      this.#lines++;
      return [];
    }
    const numbers = {
      ...drawn,
      ...(!placed.skin && { joints: [], weights: [] }),
      targets: targetsOf(primitive),
      morphWeights: Float64Array.from(weights),
    };
    if (primitive.attributes.get('COLOR_0')) this.#coloured++;
    const { parts, isMirrored } = expectMade(this.#drafting.add(index, numbers));
    return parts.map((part) => ({
      ...part,
      index: this.#made++,
      corners: isMirrored ? [0, 1, 2] : [0, 2, 1],
      hasNormals: numbers.normals.length > 0,
      hasUvs: numbers.uvs.length > 0,
    }));
  }

  note(notes: ImportNotes, parts: readonly Part[]): void {
    const { weightless, jointless, lost, flat } = expectMade(this.#drafting.faults());
    const say = (count: number, noun: string, code: string, what: string, help = '') => {
      if (count > 0) notes.warn(code, `${counted(count, noun)} ${what}`, help);
    };
    say(
      this.#lines,
      'primitive',
      'LINES_LEFT_OUT',
      'of points or lines skipped: models have only triangles.',
      'Convert them to a surface in the program that they come from.',
    );
    if (lost > 0) notes.warn('TRIANGLES_LEFT_OUT', trianglesLeftOut(lost));
    say(
      weightless,
      'vertex',
      'VERTICES_WITHOUT_WEIGHTS',
      'without weights: each is moved by its first joint.',
    );
    say(
      jointless,
      'vertex',
      'JOINTS_MISSING',
      'with weights of joints that do not exist: the other joints move them.',
    );
    if (flat > 0) notes.tell('TRIANGLES_FLAT', `Skipped ${counted(flat, 'degenerate triangle')}.`);
    const smooth = parts.filter(({ made }) => !made.hasNormals);
    if (smooth.length > 0)
      notes.tell(
        'NORMALS_MADE',
        `Computed smooth normals from the triangles for ${named(smooth.map(({ name }) => name))}.`,
      );
    const bare = parts.filter(({ made }) => !made.hasUvs);
    if (bare.length > 0)
      notes.warn(
        'UVS_MISSING',
        `${counted(bare.length, 'piece')} ${bare.length === 1 ? 'has' : 'have'} no texture coordinates (${named(bare.map(({ name }) => name))}): ${bare.length === 1 ? 'it shows a single texel of its' : 'they show a single texel of their'} skin.`,
        'Unwrap the mesh in the program that it comes from.',
      );
    if (this.#coloured > 0)
      notes.tell('COLOURS_LEFT_OUT', 'Skipped vertex colours: models cannot store them.');
    // As the wizard counts them: all primitives of a mesh have the same.
    const targets = this.#contents.meshes.reduce((sum, { mesh }) => sum + targetCount(mesh), 0);
    if (targets > 0 && !this.#keepsMorphs)
      notes.warn(
        'MORPHS_LEFT_OUT',
        `Skipped ${counted(targets, 'morph target')}: from version 9 on, only nodes move vertices. The shape is that of the default weights, when nothing plays.`,
        'Use version 6, which has deformation, or move the vertices with bones.',
      );
  }
}
