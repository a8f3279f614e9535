/** What goes wrong, as errors with a code and a sentence. */

/**
 * Why something was not done:
 * - `LOAD_FAILED`: a WebAssembly module could not be fetched, read or compiled
 * - `UNREADABLE`: the bytes of a file or entry cannot be read: its source failed, it is too large, or it is damaged in its
 *   archive
 * - `NOT_FOUND`: a sound file has no such animation, level of detail or entry; no such field is there to be changed
 * - `REFUSED`: a change was refused, as the sentence says; nothing was changed
 * - `NOT_EDITABLE`: files of this kind cannot be changed
 * - `UNDECODABLE`: a picture has a form that is not known, or is damaged
 * - `NOT_IMPORTED`: a file is no GLB or glTF that can be read, or no model can be made of it
 * - `RELEASED`: the file was released before
 * - `STOPPED`: a fault of Lithoscope at this file, which answers nothing more; others are as they were
 * - `WRONG_ARGUMENT`: what was given is nothing of the kind that the function takes
 */
export type ErrorCode =
  | 'LOAD_FAILED'
  | 'UNREADABLE'
  | 'NOT_FOUND'
  | 'REFUSED'
  | 'NOT_EDITABLE'
  | 'UNDECODABLE'
  | 'NOT_IMPORTED'
  | 'RELEASED'
  | 'STOPPED'
  | 'WRONG_ARGUMENT';

/**
 * Everything that this package throws by itself. What is wrong with the contents of a file is never thrown: it is in the
 * file's `findings`.
 */
export class LithoscopeError extends Error {
  /** Why, for programs. */
  readonly code: ErrorCode;
  /** Of a refused change: the index of the operation; otherwise absent. */
  readonly operation?: number;
  /** Of a refused change: it is made all the same with `force`. */
  readonly canForce: boolean;

  /** @internal */
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.name = 'LithoscopeError';
    this.code = code;
    if (details.operation !== undefined) this.operation = details.operation;
    this.canForce = details.canForce ?? false;
  }
}

/** @internal */
export interface ErrorDetails extends ErrorOptions {
  readonly operation?: number;
  readonly canForce?: boolean;
}

/** @internal `ends here` → `The model ends here.` */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.?$/, '.')}`;
}
