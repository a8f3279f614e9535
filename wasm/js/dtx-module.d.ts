/** The Embind surface of `bindings/dtx.cpp`, by hand: emscripten 3.1.6 cannot emit it. */
declare module '@lithoscope/dtx-module' {
  import type { CatalogueEntry, Schema } from '@lithoscope/core';
  import type { CompressedLevel, TextureInfo } from '@lithoscope/dtx';
  import type { RawStructure } from '@lithoscope/module';

  export interface RawTexture extends RawStructure {
    texture(): TextureInfo | null;
    schema(): Schema | null;
    pixels(level: number, face: number): Uint8ClampedArray | null;
    compressed(level: number, face: number): CompressedLevel | null;
  }

  export interface RawTextureModule {
    File: new () => RawTexture;
    catalogue(): CatalogueEntry[];
  }

  export default function createModule(options: { wasmBinary?: ArrayBuffer }): Promise<RawTextureModule>;
}
