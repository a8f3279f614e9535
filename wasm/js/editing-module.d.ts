/** The Embind surface of `bindings/editing.cpp`, by hand: emscripten 3.1.6 cannot emit it. */
declare module '@lithoscope/editing-module' {
  import type {
    ComparisonColumns,
    Conversion,
    Edited,
    EditKind,
    EditOperation,
    EditRefusal,
    NewModel,
    NodePairs,
    NotWritten,
    Outline,
    RetargetedOperations,
    RetargetOptions,
    RetargetWanted,
    StartOptions,
  } from '@lithoscope/core';
  import type {
    NewImage,
    NewTexture,
    TextureVersion,
    WriteProgress,
    WrittenTexture,
  } from './types/new-texture.ts';

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
    compare(other: RawEdited): ComparisonColumns | null;
    pairNodes(source: RawEdited, options: RetargetOptions): NodePairs | NotWritten;
    retarget(
      source: RawEdited,
      options: RetargetOptions,
      wanted: RetargetWanted,
    ): RetargetedOperations | NotWritten;
    delete(): void;
  }

  export interface RawEditing {
    File: new () => RawEdited;
    memory(): number;
    /** Null when there is no memory for it. */
    compareOutlines(left: Outline, right: Outline): ComparisonColumns | null;
    compose(model: NewModel): Uint8Array | NotWritten;
    writeTexture(
      image: NewImage,
      texture: NewTexture,
      progress: WriteProgress | null,
    ): WrittenTexture | NotWritten;
    textureVersions(): TextureVersion[];
  }

  export default function createModule(options: StartOptions): Promise<RawEditing>;
}
