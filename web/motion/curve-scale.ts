/** The window of a graph, and its points by pixel column: times in ms, x in CSS pixels. */

/** The part of the time that is in view. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** Shortest time in view. */
const MIN_WINDOW_MS = 1;

/** Brings the window nearer (factor below 1) or away, with the time under the pointer staying where it is. */
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

/** A run of pixel columns: for each the lowest and highest value of the keys in it. */
export interface Column {
  readonly x: number;
  readonly low: number;
  readonly high: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Keys by pixel column, so that a drawing costs columns, not keys. One key beside the window on either side
 * belongs to it: lines lead there.
 * @param times in the order of the file; keys that go back in time begin a column of their own
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
 * The key whose dot is nearest to a place; −1 when none is within reach.
 * @param curves one value a key
 * @param count of keys
 * @param dots where the dot of a key and of a value is, CSS pixels
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
      // Written so that NaN is no dot.
      if (!(distance <= nearest)) continue;
      best = key;
      nearest = distance;
    }
  }
  return best;
}

/** Values that differ by less are the noise of an exporter: the curve is level. */
const LEVEL_BELOW = 1e-4;

/** A value so many times as large as most of them (at least as 1) would press all others into a line. */
const STRAY = 1e6;

/**
 * Smallest and largest value of several curves, with room around; a level curve gets a band of its own. Values that are
 * not finite, or strays, are passed over.
 */
export function valueRange(curves: readonly Float32Array[]): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const limit = strayLimit(curves);
  for (const curve of curves) {
    for (const value of curve) {
      if (!(Math.abs(value) <= limit)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return { low: -1, high: 1 };
  const room = high - low > LEVEL_BELOW ? (high - low) * 0.08 : Math.max(Math.abs(low) * 0.1, 0.5);
  return { low: low - room, high: high + room };
}

function strayLimit(curves: readonly Float32Array[]): number {
  const sizes = curves.map((values) => values.map(Math.abs).filter(Number.isFinite).sort());
  return (
    STRAY *
    Math.max(1, ...sizes.map((sorted) => sorted[Math.floor(sorted.length * 0.9) - 1] ?? sorted[0] ?? 0))
  );
}

/**
 * Euler angles in degrees of stored quaternions (x, y, z, w): turned about z, then y, then x, each angle brought
 * near the one before, so that the curve does not jump by a full turn.
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
      // A key that is no number leaves the turns to the one before it.
      const turns = Math.round(((previous[axis] ?? degrees) - degrees) / 360);
      const near = degrees + 360 * turns;
      angle[k] = near;
      if (Number.isFinite(near)) previous[axis] = near;
    });
  }
  return angles;
}

/** Round numbers for the lines of a grid between two values, about so many. */
export function gridLines(low: number, high: number, about: number): number[] {
  const rough = (high - low) / Math.max(about, 1);
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const lines: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high && lines.length < 100; i++) lines.push(i * step);
  return lines;
}
