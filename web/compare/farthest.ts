/** How far two models are apart in a pose: the vertices of pieces of one name, one by one. */

import type { Info } from '@lithoscope/core';
import type { DrawnTogether } from '../document/drawn-together.ts';
import { counted, formatCount } from '../explain/describe.ts';

/** A vertex that is in both models. */
interface FarVertex {
  /** Index of its piece in each file. */
  readonly left: number;
  readonly right: number;
  readonly vertex: number;
  /** Units. */
  readonly distance: number;
}

export interface ModelDistance {
  /** The vertex that is farthest from its partner; null when there is nothing to compare, or no number is finite. */
  readonly farthest: FarVertex | null;
  /** Vertices that were compared. */
  readonly vertices: number;
  /** Pieces of one name with unlike numbers of vertices, which are not compared. */
  readonly uneven: readonly { readonly name: string; readonly left: number; readonly right: number }[];
  /** Pieces that only one of the models has. */
  readonly unmatched: number;
}

type Pieces = Pick<Info, 'pieces'>;

/** Compares two models as they were drawn: positions of the evaluator, in the file space of the left one. */
export function distanceBetween(left: Pieces, right: Pieces, drawn: DrawnTogether): ModelDistance {
  const mirror = drawn.isMirrored ? -1 : 1;
  const uneven: { name: string; left: number; right: number }[] = [];
  let farthest: FarVertex | null = null;
  let vertices = 0;
  let unmatched = 0;
  for (const pair of namesakes(left, right)) {
    const mine = drawn.left.pieces[pair.left]?.positions;
    const others = drawn.right.pieces[pair.right]?.positions;
    if (!mine || !others) {
      unmatched++;
      continue;
    }
    if (mine.length !== others.length) {
      const name = left.pieces[pair.left]?.name ?? '';
      uneven.push({ name, left: mine.length / 3, right: others.length / 3 });
      continue;
    }
    vertices += mine.length / 3;
    for (let at = 0; at < mine.length; at += 3) {
      const x = (mine[at] as number) - (others[at] as number);
      const y = (mine[at + 1] as number) - (others[at + 1] as number);
      const z = (mine[at + 2] as number) - mirror * (others[at + 2] as number);
      const distance = Math.hypot(x, y, z);
      if (Number.isFinite(distance) && distance > (farthest?.distance ?? -1)) {
        farthest = { left: pair.left, right: pair.right, vertex: at / 3, distance };
      }
    }
  }
  return { farthest, vertices, uneven, unmatched };
}

/** Indices of pieces of one name in both models, several of a name in their order; −1 where a model has none. */
function namesakes(left: Pieces, right: Pieces): { left: number; right: number }[] {
  const places = new Map<string, number[]>();
  for (const [index, { name }] of right.pieces.entries()) {
    const known = places.get(name);
    if (known) known.push(index);
    else places.set(name, [index]);
  }
  const pairs = left.pieces.map(({ name }, index) => ({
    left: index,
    right: places.get(name)?.shift() ?? -1,
  }));
  const alone = [...places.values()].flat().map((index) => ({ left: -1, right: index }));
  return [...pairs, ...alone];
}

/** `Largest difference: 3.2 units, at vertex 17 of piece Head`; what is less than a ten-thousandth is none. */
export function formatFarthest({ pieces }: Pieces, { farthest, vertices }: ModelDistance): string {
  if (vertices === 0) return 'No vertices to compare';
  if (!farthest) return 'No vertex has numbers that could be compared';
  if (farthest.distance < LEAST) return `No difference in this pose: ${counted(vertices, 'vertex')} compared`;
  const units = Number(farthest.distance.toPrecision(3));
  const name = pieces[farthest.left]?.name || `[${farthest.left}]`;
  return `Largest difference: ${units} ${units === 1 ? 'unit' : 'units'}, at vertex ${formatCount(farthest.vertex)} of piece ${name}`;
}

/** Units: less is rounding. */
export const LEAST = 1e-4;

/** Pieces that are named; more are counted. */
const MAX_NAMED = 2;

/** What is not compared, in sentences; '' when all is. */
export function formatUncompared({ uneven, unmatched }: ModelDistance): string {
  const named = uneven
    .slice(0, MAX_NAMED)
    .map(
      ({ name, left, right }) =>
        `${name} has ${formatCount(left)} and ${formatCount(right)} vertices: not compared.`,
    );
  const more = uneven.length - named.length;
  if (more > 0) named.push(`${counted(more, 'more piece')} with unlike numbers of vertices.`);
  if (unmatched > 0) named.push(`${counted(unmatched, 'piece')} only one of them has.`);
  return named.join(' ');
}
