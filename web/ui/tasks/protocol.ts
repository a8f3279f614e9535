/** The messages between the page and its workers. */

/** Types of a kind of order; absent ones are not used. */
export interface Task {
  readonly order: unknown;
  readonly result: unknown;
  /** Progress messages before the result. */
  readonly progress?: unknown;
  /** Questions of the worker to the page before the result, and the answers. */
  readonly question?: unknown;
  readonly answer?: unknown;
}

/** The orders that a worker takes, by name. */
export type Tasks<Work> = { readonly [Name in keyof Work]: Task };

export type ProgressOf<One> = One extends { readonly progress: infer Progress } ? Progress : never;
export type QuestionOf<One> = One extends { readonly question: infer Question } ? Question : never;
export type AnswerOf<One> = One extends { readonly answer: infer Answer } ? Answer : never;

/**
 * To the worker: an order, the answer to a question, or the end of an order. An order has a number of its own, a
 * question too.
 */
export type ToWorker =
  | { readonly run: number; readonly name: string; readonly order: unknown }
  | { readonly answers: number; readonly answer: unknown }
  | { readonly answers: number; readonly failure: string }
  | { readonly stop: number };

/** From the worker: about the order `id`, or that it gives up all orders. A failure is a sentence for the user. */
export type FromWorker =
  | { readonly id: number; readonly progress: unknown }
  | { readonly id: number; readonly asks: number; readonly question: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: string }
  | { readonly gaveUp: true };

/** A value with objects in it that are transferred instead of copied. */
export class Handed<Value> {
  readonly value: Value;
  readonly transfer: Transferable[];

  constructor(value: Value, transfer: Iterable<Transferable>) {
    this.value = value;
    this.transfer = [...new Set(transfer)];
  }
}

/** A value and the objects to transfer. */
export function unhand<Value>(said: Value | Handed<Value>): [value: Value, transfer: Transferable[]] {
  return said instanceof Handed ? [said.value, said.transfer] : [said, []];
}
