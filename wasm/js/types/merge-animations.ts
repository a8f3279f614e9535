/** The animations of a glTF on their way back into a file (`Merging`). */

/** An animation that is played. */
export interface MergePlayed {
  /** Milliseconds of all keys after `start`, growing, each once. */
  readonly times: Float64Array;
  /** Milliseconds of the glTF at which its time 0 is. */
  readonly start: number;
}

/** A frame string at a time of the glTF, in Latin-1. */
export interface MergeCue {
  readonly seconds: number;
  readonly text: string;
}

/** The frame strings that a glTF has of an animation, in each of their forms that there is; null: it is not there. */
export interface MergeStrings {
  /** Markers, in the order of their times. */
  readonly markers: readonly MergeCue[] | null;
  /** Those, or else the strings by key with the times that are beside them. */
  readonly cues: readonly MergeCue[] | null;
  /** One a key when it was exported; null for what is no text. */
  readonly byKey: readonly (string | null)[] | null;
}

/** What became of an animation of the file. */
export interface MergedAnimation {
  /** Moments at which nodes have other values. */
  readonly moments: number;
  /** Keys at which deformation vertices are elsewhere. */
  readonly deformed: number;
  /** Keys that are gone, and keys that came. */
  readonly removed: number;
  readonly inserted: number;
  /** Of those that came: what curves and steps needed. */
  readonly refined: number;
  /** Beside those that came: keys that only have a frame string. */
  readonly addedForStrings: number;
  /** The program has written it at even distances, not at its keys. */
  readonly isSampled: boolean;
  /** Of one that was sampled: renamed nodes that stay in the rest pose, but for those that did so in the file. */
  readonly still: Uint32Array;
  /** Likewise: renamed nodes that move. */
  readonly moving: Uint32Array;
  /** Frame strings that are others: by key of the file, also of keys that are gone; by milliseconds of new keys. */
  readonly changed: readonly { readonly at: number; readonly text: string }[];
  readonly added: readonly { readonly at: number; readonly text: string }[];
  /** Keys came or went. */
  readonly isOther: boolean;
  /** Then: the whole animation; null for keys of an unknown form, which stay. */
  readonly bytes: Uint8Array | null;
  /** Frame strings of keys that are gone, which are at other keys now. */
  readonly movedStrings: readonly string[];
}

/** An animation that the file has not, but for its keys. */
export interface AnimationHead {
  /** In Latin-1. */
  readonly name: string;
  /** Half the size of its collision box; null: around all that is shown. */
  readonly extents: readonly [number, number, number] | null;
  /** Milliseconds. */
  readonly interpolationTime: number;
}

export interface AddedAnimation {
  readonly keys: number;
  /** Of them, what curves and steps needed. */
  readonly refined: number;
  readonly extents: readonly [number, number, number];
  readonly bytes: Uint8Array;
}
