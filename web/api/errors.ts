/** Errors with a code and a sentence, and the checks of arguments that throw them. */

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

/** The kind of an argument: words that follow “is”, and a test. */
export interface Kind {
  readonly words: string;
  readonly includes: (value: unknown) => boolean;
}

/** The kind of each property of an options object. A property without one does not compile. */
export type Kinds<Options> = { readonly [Name in keyof Required<Options>]: Kind };

/** The index that means no element: indices in files have 32 bits. */
const NONE = 0xffffffff;

export const TEXT: Kind = { words: 'a string', includes: (value) => typeof value === 'string' };
export const NUMBER: Kind = { words: 'a number', includes: (value) => typeof value === 'number' };
export const FLAG: Kind = { words: 'true or false', includes: (value) => typeof value === 'boolean' };
export const FUNCTION: Kind = { words: 'a function', includes: (value) => typeof value === 'function' };
export const SIGNAL: Kind = { words: 'an AbortSignal', includes: (value) => value instanceof AbortSignal };
export const FLOATS: Kind = { words: 'a Float32Array', includes: (value) => value instanceof Float32Array };

/** A factor of lengths that are stored in 32 bits. */
export const SCALE: Kind = {
  words: 'a number above 0 that fits in 32 bits',
  includes: (value) =>
    typeof value === 'number' && Math.fround(value) > 0 && Number.isFinite(Math.fround(value)),
};

export const VECTOR: Kind = {
  words: 'a list of three numbers',
  includes: (value) => Array.isArray(value) && value.length === 3 && listOf(NUMBER).includes(value),
};

export function oneOf(...values: readonly unknown[]): Kind {
  return { words: values.join(' or '), includes: (value) => values.includes(value) };
}

export function either(...kinds: readonly Kind[]): Kind {
  return {
    words: kinds.map(({ words }) => words).join(', or '),
    includes: (value) => kinds.some((kind) => kind.includes(value)),
  };
}

export function listOf(kind: Kind): Kind {
  return {
    words: `a list in which each element is ${kind.words}`,
    // Not `every`, which skips the holes of a sparse list.
    includes: (value) => {
      if (!Array.isArray(value)) return false;
      for (let i = 0; i < value.length; i++) if (!kind.includes(value[i])) return false;
      return true;
    },
  };
}

export function mapOf(kind: Kind): Kind {
  return {
    words: `a Map in which each value is ${kind.words}`,
    includes: (value) => value instanceof Map && [...value.values()].every((each) => kind.includes(each)),
  };
}

export function instanceOf(type: abstract new (...values: never[]) => unknown, words: string): Kind {
  return { words, includes: (value) => value instanceof type };
}

/** An object whose properties are of these kinds or absent; needed ones must be present. */
export function objectOf<Of>(
  words: string,
  kinds: Kinds<Of>,
  ...needed: readonly (keyof Of & string)[]
): Kind {
  return {
    words,
    includes: (value) =>
      isObject(value) &&
      wrongOption(value, kinds) === null &&
      needed.every((name) => value[name] !== undefined),
  };
}

/** @param what its name @throws {LithoscopeError} `WRONG_ARGUMENT` when a value is of another kind */
export function check(what: string, value: unknown, { words, includes }: Kind): void {
  if (!includes(value)) throw new LithoscopeError('WRONG_ARGUMENT', `“${what}” must be ${words}.`);
}

/** @throws {LithoscopeError} `WRONG_ARGUMENT` when an option is of another kind; absent options are valid */
export function checkOptions<Options>(options: unknown, kinds: Kinds<Options>): void {
  if (!isObject(options)) throw new LithoscopeError('WRONG_ARGUMENT', 'Options must be an object.');
  const name = wrongOption(options, kinds);
  if (name !== null) check(name, options[name], kinds[name as keyof Options]);
}

/** An index for the core: any other number means no element. @throws {LithoscopeError} `WRONG_ARGUMENT` */
export function indexOf(what: string, value: unknown): number {
  check(what, value, NUMBER);
  const index = value as number;
  return Number.isInteger(index) && index >= 0 && index < NONE ? index : NONE;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongOption<Options>(
  options: Readonly<Record<string, unknown>>,
  kinds: Kinds<Options>,
): string | null {
  for (const [name, kind] of Object.entries<Kind>(kinds)) {
    const value = options[name];
    if (value !== undefined && !kind.includes(value)) return name;
  }
  return null;
}
