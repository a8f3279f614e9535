/** A GLB or glTF from anywhere, understood by the core: one skeleton, pieces and animations in the space of the file. */
import type { Drafting, MadeDraft } from '@lithoscope/core';
import { encode } from 'fast-png';
import { type Document, withAllBelow } from '../gltf/document.ts';
import type { GltfSource } from '../gltf/source.ts';
import { baseName, withoutExtension } from '../lib/file-names.ts';
import { Pace, type Watch } from '../lib/pace.ts';
import type { Draft } from './draft.ts';
import type { FileMaker } from './file-of.ts';
import { describedOf, expectMade, indicesOf, sourceOf } from './for-core.ts';
import { suggestedDistances } from './level-distances.ts';
import type { ImportOptions } from './options.ts';
import { type MadeSkin, NotImported } from './report.ts';

/** What makes drafts: an `Editing`. */
export type DraftMaker = Pick<FileMaker, 'drafting'>;

/** @throws NotImported when there is nothing to make a model of; the reason of `watch.signal`, when it was cancelled */
export async function draftOf(
  maker: DraftMaker,
  source: GltfSource,
  options: ImportOptions,
  watch?: Watch,
): Promise<Draft> {
  const pace = new Pace(watch);
  const drafting = draftingOf(maker, source, options);
  try {
    while (expectMade(drafting.step())) await pace.step(drafting.done());
    const { levels, lodDistances, skin, notes, ...made } = expectMade(drafting.result());
    return {
      ...made,
      name: withoutExtension(baseName(source.name)),
      lodDistances: lodDistances ?? defaultDistances(levels, options, made.internalRadius),
      ...(skin && { skin: encoded(skin) }),
      notes: [...source.notes, ...notes],
    };
  } finally {
    drafting.delete();
  }
}

/** To be deleted by who asks. */
export function draftingOf(
  maker: DraftMaker,
  { name, document, description }: GltfSource,
  { version, scale, up, turn, centre, paletteSkin = false, animations }: ImportOptions,
): Drafting {
  return expectMade(
    maker.drafting(
      {
        ...sourceOf(document),
        ...hierarchyOf(document),
        description: description && describedOf(description),
        rest: Float64Array.from(
          document.nodes.flatMap((node) => [...node.translation, ...node.rotation, ...node.scale]),
        ),
      },
      {
        name,
        version,
        scale,
        up,
        turn,
        centre,
        paletteSkin,
        animations: animations ? Uint32Array.from(animations) : null,
        exportScale: description?.scale ?? 1,
      },
    ),
  );
}

/** All nodes, parents first; the scene's before the others, depth first. And which are in the scene that is shown. */
function hierarchyOf({ nodes, scene }: Document) {
  const indexOf = indicesOf(nodes);
  const tops = nodes.filter(({ parent }) => !parent);
  const shown = new Set((scene ?? tops).flatMap(withAllBelow));
  const all = new Set([...shown, ...tops.flatMap(withAllBelow)]);
  return {
    order: Uint32Array.from(all, (node) => indexOf.get(node) as number),
    isShown: Uint8Array.from(nodes, (node) => Number(shown.has(node))),
  };
}

function encoded({ slot, name, image }: NonNullable<MadeDraft['skin']>): MadeSkin {
  return { slot, name, png: new Uint8Array(encode(image)), alpha: image.channels === 4 };
}

/** @param count levels behind the first */
function defaultDistances(count: number, { distances }: ImportOptions, radius: number): readonly number[] {
  return distances.length === count ? distances : suggestedDistances(count, radius);
}

/** @param name of the source */
export const tooFar = (name: string) =>
  new NotImported(
    `${name} has positions that are farther away than a model can store. Look for a node with a huge scale or position.`,
  );
