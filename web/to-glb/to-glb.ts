/** A model as a GLB (docs/export.md). The same in a worker of the page, in a thread of the command line and in a test. */

import { counted } from '../explain/describe.ts';
import { buildAnimations, noteLeftOut } from './animations.ts';
import { Building } from './building.ts';
import { exportedClips } from './clips.ts';
import { type ExportFacts, rootExtras } from './extras.ts';
import type { GlbInput, GlbOptions, GlbWatch } from './input.ts';
import { Materials } from './materials.ts';
import { MeshBuilder } from './meshes.ts';
import { addMorphs } from './morph-targets.ts';
import { planMorphs } from './morphs.ts';
import type { GlbReport, GlbResult } from './report.ts';
import { buildSkeleton } from './skeleton.ts';

/** How the work is shared out, for the progress. */
const MESHES_DONE = 0.3;
const ANIMATIONS_DONE = 0.9;

/**
 * Converts a model. Any file gives a GLB: what cannot be converted is left out, and the report says so.
 * @throws the reason of `watch.signal`, when it was cancelled
 */
export async function toGlb(input: GlbInput, options: GlbOptions, watch: GlbWatch = {}): Promise<GlbResult> {
  const building = new Building(input, options, watch);
  await building.step(0);
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
  // glTF has no animation of nothing.
  const moves = made.map((animation) => animation.listChannels().length > 0);
  const still = made.filter((_, i) => !moves[i]);
  for (const animation of still) animation.dispose();
  if (still.length > 0) {
    building.notes.warn(
      'ANIMATION_LEFT_OUT',
      `${counted(still.length, 'animation')} without anything that moves left out.`,
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
    notes.warn('DAMAGED', `The file has ${counted(errors, 'error')}: what could be read of it is exported.`);
  }
}
