/** What the expressions of a running pattern see. */
import type { StructType } from './program.ts';

/** Bytes of which a part of the pattern sees nothing else. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** A field, or with −1 what is around all of them. */
export interface Ref {
  readonly field: number;
}

/** A window as a value: `_io`. */
export interface Stream {
  readonly stream: Window;
}

export type Value = number | string | Ref | Stream;

export const isRef = (value: Value): value is Ref => typeof value === 'object' && 'field' in value;
export const isPlain = (value: Value): value is number | string => typeof value !== 'object';

/** A struct whose fields are being found, or that can be asked later; or a function while it runs. */
export class Scope {
  /** Variables, parameters, and values that were computed for the struct. */
  names: Map<string, Value> | null = null;
  /** Fields that expressions ask for, by name. */
  fields: Map<string, number> | null = null;
  /** The element of a repetition, and its index. */
  element: Value | null = null;
  index = -1;
  /** Instances that are being computed. */
  pending: Set<string> | null = null;

  /**
   * @param type null: a function
   * @param field its field
   */
  constructor(
    readonly type: StructType | null,
    readonly field: number,
    readonly parent: Scope | null,
    readonly window: Window,
  ) {}

  set(name: string, value: Value): void {
    this.names ??= new Map();
    this.names.set(name, value);
  }

  setField(name: string, field: number): void {
    this.fields ??= new Map();
    this.fields.set(name, field);
  }
}
