/** A model as a GLB (docs/export.md). */

import type { Animation } from '@gltf-transform/core';
import { counted } from '../explain/describe.ts';
import type { Watch } from '../lib/pace.ts';
import { buildAnimations, noteLeftOut } from './animations.ts';
import { Building } from './building.ts';
import { exportedClips, secondsOf } from './clips.ts';
import { type ExportFacts, rootExtras } from './extras.ts';
import type { GlbInput, GlbOptions } from './input.ts';
import { Materials } from './materials.ts';
import { MeshBuilder, type MeshVertices } from './meshes.ts';
import { type MorphPlan, type MorphTrack, planMorphs } from './morphs.ts';
import type { GlbReport, GlbResult } from './report.ts';
import { buildSkeleton } from './skeleton.ts';
import { convertVector } from './space.ts';

/** Shares of the work, for the progress. */
const MESHES_DONE = 0.3;
const ANIMATIONS_DONE = 0.9;

/**
 * Converts a model. Any file gives a GLB: what cannot be converted is left out, and the report says so.
 * @throws the reason of `watch.signal` when cancelled
 */
export async function toGlb(input: GlbInput, options: GlbOptions, watch: Watch = {}): Promise<GlbResult> {
  const building = new Building(input, options, watch);
  await building.pace.step(0);
  noteDamage(building);
  const skeleton = buildSkeleton(building);
  const materials = new Materials(building);
  const meshes = await new MeshBuilder(building, skeleton, materials).build(MESHES_DONE);
  const { clips, leftOut } = exportedClips(input, options);
  noteLeftOut(building, leftOut);
  const { made, keys } = await buildAnimations(
    building,
    skeleton,
    clips,
    (part) => MESHES_DONE + (ANIMATIONS_DONE - MESHES_DONE) * part,
  );
  const shape = meshes.made[0];
  const plan = shape
    ? planMorphs(input.file, clips, { ...options, interpretation: skeleton.interpretation })
    : null;
  if (plan && shape) await addMorphs(building, shape, plan, made);
  // glTF does not allow an empty animation.
  const moves = made.map((animation) => animation.listChannels().length > 0);
  const still = made.filter((_, i) => !moves[i]);
  for (const animation of still) animation.dispose();
  if (still.length > 0) {
    building.notes.warn(
      'ANIMATION_LEFT_OUT',
      `Skipped ${counted(still.length, 'animation')} in which nothing moves.`,
    );
  }
  const report: GlbReport = {
    meshes: meshes.nodes.length,
    vertices: meshes.vertices,
    triangles: meshes.triangles,
    joints: skeleton.joints.length,
    sockets: skeleton.sockets.length,
    animations: made.length - still.length,
    keys: keys.reduce((sum, count, i) => sum + (moves[i] ? count : 0), 0),
    images: materials.images,
    morphTargets: { all: plan?.all ?? 0, kept: plan?.targets.length ?? 0 },
    morphDeviation: plan?.deviation ?? 0,
    deviations: meshes.deviations,
    notes: [...building.notes.notes, ...(plan?.notes ?? [])],
  };
  const facts: ExportFacts = {
    input,
    options,
    clips: clips.filter((_, i) => moves[i]),
    leftOut,
    mirrorZ: building.space.mirrors,
    names: {
      joints: skeleton.joints.map((joint) => joint.getName()),
      sockets: skeleton.sockets.map((socket) => socket.getName()),
      meshes: meshes.nodes.map(({ piece, lod, node }) => ({ piece, lod, name: node.getName() })),
    },
    report,
  };
  skeleton.root.setExtras(rootExtras(facts));
  return { bytes: await building.bytes(), report };
}

function noteDamage({ input, notes }: Building): void {
  const errors = input.file.findings.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) {
    notes.warn('DAMAGED', `The file has ${counted(errors, 'error')}: only what could be read is exported.`);
  }
}

/** Share of elements up to which a sparse accessor, which has an index for each, is smaller than a dense one. */
const SPARSE_SHARE = 0.6;

/** Writes the morph targets of a v6 model, and the weights that each clip gives them. @param made by clip, as the tracks of the plan */
async function addMorphs(
  building: Building,
  { sources, primitives, meshes, nodes }: MeshVertices,
  plan: MorphPlan,
  made: readonly Animation[],
): Promise<void> {
  const { document } = building;
  const placeOf = new Map(Array.from(plan.vertices, (vertex, i) => [vertex, i]));
  /** By vertex of glTF: its index in the lists of the plan. */
  const places = sources.map((vertex) => placeOf.get(vertex) ?? -1);
  const moved = places.reduce((sum, place) => sum + (place >= 0 ? 1 : 0), 0);
  for (const [i, deltas] of plan.targets.entries()) {
    await building.pace.step(0.9);
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
