/** The Embind surface of `bindings/dtx.cpp` and `bindings/spr.cpp`, by hand: emscripten 3.1.6 cannot emit it. */
declare module '@lithoscope/dtx-module' {
  import type { CatalogueEntry, Schema, StartOptions } from '@lithoscope/core';
  import type { CompressedLevel, SpriteInfo, TextureInfo } from '@lithoscope/dtx';
  import type { RawLibrary, RawStructure } from '@lithoscope/module';

  export interface RawTexture extends RawStructure {
    texture(): TextureInfo | null;
    schema(): Schema | null;
    pixels(level: number, face: number): Uint8ClampedArray | null;
    compressed(level: number, face: number): CompressedLevel | null;
  }

  export interface RawSprite extends RawStructure {
    sprite(): SpriteInfo | null;
    schema(): Schema | null;
  }

  export interface RawTextureModule extends RawLibrary<RawTexture> {
    Sprite: new () => RawSprite;
    spriteCatalogue(): CatalogueEntry[];
  }

  export default function createModule(options: StartOptions): Promise<RawTextureModule>;
}
