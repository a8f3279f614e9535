/** The Embind surface of `bindings/editing.cpp`, by hand: emscripten 3.1.6 cannot emit it. */
declare module '@lithoscope/editing-module' {
  import type {
    ComparedGroup,
    Conversion,
    Edited,
    EditKind,
    EditOperation,
    EditRefusal,
    MatchedRange,
    NewModel,
    NotWritten,
    StartOptions,
    Tally,
  } from '@lithoscope/core';

  export interface RawComparison {
    same: boolean;
    isPartial: boolean;
    groups: ComparedGroup[];
    tallies: Tally[];
    /** By the number in `left` and `right`. */
    rangeKinds: MatchedRange['kind'][];
    /** Of each range five numbers: its kind, start and end in the left file, start and end in the right one. */
    left: Uint32Array;
    right: Uint32Array;
  }

  /** Answers only once `read` was true. */
  export interface RawEdited {
    /** A view of `size` bytes to fill, or null when there is no memory for them. */
    allocate(size: number): Uint8Array | null;
    /** False when there is no memory for it. */
    read(kind: EditKind): boolean;
    edit(operations: readonly EditOperation[]): Edited | EditRefusal;
    /** @param finding −1: all of the code */
    fixes(code: string, finding: number): EditOperation[];
    /** Of each finding of a model 1 where something mends it; null when there is no memory to find out. */
    mendable(): Uint8Array | null;
    conversion(version: number): Conversion | null;
    /** Null when there is no memory for it. */
    compare(other: RawEdited): RawComparison | null;
    delete(): void;
  }

  export interface RawEditing {
    File: new () => RawEdited;
    memory(): number;
    compose(model: NewModel): Uint8Array | NotWritten;
  }

  export default function createModule(options: StartOptions): Promise<RawEditing>;
}
