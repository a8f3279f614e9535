/** The part of Draco's decoder that is used (tools/draco.mjs). Objects of it are freed by `destroy`. */
declare module '@lithoscope/draco-module' {
  export interface DracoObject {
    /** 0: there is none. */
    readonly ptr: number;
  }
  export interface DracoBuffer extends DracoObject {
    Init(bytes: Int8Array, length: number): void;
  }
  export interface DracoMesh extends DracoObject {
    num_points(): number;
    num_faces(): number;
  }
  export interface DracoAttribute extends DracoObject {
    num_components(): number;
  }
  export interface DracoDecoder extends DracoObject {
    GetEncodedGeometryType(buffer: DracoBuffer): number;
    DecodeBufferToMesh(buffer: DracoBuffer, mesh: DracoMesh): { ok(): boolean };
    GetAttributeByUniqueId(mesh: DracoMesh, id: number): DracoAttribute;
    GetAttributeDataArrayForAllPoints(
      mesh: DracoMesh,
      attribute: DracoAttribute,
      type: number,
      bytes: number,
      to: number,
    ): boolean;
    GetTrianglesUInt32Array(mesh: DracoMesh, bytes: number, to: number): boolean;
  }
  export interface DracoModule {
    Decoder: new () => DracoDecoder;
    DecoderBuffer: new () => DracoBuffer;
    Mesh: new () => DracoMesh;
    readonly TRIANGULAR_MESH: number;
    readonly DT_INT8: number;
    readonly DT_UINT8: number;
    readonly DT_INT16: number;
    readonly DT_UINT16: number;
    readonly DT_UINT32: number;
    readonly DT_FLOAT32: number;
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    destroy(object: DracoObject): void;
    _malloc(bytes: number): number;
    _free(at: number): void;
  }
  const create: (options: {
    wasmBinary: ArrayBuffer;
    print(text: string): void;
    printErr(text: string): void;
  }) => Promise<DracoModule>;
  export default create;
}
