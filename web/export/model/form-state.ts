/** The state of the form of an export. */
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { GlbChoice } from './choice.ts';
import type { GlbSubject } from './subject.ts';

/** What the rows of the form read and change. */
export interface FormState<Result = unknown> {
  readonly choice: Signal<GlbChoice>;
  readonly subject: ReadonlySignal<GlbSubject | null>;
  /** What was made last; null before the first. */
  readonly result: ReadonlySignal<Result | null>;
}

/** What the rows read and change that are the same for one model and for several. */
export type ChoiceState = Pick<FormState, 'choice'>;

/** Changes a part of the choice. */
export function change({ choice }: ChoiceState, part: Partial<GlbChoice>): void {
  choice.value = { ...choice.peek(), ...part };
}
