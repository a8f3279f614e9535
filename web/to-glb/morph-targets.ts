/** Writes the morph targets of a v6 model, and when each has weight. */
import type { Animation } from '@gltf-transform/core';
import type { Building } from './building.ts';
import { secondsOf } from './clips.ts';
import type { MeshVertices } from './meshes.ts';
import type { MorphPlan, MorphTrack } from './morphs.ts';
import { convertVector } from './space.ts';

/** Sparse accessors have an index for each element: of more than this share they are larger than all elements. */
const SPARSE_SHARE = 0.6;

/** @param made by clip, as the tracks of the plan */
export async function addMorphs(
  building: Building,
  { sources, primitives, meshes, nodes }: MeshVertices,
  plan: MorphPlan,
  made: readonly Animation[],
): Promise<void> {
  const { document } = building;
  const placeOf = new Map(Array.from(plan.vertices, (vertex, i) => [vertex, i]));
  /** By vertex of glTF: its place in the lists of the plan. */
  const places = sources.map((vertex) => placeOf.get(vertex) ?? -1);
  const moved = places.reduce((sum, place) => sum + (place >= 0 ? 1 : 0), 0);
  for (const [i, deltas] of plan.targets.entries()) {
    await building.step(0.9);
    const target = document.createPrimitiveTarget(`Frame ${i + 1}`);
    target.setAttribute(
      'POSITION',
      building
        .accessor(spread(deltas, places, building), 'VEC3')
        .setSparse(moved < SPARSE_SHARE * sources.length),
    );
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

/** The deltas of all vertices of glTF. */
function spread(deltas: Float32Array, places: readonly number[], { space }: Building): Float32Array {
  const out = new Float32Array(3 * places.length);
  places.forEach((place, i) => {
    if (place < 0) return;
    out.set(deltas.subarray(3 * place, 3 * place + 3), 3 * i);
    convertVector(space, out, 3 * i);
  });
  return out;
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
