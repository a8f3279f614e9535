/** The Embind surface of `bindings/dtx.cpp`, by hand: emscripten 3.1.6 cannot emit it. */
declare module '@lithoscope/dtx-module' {
  import type { Schema } from '@lithoscope/core';
  import type { CompressedLevel, TextureInfo } from '@lithoscope/dtx';
  import type { RawLibrary, RawStructure } from '@lithoscope/module';

  export interface RawTexture extends RawStructure {
    texture(): TextureInfo | null;
    schema(): Schema | null;
    pixels(level: number, face: number): Uint8ClampedArray | null;
    compressed(level: number, face: number): CompressedLevel | null;
  }

  export type RawTextureModule = RawLibrary<RawTexture>;

  export default function createModule(options: { wasmBinary?: ArrayBuffer }): Promise<RawTextureModule>;
}
