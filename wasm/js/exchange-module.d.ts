/** The Embind surface of `bindings/exchange.cpp`, which is added to that of `bindings/editing.cpp`. */
declare module '@lithoscope/exchange-module' {
  import type {
    DraftingSettings,
    DraftingSource,
    ExportedAnimation,
    ExportedMesh,
    ExportedParts,
    ExportedSkeleton,
    ExportSettings,
    ImportDraft,
    ImportMade,
    ImportMesh,
    ImportNote,
    ImportSettings,
    LevelWedges,
    MadeDraft,
    MadeLevel,
    Merged,
    MergeSettings,
    MergeSource,
    MorphPlan,
    NotTheFile,
    NotWritten,
    SceneContents,
    SeenVertices,
    StartOptions,
    WantedClip,
  } from '@lithoscope/core';
  import type { RawEditing } from '@lithoscope/editing-module';

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
    beginAgain(bytes: Uint8Array): boolean | NotWritten;
    start(mesh: number): LevelWedges | NotWritten;
    aroundTurned(from: Uint32Array, left: Uint32Array): Uint8Array | NotWritten;
    keep(left: Uint32Array): MadeLevel | NotWritten;
    operations(distances: Float64Array): readonly EditOperation[] | NotWritten;
    delete(): void;
  }

  /** To be asked for the rest after `begin` was answered with contents. */
  export interface RawDrafting {
    begin(source: DraftingSource, settings: DraftingSettings): SceneContents | NotWritten;
    /** A sentence that says why it cannot; empty: it did. */
    look(mesh: number, vertices: SeenVertices): string;
    height(): number;
    /** False: all is done. */
    step(): boolean | NotWritten;
    /** 0 to 1. */
    done(): number;
    result(): MadeDraft | NotWritten;
    delete(): void;
  }

  /** To be asked for the rest after `begin` was answered with a skeleton. */
  export interface RawExport {
    /** A view of `size` bytes of a file to fill, or null when there is no memory for them. */
    allocate(size: number): Uint8Array | null;
    begin(settings: ExportSettings): ExportedSkeleton | NotWritten;
    mesh(piece: number, lods: Uint32Array): ExportedMesh | NotWritten;
    addSource(): NotWritten | null;
    animate(clip: WantedClip, mostAdded: number): NotWritten | null;
    /** False: all is done. */
    step(): boolean;
    animation(): ExportedAnimation | NotWritten;
    morphs(
      piece: number,
      lod: number,
      clips: readonly WantedClip[],
      most: number,
    ): MorphPlan | NotWritten | null;
    keptFile(exported: ExportedParts): Uint8Array | NotWritten;
    delete(): void;
  }

  /** To be asked for the rest after `begin` was answered with null, and for the result after `step` was false. */
  export interface RawMerge {
    /** A view of `size` bytes of the file to fill, or null when there is no memory for them. */
    allocate(size: number): Uint8Array | null;
    begin(source: MergeSource, settings: MergeSettings): NotTheFile | NotWritten | null;
    /** False: all is done. */
    step(): boolean | NotWritten;
    /** 0 to 1. */
    done(): number;
    result(): Merged | NotWritten;
    delete(): void;
  }

  export interface RawExchange extends RawEditing {
    Drafting: new () => RawDrafting;
    Export: new () => RawExport;
    Import: new () => RawImport;
    Levels: new () => RawLevels;
    Merge: new () => RawMerge;
    limitsOf(bytes: Uint8Array): readonly ImportNote[] | NotWritten;
  }

  export default function createModule(options: StartOptions): Promise<RawExchange>;
}
