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
 * that were right before, lists that run parallel, and indices that name a node or vertex behind.
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
  /** New elements, the first at the index that the path ends with; behind the last element that is the length of the list. */
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
  /** The same element once more, behind it. */
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
      /** Offset behind the last one. */
      readonly end: number;
      /** What stands there then, of any length. */
      readonly value: Uint8Array;
    }
  /** The model in another version (9 to 12). */
  | {
      /** Converts the model. */
      readonly op: 'convert';
      /** 9 to 12. */
      readonly version: number;
    };

/** Bytes of the file before, and what stands there instead. */
export interface EditSplice {
  /** Offset of the first byte that is replaced. */
  readonly start: number;
  /** Offset behind the last one; `start`: something is put in. */
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
}
