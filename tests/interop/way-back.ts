/**
 * What becomes of a model that went to Blender and comes back: the differences from the file that was exported, leaf by
 * leaf, and from its poses. Once as Blender saved it untouched, once with what tests/interop/edit.py changed.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type AbcFile, Lithoscope, type Vec3 } from '@lithoscope/core';
import { Exchange } from '@lithoscope/exchange';
import { root } from '../../tools/lib/process.mjs';
import { importModel } from '../../web/from-glb/import.ts';
import type { ImportResult } from '../../web/from-glb/report.ts';
import { understand } from '../../web/from-glb/understand.ts';
import { readGltf } from '../../web/gltf/read.ts';
import { cases } from './cases.ts';
import type { Expectation } from './expect.ts';
import { type Difference, differences } from './leaves.ts';

/** Stored values where nothing changed; poses as a part of the size. */
const MOST_STORED = 1e-4;
const MOST_OF_SIZE = 1e-4;
/** Vertices at a key that was changed in Blender, units: of a model larger than 100 units a part of its size. */
const MOST_EDITED = 1e-3;
const MOST_EDITED_SHARE = 1e-5;
/** Moments of each animation. */
const MOMENTS = 6;

/** What Blender says that it changed (tests/interop/edit.py). */
export interface Edited {
  readonly glb: string;
  readonly bin: string;
  readonly vertex: { mesh: number; vertex: number; by: Vec3; shapeKey: string | null };
  readonly key: { animation: string; bone: string; time: number };
  readonly bone: { from: string; to: string };
}

/** What tests/interop/check.py wrote of a model that went to Blender and back. */
export interface Trip {
  readonly expected: Expectation;
  readonly back: { readonly glb: string; readonly edited: Edited | null };
}

export interface WayBack {
  readonly name: string;
  readonly version: number;
  /** Cells of the table by their titles. */
  readonly cells: Readonly<Record<string, string>>;
  readonly failures: readonly string[];
}

export async function waysBack(folder: string, trips: readonly Trip[]): Promise<WayBack[]> {
  const wasm = (name: string) => new Uint8Array(readFileSync(join(root, 'build/wasm', name))).buffer;
  const core = await Lithoscope.load(wasm('lithoscope.wasm'));
  const editing = await Exchange.load(wasm('exchange.wasm'));
  const found: WayBack[] = [];
  for (const trip of trips) found.push(await new Returned(folder, trip, core, editing).compared());
  return found;
}

class Returned {
  readonly #failures: string[] = [];
  readonly #original: AbcFile;

  constructor(
    private readonly folder: string,
    private readonly trip: Trip,
    private readonly core: Lithoscope,
    private readonly editing: Exchange,
  ) {
    const name = basename(trip.expected.glb, '.glb');
    const one = cases.find(({ path, as }) => (as ?? basename(path).replace(/\.abc$/i, '')) === name);
    this.#original = core.open(new Uint8Array(readFileSync(one?.path ?? '')));
  }

  async compared(): Promise<WayBack> {
    const { expected, back } = this.trip;
    const untouched = await this.#imported('untouched', back.glb, null, 'template', async (file) => {
      const found = this.#differences('untouched', file);
      const off = found.filter(({ by }) => by > MOST_STORED);
      for (const one of off.slice(0, 5)) this.#fail(`untouched: ${said(one)}`);
      if (off.length > 5) this.#fail(`untouched: ${off.length} stored values are off`);
      const pose = this.#posesOff(file) / expected.size;
      if (!(pose <= MOST_OF_SIZE)) this.#fail(`untouched: poses are off by ${pose} of the size`);
      this.#expectNoNewFindings('untouched', file);
      return { stored: Math.max(0, ...found.map(({ by }) => by)), pose };
    });
    const merged = await this.#imported('merged', back.glb, this.#original, 'merge', async (file) => {
      const bytes = file.bytes.reduce(
        (sum, byte, at) => sum + (byte === this.#original.bytes[at] ? 0 : 1),
        0,
      );
      if (bytes > 0 || file.size !== this.#original.size)
        this.#fail(`merged untouched: ${bytes} bytes differ`);
      return bytes;
    });
    const cells = {
      'stored values off': short(untouched?.stored),
      'poses off, of the size': short(untouched?.pose),
      'bytes that differ, merged': String(merged ?? '–'),
      ...(await this.#edits(back.edited)),
    };
    const { version } = this.#original.info;
    this.#original.release();
    return { name: expected.model, version, cells, failures: this.#failures };
  }

  async #edits(edited: Edited | null): Promise<Record<string, string>> {
    const none = { 'changed in Blender': '–', 'leaves that differ': '–', 'the same, merged': '–' };
    if (!edited) return none;
    const isMeant = this.#meant(edited);
    const counts: string[] = [];
    for (const [what, base, way] of [
      ['edited', null, 'template'],
      ['edited and merged', this.#original, 'merge'],
    ] as const) {
      const count = await this.#imported(what, edited.glb, base, way, async (file) => {
        const found = this.#differences(what, file).filter(({ by }) => base !== null || by > MOST_STORED);
        const others = found.filter(({ path }) => isMeant(path) === null);
        for (const one of others.slice(0, 5)) this.#fail(`${what}: ${said(one)}`);
        if (others.length > 5) this.#fail(`${what}: ${others.length} other leaves differ`);
        for (const part of ['vertex', 'key', 'name'])
          if (!found.some(({ path }) => isMeant(path) === part))
            this.#fail(`${what}: the ${part} is as before`);
        const { bone, key } = edited;
        const name = file.info.nodes[this.#node(bone.from)]?.name;
        if (name !== bone.to) this.#fail(`${what}: the node is ${name} instead of ${bone.to}`);
        const off = this.#offAtKey(file, edited);
        const { size, scale } = this.trip.expected;
        const limit =
          Math.max(MOST_EDITED, MOST_EDITED_SHARE * size) +
          (edited.vertex.shapeKey === null ? 0 : this.#step(file));
        if (!(off / scale <= limit))
          this.#fail(`${what}: at ${key.time} ms of ${key.animation} off by ${off} units`);
        this.#expectNoNewFindings(what, file);
        return `${found.length}, ${short(off / scale)} units off`;
      });
      counts.push(count ?? '–');
    }
    const { vertex, key, bone } = edited;
    const where = vertex.shapeKey === null ? 'a vertex' : `a vertex of ${vertex.shapeKey}`;
    return {
      'changed in Blender': `${where}, ${key.bone} at ${Math.round(key.time)} ms of ${key.animation}, ${bone.from} → ${bone.to}`,
      'leaves that differ': counts[0] ?? '–',
      'the same, merged': counts[1] ?? '–',
    };
  }

  /** Imports a GLB and looks at what came of it; null when nothing did. */
  async #imported<Result>(
    what: string,
    glb: string,
    base: AbcFile | null,
    way: ImportResult['way'],
    look: (file: AbcFile, result: ImportResult) => Promise<Result>,
  ): Promise<Result | null> {
    try {
      const files = new Map([[glb, new Uint8Array(readFileSync(join(this.folder, glb)))]]);
      const source = await readGltf(glb, files);
      const core = { open: (_: string, bytes: Uint8Array) => this.core.open(bytes), editing: this.editing };
      const result = await importModel(source, understand(core.editing, source).suggested, core, base);
      if (result.way !== way) this.#fail(`${what}: went the way ${result.way}`);
      const file = this.core.open(result.bytes);
      try {
        return await look(file, result);
      } finally {
        file.release();
      }
    } catch (error) {
      this.#fail(`${what}: ${error instanceof Error ? error.message : error}`);
      return null;
    }
  }

  #differences(what: string, file: AbcFile): Difference[] {
    const found = differences(this.#original, file);
    if (typeof found !== 'string') return found;
    this.#fail(`${what}: ${found}`);
    return [];
  }

  #node(name: string): number {
    return this.trip.expected.joints.indexOf(name);
  }

  /** Which of the changes a leaf belongs to; null: to none. */
  #meant({ vertex, key, bone }: Edited): (path: string) => 'vertex' | 'key' | 'name' | null {
    const { info } = this.#original;
    const isOld = info.version === 6;
    const { piece = 0, lod = 0, vertices = [] } = this.trip.expected.meshes[vertex.mesh] ?? {};
    const moved = vertices[vertex.vertex] ?? -1;
    const animation = info.animations.findIndex(({ name }) => name === key.animation);
    const at = this.#original.keyframes(animation).times.indexOf(Math.round(key.time));
    const node = this.#node(key.bone);
    const turned = isOld
      ? `Animation.Anims[${animation}].NodeAnims[${node}].Keys[${at}].Rotation`
      : `Animation.Animations[${animation}].NodeTransforms[${node}].Transforms[${at}].Rotation`;
    const named = `Nodes.Nodes[${this.#node(bone.from)}].${isOld ? 'NodeName' : 'Name'}`;
    const ofVertex = (index: number) =>
      isOld ? `Geometry.VertexInfo[${index}]` : `Pieces.Pieces[${piece}].LODs[${lod}].Vertices[${index}]`;
    const place = isOld ? this.#deformation(moved) : `${ofVertex(moved)}.Location`;
    // Blender stores normals relative to the faces, and these are turned now.
    const around = new Set(this.#neighbours(piece, lod, moved).map(ofVertex));
    const isNormal = (path: string) => around.has(path.replace(/\.(Vertex)?Normal\.[XYZ]$/, ''));
    return (path) => {
      if (path === turned) return 'key';
      if (path === named) return 'name';
      const plain = path.replace(/\.[XYZ]$/, '').replace(/\.Weights\[\d+\](?=\.Location)/, '');
      return plain.replace(/Anims\[\d+\](.*\.Deformation)\[\d+\]/, 'Anims$1') === place || isNormal(path)
        ? 'vertex'
        : null;
    };
  }

  /** The path of a v6 vertex in the frames of any animation; of one that is not deformed, that of its place. */
  #deformation(vertex: number): string {
    const { bytes, info } = this.#original;
    for (const node of info.nodes.keys()) {
      const { start = 0, end = 0 } = this.#original.resolve(`Nodes.Nodes[${node}].MDVertList`) ?? {};
      const view = new DataView(bytes.buffer, bytes.byteOffset + start, end - start);
      for (let place = 0; 2 * place < end - start; place++)
        if (view.getUint16(2 * place, true) === vertex)
          return `Animation.Anims.NodeAnims[${node}].Deformation[${place}]`;
    }
    return `Geometry.VertexInfo[${vertex}].Position`;
  }

  /** The vertices of the faces around one, and itself. */
  #neighbours(piece: number, lod: number, vertex: number): number[] {
    const { corners } = this.#original.topology(piece, lod);
    const faces = Array.from({ length: corners.length / 3 }, (_, i) => [
      ...corners.subarray(3 * i, 3 * i + 3),
    ]);
    return [...new Set(faces.filter((face) => face.includes(vertex)).flat())];
  }

  /** How far the vertices are at the changed key from where Blender has them, units of the GLB. */
  #offAtKey(file: AbcFile, { bin, key }: Edited): number {
    const bytes = new Uint8Array(readFileSync(join(this.folder, bin)));
    const places = new Float32Array(bytes.buffer);
    const { meshes, scale } = this.trip.expected;
    const axes = file.info.space.mirrorZ ? [-1, 1, 1] : [-1, 1, -1];
    const animation = file.info.animations.findIndex(({ name }) => name === key.animation);
    let most = 0;
    let at = 0;
    for (const { piece, lod, vertices } of meshes) {
      const frame = file.evaluate({ animation, timeMs: Math.round(key.time), loop: false, lod });
      for (const vertex of vertices) {
        const there = axes.map(
          (sign, axis) => scale * sign * (frame?.pieces[piece]?.positions[3 * vertex + axis] ?? Number.NaN),
        );
        const gap = Math.hypot(...there.map((value, axis) => value - (places[at + axis] ?? Number.NaN)));
        // What is nowhere is off too.
        if (!(gap <= most)) most = gap;
        at += 3;
      }
    }
    return most;
  }

  /** Half of the steps in which v6 stores the vertices that animations deform, units. */
  #step(file: AbcFile): number {
    const { animations, nodes } = file.info;
    let most = 0;
    for (const animation of animations.keys())
      for (const node of nodes.keys()) {
        const scale = file.resolve(`Animation.Anims[${animation}].NodeAnims[${node}].Scale`);
        if (!scale) continue;
        const view = new DataView(file.bytes.buffer, file.bytes.byteOffset + scale.start, 12);
        most = Math.max(most, ...[0, 4, 8].map((at) => view.getFloat32(at, true)));
      }
    return (Math.sqrt(3) * most) / 2;
  }

  /** The greatest distance of a vertex from where the exported file has it, at some moments of all animations and at rest. */
  #posesOff(file: AbcFile): number {
    const { info } = this.#original;
    let most = 0;
    for (let animation = -1; animation < info.animations.length; animation++) {
      const { length = 0 } = info.animations[animation] ?? {};
      for (let i = 0; i < (animation < 0 ? 1 : MOMENTS); i++) {
        for (let lod = 0; lod < (info.version === 6 ? 1 : info.lodCount); lod++) {
          const request = { animation, timeMs: (length * i) / (MOMENTS - 1), loop: false, lod };
          const [before, after] = [this.#original.evaluate(request), file.evaluate(request)];
          most = Math.max(
            most,
            ...(before?.pieces ?? []).map(({ positions }, piece) =>
              greatestGap(positions, after?.pieces[piece]?.positions),
            ),
          );
        }
      }
    }
    return most;
  }

  #expectNoNewFindings(what: string, file: AbcFile): void {
    const known = new Set(this.#original.findings.map(({ code, path }) => `${code} ${path}`));
    const found = file.findings.filter(({ code, path }) => !known.has(`${code} ${path}`));
    for (const { message, path } of found.slice(0, 3)) this.#fail(`${what}: ${path}: ${message}`);
  }

  #fail(sentence: string): void {
    this.#failures.push(sentence);
  }
}

/** The greatest difference of a coordinate; infinite where one has other vertices. */
function greatestGap(a: Float32Array, b: Float32Array | undefined): number {
  if (a.length !== b?.length) return Number.POSITIVE_INFINITY;
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? 0))), 0);
}

const said = ({ path, before, after }: Difference) => `${path} is ${after}, it was ${before}`;

const short = (value: number | undefined) =>
  value === undefined ? '–' : value === 0 ? '0' : value.toExponential(1);
