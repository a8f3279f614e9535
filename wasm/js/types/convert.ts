/** Models in another format. */

/** A model in another format: a whole file. */
export interface ConvertedModel {
  /** Of the new file. */
  readonly bytes: Uint8Array;
  /** What the format has no place for, a sentence each. */
  readonly lost: readonly string[];
  /** What the new file has in addition, and what there is to know of it: a sentence each. */
  readonly added: readonly string[];
}
