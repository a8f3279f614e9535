/**
 * Deviation of an imported model from its source: the corners of its triangles against those that three.js shows of the
 * glTF, at moments throughout every animation.
 */
import type { AbcFile, Frame, PoseRequest } from '@lithoscope/core';
import type { ImportResult, PieceSource } from '../from-glb/report.ts';
import { Pace, type Watch } from '../lib/pace.ts';
import { ShownGltf, type ShownMesh } from './shown-gltf.ts';

/** The part of an import result that the comparison needs. */
export type Compared = Pick<ImportResult, 'sources' | 'space' | 'animations' | 'starts'>;

export interface Deviation {
  /**
   * Greatest distance of a triangle corner at level 0 in all animations, units of the file; infinite for a position that is
   * not finite. Measured without animation if none is from the source.
   */
  readonly distance: number;
  /** Diagonal of the source's bounding box without animation, units of the file. */
  readonly size: number;
  /** Position of the greatest distance; null for none. */
  readonly worst: {
    readonly piece: number;
    /** Index in the piece's face list, and corner of the face. */
    readonly face: number;
    readonly corner: number;
    /** Index in the file; −1 without animation. */
    readonly animation: number;
    readonly timeMs: number;
  } | null;
  /** Greatest distance by animation of the file; NaN for animations that are not from the source. */
  readonly animations: Float64Array;
  /**
   * Greatest distance without animation; NaN if a v6 file has no pose of its own. From version 9 on, the file then shows its
   * bind pose, which may differ from the source's.
   */
  readonly rest: number;
  /** Number of compared triangles, and of those not from the source. */
  readonly triangles: number;
  readonly others: number;
}

/** Moments of each animation, including both ends. */
const MOMENTS = 20;

/**
 * Milliseconds around a jump that are avoided: the file rounds times, so it may be before the jump and the source after
 * it.
 */
const NEAR_JUMP = 1.5;

/** Pairs of corners in file and source, without duplicates. */
interface Pairs {
  readonly piece: number;
  readonly mesh: ShownMesh;
  readonly triangles: number;
  /** Vertices in the file and in the source. */
  readonly here: Uint32Array;
  readonly there: Uint32Array;
  /** Index of the face and corner: 3 × face + corner. */
  readonly corners: Uint32Array;
}

/**
 * @param shown the source; must not be posed by others meanwhile
 * @param file the result, opened
 * @param moments of each animation, at least 2
 * @throws the reason of `watch.signal` if it is cancelled
 */
export async function deviationOf(
  shown: ShownGltf,
  file: AbcFile,
  compared: Compared,
  moments = MOMENTS,
  watch: Watch = {},
): Promise<Deviation> {
  const pace = new Pace(watch);
  const { pairs, others } = pairsOf(shown, file, compared);
  const measure = new Measure(file, pairs, compared.space);
  const { animations } = file.info;
  const all = 1 + moments * animations.length;
  let done = 0;
  shown.pose(-1, 0);
  const size = measure.size();
  const rest = hasRest(file, compared) ? measure.at(REST, -1, 0) : Number.NaN;
  if (compared.animations.some((source) => source >= 0)) measure.forget();
  const greatest = new Float64Array(animations.length).fill(Number.NaN);
  for (const [a, { length, complete }] of animations.entries()) {
    const source = compared.animations[a] ?? -1;
    const start = compared.starts[a] ?? 0;
    const end = source < 0 ? 0 : Math.max(length, 1000 * shown.lengthOf(source) - start);
    for (const timeMs of complete ? momentsOf(end, moments, shown.jumpsOf(source), start) : []) {
      // An animation made by the import holds the pose without animation.
      shown.pose(source, (start + timeMs) / 1000);
      const distance = measure.at({ ...REST, animation: a, timeMs: Math.min(timeMs, length) }, a, timeMs);
      if (!(distance <= (greatest[a] as number))) greatest[a] = distance;
      done++;
      await pace.step(done / all);
    }
  }
  pace.end();
  shown.pose(-1, 0);
  const triangles = pairs.reduce((sum, pair) => sum + pair.triangles, 0);
  return { ...measure.found, size, animations: greatest, rest, triangles, others };
}

/**
 * Loads the source, measures the deviation and releases the source.
 * @param files as `ShownGltf.load`
 */
export async function measureDeviation(
  files: ReadonlyMap<string, Uint8Array>,
  file: AbcFile,
  compared: Compared,
  watch: Watch = {},
): Promise<Deviation> {
  const shown = await ShownGltf.load(files);
  try {
    return await deviationOf(shown, file, compared, MOMENTS, watch);
  } finally {
    shown.release();
  }
}

const REST: PoseRequest = { animation: -1, timeMs: 0, loop: false, lod: 0 };

/** Whether the file has a pose without animation: without a bind pose, it shows the first key of an animation. */
function hasRest({ info }: AbcFile, { animations }: Compared): boolean {
  return info.features.bindPose || (animations[info.restAnimation] ?? -1) < 0;
}

/** Moments evenly from 0 to the end, avoiding jumps of the source. Milliseconds from the first key. */
function momentsOf(end: number, count: number, jumps: readonly number[], start: number): number[] {
  if (!(end > 0)) return [0];
  const at = jumps.map((seconds) => 1000 * seconds - start);
  const clear = (time: number) => at.every((jump) => Math.abs(jump - time) > NEAR_JUMP);
  return Array.from({ length: count }, (_, i) => {
    const time = (end * i) / Math.max(1, count - 1);
    const beside = [time, time - 2 * NEAR_JUMP, time + 2 * NEAR_JUMP];
    return beside.find((one) => one >= 0 && one <= end && clear(one)) ?? time;
  });
}

/** Matches corners of the file with those of the source. */
function pairsOf(shown: ShownGltf, file: AbcFile, { sources }: Compared): { pairs: Pairs[]; others: number } {
  const pairs: Pairs[] = [];
  let others = 0;
  for (const [piece, stretches] of sources.entries()) {
    const { corners, faces } = file.topology(piece, 0);
    let first = 0;
    let t = 0;
    for (const source of stretches) {
      const end = first + source.triangles.length;
      const mesh = shown.mesh(source.node, source.primitive);
      const [here, there, places]: [number[], number[], number[]] = [[], [], []];
      const known = new Set<number>();
      let count = 0;
      // The list lacks faces that cannot be drawn.
      for (; t < faces.length && (faces[t] as number) < end; t++) {
        const face = faces[t] as number;
        const vertices = mesh && trianglesAt(mesh, source, face - first);
        if (!vertices) {
          others++;
          continue;
        }
        count++;
        for (let c = 0; c < 3; c++) {
          const [ours, theirs] = [corners[3 * t + c], vertices[source.corners[c] as number]] as [
            number,
            number,
          ];
          const key = ours * 2 ** 32 + theirs;
          if (known.has(key)) continue;
          known.add(key);
          here.push(ours);
          there.push(theirs);
          places.push(3 * face + c);
        }
      }
      if (mesh) {
        pairs.push({
          piece,
          mesh,
          triangles: count,
          here: Uint32Array.from(here),
          there: Uint32Array.from(there),
          corners: Uint32Array.from(places),
        });
      }
      first = end;
    }
    others += faces.length - t;
  }
  return { pairs, others };
}

/** Vertices of a source triangle; null for none. */
function trianglesAt({ triangles }: ShownMesh, source: PieceSource, index: number): Uint32Array | null {
  const triangle = source.triangles[index] ?? -1;
  const vertices =
    triangle < 0 ? triangles.subarray(0, 0) : triangles.subarray(3 * triangle, 3 * triangle + 3);
  return vertices.length === 3 ? vertices : null;
}

/** Compares poses and keeps the greatest distance. */
class Measure {
  found: Pick<Deviation, 'distance' | 'worst'> = { distance: 0, worst: null };
  readonly #file: AbcFile;
  readonly #pairs: readonly Pairs[];
  readonly #space: Float64Array;
  readonly #frame: Frame = { nodes: new Float32Array(0), pieces: [] };

  constructor(file: AbcFile, pairs: readonly Pairs[], space: Float64Array) {
    this.#file = file;
    this.#pairs = pairs;
    this.#space = space;
  }

  /** Diagonal of the posed source. */
  size(): number {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (const { mesh, there } of this.#pairs) {
      const placed = mesh.positions();
      for (const vertex of there) {
        for (let axis = 0; axis < 3; axis++) {
          const value = this.#inFile(placed, vertex, axis);
          if (value < (low[axis] as number)) low[axis] = value;
          if (value > (high[axis] as number)) high[axis] = value;
        }
      }
    }
    const size = Math.hypot(...high.map((value, axis) => value - (low[axis] as number)));
    return Number.isFinite(size) ? size : 0;
  }

  forget(): void {
    this.found = { distance: 0, worst: null };
  }

  /** Greatest distance between the posed source and the file in this pose. */
  at(request: PoseRequest, animation: number, timeMs: number): number {
    if (!this.#file.evaluate(request, this.#frame)) return Number.NaN;
    let greatest = 0;
    for (const { piece, mesh, here, there, corners } of this.#pairs) {
      const placed = mesh.positions();
      const positions = this.#frame.pieces[piece]?.positions ?? new Float32Array(0);
      for (let i = 0; i < here.length; i++) {
        let square = 0;
        for (let axis = 0; axis < 3; axis++) {
          const ours = positions[3 * (here[i] as number) + axis] as number;
          square += (ours - this.#inFile(placed, there[i] as number, axis)) ** 2;
        }
        const distance = Number.isFinite(square) ? Math.sqrt(square) : Infinity;
        if (distance > greatest) greatest = distance;
        if (!(distance > this.found.distance)) continue;
        const corner = corners[i] as number;
        const face = Math.floor(corner / 3);
        this.found = { distance, worst: { piece, face, corner: corner % 3, animation, timeMs } };
      }
    }
    return greatest;
  }

  /** A scene coordinate in file space. */
  #inFile(positions: Float64Array, vertex: number, axis: number): number {
    const m = this.#space;
    const at = 3 * vertex;
    return (
      (m[4 * axis] as number) * (positions[at] as number) +
      (m[4 * axis + 1] as number) * (positions[at + 1] as number) +
      (m[4 * axis + 2] as number) * (positions[at + 2] as number) +
      (m[4 * axis + 3] as number)
    );
  }
}
