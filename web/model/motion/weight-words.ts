/** What a weight set holds, in words (ABC.md §4.10). Pure. */
import { counted } from '../../explain/describe.ts';

/** The share at which a layer adds to the base instead of leading towards it. */
const ADDITIVE = 2;

/**
 * `10 nodes whole, 3 nodes by a fraction, 12 nodes untouched`.
 * @param weights one a node; nodes without one are untouched
 */
export function weightSetInWords(weights: readonly number[], nodeCount: number): string {
  const shares = Array.from({ length: nodeCount }, (_, node) => weights[node] ?? 0);
  const count = (is: (share: number) => boolean) => shares.filter(is).length;
  const untouched = count((share) => share === 0);
  const additive = count((share) => share === ADDITIVE);
  const whole = count((share) => share === 1);
  const parts: (readonly [number, string])[] = [
    [whole, 'whole'],
    [additive, 'additive'],
    [nodeCount - untouched - additive - whole, 'by a fraction'],
    [untouched, 'untouched'],
  ];
  return parts
    .filter(([nodes]) => nodes > 0)
    .map(([nodes, how]) => `${counted(nodes, 'node')} ${how}`)
    .join(', ');
}
