/** What the parts of reading share. */
import type { Pace } from '../lib/pace.ts';
import type { Accessors } from './accessors.ts';
import type { Buffers } from './buffers.ts';
import type { Json } from './json.ts';
import type { ReadNotes } from './notes.ts';
import type { PackedMeshes } from './packed-meshes.ts';

export interface Reading {
  readonly json: Json;
  readonly buffers: Buffers;
  readonly accessors: Accessors;
  readonly packed: PackedMeshes;
  readonly notes: ReadNotes;
  readonly pace: Pace;
}
