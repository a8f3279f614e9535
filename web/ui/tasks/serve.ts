/** The worker's side of `TaskWorker`: carrying out orders. */
import { reasonOf } from '../../lib/reason.ts';
import {
  type AnswerOf,
  type FromWorker,
  type Handed,
  type ProgressOf,
  type QuestionOf,
  type Task,
  type Tasks,
  type ToWorker,
  unhand,
} from './protocol.ts';

/** An order while it is carried out. */
export interface Job<One extends Task> {
  /** Aborted when the page no longer wants the result. */
  readonly signal: AbortSignal;
  /** Sends progress to the page; no effect once the signal is aborted. */
  progress(said: ProgressOf<One>): void;
  /** Asks the page. Rejects with a sentence if it has no answer, and if the signal aborts. */
  ask(question: QuestionOf<One>): Promise<AnswerOf<One>>;
}

type Given<One extends Task> = One['result'] | Handed<One['result']>;

type Handlers<Work extends Tasks<Work>> = {
  readonly [Name in keyof Work]: (
    order: Work[Name]['order'],
    job: Job<Work[Name]>,
  ) => Given<Work[Name]> | Promise<Given<Work[Name]>>;
};

/** Where messages come from and go to: the global scope of a worker, or a port. */
interface Scope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { readonly data: ToWorker }) => void): void;
}

interface Serving {
  /** Text of an error for the user; by default its message. */
  readonly words?: (error: unknown) => string;
  /** By default the global scope of the worker. */
  readonly scope?: Scope;
}

/** A question that the page has not answered. */
interface Asked {
  resolve(answer: unknown): void;
  reject(reason: Error): void;
}

/**
 * Carries out orders as they come, beside each other. What a handler throws fails its order, with a sentence.
 * @returns gives the worker up with all that it has in hand: the page ends it
 */
export function serve<Work extends Tasks<Work>>(
  handlers: Handlers<Work>,
  { words = reasonOf, scope = globalThis as unknown as Scope }: Serving = {},
): { giveUp(): void } {
  const running = new Map<number, AbortController>();
  const asked = new Map<number, Asked>();
  let lastQuestion = 0;
  const say = (message: FromWorker, transfer: Transferable[] = []) => scope.postMessage(message, transfer);

  const jobOf = (id: number, signal: AbortSignal): Job<Task> => ({
    signal,
    progress(progress) {
      if (!signal.aborted) say({ id, progress });
    },
    ask(question) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const asks = ++lastQuestion;
        say({ id, asks, question });
        asked.set(asks, { resolve: (answer) => resolve(answer as never), reject });
        // The page does not answer for what it has withdrawn.
        signal.addEventListener('abort', () => asked.delete(asks) && reject(signal.reason));
      });
    },
  });

  const run = async (id: number, name: string, order: unknown) => {
    const ending = new AbortController();
    running.set(id, ending);
    try {
      const handler = handlers[name as keyof Work] as (order: unknown, job: Job<Task>) => unknown;
      const [result, transfer] = unhand(await handler(order, jobOf(id, ending.signal)));
      say({ id, result }, transfer);
    } catch (error) {
      say({ id, failure: words(error) });
    } finally {
      running.delete(id);
    }
  };

  scope.addEventListener('message', ({ data }) => {
    if ('run' in data) void run(data.run, data.name, data.order);
    else if ('stop' in data) running.get(data.stop)?.abort();
    else {
      const waiting = asked.get(data.answers);
      asked.delete(data.answers);
      if ('failure' in data) waiting?.reject(new Error(data.failure));
      else waiting?.resolve(data.answer);
    }
  });
  return { giveUp: () => say({ gaveUp: true }) };
}

/** Minimum interval between progress messages, ms. */
const PROGRESS_MS = 50;

/** Throttles progress messages. */
export function sparingly<Said>(tell: (said: Said) => void): (said: Said) => void {
  let told = performance.now();
  return (said) => {
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    tell(said);
  };
}
