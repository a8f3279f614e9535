/** A draft as a model of version 9 to 12. */
import type { NewLevel, NewModel, NewPiece } from '@lithoscope/core';
import type { Draft, DraftMesh, DraftPiece } from './draft.ts';
import { LatinNames } from './latin.ts';
import { ImportNotes } from './notes.ts';
import type { ImportNote } from './report.ts';
import { withStill } from './still.ts';

const POSE = 7;

export interface NewWithNotes {
  readonly model: NewModel;
  /** What the version cannot have of the draft. */
  readonly notes: readonly ImportNote[];
}

export function asV9(given: Draft, version: 9 | 10 | 11 | 12): NewWithNotes {
  const draft = withStill(given, version);
  const notes = new ImportNotes();
  const texts = new LatinNames();
  const levels = draft.pieces.reduce((most, piece) => Math.max(most, piece.levels.length), 1);
  const nodeNames = texts.distinct(draft.nodes.map(({ name }) => name));
  const animationNames = texts.distinct(draft.animations.map(({ name }) => name));
  const model: NewModel = {
    version,
    commandString: texts.text(draft.commandString),
    internalRadius: draft.internalRadius,
    lodDistances: draft.lodDistances.slice(0, levels - 1),
    pieces: draft.pieces.map((piece) => pieceOf(piece, levels, texts)),
    nodes: draft.nodes.map(({ parent, flags, bind }, i) => ({
      name: nodeNames[i] as string,
      parent,
      flags,
      bind: Float32Array.of(...bind, 0, 0, 0, 1),
      deformed: new Uint32Array(0),
    })),
    weightSets: draft.weightSets.map(({ name, weights }) => ({ name: texts.text(name), weights })),
    childModels: draft.childModels.map(({ name, buildNumber }) => ({ name: texts.text(name), buildNumber })),
    animations: draft.animations.map((animation, i) => ({
      name: animationNames[i] as string,
      extents: animation.extents,
      origin: animation.origin,
      interpolationTime: animation.interpolationTime,
      times: animation.times,
      strings: animation.strings.map((text) => texts.text(text)),
      keys: byNode(animation.poses, draft.nodes.length),
      deformation: [],
    })),
    sockets: draft.sockets.map((socket) => ({ ...socket, name: texts.text(socket.name) })),
    bindings: draft.bindings.map((list) =>
      list.map((binding) => ({ ...binding, name: texts.text(binding.name) })),
    ),
    transformInfo: null,
  };
  texts.note(notes);
  return { model, notes: notes.notes };
}

function pieceOf(piece: DraftPiece, levels: number, texts: LatinNames): NewPiece {
  const made = piece.levels.map(levelOf);
  const last = made.at(-1) as NewLevel;
  return {
    name: texts.text(piece.name),
    materialIndex: piece.slot,
    specularPower: piece.specularPower,
    specularScale: piece.specularScale,
    lodWeight: piece.lodWeight,
    // All pieces have as many: one with fewer stays what it is in the distance.
    levels: Array.from({ length: levels }, (_, i) => made[i] ?? last),
  };
}

function levelOf({ corners, uvs, positions, normals, start, node, share, local, next }: DraftMesh): NewLevel {
  return {
    corners,
    uvs,
    locations: positions,
    normals,
    weightStart: start,
    weightNode: node,
    // Multiplied by the share (abc.md §4.12).
    weightLocation: local.map((value, i) => value * (share[Math.floor(i / 3)] as number)),
    bias: share,
    next,
    collapses: new Uint32Array(0),
  };
}

/** The keys of node 0, then of node 1 …, from poses of all nodes. */
function byNode(poses: readonly Float32Array[], nodes: number): Float32Array {
  const keys = new Float32Array(POSE * poses.length * nodes);
  poses.forEach((pose, key) => {
    for (let node = 0; node < nodes; node++) {
      const at = POSE * (node * poses.length + key);
      for (let i = 0; i < POSE; i++) keys[at + i] = pose[POSE * node + i] as number;
    }
  });
  return keys;
}
