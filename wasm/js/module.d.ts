/** The Embind surface of `bindings/`, by hand: emscripten 3.1.6 cannot emit it. */
declare module '@lithoscope/module' {
  import type {
    CatalogueEntry,
    ChainPart,
    ChildComparison,
    Coverage,
    Elements,
    EngineVerdict,
    FilterTerm,
    Finding,
    Info,
    Leaves,
    Memory,
    ModelElement,
    RawTrails,
    Role,
    Schema,
    SearchPart,
    StartOptions,
    StateRanges,
    StructureNode,
    Track,
  } from '@lithoscope/core';

  /** What every kind of file is asked. */
  export interface Structure {
    info(): Info;
    findings(): Finding[];
    findingsTruncated(): boolean;
    engine(): EngineVerdict;
    modelEdit(): EngineVerdict;
    coverage(): Coverage;
    notKnown(): StateRanges;
    leaves(start: number, end: number): Leaves;
    paths(start: number, end: number): string[];
    resolve(path: string): StructureNode | null;
    children(path: string, from: number, count: number): StructureNode[];
    ancestors(offset: number): StructureNode[];
    elements(path: string): Elements | null;
    search(filter: readonly FilterTerm[], from: number, budget: number): SearchPart;
  }

  export interface RawStructure extends Structure {
    /** A view of `size` bytes to fill, or null when there is no memory for them (a finding says so). */
    allocate(size: number): Uint8Array | null;
    parse(): void;
    delete(): void;
  }

  /** Columns are null where there was no memory for them (frames.ts, lists.ts). */
  export interface RawFile extends RawStructure, RawTrails {
    /** Of a packed file: the bytes that its places are in. Else null. */
    unpacked(): Uint8Array | null;
    /** The elements of the lists of `info`, which itself leaves them empty. */
    lists(): Uint32Array | null;
    topology(piece: number, lod: number): Uint32Array | null;
    weights(piece: number, lod: number): Uint32Array | null;
    keyframes(animation: number): Uint32Array | null;
    hitBoxes(): Uint32Array | null;
    frameStrings(most: number): string[];
    track(animation: number, node: number): Track | null;
    compareChild(child: number, base: RawFile): ChildComparison;
    skeletonDifference(other: RawFile): string;
    schema(): Schema | null;
    pathOf(element: ModelElement): string;
    elementOf(path: string): ModelElement;
    listPath(role: Role): string;
    labelPath(path: string): string;
  }

  /** A module that opens files of one kind. */
  export interface RawLibrary<Raw extends RawStructure> {
    File: new () => Raw;
    catalogue(): CatalogueEntry[];
    columnNames(): { leafTypes: string[]; byteStates: string[] };
    /** Bytes that are allocated. */
    memory(): number;
  }

  /** A module that opens models. */
  export type RawModels = RawLibrary<RawFile> & Memory;

  export interface RawModule extends RawLibrary<RawFile>, Memory {
    matches(filter: readonly FilterTerm[], name: string, type: string, leaf: Uint8Array | null): boolean;
    chain(bytes: Uint8Array, start: number, fileSize: number, offset: number, most: number): ChainPart;
  }

  export default function createModule(options: StartOptions): Promise<RawModule>;
}

declare module '@lithoscope/jupiter-module' {
  import type { StartOptions } from '@lithoscope/core';
  import type { RawModels } from '@lithoscope/module';

  export type RawJupiter = RawModels & {
    /** Text as a packed file (LTC); null without memory. */
    pack(text: Uint8Array): Uint8Array | null;
  };

  export default function createModule(options: StartOptions): Promise<RawJupiter>;
}
