/** Animations of one model for another one, whose skeleton may differ. */
import type { EditOperation } from './edit.ts';

/** How the nodes of two models are paired, and how movement is transferred. */
export interface RetargetOptions {
  /** Nodes of the target and the nodes of the source that they follow, by indices; −1: none. They take precedence over names. */
  readonly map?: readonly (readonly [target: number, source: number])[];
  /** Whether similar names match too: without namespaces, prefixes such as `Bip01`, separators and a final `node`. Default: true. */
  readonly similar?: boolean;
  /**
   * Which nodes take translations: the root, and those down to the first node that branches (`root`, the default), or all
   * of them.
   */
  readonly translations?: 'root' | 'all';
  /** Factor for translations and dims, 0.0001 to 10,000; by default from the heights of the two skeletons. */
  readonly scale?: number;
}

/** How a node was paired: by the options, by its name, by a similar name, as the root; `nothing`: it was not. */
export type PairedBy = 'nothing' | 'choice' | 'name' | 'similar' | 'root';

/** Which node of a model follows which node of another one. */
export interface NodePairs {
  /** By node of the target: index of the node of the source; −1 for none. */
  readonly source: Int32Array;
  /** By node of the target. */
  readonly by: readonly PairedBy[];
  /** Nodes of the source that no node follows. */
  readonly unused: Uint32Array;
  /** Factor for translations and dims. */
  readonly scale: number;
  /** What the factor comes from: the options, the heights of the hips, the sizes of the skeletons, or nothing usable. */
  readonly scaleFrom: 'choice' | 'height' | 'size' | 'nothing';
  /** Why no animation can be added to the target, a sentence; empty when one can. */
  readonly whyNot: string;
}

/** An animation of the source to add to the target. */
export interface RetargetWanted {
  /** Index into the animations of the source. */
  readonly animation: number;
  /** Its name in the target; by default the same. */
  readonly name?: string;
  /** How many animations the operations before add. */
  readonly before: number;
  /** How many keys of nodes these have: their number is limited. */
  readonly keysBefore: number;
}

/** What adds an animation. */
export interface RetargetedOperations {
  /** As `edit` takes them. */
  readonly operations: EditOperation[];
  /** Keys of all nodes that the animation has. */
  readonly keys: number;
}
