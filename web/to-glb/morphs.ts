/** Vertices that animations move one by one as morph targets, and the weights of these in the animations. */
import type { Accessor, Animation } from '@gltf-transform/core';
import type { MorphPlan, MorphTrack } from '@lithoscope/core';
import { formatCount } from '../explain/describe.ts';
import type { Building } from './building.ts';
import { secondsOf } from './clips.ts';
import type { MeshVertices } from './meshes.ts';
import type { GlbNote } from './report.ts';

/** The morph targets of all meshes together. */
export interface AllMorphs {
  /** Different frames of the animations, and those that are morph targets. */
  readonly all: number;
  readonly kept: number;
  readonly deviation: number;
  readonly skipped: number;
}

export function allMorphs(plans: readonly MorphPlan[]): AllMorphs {
  const sum = (numberOf: (plan: MorphPlan) => number) => plans.reduce((all, plan) => all + numberOf(plan), 0);
  return {
    all: sum(({ all }) => all),
    kept: sum(({ targets }) => targets.length),
    deviation: Math.max(0, ...plans.map(({ deviation }) => deviation)),
    skipped: sum(({ skipped }) => skipped),
  };
}

/** What of the deformation is not in the GLB. */
export function morphNotes({ all, kept, deviation, skipped }: AllMorphs): GlbNote[] {
  const notes: GlbNote[] = [];
  if (kept < all && deviation > 0) {
    notes.push({
      code: 'MORPH_TARGETS_LIMITED',
      severity: 'warning',
      message:
        `The animations have ${formatCount(all)} deformation frames; ${formatCount(kept)} of them became morph ` +
        `targets. Between them, a vertex is up to ${Number(deviation.toPrecision(3))} units off.`,
    });
  }
  if (skipped > 0) {
    notes.push({
      code: 'MORPH_KEYS_SKIPPED',
      severity: 'warning',
      message: `The animations have too many keys: at ${formatCount(skipped)} of them deformation vertices are interpolated.`,
    });
  }
  return notes;
}

/** Share of elements up to which a sparse accessor, which has an index for each, is smaller than a dense one. */
const SPARSE_SHARE = 0.6;

/** Writes the morph targets of a mesh, and the weights that each clip gives them. @param made by clip, as the tracks of the plan */
export async function addMorphs(
  building: Building,
  { sources, primitives, meshes, nodes }: MeshVertices,
  plan: MorphPlan,
  made: readonly Animation[],
): Promise<void> {
  const { document } = building;
  const positions = new Spread(sources, plan.vertices);
  const normals = new Spread(sources, plan.turned);
  for (const [i, deltas] of plan.targets.entries()) {
    await building.pace.step(0.9);
    const target = document.createPrimitiveTarget(`Frame ${i + 1}`);
    target.setAttribute('POSITION', positions.accessor(building, deltas));
    const turns = plan.normals[i];
    if (turns) target.setAttribute('NORMAL', normals.accessor(building, turns));
    for (const primitive of primitives) primitive.addTarget(target);
  }
  for (const mesh of meshes) mesh.setWeights(new Array<number>(plan.targets.length).fill(0));
  for (const [i, animation] of made.entries()) {
    const track = plan.tracks[i];
    if (!track) continue;
    const { times, weights } = weightsOf(track, plan.targets.length);
    const sampler = document
      .createAnimationSampler()
      .setInput(building.accessor(times, 'SCALAR'))
      .setOutput(building.accessor(weights, 'SCALAR'))
      .setInterpolation('LINEAR');
    animation.addSampler(sampler);
    for (const node of nodes) {
      animation.addChannel(
        document.createAnimationChannel().setTargetNode(node).setTargetPath('weights').setSampler(sampler),
      );
    }
  }
}

/** Deltas of some vertices of the file as those of all vertices of glTF. */
class Spread {
  /** By vertex of glTF: its index in the lists of the plan; −1: it has no delta. */
  readonly #places: readonly number[];
  readonly #isSparse: boolean;

  constructor(sources: Uint32Array, vertices: Uint32Array) {
    const placeOf = new Map(Array.from(vertices, (vertex, i) => [vertex, i]));
    this.#places = Array.from(sources, (vertex) => placeOf.get(vertex) ?? -1);
    const moved = this.#places.reduce((sum, place) => sum + (place >= 0 ? 1 : 0), 0);
    this.#isSparse = moved < SPARSE_SHARE * sources.length;
  }

  accessor(building: Building, deltas: Float32Array): Accessor {
    const out = new Float32Array(3 * this.#places.length);
    this.#places.forEach((place, i) => {
      if (place >= 0) out.set(deltas.subarray(3 * place, 3 * place + 3), 3 * i);
    });
    return building.accessor(out, 'VEC3').setSparse(this.#isSparse);
  }
}

function weightsOf(
  { times, targets }: MorphTrack,
  count: number,
): { times: Float32Array; weights: Float32Array } {
  const weights = new Float32Array(count * times.length);
  targets.forEach((target, i) => {
    if (target >= 0) weights[count * i + target] = 1;
  });
  return { times: Float32Array.from(times, secondsOf), weights };
}
