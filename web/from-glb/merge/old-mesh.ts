/** The mesh of a v6 file as the GLB has it: one piece, one node a vertex, places in the space of that node (abc.md §2). */

import type { Node } from '@gltf-transform/core';
import type { EditOperation, Quat, Vec3 } from '@lithoscope/core';
import { counted } from '../../explain/describe.ts';
import { CLAMPED_UV, droppedFaces } from '../../to-glb/template.ts';
import { inverseTurn } from '../drafting/turns.ts';
import { type ImportChange, type ImportNote, NotImported, type PieceSource } from '../report.ts';
import type { GltfSource } from '../source.ts';
import { cornerOf, matchFaces } from './faces.ts';
import type { Faults } from './faults.ts';
import { groupsOf } from './groups.ts';
import type { KeysContext } from './keys.ts';
import { HOLE, isSameTexcoord } from './level.ts';
import { joined } from './level-bytes.ts';
import { nearPlace } from './rig.ts';
import { rotated, rotationOf } from './rotations.ts';
import { isCopy, isFlat, type Soup, soupOf } from './soup.ts';

export interface OldMeshMerge {
  /** New vertices, then all triangles where some came or went. */
  readonly sets: readonly EditOperation[];
  readonly changes: readonly ImportChange[];
  readonly notes: readonly ImportNote[];
  readonly sources: readonly PieceSource[];
  /** Null when there is no mesh. */
  readonly soup: Soup | null;
  /** By vertex of the file: one of the mesh that it is. */
  readonly members: ReadonlyMap<number, number>;
}

const VERTICES = 'Geometry.VertexInfo';
const FACES = 'Geometry.FaceInfo';
const FACE_BYTES = 33;
const VERTEX_BYTES = 20;
const MOST_VERTICES = 65536;
/** Radians of a normal: 8 bits an axis, and what Blender wears. */
const NORMAL_WORN = (1.5 * Math.PI) / 180;

export function oldMeshBack(
  context: KeysContext,
  source: GltfSource,
  faults: Faults,
  breathe: () => Promise<void>,
): Promise<OldMeshMerge> {
  return new OldMesh(context, source, faults, breathe).back();
}

class OldMesh {
  readonly #context: KeysContext;
  readonly #source: GltfSource;
  readonly #faults: Faults;
  readonly #breathe: () => Promise<void>;
  readonly #starts: Uint32Array;
  readonly #faceStarts: Uint32Array;
  readonly #changes: ImportChange[] = [];
  readonly #notes: ImportNote[] = [];
  readonly #moved = new Set<number>();
  #normals = 0;
  #nodes = 0;
  #texcoords = 0;
  #several = 0;

  constructor(context: KeysContext, source: GltfSource, faults: Faults, breathe: () => Promise<void>) {
    this.#context = context;
    this.#source = source;
    this.#faults = faults;
    this.#breathe = breathe;
    this.#starts = context.base.elements(VERTICES)?.starts ?? new Uint32Array(1);
    this.#faceStarts = context.base.elements(FACES)?.starts ?? new Uint32Array(1);
  }

  async back(): Promise<OldMeshMerge> {
    const { base, rig } = this.#context;
    const nodes = this.#source.document.getRoot().listNodes();
    const withMesh = originalsFirst(nodes.filter((node) => node.getMesh()));
    const lodOf = (node: (typeof nodes)[number]) => node.getMesh()?.getExtras().lt_lod;
    const own = withMesh.find((node) => lodOf(node) === 0) ?? null;
    const soup = own && soupOf(rig, own, 0, 0, 0, this.#faults);
    if (!own || !soup) {
      if (this.#context.description.meshes.length > 0)
        this.#note(
          'MESH_GONE',
          'The mesh of the file is not in the GLB any more. It stays: a file of version 6 has one.',
        );
      return { sets: [], changes: [], notes: this.#notes, sources: [], soup: null, members: new Map() };
    }
    const { corners, faces } = base.topology(0, 0);
    const weights = base.weights(0, 0);
    const groups = groupsOf(soup, corners, (vertex) =>
      this.#placeOf(vertex, weights.node[vertex] ?? -1, weights.deformation[vertex] ?? -1),
    );
    const members = new Map<number, number>();
    const before = this.#positions();
    for (const [vertex, list] of groups.members) {
      members.set(vertex, list[0] as number);
      this.#vertex(vertex, list, soup, weights.node[vertex] ?? -1, (weights.deformation[vertex] ?? -1) >= 0);
    }
    this.#standIns(before);
    const triangles = Array.from(soup.triangles, (index) => groups.vertexOf[index] as number);
    const { faces: found, added: unknown } = matchFaces(corners, triangles);
    const matched = { faces: found, added: unknown.filter((triangle) => !isFlat(soup, triangle)) };
    const dropped = droppedFaces(corners);
    const isAnyThere = matched.faces.some((match) => match !== null);
    const removed = new Set<number>();
    const sourceOf = new Map<number, number>();
    matched.faces.forEach((match, i) => {
      const face = faces[i] as number;
      if (!match) {
        if (!(isAnyThere && dropped.has(i))) removed.add(face);
        return;
      }
      if (match.turn === 0 && !match.isTurnedOver) sourceOf.set(face, soup.indices[match.triangle] as number);
      this.#face(
        face,
        [0, 1, 2].map((corner) => soup.triangles[3 * match.triangle + cornerOf(match, corner)] as number),
        soup,
        match.isTurnedOver,
      );
    });
    const more = withMesh.flatMap((node) =>
      (node.getMesh()?.listPrimitives() ?? []).flatMap((_, primitive) => {
        const isOld = typeof lodOf(node) === 'number' && lodOf(node) !== 0;
        if ((node === own && primitive === 0) || isOld) return [];
        const other = soupOf(rig, node, primitive, 0, 0, this.#faults);
        return other ? [other] : [];
      }),
    );
    const kept = Array.from({ length: this.#faceStarts.length - 1 }, (_, face) => face).filter(
      (face) => !removed.has(face),
    );
    const isSame = removed.size === 0 && matched.added.length === 0 && more.length === 0;
    const sets = isSame
      ? []
      : await this.#anew(kept, soup, groups.vertexOf, groups.fresh, matched.added, more);
    this.#say(this.#moved.size, 'vertex', 'moved');
    this.#say(this.#normals, 'vertex', 'with another normal');
    this.#say(this.#nodes, 'vertex', 'on another node');
    this.#say(this.#texcoords, 'triangle', 'with other texture coordinates or corners');
    this.#say(removed.size, 'triangle', 'removed');
    this.#say(
      matched.added.length + more.reduce((sum, each) => sum + each.triangles.length / 3, 0),
      'triangle',
      'added',
    );
    if (this.#several > 0) {
      this.#note(
        'ONE_NODE',
        `${counted(this.#several, 'vertex')} with several weights: each follows the strongest, as version 6 has one node a vertex.`,
      );
    }
    const order = rig.swaps ? ([0, 2, 1] as const) : ([0, 1, 2] as const);
    const first: PieceSource = {
      node: nodes.indexOf(own),
      primitive: 0,
      triangles: Int32Array.from([
        ...kept.map((face) => sourceOf.get(face) ?? -1),
        ...matched.added.map((triangle) => soup.indices[triangle] as number),
      ]),
      corners: order,
    };
    const others = more.map((each) => ({
      node: nodes.indexOf(each.node),
      primitive: each.primitive,
      triangles: each.indices,
      corners: order,
    }));
    return { sets, changes: this.#changes, notes: this.#notes, sources: [first, ...others], soup, members };
  }

  #say(count: number, one: string, what: string): void {
    if (count > 0) this.#changes.push({ path: 'Geometry', message: `${counted(count, one)} ${what}.` });
  }

  #note(code: string, message: string): void {
    this.#notes.push({ code, severity: 'warning', message, help: '' });
  }

  /** Where a vertex is at rest; null when the file does not say. */
  #placeOf(vertex: number, node: number, deformation: number): Vec3 | null {
    const { rig, patches, isTemplate } = this.#context;
    const bind = rig.binds[node];
    const at = this.#starts[vertex];
    if (!bind || at === undefined || deformation >= 0 || (isTemplate && patches.areZero(at, 3))) return null;
    return applied(bind, patches.vector(at));
  }

  #positions(): Vec3[] {
    const { patches } = this.#context;
    return Array.from({ length: this.#starts.length - 1 }, (_, vertex) =>
      patches.vector(this.#starts[vertex] as number),
    );
  }

  #vertex(vertex: number, list: readonly number[], soup: Soup, node: number, isDeformed: boolean): void {
    const { base, rig, patches, isTemplate } = this.#context;
    const at = this.#starts[vertex];
    if (at === undefined) return;
    const index = list[0] as number;
    const shares = [...soup.influences(index)].sort((a, b) => b[1] - a[1]);
    if (shares.length > 1 && (shares[1]?.[1] ?? 0) > 1e-3) this.#several++;
    let holder = node;
    const strongest = shares[0]?.[0];
    const number = base.info.nodes[strongest ?? -1]?.index;
    if (
      strongest !== undefined &&
      strongest !== node &&
      number !== undefined &&
      number < 256 &&
      !isDeformed
    ) {
      holder = strongest;
      patches.bytes[at + 15] = number;
      patches.touch(VERTICES, vertex);
      this.#nodes++;
    }
    const inverse = rig.inverseNow[holder];
    if (!inverse) return;
    const place = [...soup.positions.subarray(3 * index, 3 * index + 3)] as Vec3;
    const local = applied(inverse, place);
    if (!isDeformed) {
      const stored = patches.vector(at);
      const isHole = isTemplate && stored.every((value) => value === 0);
      const near = isHole ? HOLE : nearPlace(Math.hypot(...place));
      if (stored.every(Number.isFinite) && apart(local, stored) > near) {
        patches.write(VERTICES, vertex, at, local);
        if (!isHole) this.#moved.add(vertex);
      }
    }
    this.#normal(
      vertex,
      at,
      list,
      soup,
      inverseTurn(rotationOf(rig.bindsNow[holder] as Float64Array)),
      holder !== node,
    );
  }

  #normal(
    vertex: number,
    at: number,
    list: readonly number[],
    soup: Soup,
    back: Quat,
    isOther: boolean,
  ): void {
    const { patches } = this.#context;
    const { normals } = soup;
    if (!normals) return;
    const sum: Vec3 = [0, 0, 0];
    for (const index of list)
      for (let i = 0; i < 3; i++) sum[i] = (sum[i] as number) + (normals[3 * index + i] as number);
    const length = Math.hypot(...sum);
    const stored = [12, 13, 14].map((i) => patches.view.getInt8(at + i)) as Vec3;
    const size = Math.hypot(...stored);
    if (!(length > 1e-6) || size === 0) return;
    const unit = rotated(back, [sum[0] / length, sum[1] / length, sum[2] / length]);
    const cosine = stored.reduce((all, value, i) => all + (value / size) * (unit[i] as number), 0);
    if (cosine >= Math.cos(NORMAL_WORN)) return;
    unit.forEach((value, i) => {
      patches.view.setInt8(at + 12 + i, Math.round(127 * value));
    });
    patches.touch(VERTICES, vertex);
    if (!isOther) this.#normals++;
  }

  /** What stands in for collapsed edges follows them: it is in the middle of the two vertices. */
  #standIns(before: readonly Vec3[]): void {
    const { base, patches } = this.#context;
    if (this.#moved.size === 0) return;
    const normal = base.resolve('Geometry.NormalVerts');
    const first = normal ? patches.view.getUint32(normal.start, true) : before.length;
    const moved = new Set(this.#moved);
    for (let vertex = first; vertex < before.length; vertex++) {
      const at = this.#starts[vertex] as number;
      const [a, b] = [patches.view.getUint16(at + 16, true), patches.view.getUint16(at + 18, true)];
      if (a >= vertex || b >= vertex || !(moved.has(a) || moved.has(b))) continue;
      const [from, to] = [before[a] as Vec3, before[b] as Vec3];
      // In a file in which it was elsewhere, it keeps its distance from there.
      const [one, other] = [
        patches.vector(this.#starts[a] as number),
        patches.vector(this.#starts[b] as number),
      ];
      const values = (before[vertex] as Vec3).map(
        (value, i) =>
          value + ((one[i] as number) + (other[i] as number) - (from[i] as number) - (to[i] as number)) / 2,
      );
      patches.write(VERTICES, vertex, at, values);
      moved.add(vertex);
    }
  }

  #face(face: number, indices: readonly number[], soup: Soup, isTurnedOver: boolean): void {
    const { patches, isTemplate } = this.#context;
    const start = this.#faceStarts[face] as number;
    let differs = false;
    indices.forEach((index, corner) => {
      const at = start + 8 * corner;
      const uv = soup.uvs.subarray(2 * index, 2 * index + 2);
      if ([0, 1].every((axis) => isSameTexcoord(clamped(patches.f32(at + 4 * axis)), uv[axis] as number)))
        return;
      if (!(isTemplate && patches.areZero(at, 2))) differs = true;
      patches.write(FACES, face, at, uv);
    });
    if (isTurnedOver) {
      const bytes = patches.bytes.slice(start, start + 30);
      patches.bytes.set(bytes.subarray(8, 16), start + 16);
      patches.bytes.set(bytes.subarray(16, 24), start + 8);
      patches.bytes.set(bytes.subarray(26, 28), start + 28);
      patches.bytes.set(bytes.subarray(28, 30), start + 26);
      for (let i = 30; i < 33; i++)
        patches.view.setInt8(start + i, Math.max(-127, -patches.view.getInt8(start + i)));
      patches.touch(FACES, face);
      differs = true;
    }
    if (differs) this.#texcoords++;
  }

  /** New vertices go behind those of the full mesh, and all triangles are set. */
  async #anew(
    kept: readonly number[],
    soup: Soup,
    vertexOf: Int32Array,
    fresh: Int32Array,
    added: readonly number[],
    more: readonly Soup[],
  ): Promise<EditOperation[]> {
    const { base, patches, rig } = this.#context;
    const normal = base.resolve('Geometry.NormalVerts');
    const first = normal ? patches.view.getUint32(normal.start, true) : this.#starts.length - 1;
    const made: Uint8Array[] = [];
    const faces: Uint8Array[] = kept.map((face) =>
      patches.bytes.slice(this.#faceStarts[face], this.#faceStarts[face + 1]),
    );
    const make = (from: Soup, index: number): number => {
      const holder = [...this.#faults.moved(from.influences(index))].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
      const bytes = new Uint8Array(VERTEX_BYTES);
      const view = new DataView(bytes.buffer);
      const place = [...from.positions.subarray(3 * index, 3 * index + 3)] as Vec3;
      applied(rig.inverseNow[holder] as Float64Array, place).forEach((value, i) => {
        view.setFloat32(4 * i, value, true);
      });
      const normal = [...(from.normals?.subarray(3 * index, 3 * index + 3) ?? [0, 1, 0])] as Vec3;
      rotated(inverseTurn(rotationOf(rig.bindsNow[holder] as Float64Array)), normal).forEach((value, i) => {
        view.setInt8(12 + i, Math.round(127 * Math.min(1, Math.max(-1, value))));
      });
      bytes[15] = base.info.nodes[holder]?.index ?? 0;
      return first + made.push(bytes) - 1;
    };
    const add = async (from: Soup, known: Int32Array, groups: Int32Array, triangles: readonly number[]) => {
      const byGroup = new Map<number, number>();
      for (const [i, t] of triangles.entries()) {
        if (i % 256 === 0) await this.#breathe();
        const bytes = new Uint8Array(FACE_BYTES);
        const view = new DataView(bytes.buffer);
        [0, 1, 2].forEach((corner) => {
          const index = from.triangles[3 * t + corner] as number;
          view.setFloat32(8 * corner, from.uvs[2 * index] as number, true);
          view.setFloat32(8 * corner + 4, from.uvs[2 * index + 1] as number, true);
          const group = groups[index] as number;
          let vertex = known[index] as number;
          if (vertex < 0) vertex = byGroup.get(group) ?? make(from, index);
          byGroup.set(group, vertex);
          view.setUint16(24 + 2 * corner, vertex, true);
        });
        faces.push(bytes);
      }
    };
    await add(soup, vertexOf, fresh, added);
    for (const each of more) {
      const { vertexOf: none, fresh: groups } = groupsOf(each, new Uint32Array(0), () => null);
      await add(
        each,
        none,
        groups,
        Array.from({ length: each.triangles.length / 3 }, (_, i) => i),
      );
    }
    if (this.#starts.length - 1 + made.length > MOST_VERTICES) {
      throw new NotImported(
        `The mesh would have more than ${MOST_VERTICES} vertices, which triangles cannot name.`,
      );
    }
    const sets: EditOperation[] = [];
    if (made.length > 0)
      sets.push({ op: 'insert', path: `${VERTICES}[${first}]`, values: made, force: true });
    patches.release(FACES);
    sets.push({ op: 'set', path: FACES, value: joined(faces) });
    return sets;
  }
}

function applied(m: ArrayLike<number>, [x, y, z]: Vec3): Vec3 {
  const row = (r: number) =>
    (m[r] as number) * x + (m[r + 1] as number) * y + (m[r + 2] as number) * z + (m[r + 3] as number);
  return [row(0), row(4), row(8)];
}

/** Copies, which Blender names “Body.001”, behind what they are of. */
function originalsFirst(nodes: readonly Node[]): Node[] {
  return nodes.toSorted((a, b) => Number(isCopy(a)) - Number(isCopy(b)));
}

/** As the export has texture coordinates. */
const clamped = (value: number): number => Math.min(CLAMPED_UV[1], Math.max(CLAMPED_UV[0], value));

const apart = (a: Vec3, b: Vec3): number =>
  Math.max(...a.map((value, i) => Math.abs(value - (b[i] as number))));
