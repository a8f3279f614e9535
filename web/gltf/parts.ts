/** Parts that reading a glTF loads only when a file needs them. */
import type { TypedArray } from './document.ts';

/**
 * Unpacks a mesh that Draco packed. Null when it cannot; throws what it likes when it is damaged.
 * @param attributes of which numbers are wanted: their places in the packed mesh, numbers a vertex, and as what
 */
export type UnpackDraco = (
  bytes: Uint8Array,
  attributes: readonly {
    readonly id: number;
    readonly components: number;
    readonly like: new (length: number) => TypedArray;
  }[],
) => { readonly indices: Uint32Array; readonly attributes: readonly TypedArray[] } | null;

/** What is loaded only when a file needs it: each program has its files elsewhere. */
export interface ImportParts {
  /** web/gltf/draco.ts with its .wasm. Without it, packed meshes are refused with a sentence. */
  readonly draco?: () => Promise<UnpackDraco>;
}
