/** The pieces of a file (v9+) as the GLB has them: what changed in their levels, which are gone, which are new. */

import type { EditOperation, MergedLevel } from '@lithoscope/core';
import { counted as words } from '../../explain/describe.ts';
import type { Node } from '../gltf.ts';
import { ImportNotes } from '../notes.ts';
import type { ImportChange, ImportNote, PieceSource } from '../report.ts';
import type { ExportDescription } from '../source.ts';
import { answered } from './answered.ts';
import type { PieceContext } from './context.ts';
import { isCopy, type MeshToMerge, meshOf, sourceOf } from './meshes.ts';
import { newPieces } from './new-piece.ts';

export interface PieceMerge {
  /** Set levels; the paths are those of the file. */
  readonly levels: readonly EditOperation[];
  /** Then these: pieces that go and come. */
  readonly lists: readonly EditOperation[];
  readonly changes: readonly ImportChange[];
  readonly notes: readonly ImportNote[];
  /** By piece of the file that comes of it. */
  readonly sources: readonly (readonly PieceSource[])[];
  /** By piece of the file before that is a mesh of the GLB: its node and primitive. */
  readonly found: ReadonlyMap<number, MeshToMerge>;
}

/** A primitive that is a level of a piece of the file, or a new piece (−1). */
interface Part {
  readonly piece: number;
  readonly lod: number;
  readonly node: Node;
  readonly primitive: number;
}

export async function mergePieces(
  context: PieceContext,
  description: ExportDescription,
): Promise<PieceMerge> {
  const { base, rig, merging, faults, breathe } = context;
  const { pieces } = base.info;
  const parts = partsOf(rig.nodes, pieces);
  const levels: EditOperation[] = [];
  const lists: EditOperation[] = [];
  const changes: ImportChange[] = [];
  const notes = new ImportNotes();
  const sources: PieceSource[][] = pieces.map(() => []);
  const found = new Map<number, MeshToMerge>();
  const there = new Set<number>();
  const levelsThere = new Set<string>();
  let isShapeChanged = false;
  const added: Part[] = [];
  for (const part of parts) {
    const { piece, lod } = part;
    const mesh = piece < 0 ? null : meshOf(rig, part.node, part.primitive, faults);
    if (!mesh) {
      if (piece < 0) added.push(part);
      continue;
    }
    there.add(piece);
    levelsThere.add(`${piece} ${lod}`);
    if (lod === 0 || !found.has(piece)) found.set(piece, mesh);
    await breathe();
    const back = answered(merging.level(piece, lod, mesh.mesh));
    faults.weightless += back.weightless;
    if (back.operation) levels.push(back.operation);
    changes.push(...changesOf(back, pieces[piece]?.name ?? '', piece, lod));
    if (lod !== 0) continue;
    isShapeChanged ||= back.moved + back.removed + back.added > 0;
    sources[piece] = [sourceOf(rig, part, back.triangles)];
  }
  pieces.forEach((_, piece) => {
    for (let lod = 0; lod < base.info.lodCount; lod++)
      if (!levelsThere.has(`${piece} ${lod}`)) answered(merging.rebound(piece, lod));
  });
  for (const piece of there)
    if (
      !levelsThere.has(`${piece} 0`) &&
      description.meshes.some((mesh) => mesh.piece === piece && mesh.lod === 0)
    )
      faults.topless.push(pieces[piece]?.name ?? '');
  const exported = new Set(description.meshes.map(({ piece }) => piece));
  const gone = [...exported].filter((piece) => pieces[piece] && !there.has(piece)).sort((a, b) => b - a);
  for (const piece of gone) {
    lists.push({ op: 'remove', path: `Pieces.Pieces[${piece}]` });
    changes.push({
      path: `Pieces.Pieces[${piece}]`,
      message: `Piece “${pieces[piece]?.name}” removed: it is no longer in the GLB.`,
    });
    sources.splice(piece, 1);
  }
  for (const part of added) {
    await breathe();
    for (const made of newPieces(context, part.node, part.primitive)) {
      const path = `Pieces.Pieces[${sources.length}]`;
      lists.push({ op: 'insert', path, values: [made.value] });
      changes.push({
        path,
        message: `Piece “${made.name}” added with ${words(made.triangles.length, 'triangle')}.`,
      });
      sources.push([sourceOf(rig, part, made.triangles)]);
      if (base.info.lodCount > 1)
        notes.warn(
          'NEW_PIECE_LEVELS',
          `The new piece “${made.name}” is the same at all ${base.info.lodCount} levels of detail.`,
        );
    }
  }
  const lower = description.meshes.some(({ lod }) => lod > 0);
  if (isShapeChanged && base.info.lodCount > 1 && !lower)
    notes.warn(
      'LEVELS_AS_THEY_WERE',
      'The shape of level 0 changed. The lower levels of detail are unchanged.',
      'Request levels of detail, or export the model with all levels and change them too.',
    );
  return { levels, lists, changes, notes: notes.notes, sources, found };
}

/** Each level of a piece once: of two meshes that say the same the one of that name, else the first, and the other is new. */
function partsOf(nodes: readonly Node[], pieces: readonly { name: string }[]): Part[] {
  const out: Part[] = [];
  const seen = new Set<string>();
  const withMesh = nodes.filter((node) => node.mesh);
  for (const node of withMesh.toSorted((a, b) => Number(isCopy(a)) - Number(isCopy(b)))) {
    const { lt_piece: piece, lt_lod: lod } = { ...node.mesh?.extras, ...node.extras };
    const isOld = typeof piece === 'number' && typeof lod === 'number' && pieces[piece] !== undefined;
    node.mesh?.primitives.forEach((_, primitive) => {
      const key = `${piece} ${lod}`;
      const isFirst = isOld && !seen.has(key);
      seen.add(key);
      // A copy of a lower level is no piece of its own.
      if (!isFirst && isOld && lod > 0) return;
      out.push({ piece: isFirst ? piece : -1, lod: isFirst ? lod : 0, node, primitive });
    });
  }
  return out;
}

function changesOf(back: MergedLevel, name: string, piece: number, lod: number): ImportChange[] {
  const path = `Pieces.Pieces[${piece}].LODs[${lod}]`;
  const of = lod === 0 ? `of “${name}”` : `of “${name}”, level ${lod},`;
  const say = (count: number, one: string, what: string): ImportChange[] =>
    count > 0 ? [{ path, message: `${words(count, one)} ${of} ${what}.` }] : [];
  return [
    ...say(back.moved, 'vertex', 'moved'),
    ...say(back.weighted, 'vertex', 'with different weights'),
    ...say(back.normals, 'vertex', 'with a different normal'),
    ...say(back.texcoords, 'triangle', 'with different texture coordinates or corners'),
    ...say(back.removed, 'triangle', 'removed'),
    ...say(back.added, 'triangle', 'added'),
  ];
}
