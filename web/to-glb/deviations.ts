/** How far the levels are from the file, where its weights do not agree on one bind position. */
import { counted } from '../explain/describe.ts';
import type { NoteList } from './notes.ts';
import type { GlbDeviation } from './report.ts';

/** Of the model's size: what rounding to 32 bits makes of weights that agree. */
const ROUNDING = 1e-5;
/** Of the model's size: a deviation that is said as a warning. */
const NOTICEABLE = 1e-4;

/** What the deviation of a level follows from. */
interface Measured {
  readonly piece: number;
  readonly lod: number;
  /** As `BindVertices.bounds`. */
  readonly bounds: Float64Array;
  readonly sources: readonly number[];
  readonly indices: Uint32Array;
}

export class Deviations {
  readonly #levels: Measured[] = [];
  readonly #low = [Infinity, Infinity, Infinity];
  readonly #high = [-Infinity, -Infinity, -Infinity];

  /** Makes the model as large as these positions. */
  measure(positions: Float32Array): void {
    for (let i = 0; i < positions.length; i++) {
      const axis = i % 3;
      this.#low[axis] = Math.min(this.#low[axis] as number, positions[i] as number);
      this.#high[axis] = Math.max(this.#high[axis] as number, positions[i] as number);
    }
  }

  add(level: Measured): void {
    if (level.bounds.some((bound) => bound > 0)) this.#levels.push(level);
  }

  /** The levels whose weights do not agree, which is said too. */
  report(notes: NoteList): GlbDeviation[] {
    const size = Math.hypot(...this.#high.map((high, axis) => high - (this.#low[axis] as number)));
    const deviations = this.#levels
      .map((level) => deviation(level, ROUNDING * size))
      .filter(({ vertices }) => vertices > 0);
    if (deviations.length === 0) return [];
    const bound = Math.max(...deviations.map((one) => one.bound));
    const vertices = deviations.reduce((sum, one) => sum + one.vertices, 0);
    const share = size > 0 ? `, ${rounded((100 * bound) / size)} % of the model's size` : '';
    const message = `The weights of ${counted(vertices, 'vertex')} do not agree on one bind position: no vertex is more than ${rounded(bound)} units off in any pose${share}.`;
    if (bound > NOTICEABLE * size) notes.warn('BIND_POSITIONS', message);
    else notes.tell('BIND_POSITIONS', message);
    return deviations;
  }
}

/** Two digits are enough for a bound. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** Of the vertices that the triangles of a level use. @param tolerance bounds up to it are rounding */
function deviation({ piece, lod, bounds, sources, indices }: Measured, tolerance: number): GlbDeviation {
  const off = new Set<number>();
  let bound = 0;
  for (const index of indices) {
    const vertex = sources[index] as number;
    const own = bounds[vertex] as number;
    if (own > tolerance) off.add(vertex);
    if (own > bound) bound = own;
  }
  return { piece, lod, vertices: off.size, bound };
}
