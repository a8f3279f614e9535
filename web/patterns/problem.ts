/** What is wrong with a pattern, or with what it finds, and where in its text. */

/** A place in the text of a pattern, from 1. */
export interface Place {
  readonly line: number;
  /** Characters from the start of the line, from 1. */
  readonly column: number;
}

/** Thrown for a text that is no pattern, or that uses what is not supported. */
export class PatternError extends Error {
  /** @param at index into the text of the pattern */
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

/** The line and column of an index into a text. */
export function placeIn(text: string, at: number): Place {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return { line, column: at - before.lastIndexOf('\n') };
}

/** `12:5: what is wrong`. */
export const placed = ({ line, column }: Place, message: string): string => `${line}:${column}: ${message}`;
