/** What operations on animations and levels as wholes do, in words. No DOM. */
import type { EditOperation } from '@lithoscope/core';
import { counted, formatRounded } from './describe.ts';

/** An operation on an animation as a whole. */
export type AnimationOperation = Extract<
  EditOperation,
  { op: 'trim' | 'retime' | 'scaleTime' | 'reverse' | 'scale' | 'addKey' | 'moveKey' | 'join' | 'adopt' }
>;

/** An operation on something as a whole. */
export type WholeOperation = AnimationOperation | Extract<EditOperation, { op: 'replaceLevel' }>;

/** `trimmed to 100…900 ms`, after the path of the animation. */
export function wholeChangeInWords(operation: WholeOperation): string {
  switch (operation.op) {
    case 'trim':
      return `trimmed to ${formatRounded(operation.from)}…${formatRounded(operation.to)} ms`;
    case 'retime':
      return `stretched to ${formatRounded(operation.length)} ms`;
    case 'scaleTime':
      return `${formatRounded(operation.factor)} times as long`;
    case 'reverse':
      return 'reversed';
    case 'scale':
      return `scaled by ${formatRounded(operation.factor)}`;
    case 'addKey':
      return `key added at ${formatRounded(operation.time)} ms`;
    case 'moveKey':
      return `moved to ${formatRounded(operation.time)} ms`;
    case 'join':
      return `joined with ${operation.with}`;
    case 'adopt':
      return 'taken over from another model';
    case 'replaceLevel':
      return `replaced: ${counted(operation.vertices.length, 'vertex')}, ${counted(operation.faces.length, 'triangle')}`;
  }
}
