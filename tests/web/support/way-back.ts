/** A model that goes out as a GLB and comes back, and how the file that comes of it differs. */

import type { AbcFile, EditOperation, Lithoscope, Merged } from '@lithoscope/core';
import { LEAF_TYPES } from '@lithoscope/core';
import type { Exchange } from '@lithoscope/exchange';
import { mergeInto } from '../../../web/from-glb/merge.ts';
import { IMPORT_DEFAULTS } from '../../../web/from-glb/options.ts';
import { readGltf } from '../../../web/gltf/read.ts';
import type { GltfSource } from '../../../web/gltf/source.ts';
import type { Watch } from '../../../web/lib/pace.ts';
import type { GlbOptions } from '../../../web/to-glb/input.ts';
import { toGlb } from '../../../web/to-glb/to-glb.ts';
import { inputOf, optionsWith } from './glb.ts';

/** A GLB of a model, as bytes. */
export async function glbOf(
  file: AbcFile,
  options: Partial<GlbOptions> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return (await toGlb(inputOf(file), optionsWith(options))).bytes;
}

export function sourceOf(bytes: Uint8Array): Promise<GltfSource> {
  return readGltf('model.glb', new Map([['model.glb', bytes]]));
}

export interface CameBack extends Merged {
  readonly file: AbcFile;
}

/** @param into the file that it goes back into; null: what the GLB has of it */
export async function back(
  core: Lithoscope,
  editing: Exchange,
  glb: Uint8Array,
  into: AbcFile | null,
  watch: Watch = {},
): Promise<CameBack> {
  const source = await sourceOf(glb);
  const base = into ?? core.open(source.template ?? new Uint8Array());
  const gone = await mergeInto(source, IMPORT_DEFAULTS, base, editing, watch);
  if (typeof gone === 'string') throw new Error(`It is of another ${gone.replace('other ', '')}.`);
  return { ...gone, file: core.open(made(editing, base, gone.operations)) };
}

function made(editing: Exchange, base: AbcFile, operations: readonly EditOperation[]): Uint8Array {
  if (operations.length === 0) return base.bytes;
  const edited = editing.edit(base, operations);
  if ('refused' in edited) throw new Error(`${edited.operation}: ${edited.refused}`);
  return edited.bytes;
}

/** Leaves whose numbers are farther apart than this, or whose other bytes differ: their paths, with both values. */
export function differences(a: AbcFile, b: AbcFile, near = 0, most = 10): string[] {
  if (Buffer.compare(a.bytes, b.bytes) === 0) return [];
  return a.size === b.size ? inPlace(a, b, near, most) : byPath(a, b, near, most);
}

/** Of files of one layout, where only what differs is looked up. */
function inPlace(a: AbcFile, b: AbcFile, near: number, most: number): string[] {
  const { offset, length, type } = a.leaves(0, a.size);
  const out: string[] = [];
  for (let i = 0; i < offset.length && out.length < most; i++) {
    const [at, size] = [offset[i] as number, length[i] as number];
    const [one, other] = [leafAt(a, at, size, type[i]), leafAt(b, at, size, type[i])];
    if (!isNear(one, other, near)) out.push(`${a.paths(at, at + 1)[0]}: ${shown(one)} → ${shown(other)}`);
  }
  return out;
}

function byPath(a: AbcFile, b: AbcFile, near: number, most: number): string[] {
  const out: string[] = [];
  const [of, other] = [leavesOf(a), leavesOf(b)];
  for (const [path, bytes] of of) {
    const there = other.get(path);
    if (there && isNear(bytes, there, near)) continue;
    out.push(there ? `${path}: ${shown(bytes)} → ${shown(there)}` : `${path}: gone`);
    if (out.length >= most) return out;
  }
  for (const path of other.keys()) {
    if (!of.has(path)) out.push(`${path}: new`);
    if (out.length >= most) return out;
  }
  return out;
}

interface Leaf {
  readonly bytes: Uint8Array;
  readonly isFloat: boolean;
}

const F32 = LEAF_TYPES.indexOf('f32');

const leafAt = ({ bytes }: AbcFile, at: number, size: number, type = -1): Leaf => ({
  bytes: bytes.subarray(at, at + size),
  isFloat: type === F32,
});

function leavesOf(file: AbcFile): Map<string, Leaf> {
  const { offset, length, type } = file.leaves(0, file.size);
  return new Map(
    file
      .paths(0, file.size)
      .map((path, i) => [path, leafAt(file, offset[i] as number, length[i] as number, type[i])]),
  );
}

const floatOf = ({ bytes }: Leaf) => new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true);

function isNear(a: Leaf, b: Leaf, near: number): boolean {
  if (a.isFloat && b.isFloat) {
    const [one, other] = [floatOf(a), floatOf(b)];
    return Math.abs(one - other) <= near || Buffer.compare(a.bytes, b.bytes) === 0;
  }
  return Buffer.compare(a.bytes, b.bytes) === 0;
}

const shown = (leaf: Leaf) => (leaf.isFloat ? floatOf(leaf) : [...leaf.bytes.subarray(0, 12)].join(' '));
