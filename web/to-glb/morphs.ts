/** The deformation vertices of v6 as morph targets, and the weights of these in the animations. */
import type { Animation } from '@gltf-transform/core';
import type { MorphPlan, MorphTrack } from '@lithoscope/core';
import { formatCount } from '../explain/describe.ts';
import type { Building } from './building.ts';
import { secondsOf } from './clips.ts';
import type { MeshVertices } from './meshes.ts';
import type { GlbNote } from './report.ts';

/** What of the deformation is not in the GLB. */
export function morphNotes({ all, targets, deviation, skipped }: MorphPlan): GlbNote[] {
  const kept = targets.length;
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

/** Writes the morph targets of a v6 model, and the weights that each clip gives them. @param made by clip, as the tracks of the plan */
export async function addMorphs(
  building: Building,
  { sources, primitives, meshes, nodes }: MeshVertices,
  plan: MorphPlan,
  made: readonly Animation[],
): Promise<void> {
  const { document } = building;
  const placeOf = new Map(Array.from(plan.vertices, (vertex, i) => [vertex, i]));
  /** By vertex of glTF: its index in the lists of the plan. */
  const places = Array.from(sources, (vertex) => placeOf.get(vertex) ?? -1);
  const moved = places.reduce((sum, place) => sum + (place >= 0 ? 1 : 0), 0);
  for (const [i, deltas] of plan.targets.entries()) {
    await building.pace.step(0.9);
    const target = document.createPrimitiveTarget(`Frame ${i + 1}`);
    target.setAttribute(
      'POSITION',
      building.accessor(spread(deltas, places), 'VEC3').setSparse(moved < SPARSE_SHARE * sources.length),
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
function spread(deltas: Float32Array, places: readonly number[]): Float32Array {
  const out = new Float32Array(3 * places.length);
  places.forEach((place, i) => {
    if (place >= 0) out.set(deltas.subarray(3 * place, 3 * place + 3), 3 * i);
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
