/** A GLB or glTF as it was read, with what an export from here put into it. */

import type { Format, ImportNote } from '@lithoscope/core';
import type { Document } from './document.ts';

export interface GltfSource {
  /** Of the file, without folders. */
  readonly name: string;
  /**
   * Lists of nodes, meshes, primitives, skins, animations, materials are in the order of the JSON. All places were looked
   * at: nodes are trees of at most 1,000 below each other; a skin has every joint that a weight above 0 names; indices name
   * vertices that are there; keys are later than the one before, with values for each.
   *
   * Arrays of accessors are floats that are finite, or whole numbers: none is normalized. `TEXCOORD_0` is what the base
   * colour uses, moved as it says; `TEXCOORD_1` and so on are the others as stored. A primitive of points or lines, or
   * without positions, has no attributes. Strips and fans are as they were.
   */
  readonly document: Document;
  /** The JSON text at the root of an export from here (docs/export.md), checked; null when there is none that can be used. */
  readonly description: ExportDescription | null;
  /** What `lt_template` holds: the bytes of the exported file with zeros where the GLB has the numbers; null without. */
  readonly template: Uint8Array | null;
  /** What was left out or changed by reading. */
  readonly notes: readonly ImportNote[];
}

/** What the way back reads of the JSON text. Texts and numbers are of the types that docs/export.md says; nothing else is certain. */
export interface ExportDescription {
  readonly file: string;
  readonly bytes: number;
  readonly crc32: number;
  /** Of the file that was exported. */
  readonly modelFormat: Format;
  readonly version: number;
  /** As `GlbOptions.scale`. */
  readonly scale: number;
  /** The file's X, Y, Z were multiplied with these. */
  readonly axes: readonly [number, number, number];
  /** v6: how the file was understood. */
  readonly restAnimation: number | null;
  readonly conjugateKeys: boolean | null;
  /** Names in the GLB, of nodes and sockets in the order of the file; and of meshes. */
  readonly joints: readonly string[];
  readonly sockets: readonly string[];
  readonly meshes: readonly { readonly piece: number; readonly lod: number; readonly name: string }[];
  /** By name in the GLB. `source` −1: the model's own, with the index in the file. */
  readonly animations: ReadonlyMap<
    string,
    {
      readonly source: number;
      readonly index: number;
      readonly name: string;
      readonly times: readonly number[];
    }
  >;
  /** The text as it is parsed, for what only notes and new files need. */
  readonly json: Readonly<Record<string, unknown>>;
}
