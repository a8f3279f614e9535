/**
 * What a pattern says, whichever language it is written in: types, functions, and the statements that declare fields. ImHex
 * patterns (.hexpat) and Kaitai Struct (.ksy) become the same program, which `run.ts` carries out.
 */
import type { Scalar } from './scalars.ts';

/** Every node has the index into the text where it stands. */
interface Placed {
  readonly at: number;
}

/**
 * What an expression can refer to without a name: the offset of the next field, the struct around it and those around that,
 * the bytes that are read, and in a repetition the element at hand and its index.
 */
export type Here = 'offset' | 'this' | 'parent' | 'root' | 'io' | 'element' | 'index';

export type Expression = Placed &
  (
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'here'; readonly here: Here }
    /** A constant of an enum: `Kind::Folder`. */
    | { readonly kind: 'constant'; readonly type: string; readonly name: string }
    | { readonly kind: 'member'; readonly of: Expression; readonly name: string }
    | { readonly kind: 'element'; readonly of: Expression; readonly index: Expression }
    | { readonly kind: 'call'; readonly name: string; readonly given: readonly Expression[] }
    | { readonly kind: 'unary'; readonly operator: '!' | '-' | '~'; readonly of: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: string;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: 'choice';
        readonly condition: Expression;
        readonly yes: Expression;
        readonly no: Expression;
      }
  );

/** How often a field stands in a row. */
export type Repeat =
  | { readonly kind: 'once' }
  | { readonly kind: 'count'; readonly count: Expression }
  /** Asked before each element. */
  | { readonly kind: 'while'; readonly condition: Expression }
  /** Asked after each element. */
  | { readonly kind: 'until'; readonly condition: Expression }
  /** To the end of the bytes that are read. */
  | { readonly kind: 'end' };

/** Texts and bytes whose length is not that of a scalar. */
export interface Run {
  readonly kind: 'text' | 'bytes';
  /** Of a text. */
  readonly encoding: Encoding;
  /** Bytes; null: up to the terminator, or else to the end. */
  readonly size: Expression | null;
  /** The byte that ends it, which belongs to it; null: none does. */
  readonly terminator: number | null;
  /** The bytes that it must be; null: any. */
  readonly wanted: readonly number[] | null;
}

export type Encoding = 'latin1' | 'utf-8' | 'utf-16le' | 'utf-16be';

export type FieldType =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | Run
  /** A type of the program. */
  | {
      readonly kind: 'named';
      readonly name: string;
      /** Of its parameters. */
      readonly given: readonly Expression[];
      /** Bytes that it has for itself; null: what is left. */
      readonly size: Expression | null;
    };

/** What is shown of a field beside its value. */
export interface Attributes {
  readonly comment: string;
  /** Six hexadecimal digits, RRGGBB; empty for that of the struct around it. */
  readonly color: string;
}

export interface FieldStatement extends Placed {
  readonly kind: 'field';
  /** By which expressions call it. */
  readonly name: string;
  /** By which it is shown. */
  readonly title: string;
  readonly type: FieldType;
  /** The enum whose constants its values are; null: none. */
  readonly enumeration: string | null;
  readonly repeat: Repeat;
  /** Where it begins; null: after the field before it. */
  readonly place: Expression | null;
  /** Whether that counts from the first of all bytes, and it sees all of them. */
  readonly isInWhole: boolean;
  /** Whether the next field follows this one although it has a place. */
  readonly movesOn: boolean;
  /** What must hold; null: nothing. */
  readonly valid: Expression | null;
  readonly attributes: Attributes;
}

export type Statement =
  | FieldStatement
  | (Placed &
      (
        | {
            readonly kind: 'if';
            readonly condition: Expression;
            readonly yes: Statement[];
            readonly no: Statement[];
          }
        | { readonly kind: 'while'; readonly condition: Expression; readonly body: Statement[] }
        | { readonly kind: 'local' | 'assign'; readonly name: string; readonly value: Expression }
        /** `$ = value`. */
        | { readonly kind: 'seek'; readonly value: Expression }
        /** Bytes without a name. */
        | { readonly kind: 'skip'; readonly size: Expression }
        | { readonly kind: 'return'; readonly value: Expression | null }
        | { readonly kind: 'call'; readonly value: Expression }
        | { readonly kind: 'break' | 'continue' }
      ));

/** What a struct can compute when it is asked: a value, or a field elsewhere. */
export type Instance =
  | { readonly kind: 'value'; readonly value: Expression; readonly condition: Expression | null }
  | { readonly kind: 'field'; readonly field: FieldStatement; readonly condition: Expression | null };

export interface StructType extends Placed {
  readonly kind: 'struct';
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: Statement[];
  readonly instances: ReadonlyMap<string, Instance>;
  /** The function that shows it as text; empty: none. */
  readonly format: string;
}

/** One number of a bit field. */
export interface Bits {
  /** Empty: padding. */
  readonly name: string;
  /** The lowest bit, from 0. */
  readonly shift: number;
  readonly width: number;
}

export interface BitfieldType extends Placed {
  readonly kind: 'bitfield';
  readonly name: string;
  /** Of all bits together; unsigned, a multiple of 8. */
  readonly scalar: Scalar;
  readonly bits: readonly Bits[];
}

interface EnumType extends Placed {
  readonly kind: 'enum';
  readonly name: string;
  /** Of fields of this type; null: they say it themselves. */
  readonly scalar: Scalar | null;
  readonly names: ReadonlyMap<number, string>;
}

export type Definition = StructType | BitfieldType | EnumType;

export interface FunctionDefinition extends Placed {
  readonly parameters: readonly string[];
  readonly body: readonly Statement[];
}

export interface Program {
  readonly text: string;
  /** Whole numbers divide towards the lower one, as in Kaitai Struct; else towards 0. */
  readonly floors: boolean;
  readonly types: ReadonlyMap<string, Definition>;
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
  /** What is around all fields: its body is carried out from top to bottom. */
  readonly root: StructType;
}
