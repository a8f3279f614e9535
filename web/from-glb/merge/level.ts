/** A level of a piece (v9+): what of its vertices and triangles the GLB says otherwise than the file. */
import type { AbcFile, EditOperation, Weights } from '@lithoscope/core';
import { type BindVertices, weightedVertices } from '../../to-glb/bind-vertices.ts';
import { droppedFaces } from '../../to-glb/template.ts';
import { NotImported } from '../report.ts';
import { cornerOf, type Matched, matchFaces } from './faces.ts';
import type { Faults } from './faults.ts';
import { type Groups, groupsOf } from './groups.ts';
import { LevelWriter, NO_HEAD, weightsBytes } from './level-bytes.ts';
import { Nearest } from './nearest.ts';
import type { Patches } from './patches.ts';
import { nearPlace, type Rig } from './rig.ts';
import { isFlat, type Soup } from './soup.ts';

/** Numbers that are stored as zeros are what the template leaves out, or so near that it is the same. */
export const HOLE = 5e-5;
/** Radians of a normal that Blender wears. */
const NORMAL_WORN = Math.PI / 180;
/** Shares of nodes that are the same. */
const SAME_SHARE = 1e-4;
const MOST_VERTICES = 65536;

/** What a level became. */
export interface LevelMerge {
  /** Sets the level when something came or went; else its values are patched. */
  readonly operation: EditOperation | null;
  /** By face: the triangle of the primitive whose corners it has, −1 for none and for turned ones. */
  readonly triangles: Int32Array;
  /** How many of each were changed; what fills holes is no change. */
  readonly moved: number;
  readonly weighted: number;
  readonly normals: number;
  readonly texcoords: number;
  readonly removed: number;
  readonly added: number;
}

export interface LevelContext {
  readonly base: AbcFile;
  readonly rig: Rig;
  readonly patches: Patches;
  /** `base` has holes where the GLB has the numbers. */
  readonly isTemplate: boolean;
  /** Normals that are zero are holes: a template of an export that left them out. */
  readonly fillsNormals: boolean;
  readonly faults: Faults;
  /** In long work, often: lets the thread hear of a cancel. @throws the reason, when it was cancelled */
  readonly breathe: () => Promise<void>;
}

export function levelBack(
  context: LevelContext,
  piece: number,
  lod: number,
  soup: Soup,
): Promise<LevelMerge> {
  return new LevelReader(context, piece, lod, soup).back();
}

/** A level that is not in the GLB: its vertices stay where they are when nodes stand elsewhere in the bind pose. */
export function reboundLevel({ base, rig, patches }: LevelContext, piece: number, lod: number): void {
  const list = `Pieces.Pieces[${piece}].LODs[${lod}].Vertices`;
  const starts = base.elements(list)?.starts;
  const { start, node } = base.weights(piece, lod);
  if (!starts) return;
  const moved = new Set(rig.moved);
  for (let vertex = 0; vertex < starts.length - 1; vertex++) {
    const first = start[vertex] as number;
    for (let weight = first; weight < (start[vertex + 1] as number); weight++) {
      const of = node[weight] as number;
      if (!moved.has(of)) continue;
      const at = (starts[vertex] as number) + 4 + 20 * (weight - first);
      const bias = patches.f32(at + 16);
      const by = [3, 7, 11].map(
        (i) => bias * ((rig.inverseNow[of]?.[i] as number) - (rig.inverseBinds[of]?.[i] as number)),
      );
      patches.write(
        list,
        vertex,
        at + 4,
        patches.vector(at + 4).map((value, i) => value + (by[i] as number)),
      );
    }
  }
}

class LevelReader {
  readonly #context: LevelContext;
  readonly #soup: Soup;
  readonly #path: string;
  readonly #vertexStarts: Uint32Array;
  readonly #faceStarts: Uint32Array;
  readonly #corners: Uint32Array;
  readonly #faces: Uint32Array;
  readonly #bound: BindVertices;
  readonly #groups: Groups;
  readonly #hasNext: boolean;
  readonly #lod: number;
  readonly #weights: Weights;
  readonly #nodesMoved: ReadonlySet<number>;
  #near: Nearest | null = null;
  /** Vertices that get other weights: their bytes. */
  readonly #rewritten = new Map<number, Uint8Array>();
  #moved = 0;
  #weighted = 0;
  #normals = 0;
  #texcoords = 0;

  constructor(context: LevelContext, piece: number, lod: number, soup: Soup) {
    const { base, rig } = context;
    this.#context = context;
    this.#soup = soup;
    this.#lod = lod;
    this.#nodesMoved = new Set(rig.moved);
    this.#path = `Pieces.Pieces[${piece}].LODs[${lod}]`;
    this.#vertexStarts = base.elements(`${this.#path}.Vertices`)?.starts ?? new Uint32Array(1);
    this.#faceStarts = base.elements(`${this.#path}.Faces`)?.starts ?? new Uint32Array(1);
    const { corners, faces } = base.topology(piece, lod);
    this.#corners = corners;
    this.#faces = faces;
    const posed = base.evaluate({ animation: -1, timeMs: 0, loop: false, lod })?.pieces[piece];
    this.#weights = base.weights(piece, lod);
    this.#bound = weightedVertices(this.#weights, posed?.positions ?? new Float32Array(0), {
      binds: rig.binds,
      inverseBinds: rig.inverseBinds,
      fixedJoint: () => rig.binds.length,
    });
    this.#hasNext = (base.info.pieces[piece]?.lods[lod + 1]?.vertices ?? 0) > 0;
    this.#groups = groupsOf(soup, corners, (vertex) =>
      this.#isHole(vertex) ? null : this.#bound.positions.subarray(3 * vertex, 3 * vertex + 3),
    );
  }

  async back(): Promise<LevelMerge> {
    const { patches } = this.#context;
    const { vertexOf } = this.#groups;
    const triangles = Array.from(this.#soup.triangles, (index) => vertexOf[index] as number);
    const { faces, added: unknown } = matchFaces(this.#corners, triangles);
    const matched = { faces, added: unknown.filter((triangle) => !isFlat(this.#soup, triangle)) };
    const removed = this.#removed(matched);
    let done = 0;
    for (const [vertex, members] of this.#groups.members) {
      if (done++ % 256 === 0) await this.#context.breathe();
      this.#vertex(vertex, members);
    }
    matched.faces.forEach((match, i) => {
      if (match) this.#face(i, match);
    });
    const isSame = removed.size === 0 && matched.added.length === 0 && this.#rewritten.size === 0;
    const sources = new Map<number, number>();
    matched.faces.forEach((match, i) => {
      if (match && match.turn === 0 && !match.isTurnedOver)
        sources.set(this.#faces[i] as number, this.#soup.indices[match.triangle] as number);
    });
    const count = this.#faceStarts.length - 1;
    const kept = Array.from({ length: count }, (_, face) => face).filter((face) => !removed.has(face));
    const operation = isSame ? null : await this.#anew(kept, removed, matched.added);
    if (operation) patches.release(`${this.#path}.`);
    return {
      operation,
      triangles: Int32Array.from([
        ...kept.map((face) => sources.get(face) ?? -1),
        ...matched.added.map((triangle) => this.#soup.indices[triangle] as number),
      ]),
      moved: this.#moved,
      weighted: this.#weighted,
      normals: this.#normals,
      texcoords: this.#texcoords,
      removed: removed.size,
      added: matched.added.length,
    };
  }

  /** Faces of the file that are gone. What draws nothing of its own may be dropped by any program, and stays. */
  #removed({ faces }: Matched): Set<number> {
    const out = new Set<number>();
    if (faces.every((match) => match !== null)) return out;
    const dropped = droppedFaces(this.#corners);
    const isAnyThere = faces.some((match) => match !== null);
    faces.forEach((match, i) => {
      if (!match && !(isAnyThere && dropped.has(i))) out.add(this.#faces[i] as number);
    });
    return out;
  }

  #count(vertex: number): number {
    const { start } = this.#weights;
    return (start[vertex + 1] ?? 0) - (start[vertex] ?? 0);
  }

  /** Two counts in four bytes, then weights of 20 bytes: node, place, bias. Then place and normal. */
  #weightAt(vertex: number, weight: number): number {
    return (this.#vertexStarts[vertex] as number) + 4 + 20 * weight;
  }

  #locationAt(vertex: number): number {
    return this.#weightAt(vertex, this.#count(vertex));
  }

  #isHole(vertex: number): boolean {
    const { patches, isTemplate } = this.#context;
    if (!isTemplate) return false;
    if (vertex >= this.#vertexStarts.length - 1) return false;
    for (let w = 0; w < this.#count(vertex); w++)
      if (!patches.areZero(this.#weightAt(vertex, w) + 4, 3)) return false;
    return patches.areZero(this.#locationAt(vertex), 3);
  }

  #vertex(vertex: number, members: readonly number[]): void {
    const { rig, patches } = this.#context;
    const list = `${this.#path}.Vertices`;
    const first = members[0] as number;
    const place = this.#soup.positions.subarray(3 * first, 3 * first + 3);
    const [x, y, z] = place as unknown as [number, number, number];
    const before = this.#bound.positions.subarray(3 * vertex, 3 * vertex + 3);
    const isHole = this.#isHole(vertex);
    const reach = Math.hypot(x, y, z);
    const isMoved =
      !isHole &&
      [0, 1, 2].some((i) => !(Math.abs((place[i] as number) - (before[i] as number)) <= nearPlace(reach)));
    const given = this.#soup.influences(first);
    const isWeighted = !this.#hasShares(vertex, given);
    const shares = isWeighted ? this.#context.faults.moved(given) : given;
    const nodes = this.#weights.node.subarray(this.#weights.start[vertex], this.#weights.start[vertex + 1]);
    const isRebound = nodes.some((node) => this.#nodesMoved.has(node));
    const normal = this.#normal(vertex, members);
    if (isWeighted) {
      this.#weighted++;
      const at = normal ?? patches.vector(this.#locationAt(vertex) + 12);
      const bias = this.#weights.bias.subarray(this.#weights.start[vertex], this.#weights.start[vertex + 1]);
      const sum = bias.reduce((all, each) => all + each, 0);
      this.#rewritten.set(
        vertex,
        weightsBytes(rig, this.#context.base.info.version, {
          head: this.#headOf(vertex),
          place: [x, y, z],
          normal: at,
          shares: inOrder(shares, [...nodes]),
          sum: sum > 0 ? sum : 1,
        }),
      );
      if (isMoved) this.#moved++;
      return;
    }
    if (isMoved) this.#moved++;
    if (isHole || isMoved || isRebound) {
      nodes.forEach((node, w) => {
        const at = this.#weightAt(vertex, w);
        const bias = patches.f32(at + 16);
        const now = rig.inverseNow[node];
        const then = rig.inverseBinds[node];
        if (!now || !then) return;
        const old = patches.vector(at + 4);
        const values = [0, 4, 8].map((row, i) => {
          const wanted = bias * applied(now, row, x, y, z);
          if (isHole) return wanted;
          const [bx, by, bz] = before as unknown as [number, number, number];
          return (old[i] as number) + wanted - bias * applied(then, row, bx, by, bz);
        });
        if (!isHole || values.some((value) => Math.abs(value) > HOLE))
          patches.write(list, vertex, at + 4, values);
      });
      const at = this.#locationAt(vertex);
      if (isHole) {
        if ([x, y, z].some((value) => Math.abs(value) > HOLE)) patches.write(list, vertex, at, [x, y, z]);
      } else if (isMoved) {
        const old = patches.vector(at);
        patches.write(
          list,
          vertex,
          at,
          old.map((value, i) => value + (place[i] as number) - (before[i] as number)),
        );
      }
    }
    if (normal) patches.write(list, vertex, this.#locationAt(vertex) + 12, normal);
  }

  /** The normal of a vertex when it is another one; those of its corners are one in the file. */
  #normal(vertex: number, members: readonly number[]): [number, number, number] | null {
    const { normals } = this.#soup;
    const { patches, fillsNormals } = this.#context;
    if (!normals) return null;
    const sum: [number, number, number] = [0, 0, 0];
    for (const member of members)
      for (let i = 0; i < 3; i++) sum[i] = (sum[i] as number) + (normals[3 * member + i] as number);
    const length = Math.hypot(...sum);
    if (!(length > 1e-6)) return null;
    const unit = sum.map((value) => value / length) as [number, number, number];
    const stored = patches.vector(this.#locationAt(vertex) + 12);
    const size = Math.hypot(...stored);
    // The export makes one where the file has none.
    if (!(size > 1e-6 && Number.isFinite(size))) return size === 0 && fillsNormals ? unit : null;
    const cosine = stored.reduce((all, value, i) => all + (value / size) * (unit[i] as number), 0);
    if (cosine >= Math.cos(NORMAL_WORN)) return null;
    this.#normals++;
    return unit;
  }

  #hasShares(vertex: number, shares: ReadonlyMap<number, number>): boolean {
    const { start, joints, shares: stored } = this.#bound;
    const [from, end] = [start[vertex] ?? 0, start[vertex + 1] ?? 0];
    const known = new Map<number, number>();
    for (let i = from; i < end; i++) {
      const joint = joints[i] as number;
      if (joint < this.#context.rig.binds.length) known.set(joint, stored[i] as number);
    }
    // One that no node moved may be moved by none still.
    if (known.size === 0 && shares.size === 0) return true;
    for (const node of new Set([...known.keys(), ...shares.keys()])) {
      if (!(Math.abs((known.get(node) ?? 0) - (shares.get(node) ?? 0)) <= SAME_SHARE)) return false;
    }
    return true;
  }

  #face(i: number, match: NonNullable<Matched['faces'][number]>): void {
    const { patches } = this.#context;
    const list = `${this.#path}.Faces`;
    const face = this.#faces[i] as number;
    const start = this.#faceStarts[face] as number;
    let differs = false;
    for (let corner = 0; corner < 3; corner++) {
      const index = this.#soup.triangles[3 * match.triangle + cornerOf(match, corner)] as number;
      const uv = this.#soup.uvs.subarray(2 * index, 2 * index + 2);
      const at = start + 10 * corner;
      if ([0, 1].every((axis) => isSameTexcoord(patches.f32(at + 4 * axis), uv[axis] as number))) continue;
      if (!(this.#context.isTemplate && patches.areZero(at, 2))) differs = true;
      patches.write(list, face, at, uv);
    }
    if (differs) this.#texcoords++;
    if (!match.isTurnedOver) return;
    const bytes = patches.bytes.slice(start, start + 30);
    patches.bytes.set(bytes.subarray(10, 20), start + 20);
    patches.bytes.set(bytes.subarray(20, 30), start + 10);
    patches.touch(list, face);
    this.#texcoords++;
  }

  /** The level in the order of the file, what is new behind. */
  async #anew(
    kept: readonly number[],
    removed: ReadonlySet<number>,
    added: readonly number[],
  ): Promise<EditOperation> {
    const { patches, rig, faults, breathe } = this.#context;
    const writer = new LevelWriter();
    const count = this.#vertexStarts.length - 1;
    const cornersOf = (face: number) =>
      [0, 1, 2].map((corner) =>
        patches.view.getUint16((this.#faceStarts[face] as number) + 10 * corner + 8, true),
      );
    const used = new Set(kept.flatMap(cornersOf));
    const { vertexOf, fresh } = this.#groups;
    for (const t of added) {
      for (const index of this.#soup.triangles.subarray(3 * t, 3 * t + 3))
        used.add(vertexOf[index] as number);
    }
    const lost = new Set<number>();
    // The level above may name them.
    if (this.#lod === 0) {
      for (const face of removed)
        for (const vertex of cornersOf(face)) if (!used.has(vertex)) lost.add(vertex);
    }
    const placeOf = new Map<number, number>();
    for (let vertex = 0; vertex < count; vertex++) {
      if (lost.has(vertex)) continue;
      const stored = patches.bytes.slice(this.#vertexStarts[vertex], this.#vertexStarts[vertex + 1]);
      placeOf.set(vertex, writer.vertex(this.#rewritten.get(vertex) ?? stored));
    }
    for (const face of kept) {
      const bytes = patches.bytes.slice(this.#faceStarts[face], this.#faceStarts[face + 1]);
      const view = new DataView(bytes.buffer);
      for (let corner = 0; corner < 3; corner++) {
        const vertex = view.getUint16(10 * corner + 8, true);
        view.setUint16(10 * corner + 8, placeOf.get(vertex) ?? vertex, true);
      }
      writer.face(bytes);
    }
    const made = new Map<number, number>();
    const vertexAt = (index: number): number => {
      const known = vertexOf[index] as number;
      if (known >= 0) return placeOf.get(known) ?? 0;
      const group = fresh[index] as number;
      const there = made.get(group);
      if (there !== undefined) return there;
      const place = [...this.#soup.positions.subarray(3 * index, 3 * index + 3)] as [number, number, number];
      const shares = faults.moved(this.#soup.influences(index));
      const bytes = weightsBytes(rig, this.#context.base.info.version, {
        head: this.#hasNext ? this.#headNear(place) : NO_HEAD,
        place,
        normal: [...(this.#soup.normals?.subarray(3 * index, 3 * index + 3) ?? [0, 1, 0])] as [
          number,
          number,
          number,
        ],
        shares: inOrder(shares, []),
        sum: 1,
      });
      const at = writer.vertex(bytes);
      made.set(group, at);
      return at;
    };
    for (const [i, t] of added.entries()) {
      if (i % 256 === 0) await breathe();
      const bytes = new Uint8Array(30);
      const view = new DataView(bytes.buffer);
      for (let corner = 0; corner < 3; corner++) {
        const index = this.#soup.triangles[3 * t + corner] as number;
        view.setFloat32(10 * corner, this.#soup.uvs[2 * index] as number, true);
        view.setFloat32(10 * corner + 4, this.#soup.uvs[2 * index + 1] as number, true);
        view.setUint16(10 * corner + 8, vertexAt(index), true);
      }
      writer.face(bytes);
    }
    if (writer.vertices > MOST_VERTICES) {
      throw new NotImported(
        `A level would have ${writer.vertices} vertices, and triangles can name ${MOST_VERTICES}.`,
      );
    }
    return { op: 'set', path: this.#path, value: writer.done() };
  }

  /** Its count of weights, and the vertex of the next level that it becomes. */
  #headOf(vertex: number): Uint8Array {
    const start = this.#vertexStarts[vertex] as number;
    return this.#context.patches.bytes.subarray(start, start + 4);
  }

  /** The head of the nearest vertex: it becomes the same one of the next level. */
  #headNear(place: readonly number[]): Uint8Array {
    const { members, vertexOf } = this.#groups;
    this.#near ??= new Nearest(
      this.#soup.positions,
      [...members.values()].map(([first]) => first as number),
    );
    return this.#headOf(vertexOf[this.#near.of(place)] ?? 0);
  }
}

/** Those that the file has first, in its order, then the strongest. */
function inOrder(shares: ReadonlyMap<number, number>, before: readonly number[]): [number, number][] {
  const place = (node: number) => {
    const at = before.indexOf(node);
    return at < 0 ? before.length : at;
  };
  return [...shares].sort((a, b) => place(a[0]) - place(b[0]) || b[1] - a[1]);
}

const applied = (m: ArrayLike<number>, row: number, x: number, y: number, z: number): number =>
  (m[row] as number) * x + (m[row + 1] as number) * y + (m[row + 2] as number) * z + (m[row + 3] as number);

/** Blender has 1 − v. */
export function isSameTexcoord(stored: number, given: number): boolean {
  return !Number.isFinite(stored) || Math.abs(stored - given) <= 1e-5 * Math.max(1, Math.abs(stored));
}
