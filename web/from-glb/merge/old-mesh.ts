/** The mesh of a v6 file as the GLB has it: one piece, one node a vertex. */

import type { EditOperation } from '@lithoscope/core';
import type { Merging } from '@lithoscope/editing';
import { counted } from '../../explain/describe.ts';
import { triangleCount } from '../drafting/primitives.ts';
import type { Node } from '../gltf.ts';
import { ImportNotes } from '../notes.ts';
import type { ImportChange, ImportNote, PieceSource } from '../report.ts';
import { answered } from './answered.ts';
import type { Faults } from './faults.ts';
import { isCopy, type MeshToMerge, meshOf, sourceOf } from './meshes.ts';
import type { Rig } from './rig.ts';

export interface OldMeshMerge {
  /** New vertices, then all triangles where some came or went. */
  readonly sets: readonly EditOperation[];
  readonly changes: readonly ImportChange[];
  readonly notes: readonly ImportNote[];
  readonly sources: readonly PieceSource[];
  /** Null when there is no mesh. */
  readonly mesh: MeshToMerge | null;
}

const VERTICES = 'Geometry.VertexInfo';
const FACES = 'Geometry.FaceInfo';

/** What the GLB has of the mesh of the file; null without. */
export function oldMeshOf(rig: Rig, faults: Faults): MeshToMerge | null {
  const own = withMeshes(rig).find((node) => lodOf(node) === 0);
  return own ? meshOf(rig, own, 0, faults) : null;
}

/** @param hasMesh whether the export had it */
export function oldMeshBack(rig: Rig, merging: Merging, hasMesh: boolean, faults: Faults): OldMeshMerge {
  const mesh = oldMeshOf(rig, faults);
  const notes = new ImportNotes();
  if (!mesh) {
    if (hasMesh)
      notes.warn(
        'MESH_GONE',
        'The mesh of the file is no longer in the GLB. It is kept: a file of version 6 has exactly one.',
      );
    return { sets: [], changes: [], notes: notes.notes, sources: [], mesh: null };
  }
  const more = withMeshes(rig).flatMap((node) =>
    (node.mesh?.primitives ?? []).flatMap((_, primitive) => {
      const isOld = typeof lodOf(node) === 'number' && lodOf(node) !== 0;
      if ((node === mesh.node && primitive === 0) || isOld) return [];
      return meshOf(rig, node, primitive, faults) ?? [];
    }),
  );
  const made = answered(
    merging.oldMesh(
      mesh.mesh,
      more.map((each) => each.mesh),
    ),
  );
  faults.weightless += made.weightless;
  const changes: ImportChange[] = [];
  const say = (count: number, one: string, what: string) => {
    if (count > 0) changes.push({ path: 'Geometry', message: `${counted(count, one)} ${what}.` });
  };
  say(made.moved, 'vertex', 'moved');
  say(made.normals, 'vertex', 'with a different normal');
  say(made.nodes, 'vertex', 'on a different node');
  say(made.texcoords, 'triangle', 'with different texture coordinates or corners');
  say(made.removed, 'triangle', 'removed');
  say(made.added, 'triangle', 'added');
  if (made.several > 0)
    notes.warn(
      'ONE_NODE',
      `${counted(made.several, 'vertex')} with several weights: each follows the strongest, because version 6 has one node per vertex.`,
    );
  return {
    sets: setsOf(made.anew),
    changes,
    notes: notes.notes,
    sources: [sourceOf(rig, mesh, made.triangles), ...more.map((each) => sourceOf(rig, each, allOf(each)))],
    mesh,
  };
}

/** New vertices go behind those of the full mesh, and all triangles are set. */
function setsOf(
  anew: { vertices: readonly Uint8Array[]; first: number; faces: Uint8Array } | null,
): EditOperation[] {
  if (!anew) return [];
  const { vertices, first, faces } = anew;
  const sets: EditOperation[] = [];
  if (vertices.length > 0)
    sets.push({ op: 'insert', path: `${VERTICES}[${first}]`, values: vertices, force: true });
  sets.push({ op: 'set', path: FACES, value: faces });
  return sets;
}

/** All its triangles, one after the other. */
const allOf = ({ source }: MeshToMerge) =>
  Int32Array.from({ length: triangleCount(source) }, (_, triangle) => triangle);

const lodOf = (node: Node) => node.mesh?.extras.lt_lod;

/** Copies, which Blender names “Body.001”, behind what they are of. */
function withMeshes({ nodes }: Rig): Node[] {
  return nodes.filter((node) => node.mesh).toSorted((a, b) => Number(isCopy(a)) - Number(isCopy(b)));
}
