/** What the rows of the form read and change. */
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { GlbChoice } from './choice.ts';
import type { GlbSubject } from './subject.ts';

/** What the rows of the form read and change. */
export interface FormState {
  readonly choice: Signal<GlbChoice>;
  readonly subject: ReadonlySignal<GlbSubject | null>;
  /** Of v6: deformation frames of the animations that go out; null while that is not known. */
  readonly frames: ReadonlySignal<number | null>;
}

/** What the rows read and change that are the same for one model and for several. */
export type ChoiceState = Pick<FormState, 'choice'>;

/** Changes a part of the choice. */
export function change({ choice }: ChoiceState, part: Partial<GlbChoice>): void {
  choice.value = { ...choice.peek(), ...part };
}
