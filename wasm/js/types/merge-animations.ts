/** The animations of a glTF on their way back into a file (`Merging`). */

/** A curve of a node. */
export interface MergeChannel {
  readonly node: number;
  /** Else it moves it. */
  readonly isRotation: boolean;
  /** Seconds, growing. */
  readonly times: Float32Array;
  /** Three or four numbers a key; of splines three times as many. */
  readonly values: Float32Array;
  /** As glTF names it. */
  readonly interpolation: string;
}

/** An animation that is played. */
export interface MergePlayed {
  /** Milliseconds of all keys behind `start`, growing, each once. */
  readonly times: Float64Array;
  /** Milliseconds of the glTF at which its time 0 is. */
  readonly start: number;
}

/** Weights of morph targets while an animation plays. */
export interface MergeMorphs {
  /** Seconds, growing. */
  readonly times: Float32Array;
  /** By key, then by target. */
  readonly values: Float32Array;
  readonly isStep: boolean;
  /** One a target, without keys. */
  readonly rest: Float64Array;
}

/** What became of the keys of an animation. */
export interface MergedKeys {
  /** Moments at which nodes have other values. */
  readonly moments: number;
  /** Milliseconds of keys that the glTF has between those of the file and that are not on their way, not rounded. */
  readonly inserted: Float64Array;
  /** Indices of keys that are gone. */
  readonly removed: Uint32Array;
  /** The program has written it at even distances, not at its keys. */
  readonly isSampled: boolean;
  /** Of one that was sampled: renamed nodes that stay in the rest pose, but for those that did so in the file. */
  readonly still: Uint32Array;
  /** Likewise: renamed nodes that move. */
  readonly moving: Uint32Array;
}

/** Frame strings that are others, in Latin-1. */
export interface MergeStrings {
  /** By key of the file, also of keys that are gone. */
  readonly changed: readonly { readonly key: number; readonly text: string }[];
  /** By milliseconds at which the file has no key. */
  readonly added: readonly { readonly time: number; readonly text: string }[];
}

/** An animation that is written anew. */
export interface RewrittenAnimation {
  readonly bytes: Uint8Array;
  /** Keys that are gone whose frame strings are at other keys now. */
  readonly moved: Uint32Array;
}

/** An animation that the file has not. */
export interface MergeAnimation {
  /** In Latin-1. */
  readonly name: string;
  /** Half the size of its collision box. */
  readonly extents: readonly [number, number, number];
  /** Milliseconds. */
  readonly interpolationTime: number;
  /** Whole milliseconds, growing; at least one. */
  readonly times: Uint32Array;
  /** Milliseconds of the curves, one a key. */
  readonly at: Float64Array;
  /** One a key, in Latin-1. */
  readonly strings: readonly string[];
}
