/** Up to which distance a level of detail is shown where nobody says so. */

/** As the games' own models have it: radii of the model. */
const RADII = [3, 6, 10, 15];

/** Of a model that has no size, units. */
const NO_SIZE = 100;

/**
 * Growing, in round numbers, units.
 * @param count levels behind the first
 * @param radius the farthest vertex from the origin, units
 */
export function suggestedDistances(count: number, radius: number): number[] {
  const out: number[] = [];
  for (let i = 0; i < count; i++) {
    const radii = RADII[i] ?? 15 * 1.5 ** (i + 1 - RADII.length);
    const distance = rounded(radii * (radius > 0 && Number.isFinite(radius) ? radius : NO_SIZE));
    out.push(Math.max(distance, rounded(1.1 * (out.at(-1) ?? 0))));
  }
  return out;
}

/** Two digits, the second a 0 or a 5 where the first is above 1. */
function rounded(value: number): number {
  const step =
    10 ** Math.floor(Math.log10(value || 1)) /
    (value >= 2 * 10 ** Math.floor(Math.log10(value || 1)) ? 2 : 10);
  return Number((Math.ceil(value / step - 1e-9) * step).toPrecision(6));
}
