/** Keys of the dope sheet in words. */

import type { Keyframes } from '@lithoscope/core';
import { counted, formatTime } from '../../explain/describe.ts';
import { EVENTS, type Tracks } from './rows.ts';

/** `Key 3, 320 ms, 2 nodes change`; in the row of a node that repeats the previous key, that too. */
export function keyWords(keys: Keyframes, tracks: Tracks | null, node: number, key: number): string {
  const time = keys.times[key];
  if (time === undefined) return 'No keys';
  const nodes = tracks?.changedBy(key) ?? 0;
  const words = [
    `Key ${key + 1}`,
    formatTime(time),
    `${counted(nodes, 'node')} ${nodes === 1 ? 'changes' : 'change'}`,
  ];
  const text = keys.strings[key] ?? '';
  if (text !== '') words.push(text);
  else if (node === EVENTS) words.push('no frame string');
  if (node !== EVENTS && tracks?.of(node)?.changes[key] === 0)
    words.push('this node repeats the previous key');
  return words.join(', ');
}
