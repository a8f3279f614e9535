/** How far vertices of a GLB are from their places in the file (`ExportedMesh.off`). */
import { counted } from '../explain/describe.ts';
import type { GlbDeviation, NoteList } from './report.ts';

/** Deviation by rounding to 32 bits where weights agree, relative to the model's size. */
const MODEL_ROUNDING = 1e-5;
/** Deviation that is a warning, relative to the model's size. */
const NOTICEABLE = 1e-4;

/** The data that a level's deviation follows from. */
interface Measured {
  readonly piece: number;
  readonly lod: number;
  /** As `ExportedMesh.off`. */
  readonly off: Float64Array;
  readonly sources: Uint32Array;
  readonly indices: Uint32Array;
}

export class Deviations {
  readonly #levels: Measured[] = [];
  readonly #low = [Infinity, Infinity, Infinity];
  readonly #high = [-Infinity, -Infinity, -Infinity];

  /** Extends the model's bounds by these positions. */
  measure(positions: Float32Array): void {
    for (let i = 0; i < positions.length; i++) {
      const axis = i % 3;
      this.#low[axis] = Math.min(this.#low[axis] as number, positions[i] as number);
      this.#high[axis] = Math.max(this.#high[axis] as number, positions[i] as number);
    }
  }

  add(level: Measured): void {
    if (level.off.some((bound) => bound > 0)) this.#levels.push(level);
  }

  /** The levels whose weights do not agree; adds a note about them. */
  report(notes: NoteList): GlbDeviation[] {
    const size = Math.hypot(...this.#high.map((high, axis) => high - (this.#low[axis] as number)));
    const deviations = this.#levels
      .map((level) => deviation(level, MODEL_ROUNDING * size))
      .filter(({ vertices }) => vertices > 0);
    if (deviations.length === 0) return [];
    const bound = Math.max(...deviations.map((one) => one.bound));
    const vertices = deviations.reduce((sum, one) => sum + one.vertices, 0);
    const share = size > 0 ? `, ${rounded((100 * bound) / size)} % of the model’s size` : '';
    const message = `The weights of ${counted(vertices, 'vertex')} imply different bind positions: no vertex is more than ${rounded(bound)} units off in any pose${share}.`;
    if (bound > NOTICEABLE * size) notes.warn('BIND_POSITIONS', message);
    else notes.tell('BIND_POSITIONS', message);
    return deviations;
  }
}

/** Two digits are enough for a bound. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** The deviation of the vertices that a level's triangles use. @param tolerance bounds up to it are rounding */
function deviation({ piece, lod, off, sources, indices }: Measured, tolerance: number): GlbDeviation {
  const beyond = new Set<number>();
  let bound = 0;
  for (const index of indices) {
    const vertex = sources[index] as number;
    const own = off[vertex] as number;
    if (own > tolerance) beyond.add(vertex);
    if (own > bound) bound = own;
  }
  return { piece, lod, vertices: beyond.size, bound };
}
