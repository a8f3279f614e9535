/** The Embind surface of `bindings/editing.cpp`, by hand: emscripten 3.1.6 cannot emit it. */
declare module '@lithoscope/editing-module' {
  import type {
    BindingParts,
    BoundVertices,
    ComparisonColumns,
    Conversion,
    DraftingPieces,
    DraftingPrimitive,
    DraftingScene,
    DraftingSettings,
    Edited,
    EditKind,
    EditOperation,
    EditRefusal,
    ExportedParts,
    ImportDraft,
    ImportMade,
    ImportMesh,
    ImportSettings,
    LevelWedges,
    MadeAnimation,
    MadeLevel,
    MadeMeshes,
    MergeAnimation,
    MergeChannel,
    MergedKeys,
    MergedLevel,
    MergedNewPiece,
    MergedOldMesh,
    MergeMesh,
    MergeMorphs,
    MergePlayed,
    MergeRig,
    MergeSettings,
    MergeStrings,
    MeshFaults,
    NewModel,
    NotWritten,
    Outline,
    RewrittenAnimation,
    SceneSkeleton,
    SeenVertices,
    SettledModel,
    StartOptions,
    WantedAnimation,
  } from '@lithoscope/core';

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
    /** Null where it is no model. */
    boundVertices(parts: BindingParts): BoundVertices | NotWritten | null;
    /** Null where it is no model. */
    exportTemplate(exported: ExportedParts): Uint8Array | NotWritten | null;
    /** Null when there is no memory for it. */
    compare(other: RawEdited): ComparisonColumns | null;
    delete(): void;
  }

  /** To be asked for the result after `step` was false. */
  export interface RawImport {
    begin(draft: ImportDraft, settings: ImportSettings): void;
    /** False: all is done. */
    step(): boolean;
    /** 0 to 1. */
    done(): number;
    result(): ImportMade | NotWritten;
    delete(): void;
  }

  /** To be asked for the rest after `begin` was answered with null. */
  export interface RawLevels {
    begin(meshes: readonly ImportMesh[], binds: Float64Array): NotWritten | null;
    start(mesh: number): LevelWedges | NotWritten;
    aroundTurned(from: Uint32Array, left: Uint32Array): Uint8Array | NotWritten;
    keep(left: Uint32Array): MadeLevel | NotWritten;
    delete(): void;
  }

  /** To be asked for the rest after `begin` was answered with a skeleton. */
  export interface RawDrafting {
    begin(scene: DraftingScene, settings: DraftingSettings): SceneSkeleton | NotWritten;
    /** A sentence that says why it cannot; empty: it did. */
    look(mesh: number, vertices: SeenVertices): string;
    height(): number;
    add(mesh: number, primitive: DraftingPrimitive): MadeMeshes | NotWritten;
    faults(): MeshFaults;
    settle(pieces: DraftingPieces): SettledModel | NotWritten;
    centre(): boolean;
    /** A sentence that says why it cannot be made; empty: `step` makes it. */
    animate(animation: WantedAnimation): string;
    /** False: all is done. */
    step(): boolean;
    /** 0 to 1. */
    done(): number;
    /** Null: it has too many keys. */
    animation(): MadeAnimation | NotWritten | null;
    moved(): Uint8Array;
    delete(): void;
  }

  /** Answers only once `begin` gave null. */
  export interface RawMerge {
    /** A view of `size` bytes of the file to fill, or null when there is no memory for them. */
    allocate(size: number): Uint8Array | null;
    begin(rig: MergeRig, settings: MergeSettings): NotWritten | null;
    level(piece: number, lod: number, mesh: MergeMesh): MergedLevel | NotWritten;
    rebound(piece: number, lod: number): NotWritten | null;
    newPiece(mesh: MergeMesh): MergedNewPiece | NotWritten;
    oldMesh(mesh: MergeMesh, more: readonly MergeMesh[]): MergedOldMesh | NotWritten;
    setTargets(targets: readonly Float32Array[], off: number): NotWritten | null;
    play(channels: readonly MergeChannel[], known: Float64Array | null): MergePlayed | NotWritten;
    playMorphs(curve: MergeMorphs): NotWritten | null;
    moments(): Float64Array | NotWritten;
    poses(times: Float64Array): Float32Array | NotWritten;
    likeness(animation: number): number | NotWritten;
    keys(animation: number): MergedKeys | NotWritten;
    deform(): number | NotWritten;
    rewrite(strings: MergeStrings): RewrittenAnimation | NotWritten | null;
    newAnimation(made: MergeAnimation): Uint8Array | NotWritten;
    write(list: string, index: number, offset: number, values: Float64Array): NotWritten | null;
    operations(): EditOperation[] | NotWritten;
    delete(): void;
  }

  export interface RawEditing {
    Drafting: new () => RawDrafting;
    File: new () => RawEdited;
    Import: new () => RawImport;
    Levels: new () => RawLevels;
    Merge: new () => RawMerge;
    memory(): number;
    /** Null when there is no memory for it. */
    compareOutlines(left: Outline, right: Outline): ComparisonColumns | null;
    compose(model: NewModel): Uint8Array | NotWritten;
    marks(piece: number, lod: number, vertices: Uint32Array): Float32Array | NotWritten;
  }

  export default function createModule(options: StartOptions): Promise<RawEditing>;
}
