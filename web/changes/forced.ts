/** Operations with `force`: what some program would refuse is done all the same. */
import type { EditOperation } from '@lithoscope/core';

/** The same with `force`; what is refused for other reasons only stays as it is. */
export function forced(operation: EditOperation): EditOperation {
  switch (operation.op) {
    case 'bytes':
    case 'convert':
    case 'transform':
      return operation;
    default:
      return { ...operation, force: true };
  }
}
