/** The keys of nodes in an animation as CSV: what the curves show, in numbers. */
import type { AbcFile, Track } from '@lithoscope/core';
import { shortestF32 } from '../explain/values.ts';
import { BYTE_ORDER_MARK, type CellValue, csvLine } from '../lib/csv.ts';

const COLUMNS = [
  'Node',
  'Node name',
  'Key',
  'Time (ms)',
  ...['X', 'Y', 'Z'].map((axis) => `Translation.${axis}`),
  ...['X', 'Y', 'Z', 'W'].map((axis) => `Rotation.${axis}`),
] as const;

/**
 * A part for each node: a line for each key, its numbers as stored in the file. Nodes and keys count from 0.
 * @param source the file of the animation: the model itself, or one that lends it
 * @param names of the model's nodes
 * @param nodes those that are wanted; one without keys has no lines
 */
export function* keyParts(
  source: AbcFile,
  animation: number,
  names: readonly string[],
  nodes: readonly number[],
): Generator<string> {
  const { times } = source.keyframes(animation);
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  for (const node of nodes) {
    const track = source.track(animation, node);
    const lines = Array.from(track ? times : [], (time, key) =>
      csvLine([node, names[node] ?? '', key, time, ...keyOf(track, key)]),
    );
    yield lines.join('');
  }
}

function keyOf(track: Track | null, key: number): CellValue[] {
  if (!track) return [];
  const { translations, rotations } = track;
  const numbers = [
    ...translations.subarray(3 * key, 3 * key + 3),
    ...rotations.subarray(4 * key, 4 * key + 4),
  ];
  return numbers.map(shortestF32);
}
