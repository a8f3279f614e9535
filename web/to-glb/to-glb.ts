/** A model as a GLB (docs/export.md). */

import type { MorphPlan } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import type { Watch } from '../lib/pace.ts';
import { buildAnimations, noteLeftOut, wantedClips } from './animations.ts';
import { made as answered, Building } from './building.ts';
import { exportedClips } from './clips.ts';
import { type ExportFacts, rootExtras } from './extras.ts';
import type { GlbInput, GlbOptions } from './input.ts';
import { Materials } from './materials.ts';
import { MeshBuilder } from './meshes.ts';
import { addMorphs, allMorphs, morphNotes } from './morphs.ts';
import type { GlbReport, GlbResult } from './report.ts';
import { buildSkeleton } from './skeleton.ts';

/** Shares of the work, for the progress. */
const MESHES_DONE = 0.3;
const ANIMATIONS_DONE = 0.9;

/**
 * Converts a model. Any file gives a GLB: what cannot be converted is left out, and the report says so.
 * @throws the reason of `watch.signal` when cancelled
 */
export async function toGlb(input: GlbInput, options: GlbOptions, watch: Watch = {}): Promise<GlbResult> {
  const building = new Building(input, options, watch);
  try {
    await building.pace.step(0);
    return await built(building);
  } finally {
    building.exporting.release();
  }
}

async function built(building: Building): Promise<GlbResult> {
  const { input, options } = building;
  noteDamage(building);
  const skeleton = buildSkeleton(building);
  const materials = new Materials(building);
  const meshes = await new MeshBuilder(building, skeleton, materials).build(MESHES_DONE);
  const { clips, leftOut } = exportedClips(input, options);
  noteLeftOut(building, leftOut);
  const wanted = wantedClips(building, clips);
  const { made, keys } = await buildAnimations(
    building,
    skeleton,
    clips,
    wanted,
    (part) => MESHES_DONE + (ANIMATIONS_DONE - MESHES_DONE) * part,
  );
  const plans: MorphPlan[] = [];
  for (const shape of meshes.made) {
    const { piece, lod } = shape;
    const plan = answered(building.exporting.morphs(piece, lod, wanted, options.maxMorphTargets));
    if (!plan) continue;
    plans.push(plan);
    await addMorphs(building, shape, plan, made);
  }
  const morphs = allMorphs(plans);
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
    morphTargets: { all: morphs.all, kept: morphs.kept },
    morphDeviation: morphs.deviation,
    deviations: meshes.deviations,
    notes: [...building.notes.notes, ...morphNotes(morphs)],
  };
  const facts: ExportFacts = {
    input,
    exporting: building.exporting,
    options,
    clips: clips.filter((_, i) => moves[i]),
    leftOut,
    mirrorZ: building.mirrors,
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
