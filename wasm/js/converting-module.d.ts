/** The Embind surface of `bindings/converting.cpp`, by hand: emscripten 3.1.6 cannot emit it. */
declare module '@lithoscope/converting-module' {
  import type { ConvertedModel, Format, NotWritten, StartOptions } from '@lithoscope/core';

  /** Answers only once `read` was true. */
  export interface RawConverted {
    /** A view of `size` bytes to fill, or null when there is no memory for them. */
    allocate(size: number): Uint8Array | null;
    /** False when there is no memory for it. @param format as which the file was opened */
    read(format: Format): boolean;
    targets(): string[];
    convert(target: string): ConvertedModel | NotWritten;
    delete(): void;
  }

  export interface RawConverting {
    File: new () => RawConverted;
    allTargets(): string[];
    /** Bytes that are allocated. */
    memory(): number;
  }

  export default function createModule(options: StartOptions): Promise<RawConverting>;
}
