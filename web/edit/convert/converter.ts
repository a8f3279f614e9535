/** Conversions of one model to other formats, in a worker: each is made once, when it is asked for. */

import type { OpenedModel } from '@lithoscope/converting';
import type { AbcFile, ConvertedModel } from '@lithoscope/core';
import { isWithdrawn, reasonOf } from '../../lib/reason.ts';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { ConvertWork } from './worker.ts';

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

/** A conversion that is done, or a sentence about why there is none; null while it is being made. */
export type Outcome = ConvertedModel | string | null;

export class Converter {
  readonly #worker: TaskWorker<ConvertWork>;
  /** By target, of the content that was asked about last. */
  readonly #outcomes = new Map<string, Outcome>();
  #model: AbcFile | null = null;

  constructor(start = startWorker) {
    this.#worker = new TaskWorker(start, {
      endsOnFailure: true,
      words: {
        stopped:
          'The worker that converts stopped: the model may need more memory than the browser provides.',
      },
    });
  }

  /** What a model can be converted to. Rejects with a sentence. */
  targets(model: AbcFile): Promise<readonly string[]> {
    return this.#worker.run('targets', orderOf(model));
  }

  /** A conversion, which begins if it is not known yet. @param done called when it is known */
  outcome(model: AbcFile, target: string, done: () => void): Outcome {
    if (model !== this.#model) this.#outcomes.clear();
    this.#model = model;
    const known = this.#outcomes.get(target);
    if (known === undefined) void this.#convert(model, target, done);
    return known ?? null;
  }

  async #convert(model: AbcFile, target: string, done: () => void): Promise<void> {
    // Of a large model one is made at a time: the user has moved on.
    this.#worker.stop();
    for (const [other, outcome] of this.#outcomes) if (outcome === null) this.#outcomes.delete(other);
    this.#outcomes.set(target, null);
    const settle = (outcome: Outcome) => {
      if (this.#model !== model) return;
      this.#outcomes.set(target, outcome);
      done();
    };
    try {
      const made = await this.#worker.run('convert', { ...orderOf(model), target });
      settle('refused' in made ? made.refused : made);
    } catch (error) {
      if (!isWithdrawn(error)) settle(reasonOf(error));
    }
  }

  /** Ends what is being made, and the worker. */
  end(): void {
    this.#model = null;
    this.#worker.end();
  }
}

const orderOf = ({ bytes, info: { format } }: AbcFile): OpenedModel => ({ bytes, info: { format } });
