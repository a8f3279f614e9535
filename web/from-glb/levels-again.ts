/** Levels of detail of a file that a source goes back into, made anew of its level 0 (v9+). */
import type { AbcFile, EditOperation, EditValue, Frame } from '@lithoscope/core';
import type { Watch } from '../lib/pace.ts';
import type { Draft, DraftMesh, DraftPiece } from './draft.ts';
import type { FileMaker } from './file-of.ts';
import { suggestedDistances } from './level-distances.ts';
import { withLevels } from './levels.ts';
import type { ImportOptions } from './options.ts';
import type { ImportNote } from './report.ts';

export interface LevelsAgain {
  /** In order, on the file. */
  readonly operations: readonly EditOperation[];
  readonly notes: readonly ImportNote[];
}

/** Up to which distance each level but the last is shown. */
const DISTANCES = 'Header.LODDistances';

const NOT_MADE: ImportNote = {
  code: 'LEVELS_NOT_MADE',
  severity: 'warning',
  message: 'Kept the levels of detail of the file: some of its vertices are not moved by any node.',
  help: 'Make them in a new file.',
};

/**
 * Level 0 keeps its bytes, but for which vertices of the next level its vertices become.
 * @throws the reason of `watch.signal`, when it was cancelled
 */
export async function levelsAgain(
  maker: FileMaker,
  file: AbcFile,
  options: Pick<ImportOptions, 'levels' | 'distances'>,
  watch: Watch,
): Promise<LevelsAgain> {
  const draft = draftIn(file);
  if (!draft) return { operations: [], notes: [NOT_MADE] };
  const { pieces, notes } = await withLevels(maker, draft, options, watch);
  return { operations: [...distancesOf(file, options), ...levelsOf(file, pieces)], notes };
}

/** What levels are made of; null when there is a vertex that nothing moves. */
function draftIn(file: AbcFile): Draft | null {
  const frame = file.evaluate({ animation: -1, timeMs: 0, loop: false, lod: 0 });
  if (!frame) return null;
  const pieces: DraftPiece[] = [];
  for (const [i, { name }] of file.info.pieces.entries()) {
    const mesh = meshIn(file, i, frame);
    if (!mesh) return null;
    const rest = { slot: 0, specularPower: 0, specularScale: 0, lodWeight: 0, source: null };
    pieces.push({ name, levels: [mesh], ...rest });
  }
  return {
    name: '',
    nodes: file.info.nodes.map(({ name, parent }, node) => ({
      name,
      parent,
      flags: 0,
      bind: Float64Array.from(frame.nodes.subarray(16 * node, 16 * node + 12)),
      rest: { translation: [0, 0, 0], rotation: [0, 0, 0, 1] },
    })),
    pieces,
    animations: [],
    sockets: [],
    weightSets: [],
    childModels: [],
    bindings: [],
    commandString: '',
    internalRadius: 0,
    lodDistances: [],
    space: new Float64Array(12),
    notes: [],
  };
}

function meshIn(file: AbcFile, piece: number, { pieces }: Frame): DraftMesh | null {
  const { start, node, bias, location } = file.weights(piece, 0);
  const isMoved = start.every((from, v) => v === 0 || from > (start[v - 1] as number));
  if (!isMoved || node.some((index) => index < 0) || bias.some((share) => share === 0)) return null;
  const { corners, uvs } = file.topology(piece, 0);
  const order = cornersOf(file);
  // From a corner in the order of drafts to that in the order of the file.
  const from = (corner: number) => corner - (corner % 3) + (order[corner % 3] as number);
  return {
    corners: corners.map((_, corner) => corners[from(corner)] as number),
    uvs: uvs.map((_, i) => uvs[2 * from(i >> 1) + (i % 2)] as number),
    positions: pieces[piece]?.positions ?? new Float32Array(),
    normals: pieces[piece]?.normals ?? new Float32Array(),
    start,
    node: Uint32Array.from(node),
    share: bias,
    local: location.map((value, i) => value / (bias[Math.floor(i / 3)] as number)),
    morphs: [],
    morphWeights: new Float32Array(),
    next: new Uint32Array(),
  };
}

/** Triangles of drafts have their front where those of most files have it. */
function cornersOf({ info }: AbcFile): readonly [number, number, number] {
  return info.space.frontSign === 1 ? [0, 1, 2] : [0, 2, 1];
}

/** As many levels as are asked for; those that come are copies of the one before. */
function distancesOf(
  { info }: AbcFile,
  { levels, distances }: Pick<ImportOptions, 'levels' | 'distances'>,
): EditOperation[] {
  const { LODDistances, InternalRadius } = info.header;
  const known: readonly unknown[] = Array.isArray(LODDistances) ? LODDistances : [];
  const radius = typeof InternalRadius === 'number' ? InternalRadius : 0;
  const own =
    levels.length === known.length ? (known as number[]) : suggestedDistances(levels.length, radius);
  const wanted = distances.length === levels.length ? distances : own;
  const operations: EditOperation[] = [];
  const left = known.length - wanted.length;
  if (left > 0) operations.push({ op: 'remove', path: `${DISTANCES}[${wanted.length}]`, count: left });
  for (const [i, value] of wanted.entries()) {
    const path = `${DISTANCES}[${i}]`;
    if (i >= known.length) operations.push({ op: 'insert', path, values: [value] });
    else if (Math.fround(value) !== known[i]) operations.push({ op: 'set', path, value });
  }
  return operations;
}

function levelsOf(file: AbcFile, pieces: readonly DraftPiece[]): EditOperation[] {
  const order = cornersOf(file);
  return pieces.flatMap(({ levels }, piece) =>
    levels.slice(1).map((mesh, i) => ({
      op: 'replaceLevel' as const,
      path: `Pieces.Pieces[${piece}].LODs[${i + 1}]`,
      vertices: verticesOf(mesh),
      faces: facesOf(mesh, order),
    })),
  );
}

const vectorAt = (values: Float32Array, index: number) => [...values.subarray(3 * index, 3 * index + 3)];

/** Which vertices of the next level they become is said when that is replaced. */
function verticesOf({ positions, normals, start, node, share, local }: DraftMesh): EditValue[] {
  return Array.from({ length: start.length - 1 }, (_, v) => ({
    Weights: Array.from({ length: (start[v + 1] as number) - (start[v] as number) }, (_, w) => {
      const i = (start[v] as number) + w;
      const bias = share[i] as number;
      return {
        NodeIndex: node[i] as number,
        // Multiplied by the share (abc.md §4.12).
        Location: vectorAt(local, i).map((number) => Math.fround(number * bias)),
        Bias: bias,
      };
    }),
    Location: vectorAt(positions, v),
    Normal: vectorAt(normals, v),
  }));
}

function facesOf({ corners, uvs }: DraftMesh, order: readonly number[]): EditValue[] {
  return Array.from({ length: corners.length / 3 }, (_, face) => ({
    Vertices: order.map((corner) => {
      const at = 3 * face + corner;
      return {
        Texcoord: [uvs[2 * at] as number, uvs[2 * at + 1] as number],
        VertexIndex: corners[at] as number,
      };
    }),
  }));
}
