/** The meshes of the scene as pieces, each with its levels of detail and its skin slot. */

import type { Document, Material, Primitive, Skin } from '@gltf-transform/core';
import { counted, formatCount } from '../../explain/describe.ts';
import { trianglesLeftOut } from '../../to-glb/report.ts';
import { multiplied } from '../../to-glb/space.ts';
import type { DraftMesh, DraftPiece } from '../draft.ts';
import { nearestIn } from '../levels-next.ts';
import { type ImportNotes, named } from '../notes.ts';
import type { ExportDescription } from '../source.ts';
import { type Contents, type PlacedMesh, targetsOf } from './contents.ts';
import { DistinctNames } from './distinct-names.ts';
import { numberIn, recordsIn, textIn } from './extras.ts';
import type { FileSpace } from './file-space.ts';
import { matrixAt } from './hierarchy.ts';
import { isFlat, type Palette } from './palette.ts';
import {
  bindOf,
  intoNode,
  inverseBindsOf,
  matrixOfStand,
  type Skeleton,
  type Stand,
  scaleOf,
} from './skeleton.ts';
import { indexIn, type Slots, slotsOf } from './slots.ts';
import { MOST_VERTICES, split } from './splitting.ts';
import { trianglesOf } from './triangles.ts';
import { inverseTurn, quatAt, turnVector } from './turns.ts';
import { type MeshWithSource, type Mover, meshOf, type VertexFaults } from './vertices.ts';

export interface Pieces {
  readonly pieces: readonly DraftPiece[];
  /** Levels of the source that the pieces have, by the numbers they have there. */
  readonly levels: readonly number[];
  /** By node of the file, of what it carries: the farthest from it, units. 0 where it carries nothing. */
  readonly reach: Float64Array;
  /** By node of the file; the bind pose of the skeleton. */
  readonly binds: readonly Stand[];
  /** Slot of the palette. */
  readonly paletteSlot: number;
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
  skeleton: Skeleton,
  space: FileSpace,
  keepsMorphs: boolean,
  palette: Palette | null,
  description: ExportDescription | null,
  notes: ImportNotes,
  step: (part: number) => Promise<void>,
): Promise<Pieces> {
  const binds = bindOf(contents, skeleton, space);
  const reader = new MeshReader(contents, skeleton, space, binds, keepsMorphs);
  const parts: Part[] = [];
  const keys = new Keys(contents.meshes);
  const large: string[] = [];
  for (const [i, placed] of contents.meshes.entries()) {
    for (const [p, primitive] of placed.mesh.listPrimitives().entries()) {
      await step(i / contents.meshes.length);
      const read = reader.read(placed, primitive);
      if (!read) continue;
      const made = palette ? coloured(read, palette.placeOf(primitive.getMaterial())) : read;
      const is = keys.of(placed, p);
      await step(i / contents.meshes.length);
      const cut = split(made);
      if (cut.length > 1) large.push(is.name);
      for (const [i, part] of cut.entries()) {
        const key = i > 0 ? `${is.key} part ${i}` : is.key;
        const piece = i > 0 ? -1 : is.piece;
        parts.push({
          placed,
          primitive: p,
          made: part,
          ...is,
          key,
          whole: is.key,
          piece,
          material: primitive.getMaterial(),
        });
      }
    }
  }
  reader.note(notes, parts);
  keys.note(notes);
  if (large.length > 0)
    notes.tell(
      'PIECE_SPLIT',
      `More than ${formatCount(MOST_VERTICES)} vertices, which no piece can have: ${named(large)} became several.`,
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
      (material) => `${slots.slots.get(material)} is ${material.getName() || 'without a name'}`,
    );
    notes.tell('SLOTS_GIVEN', `Skin slots from materials: ${named(list, 8)}.`);
  }
  const levelsOf = new Map<string, number[]>();
  for (const { whole, level } of parts) levelsOf.set(whole, [...(levelsOf.get(whole) ?? []), level]);
  const known = new Known(description);
  const names = new DistinctNames();
  const pieces = groups.map((group) => {
    const own = (levelsOf.get((group[0] as Part).whole) ?? []).sort((a, b) => a - b);
    return pieceOf(group, slotOf(group[0] as Part, slots, palette), levels, own, known, names);
  });
  names.note(notes, 'piece');
  return { pieces, levels, reach: reader.reach, binds, paletteSlot: slots.shared };
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

/**
 * @param levels of the file, by the numbers that they have in the source
 * @param own the levels that the mesh has of which this is all or a part, growing
 */
function pieceOf(
  group: readonly Part[],
  slot: number,
  levels: readonly number[],
  own: readonly number[],
  known: Known,
  names: DistinctNames,
): DraftPiece {
  const [first] = group as [Part, ...Part[]];
  const extras = first.placed.mesh.getExtras();
  const json = known.pieces[first.piece] ?? {};
  const isRenamed = !known.hasNamed(first.piece, first.placed.name);
  const empty = emptyOf(first.made.mesh);
  // A piece that has not a level has the one before it: all pieces of a file have as many. A part of a mesh that has fewer
  // parts at a level has none of that: the others are all of it.
  const made = levels.map((level): DraftMesh => {
    const nearest = own.findLast((one) => one <= level) ?? own[0];
    return group.find((part) => part.level === nearest)?.made.mesh ?? empty;
  });
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
    levels: made.map((mesh, i) => {
      const next = made[i + 1];
      if (!next) return mesh;
      return { ...mesh, next: next === mesh ? itself(mesh) : nearestIn(mesh, next) };
    }),
    source: {
      node: first.placed.node,
      primitive: first.primitive,
      triangles: made[0] === empty ? new Int32Array(0) : first.made.triangles,
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
        `Pieces of their own, because another mesh is the level that they are named as: ${named(this.#twice)}.`,
        'Give each level of a mesh a number of its own, or remove the ones that are not needed.',
      );
  }

  of(placed: PlacedMesh, primitive: number): Pick<Part, 'key' | 'level' | 'name' | 'piece'> {
    const extras = placed.mesh.getExtras();
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
  return (piece < 0 ? null : indexIn(placed.mesh.getExtras(), 'lt_material')) ?? 0;
}

/** Reads the primitives of meshes, and keeps what is to be said of them. */
class MeshReader {
  readonly reach: Float64Array;
  readonly #contents: Contents;
  readonly #skeleton: Skeleton;
  readonly #space: FileSpace;
  readonly #binds: readonly Stand[];
  readonly #keepsMorphs: boolean;
  readonly #faults: VertexFaults = { weightless: 0, jointless: 0, nowhere: 0, flat: 0 };
  readonly #movers = new Map<Skin, readonly Mover[]>();
  #lost = 0;
  #lines = 0;
  #coloured = 0;

  constructor(
    contents: Contents,
    skeleton: Skeleton,
    space: FileSpace,
    binds: readonly Stand[],
    keepsMorphs: boolean,
  ) {
    this.#contents = contents;
    this.#skeleton = skeleton;
    this.#space = space;
    this.#binds = binds;
    this.#keepsMorphs = keepsMorphs;
    this.reach = new Float64Array(skeleton.sources.length);
  }

  /** Null without a triangle. */
  read(placed: PlacedMesh, primitive: Primitive): MeshWithSource | null {
    const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
    const triangles = trianglesOf(primitive, count);
    if (!triangles) {
      this.#lines++;
      return null;
    }
    this.#lost += triangles.lost;
    if (primitive.getAttribute('COLOR_0')) this.#coloured++;
    const node = this.#contents.hierarchy.nodes[placed.node];
    const own = node?.getWeights() ?? [];
    const made = meshOf(
      {
        primitive,
        triangles,
        movers: placed.skin ? this.#joints(placed.skin) : [this.#carrier(placed.node)],
        isSkinned: placed.skin !== null,
        morphWeights: own.length > 0 ? own : placed.mesh.getWeights(),
        keepsMorphs: this.#keepsMorphs,
      },
      this.#faults,
    );
    if (made) this.#measure(made.mesh);
    return made;
  }

  #measure({ node, local }: DraftMesh): void {
    for (let i = 0; i < node.length; i++) {
      const by = node[i] as number;
      const distance = Math.hypot(
        local[3 * i] as number,
        local[3 * i + 1] as number,
        local[3 * i + 2] as number,
      );
      if (distance > (this.reach[by] as number)) this.reach[by] = distance;
    }
  }

  #joints(skin: Skin): readonly Mover[] {
    const known = this.#movers.get(skin);
    if (known) return known;
    const { rest, holders } = this.#skeleton;
    const { hierarchy } = this.#contents;
    const inverse = inverseBindsOf(skin);
    const movers = skin.listJoints().map((joint, i): Mover => {
      const node = hierarchy.indexOf.get(joint) as number;
      const into = multiplied(scaleOf(rest, node), inverse[i] ?? NOTHING);
      return this.#mover(holders[node] as number, into);
    });
    this.#movers.set(skin, movers);
    return movers;
  }

  /** Of a mesh without a skin: the node that has it, or the nearest above that is kept. */
  #carrier(node: number): Mover {
    const { rest, holders, sources } = this.#skeleton;
    const holder = holders[node] as number;
    const by = sources[holder] as number;
    const matrix = matrixAt(rest, node);
    if (by < 0) return { node: 0, ...this.#scene(matrix) };
    const above = matrixAt(rest, by);
    const back = inverseTurn(quatAt(rest.rotations, 4 * by));
    const into = matrix.slice();
    for (const column of [0, 1, 2, 3]) {
      const moved = column === 3 ? [above[3], above[7], above[11]] : [0, 0, 0];
      const seen = turnVector(back, [
        (matrix[column] as number) - (moved[0] as number),
        (matrix[4 + column] as number) - (moved[1] as number),
        (matrix[8 + column] as number) - (moved[2] as number),
      ]);
      for (const row of [0, 1, 2]) into[4 * row + column] = seen[row] as number;
    }
    return this.#mover(holder, into);
  }

  /** By a root that was made: its space is that of the file. */
  #scene(matrix: Float64Array): Omit<Mover, 'node'> {
    const whole = multiplied(this.#space.matrix(), matrix);
    return { local: whole, bind: whole };
  }

  /** @param into from the vertices into the space of the node of glTF, by all scales */
  #mover(node: number, into: Float64Array): Mover {
    const local = intoNode(this.#space, into);
    return { node, local, bind: multiplied(matrixOfStand(this.#binds[node] as Stand), local) };
  }

  note(notes: ImportNotes, parts: readonly Part[]): void {
    const { weightless, jointless, nowhere, flat } = this.#faults;
    const say = (count: number, noun: string, code: string, what: string, help = '') => {
      if (count > 0) notes.warn(code, `${counted(count, noun)} ${what}`, help);
    };
    say(
      this.#lines,
      'primitive',
      'LINES_LEFT_OUT',
      'of points or lines left out: models have triangles alone.',
      'Make a surface of them in the program that they are from.',
    );
    const lost = this.#lost + nowhere;
    if (lost > 0) notes.warn('TRIANGLES_LEFT_OUT', trianglesLeftOut(lost));
    say(
      weightless,
      'vertex',
      'VERTICES_WITHOUT_WEIGHTS',
      'without a weight: each is moved by its first joint.',
    );
    say(
      jointless,
      'vertex',
      'JOINTS_MISSING',
      'with weights of joints that are not there: the others move them.',
    );
    if (flat > 0) notes.tell('TRIANGLES_FLAT', `Skipped ${counted(flat, 'degenerate triangle')}.`);
    const smooth = parts.filter(({ made }) => !made.hasNormals);
    if (smooth.length > 0)
      notes.tell(
        'NORMALS_MADE',
        `Normals made from the triangles, rounded, of ${named(smooth.map(({ name }) => name))}.`,
      );
    const bare = parts.filter(({ made }) => !made.hasUvs);
    if (bare.length > 0)
      notes.warn(
        'UVS_MISSING',
        `${counted(bare.length, 'piece')} ${bare.length === 1 ? 'has' : 'have'} no texture coordinates (${named(bare.map(({ name }) => name))}): ${bare.length === 1 ? 'it shows a single texel of its' : 'they show a single texel of their'} skin.`,
        'Unwrap the mesh in the program that it is from.',
      );
    if (this.#coloured > 0) notes.tell('COLOURS_LEFT_OUT', 'Colours of vertices left out: models have none.');
    // As the wizard counts them: all primitives of a mesh have the same.
    const targets = this.#contents.meshes.reduce((sum, { mesh }) => sum + targetsOf(mesh), 0);
    if (targets > 0 && !this.#keepsMorphs)
      notes.warn(
        'MORPHS_LEFT_OUT',
        `${counted(targets, 'morph target')} left out: from version 9 on vertices are moved by nodes alone. The shape is that of the weights when nothing plays.`,
        'Version 6 has deformation; or move the vertices by bones.',
      );
  }
}

/** Of a joint whose inverse bind matrix is not finite. */
const NOTHING = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
