/** Changes to a file, as data: what the page does, what is kept of it, and what `lithoscope edit` reads. */

/** Files that can be changed. */
export type EditKind = 'model' | 'texture' | 'sprite';

/**
 * A value to write. A number or a text (Latin-1) for a leaf; elements in order for a list or for numbers of one kind in a row;
 * fields by name for a struct, those that are left out stay as they are (in a new element: the neutral value). Bytes are
 * taken as they are, for anything: they must be exactly as many elements as the schema can read from them.
 */
export type EditValue =
  | number
  | string
  | Uint8Array
  | readonly EditValue[]
  | { readonly [field: string]: EditValue };

/**
 * One change. Paths are those of the structure before it, which is the file after the operation before.
 *
 * What follows from a change is changed with it: lengths of strings, offsets of sections, counts of lists, header counters
 * that were right before, lists that run parallel, and indices that name a node or vertex after.
 */
export type EditOperation =
  /** Of a leaf, or of all that is below a node of the structure. */
  | {
      /** Sets a value. */
      readonly op: 'set';
      /** Of the node. */
      readonly path: string;
      /** What stands there then. */
      readonly value: EditValue;
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** New elements, the first at the index that the path ends with; after the last element that is the length of the list. */
  | {
      /** Puts elements in. */
      readonly op: 'insert';
      /** `Sockets.Sockets[3]` */
      readonly path: string;
      /** Of each; absent: the neutral element. */
      readonly values?: readonly EditValue[];
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** `count` elements, or bytes that no field describes (`Sockets.Unreferenced`). */
  | {
      /** Takes elements out. */
      readonly op: 'remove';
      /** Of the first of them. */
      readonly path: string;
      /** How many; absent: one. */
      readonly count?: number;
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** The same element once more, after it. */
  | {
      /** Repeats an element. */
      readonly op: 'duplicate';
      /** Of the element. */
      readonly path: string;
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** An element to another index, which it has afterwards. */
  | {
      /** Moves an element. */
      readonly op: 'move';
      /** Of the element. */
      readonly path: string;
      /** The index. */
      readonly to: number;
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** Other bytes instead of [start, end), whatever they are; of another length only the offsets of sections follow. */
  | {
      /** Replaces bytes. */
      readonly op: 'bytes';
      /** Offset of the first byte. */
      readonly start: number;
      /** Offset after the last one. */
      readonly end: number;
      /** What stands there then, of any length. */
      readonly value: Uint8Array;
    }
  /** The model in another version. */
  | {
      /** Converts the model. */
      readonly op: 'convert';
      /** One of `info.conversions`. */
      readonly version: number;
    }
  /**
   * The whole model, of any version: mesh, skeleton, keys, sockets, boxes and distances with it. In the axes of the file (X right,
   * Y up, Z forward), and in this order: mirrored, scaled, turned, centred, moved. What is left out is not done.
   */
  | {
      /** Mirrors, scales, turns or moves the model. */
      readonly op: 'transform';
      /** The axis whose coordinates change their sign. The triangles still face outwards. */
      readonly mirror?: 'x' | 'y' | 'z';
      /** A factor above 0. */
      readonly scale?: number;
      /** Degrees about X (from Y to Z), then about Y (from Z to X), then about Z (from X to Y). */
      readonly turn?: readonly [x: number, y: number, z: number];
      /** What becomes the origin: the middle of the mesh at rest, or the point on the ground below that middle. */
      readonly centre?: 'middle' | 'ground';
      /** Added to all coordinates, after everything else. */
      readonly move?: readonly [x: number, y: number, z: number];
      /** Names of nodes, sockets and pieces change their side: left for right, L for R. */
      readonly swapSides?: boolean;
    }
  /** The moments of an animation from one time to another; the first of them becomes 0. Keys are made at the cuts where there are none. */
  | {
      /** Cuts an animation. */
      readonly op: 'trim';
      /** Of the animation. */
      readonly path: string;
      /** The first moment that stays, ms. */
      readonly from: number;
      /** The last one, ms. */
      readonly to: number;
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** An animation at another length. Times are rounded to whole milliseconds; keys at different times stay so. */
  | {
      /** Stretches an animation. */
      readonly op: 'retime';
      /** Of the animation. */
      readonly path: string;
      /** The time of its last key afterwards, ms. */
      readonly length: number;
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** The same by a factor. */
  | {
      /** Stretches an animation. */
      readonly op: 'scaleTime';
      /** Of the animation. */
      readonly path: string;
      /** 2: it takes twice as long. */
      readonly factor: number;
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** An animation backwards, frame strings included. */
  | {
      /** Reverses an animation. */
      readonly op: 'reverse';
      /** Of the animation. */
      readonly path: string;
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** The translation of every key of every node, and of v6 the deformation, times a factor. Rotations and times stay. */
  | {
      /** Scales what moves in an animation. */
      readonly op: 'scale';
      /** Of the animation. */
      readonly path: string;
      /** What is multiplied by. */
      readonly factor: number;
      /** The half sizes of its collision box too, by the factor without its sign. */
      readonly dims?: boolean;
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** A key with the pose that is seen at a time. (`insert` makes one with the pose of the key before.) */
  | {
      /** Adds keys to an animation. */
      readonly op: 'addKey';
      /** Of the animation. */
      readonly path: string;
      /** Where there is no key yet, ms: one time, or several in any order. */
      readonly time: number | readonly number[];
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** A key of an animation at another time, past other keys too. */
  | {
      /** Moves a key in time. */
      readonly op: 'moveKey';
      /** Of the key: `Animation.Animations[0].Keyframes[3]`. */
      readonly path: string;
      /** Where no other key is, ms. */
      readonly time: number;
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** An animation that goes on with another one of the file, which stays. */
  | {
      /** Joins two animations. */
      readonly op: 'join';
      /** Of the animation that is made longer. */
      readonly path: string;
      /** Path of the one that follows. */
      readonly with: string;
      /** Between the last key and moment 0 of the one that follows, ms; absent: 0. Without a gap the two share that moment, which shows the pose of the first. */
      readonly gap?: number;
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** An animation of another model with the same skeleton as a new one: keys, frame strings, dims and binding. Nodes are found by their names. */
  | {
      /** Takes over an animation. */
      readonly op: 'adopt';
      /** `Animation.Animations[3]`: where it comes, as of `insert`. */
      readonly path: string;
      /** The bytes of the other model, of any version of the same family. */
      readonly from: Uint8Array;
      /** Its index in the other model, or its name. */
      readonly animation: number | string;
      /** Its name here; absent: the same. */
      readonly name?: string;
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /**
   * Other vertices and triangles of a level of a piece (v9 and later). Vertices of the level before that named one here name
   * the nearest new one. (Levels come and go with `Header.LODDistances`.)
   */
  | {
      /** Replaces a level. */
      readonly op: 'replaceLevel';
      /** `Pieces.Pieces[0].LODs[1]` */
      readonly path: string;
      /** As `insert` takes vertices; without `SubLODVertexIndex` they name the nearest vertex of the next level. */
      readonly vertices: readonly EditValue[];
      /** As `insert` takes triangles. */
      readonly faces: readonly EditValue[];
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    }
  /** The same with a level of another model with the same skeleton. Nodes are found by their names. */
  | {
      /** Replaces a level. */
      readonly op: 'adoptLevel';
      /** `Pieces.Pieces[0].LODs[1]` */
      readonly path: string;
      /** The bytes of the other model, of version 9 or later. */
      readonly from: Uint8Array;
      /** Path of the level in the other model: `Pieces.Pieces[0].LODs[0]` */
      readonly level: string;
      /** Makes it although the value is out of range, or names what is not there. */
      readonly force?: boolean;
    };

/** Bytes of the file before, and what stands there instead. */
export interface EditSplice {
  /** Offset of the first byte that is replaced. */
  readonly start: number;
  /** Offset after the last one; `start`: something is put in. */
  readonly end: number;
  /** What stands there instead. */
  readonly bytes: Uint8Array;
}

/** Elements that came, went or moved: what an index meant before, it means elsewhere. */
export interface ListChange {
  /** Index of the operation. */
  readonly operation: number;
  /** Path of the list, as the operation found it. */
  readonly list: string;
  /** What happened to the elements. */
  readonly kind: 'insert' | 'remove' | 'move';
  /** Of the first of them; of a removal or move, before it. */
  readonly index: number;
  /** How many. */
  readonly count: number;
  /** Of a move: where the element is afterwards; else −1. */
  readonly to: number;
}

/** A changed file. */
export interface Edited {
  readonly bytes: Uint8Array;
  /** What all operations together did to the bytes before: ascending, not touching each other, none that changes nothing. */
  readonly splices: readonly EditSplice[];
  readonly lists: readonly ListChange[];
}

/** Why an edit was not made. Nothing of it was. */
export interface EditRefusal {
  /** A sentence for the user. */
  readonly refused: string;
  /** Index of the operation. */
  readonly operation: number;
  /** With `force` it is done all the same. */
  readonly canForce: boolean;
}

/** What a version has no place for, and what it wants more: sentences, in file order. */
export interface Conversion {
  /** The version that it would become. */
  readonly version: number;
  /** What is lost, a sentence each. */
  readonly lost: readonly string[];
  /** What the version wants more, and what is written there: a sentence each. */
  readonly added: readonly string[];
}
