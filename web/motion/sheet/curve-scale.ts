/** Scale of a graph: zoom, value range, grid lines, and points by pixel column. Times in ms, x in CSS pixels. */

/** The time in view. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** Shortest time in view. */
const MIN_WINDOW_MS = 1;

/** Zooms the window in (factor below 1) or out, around a time that stays in place. */
export function zoomed({ from, to }: TimeWindow, around: number, factor: number, length: number): TimeWindow {
  const span = Math.min(Math.max((to - from) * factor, Math.min(MIN_WINDOW_MS, length)), length);
  const share = to > from ? (around - from) / (to - from) : 0;
  return moved({ from: around - share * span, to: around - share * span + span }, 0, length);
}

/** Shifts the window by a time, within the animation. */
export function moved({ from, to }: TimeWindow, by: number, length: number): TimeWindow {
  const span = to - from;
  const start = Math.min(Math.max(from + by, 0), Math.max(length - span, 0));
  return { from: start, to: start + span };
}

/** A pixel column: first, last, lowest and highest value of its keys. */
export interface Column {
  readonly x: number;
  readonly low: number;
  readonly high: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Keys by pixel column, so that drawing costs columns, not keys. Includes one key outside the window on either side, to
 * which lines lead.
 * @param times in file order; a key that goes back in time begins a new column
 */
export function columnsOf(
  times: Float64Array,
  values: Float32Array,
  x: (timeMs: number) => number,
  width: number,
): Column[] {
  const columns: Column[] = [];
  let before: Column | null = null;
  let isBehind = false;
  for (let i = 0; i < times.length; i++) {
    const place = Math.round(x(times[i] ?? 0));
    const value = values[i] ?? Number.NaN;
    if (!Number.isFinite(value) || !Number.isFinite(place)) continue;
    const column = { x: place, low: value, high: value, first: value, last: value };
    if (place < 0) {
      before = column;
      continue;
    }
    if (before) columns.push(before);
    before = null;
    if (place > width) {
      if (!isBehind) columns.push(column);
      isBehind = true;
      continue;
    }
    isBehind = false;
    const last = columns[columns.length - 1];
    if (last?.x === place) {
      columns[columns.length - 1] = {
        x: place,
        low: Math.min(last.low, value),
        high: Math.max(last.high, value),
        first: last.first,
        last: value,
      };
    } else {
      columns.push(column);
    }
  }
  if (before) columns.push(before);
  return columns;
}

/**
 * The key whose dot is nearest to a position; −1 without one within reach.
 * @param curves one value per key
 * @param count of keys
 * @param dots position of the dot of a key and a value, CSS pixels
 */
export function nearestKey(
  curves: readonly Float32Array[],
  count: number,
  dots: { x(key: number): number; y(value: number): number },
  x: number,
  y: number,
  reach: number,
): number {
  let best = -1;
  let nearest = reach;
  for (const values of curves) {
    for (let key = 0; key < count; key++) {
      const across = Math.abs(dots.x(key) - x);
      if (across > nearest) continue;
      const distance = Math.hypot(across, dots.y(values[key] ?? 0) - y);
      // False for NaN, which has no dot.
      if (!(distance <= nearest)) continue;
      best = key;
      nearest = distance;
    }
  }
  return best;
}

/** A smaller range of values is the noise of an exporter: the curve is flat. */
const FLAT_BELOW = 1e-4;

/** A value this many times larger than most values (or than 1) is an outlier, which would flatten all others. */
const OUTLIER = 1e6;

/** Range of the values of several curves, with a margin; a flat curve gets a band. Outliers, NaN and infinities do not count. */
export function valueRange(curves: readonly Float32Array[]): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const limit = outlierLimit(curves);
  for (const curve of curves) {
    for (const value of curve) {
      if (!(Math.abs(value) <= limit)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return { low: -1, high: 1 };
  const room = high - low > FLAT_BELOW ? (high - low) * 0.08 : Math.max(Math.abs(low) * 0.1, 0.5);
  return { low: low - room, high: high + room };
}

function outlierLimit(curves: readonly Float32Array[]): number {
  const sizes = curves.map((values) => values.map(Math.abs).filter(Number.isFinite).sort());
  return (
    OUTLIER *
    Math.max(1, ...sizes.map((sorted) => sorted[Math.floor(sorted.length * 0.9) - 1] ?? sorted[0] ?? 0))
  );
}

/**
 * Euler angles in degrees of stored quaternions (x, y, z, w), about z, then y, then x. Each angle is brought near the one
 * before, so that the curve does not jump by a full turn.
 */
export function eulerDegrees(rotations: Float32Array): [Float32Array, Float32Array, Float32Array] {
  const count = rotations.length / 4;
  const angles: [Float32Array, Float32Array, Float32Array] = [
    new Float32Array(count),
    new Float32Array(count),
    new Float32Array(count),
  ];
  const previous: number[] = [];
  for (let k = 0; k < count; k++) {
    const [x = 0, y = 0, z = 0, w = 1] = rotations.subarray(k * 4, k * 4 + 4);
    const s = 2 / (x * x + y * y + z * z + w * w || 1);
    const values = [
      Math.atan2(s * (y * z + x * w), 1 - s * (x * x + y * y)),
      Math.asin(Math.min(Math.max(s * (y * w - x * z), -1), 1)),
      Math.atan2(s * (x * y + z * w), 1 - s * (y * y + z * z)),
    ];
    angles.forEach((angle, axis) => {
      const degrees = ((values[axis] ?? 0) * 180) / Math.PI;
      // A NaN key does not change the number of turns.
      const turns = Math.round(((previous[axis] ?? degrees) - degrees) / 360);
      const near = degrees + 360 * turns;
      angle[k] = near;
      if (Number.isFinite(near)) previous[axis] = near;
    });
  }
  return angles;
}

/** Round numbers for grid lines between two values. @param about approximate number of lines */
export function gridLines(low: number, high: number, about: number): number[] {
  const rough = (high - low) / Math.max(about, 1);
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const lines: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high && lines.length < 100; i++) lines.push(i * step);
  return lines;
}
