/**
 * The way back: a GLB that came from here, into the file that it was exported from, or what its export kept of that file
 * (`lt_template`). The core merges; here is what it is given.
 */
import type { AbcFile, Merged, MergeSettings, MergeSource, NotTheFile, NotWritten } from '@lithoscope/core';
import type { Merging } from '@lithoscope/exchange';
import { type Document, type Node, withAllBelow } from '../gltf/document.ts';
import { matrixOf } from '../gltf/matrices.ts';
import type { ExportDescription, GltfSource } from '../gltf/source.ts';
import { Crc32 } from '../lib/crc32.ts';
import { Pace, type Watch } from '../lib/pace.ts';
import { describedOf, expectMade, indicesOf, sourceOf } from './for-core.ts';
import { latinOf } from './latin.ts';
import type { ImportOptions } from './options.ts';

/** What merges: an `Editing`. */
export interface Merger {
  merging(bytes: Uint8Array, source: MergeSource, settings: MergeSettings): Merging | NotTheFile | NotWritten;
}

/**
 * @param base the file that it was exported from, or what `source.template` holds
 * @returns why it does not go back into that, where it does not: it becomes a new one then
 */
export async function mergeInto(
  source: GltfSource,
  options: ImportOptions,
  base: AbcFile,
  merger: Merger,
  watch: Watch = {},
): Promise<Merged | NotTheFile> {
  const { description, document } = source;
  const root = description && rootOf(document);
  if (!root) return 'other skeleton';
  const pace = new Pace(watch);
  await pace.step(0);
  const isTemplate = source.template !== null && isSame(source.template, base.bytes);
  const merging = expectMade(
    merger.merging(base.bytes, mergeSourceOf(document, root, description, base), {
      isTemplate,
      fillsNormals: isTemplate && description.json.marks !== true,
      conjugates: base.info.version === 6 && description.conjugateKeys !== false,
      isExported: isExported(description, base),
      wantsLevels: options.levels.length > 0,
      animations: options.animations ? Uint32Array.from(options.animations) : null,
    }),
  );
  if (typeof merging === 'string') return merging;
  try {
    while (expectMade(merging.step())) await pace.step(merging.done());
    return expectMade(merging.result());
  } finally {
    merging.release();
  }
}

/** The node at the top of a model from here; null without. */
function rootOf(document: Document): Node | null {
  return document.nodes.find((node) => typeof node.extras.lithoscope === 'string') ?? null;
}

function mergeSourceOf(
  document: Document,
  root: Node,
  description: ExportDescription,
  base: AbcFile,
): MergeSource {
  const indexOf = indicesOf(document.nodes);
  const { axes, scale, restAnimation, conjugateKeys } = description;
  const mirrors = axes[2] === 1;
  return {
    ...sourceOf(document),
    description: describedOf(description),
    matrices: Float64Array.from(document.nodes.flatMap(matrixOf)),
    below: Uint32Array.from(withAllBelow(root), (node) => indexOf.get(node) as number),
    scale,
    mirrors,
    swaps: ((frontSignOf(description) ?? base.info.space.frontSign) === 1) === mirrors,
    restAnimation: restAnimation !== null && restAnimation >= 0 ? restAnimation : null,
    conjugateKeys,
    latin: latinOf,
  };
}

const frontSignOf = ({ json }: ExportDescription) =>
  (json.space as { frontSign?: number } | undefined)?.frontSign;

function isExported({ bytes, crc32 }: ExportDescription, base: AbcFile): boolean {
  if (base.bytes.length !== bytes) return false;
  const sum = new Crc32();
  sum.add(base.bytes);
  return sum.value === crc32;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
