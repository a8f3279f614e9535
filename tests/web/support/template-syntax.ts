/** What the text of a template is made of. */

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly Expression[] }
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
    };

export type Attributes = ReadonlyMap<string, string>;

export type Statement =
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly yes: readonly Statement[];
      readonly no: readonly Statement[];
    }
  | { readonly kind: 'while'; readonly condition: Expression; readonly body: readonly Statement[] }
  | { readonly kind: 'return' | 'call'; readonly value: Expression }
  | { readonly kind: 'assign' | 'local'; readonly name: string; readonly value: Expression }
  | {
      readonly kind: 'declare';
      readonly type: string;
      readonly name: string;
      readonly count: Expression | null;
      readonly condition: Expression | null;
      readonly place: Expression | null;
      readonly attributes: Attributes;
    };

export type Definition =
  | { readonly kind: 'struct'; readonly body: readonly Statement[]; readonly attributes: Attributes }
  | {
      readonly kind: 'bitfield';
      readonly bits: number;
      /** By the lowest bit of each. */
      readonly names: ReadonlyMap<number, string>;
      readonly attributes: Attributes;
    }
  | { readonly kind: 'enum'; readonly type: string; readonly attributes: Attributes };

export interface Func {
  readonly parameters: readonly string[];
  readonly body: readonly Statement[];
}

export interface Program {
  readonly types: ReadonlyMap<string, Definition>;
  readonly functions: ReadonlyMap<string, Func>;
  readonly statements: readonly Statement[];
  /** By pragma; the last word, and the first number. */
  /** What each says, as often as it stands. */
  readonly pragmas: ReadonlyMap<string, readonly string[]>;
}
