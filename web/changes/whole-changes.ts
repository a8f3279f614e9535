/** Operations on whole animations, levels and models, in words. */
import type { EditOperation } from '@lithoscope/core';
import { counted, formatRounded } from '../explain/describe.ts';

/** An operation on a whole animation. */
export type AnimationOperation = Extract<
  EditOperation,
  { op: 'trim' | 'retime' | 'scaleTime' | 'reverse' | 'scale' | 'addKey' | 'moveKey' | 'join' | 'adopt' }
>;

/** An operation on a whole animation or level. */
export type WholeOperation =
  | AnimationOperation
  | Extract<EditOperation, { op: 'replaceLevel' | 'adoptLevel' }>;

/** An operation on the whole model. */
export type TransformOperation = Extract<EditOperation, { op: 'transform' }>;

/** Targets of centring, by the words of the operation. */
const CENTRES: Readonly<Record<NonNullable<TransformOperation['centre']>, string>> = {
  middle: 'centred',
  ground: 'put on the ground',
};

/** `mirrored in X, scaled by 2, turned by 90° about Y`, in the order in which it is done. */
export function transformInWords(operation: TransformOperation): string {
  const { mirror, scale = 1, turn, centre, move, swapSides } = operation;
  const turns = byAxis(turn, (degrees, axis) => `${degrees}° about ${axis}`);
  const moves = byAxis(move, (units, axis) => `${units} in ${axis}`);
  const words = [
    ...(mirror ? [`mirrored in ${mirror.toUpperCase()}`] : []),
    ...(scale === 1 ? [] : [`scaled by ${formatRounded(scale)}`]),
    ...(turns ? [`turned by ${turns}`] : []),
    ...(centre ? [CENTRES[centre]] : []),
    ...(moves ? [`moved by ${moves}`] : []),
    ...(swapSides ? ['left and right swapped in names'] : []),
  ];
  return words.join(', ') || 'not changed';
}

/** The numbers that are not 0; '' when all are. */
function byAxis(
  numbers: readonly number[] | undefined,
  inWords: (number: string, axis: string) => string,
): string {
  const axes = ['X', 'Y', 'Z'].map((axis, i) => ({ axis, number: numbers?.[i] ?? 0 }));
  return axes
    .filter(({ number }) => number !== 0)
    .map(({ axis, number }) => inWords(formatRounded(number), axis))
    .join(', ');
}

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
    case 'adoptLevel':
      return `replaced by ${operation.level} of another model`;
    case 'replaceLevel':
      return `replaced: ${counted(operation.vertices.length, 'vertex')}, ${counted(operation.faces.length, 'triangle')}`;
  }
}
