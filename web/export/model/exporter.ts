/** A format that models are exported to: what its dialog asks, what is made, and what is said of that. */

import type { Wanted } from '../../ui/making.ts';
import type { TaskWorker } from '../../ui/tasks/worker.ts';
import type { GlbChoice } from './choice.ts';
import type { FormState } from './form-state.ts';
import type { ExportWork } from './protocol.ts';
import type { GlbSubject } from './subject.ts';
import type { Circumstances, Said } from './words.ts';

/** What is made, with the file that is saved. */
export interface Exported {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Exporter<Result extends Exported> {
  /** `GLB`, as the dialog's title says it. */
  readonly name: string;
  /** Of the file that is saved: `.glb`. */
  readonly ending: string;
  /** MIME type of that file. */
  readonly type: string;
  /** The rows of the form. */
  form(state: FormState<Result>): HTMLElement;
  /** What is made of a model; a sentence where the choice is none. */
  wanted(subject: GlbSubject, choice: GlbChoice, worker: TaskWorker<ExportWork>): Wanted<Result> | string;
  /** Names and numbers, always the same ones for a model: nothing moves when they change. Null: none are known yet. */
  counts(
    result: Result | null,
    subject: GlbSubject | null,
  ): readonly (readonly [name: string, value: string])[];
  /** Warnings first. */
  notes(result: Result, circumstances: Circumstances): readonly Said[];
}
