/** The Embind surface of `bindings/rez.cpp`, by hand: emscripten 3.1.6 cannot emit it. */
declare module '@lithoscope/rez-module' {
  import type { Schema, StartOptions } from '@lithoscope/core';
  import type { RawLibrary, RawStructure } from '@lithoscope/module';
  import type { RezKinds, RezLayout } from '@lithoscope/rez';

  export interface RawArchive extends RawStructure {
    begin(fileSize: number, name: string): void;
    /** What to fill into the view of `allocate` and `take` next; null: `parse`. */
    wanted(): [start: number, end: number] | null;
    take(): void;
    entryCount(): number;
    entryAt(offset: number): number;
    /** Each path has a zero after it. */
    entries(
      from: number,
      count: number,
    ): { paths: string; offset: Uint32Array; size: Uint32Array; time: Uint32Array };
    kinds(): RezKinds | null;
    /** Neighbours of one kind are one range; `section` is an index into `Info.sections`. */
    parts(): { start: Uint32Array; end: Uint32Array; section: Uint32Array } | null;
    folderCount(): number;
    schema(): Schema | null;
    /** Each path has a zero after it; `kept` −1: none. Null when there is no memory for it. */
    layOut(wish: {
      readonly paths: string;
      readonly size: Float64Array;
      readonly time: Uint32Array;
      readonly kept: Int32Array;
      readonly title: string | null;
      readonly inCapitals: boolean;
    }): (RezLayout & { readonly refusal: string; readonly refused: number }) | null;
  }

  export default function createModule(options: StartOptions): Promise<RawLibrary<RawArchive>>;
}
