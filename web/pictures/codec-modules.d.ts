/** The part of jSquash's decoders that is used (tools/jsquash.mjs). Its own types need global ones, and a page's. */
declare module '@jsquash/jpeg/codec/dec/mozjpeg_dec.js' {
  import type { CreateCodec } from '@lithoscope/codec';

  const create: CreateCodec;
  export default create;
}

declare module '@jsquash/webp/codec/dec/webp_dec.js' {
  import type { CreateCodec } from '@lithoscope/codec';

  const create: CreateCodec;
  export default create;
}

declare module '@lithoscope/codec' {
  export interface Codec {
    /**
     * Throws whatever Emscripten throws of what it cannot decode; so the module is then of no further use.
     * @param turned of a JPEG, which takes it: whether it is turned as its EXIF says
     */
    decode(
      bytes: Uint8Array,
      turned?: boolean,
    ): { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray } | null;
  }
  export type CreateCodec = (options: {
    wasmBinary: ArrayBuffer;
    locateFile(name: string): string;
    print(text: string): void;
    printErr(text: string): void;
  }) => Promise<Codec>;
}
