/** Rows of the dope sheet: frame strings, then the nodes as a tree; and the keys at which each of them changes. */

import type { AbcFile, NodeInfo, Track } from '@lithoscope/core';

/** The row of the frame strings, in place of a node. */
export const EVENTS = -1;

export interface SheetRow {
  /** Index of the node, or `EVENTS`. */
  readonly node: number;
  /** Number of rows that it is below. */
  readonly depth: number;
  /** Whether what is below it is hidden; null where nothing is. */
  readonly folded: boolean | null;
}

interface RowChoice {
  /** Nodes whose rows are folded. */
  readonly folded: ReadonlySet<number>;
  /** Part of a name, in any case; '' for all. */
  readonly text: string;
  /** Whether a node may have a row. */
  readonly isWanted: (node: number) => boolean;
}

/** The rows, in the order of the file, which has a node before those below it. A filter opens what is folded. */
export function rowsOf(nodes: readonly NodeInfo[], { folded, text, isWanted }: RowChoice): SheetRow[] {
  const wanted = text.trim().toLowerCase();
  const rows: SheetRow[] = wanted === '' ? [{ node: EVENTS, depth: 0, folded: null }] : [];
  /** Of each node: depth of its row, or of the row that stands for it; −1 below a folded one. */
  const depths: number[] = [];
  const shown: boolean[] = [];
  nodes.forEach(({ name, parent, childCount }, node) => {
    const above = parent >= 0 && parent < node ? depths[parent] : undefined;
    const isShut = wanted === '' && parent >= 0 && (above === -1 || folded.has(parent));
    const isShown = !isShut && isWanted(node) && name.toLowerCase().includes(wanted);
    const depth = above === undefined ? 0 : above + (shown[parent] ? 1 : 0);
    depths.push(isShut ? -1 : depth);
    shown.push(isShown);
    if (!isShown) return;
    const canFold = wanted === '' && childCount > 0;
    rows.push({ node, depth, folded: canFold ? folded.has(node) : null });
  });
  return rows;
}

/** Keys and changes of one node. */
export interface NodeTrack extends Track {
  /** One a key: 1 where the transform differs from that of the key before. The first key is a change. */
  readonly changes: Uint8Array;
  /** Whether any key differs from the first. */
  readonly moves: boolean;
}

/** What the keys of an animation change, read when it is asked for. */
export class Tracks {
  readonly #nodes: (NodeTrack | null | undefined)[] = [];
  #counts: Uint32Array | null = null;

  constructor(
    readonly model: AbcFile,
    readonly animation: number,
    /** Number of nodes. */
    readonly nodes: number,
  ) {}

  /** Null where the file has no keys of the node. */
  of(node: number): NodeTrack | null {
    let known = this.#nodes[node];
    if (known === undefined) {
      const track = this.model.track(this.animation, node);
      known = track && withChanges(track);
      this.#nodes[node] = known;
    }
    return known;
  }

  /** Number of nodes that a key changes. */
  changedBy(key: number): number {
    this.#counts ??= this.#count();
    return this.#counts[key] ?? 0;
  }

  #count(): Uint32Array {
    const counts = new Uint32Array(this.model.keyframes(this.animation).times.length);
    for (let node = 0; node < this.nodes; node++) {
      this.of(node)?.changes.forEach((change, key) => {
        counts[key] = (counts[key] ?? 0) + change;
      });
    }
    return counts;
  }
}

export function withChanges(track: Track): NodeTrack {
  const { translations, rotations } = track;
  const changes = new Uint8Array(rotations.length / 4);
  let moves = false;
  for (let key = 0; key < changes.length; key++) {
    const isChange = key === 0 || differs(translations, key, 3) || differs(rotations, key, 4);
    changes[key] = isChange ? 1 : 0;
    moves ||= key > 0 && isChange;
  }
  return { ...track, changes, moves };
}

/** Whether a key's numbers are others than those of the key before; all NaNs are equal. */
function differs(values: Float32Array, key: number, width: number): boolean {
  for (let i = key * width; i < (key + 1) * width; i++) {
    const [now, before] = [values[i] ?? 0, values[i - width] ?? 0];
    if (now !== before && !(Number.isNaN(now) && Number.isNaN(before))) return true;
  }
  return false;
}
