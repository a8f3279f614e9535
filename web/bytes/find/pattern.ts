/** What is looked for in the bytes, ready to be matched. No DOM; crosses to the worker as it is. */

/** Bytes with holes: byte i matches where `(byte & mask[i]) === value[i]`. */
export interface MaskedBytes {
  readonly value: Uint8Array;
  readonly mask: Uint8Array;
}

/** Any of some sequences of bytes, all of one length. */
export interface BytePattern {
  readonly kind: 'bytes';
  readonly length: number;
  readonly alternatives: readonly MaskedBytes[];
}

/** A floating-point number in [least, most], at any offset. */
export interface FloatPattern {
  readonly kind: 'float';
  readonly length: 4 | 8;
  readonly least: number;
  readonly most: number;
  /** Byte orders that are looked for. */
  readonly littleEndian: readonly boolean[];
}

export type Pattern = BytePattern | FloatPattern;
