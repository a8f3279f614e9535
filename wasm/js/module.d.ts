/** The Embind surface of `bindings/`, by hand: emscripten 3.1.6 cannot emit it. */
declare module '@lithoscope/module' {
  import type {
    CatalogueEntry,
    ChainPart,
    ChildComparison,
    Conversion,
    Coverage,
    Edited,
    EditOperation,
    EditRefusal,
    Elements,
    EngineVerdict,
    FilterTerm,
    Finding,
    FrozenPose,
    Info,
    Keyframes,
    Leaves,
    ModelElement,
    PieceTopology,
    RawLists,
    Schema,
    SearchPart,
    StateRanges,
    StructureNode,
    Track,
    Vec3,
    Weights,
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
    edit(operations: readonly EditOperation[]): Edited | EditRefusal;
    /** @param finding −1: all of the code */
    fixes(code: string, finding: number): EditOperation[];
  }

  export interface RawStructure extends Structure {
    /** A view of `size` bytes to fill, or null when there is no memory for them (a finding says so). */
    allocate(size: number): Uint8Array | null;
    parse(): void;
    delete(): void;
  }

  export interface RawFile extends RawStructure {
    /** The elements of the lists of `info`, which itself leaves them empty. */
    lists(): RawLists;
    topology(piece: number, lod: number): PieceTopology;
    weights(piece: number, lod: number): Weights;
    keyframes(animation: number): Keyframes;
    frameStrings(most: number): string[];
    track(animation: number, node: number): Track | null;
    compareChild(child: number, base: RawFile): ChildComparison;
    /** False when the request names a part that is not there. The next three are about the pose of the last request. */
    pose(request: RawPoseRequest): boolean;
    /** Address of the matrices, 16 numbers a node. An address holds until the memory grows. */
    nodeMatrices(): number;
    /** Address of the positions, three numbers a vertex; as many normals follow. */
    deform(piece: number): number;
    freeze(request: RawPoseRequest): FrozenPose | null;
    schema(): Schema | null;
    conversion(version: number): Conversion | null;
    pathOf(element: ModelElement): string;
    elementOf(path: string): ModelElement;
  }

  /** A `PoseRequest` with everything that may be absent as null, and the base as the first layer. */
  export interface RawPoseRequest {
    layers: RawLayer[];
    lod: number;
    origin: Vec3 | null;
    from: FrozenPose | null;
    fraction: number;
    conjugateKeys: boolean | null;
    restAnimation: number | null;
  }

  export interface RawLayer {
    /** −1 only in the first one: no animation. */
    animation: number;
    timeMs: number;
    loop: boolean;
    source: RawFile;
    weightSet: number | null;
  }

  /** A module that opens files of one kind. */
  export interface RawLibrary<Raw extends RawStructure> {
    File: new () => Raw;
    catalogue(): CatalogueEntry[];
    columnNames(): { leafTypes: string[]; byteStates: string[] };
    /** Bytes that are allocated. */
    memory(): number;
  }

  export interface RawModule extends RawLibrary<RawFile> {
    /** The memory; another array after it has grown. */
    readonly HEAPF32: Float32Array;
    matches(filter: readonly FilterTerm[], name: string, type: string, leaf: Uint8Array | null): boolean;
    chain(bytes: Uint8Array, start: number, fileSize: number, offset: number, most: number): ChainPart;
  }

  export default function createModule(options: { wasmBinary?: ArrayBuffer }): Promise<RawModule>;
}
