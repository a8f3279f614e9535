/** The page's side of workers: orders, results, time limits, restarts. */
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

/** How workers of a kind are run. */
interface Rules {
  /** Maximum number of workers; 1 by default. */
  readonly workers?: number;
  /** Number of orders that a worker has at a time; 1 by default. Others wait. */
  readonly atOnce?: number;
  /** Idle time after which a worker is ended, to free its memory, ms; never by default. */
  readonly idleMs?: number;
  /** The worker receives messages while it is working: orders are withdrawn by a message, not by ending it. */
  readonly hears?: boolean;
  /** Ends a worker after a failed order, which may have damaged it. */
  readonly endsOnFailure?: boolean;
  /** Called once when a worker has ended unexpectedly; its orders then reject with the same error. */
  readonly ended?: (error: WorkerEnded) => void;
  readonly words: Words;
}

/** Sentences or phrases that say why an order failed. */
interface Words {
  /** The script did not load, or memory ran out. */
  readonly stopped: string;
  /** A message cannot be received; `stopped` by default. */
  readonly unreceived?: string;
  /** @param seconds the time limit */
  readonly slow?: (seconds: number) => string;
}

interface RunOptions<One extends Task> {
  /** Objects of the order that are transferred instead of copied. */
  readonly transfer?: readonly Transferable[];
  /** Withdraws the order: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | null;
  /** Time limit for the next message of the worker, ms, except while it waits for answers. None by default. */
  readonly timeLimit?: number;
  readonly progress?: (said: ProgressOf<One>) => void;
  /** Answers questions of the worker. An exception fails the order, unless the worker continues without an answer. */
  readonly answers?: (
    question: QuestionOf<One>,
  ) => AnswerOf<One> | Handed<AnswerOf<One>> | Promise<AnswerOf<One> | Handed<AnswerOf<One>>>;
}

/** Why a worker has ended: all its orders reject with the same error. */
export class WorkerEnded extends Error {
  readonly how: 'stopped' | 'unreceived' | 'slow' | 'gaveUp';

  constructor(how: WorkerEnded['how'], words: string) {
    super(words);
    this.how = how;
  }
}

interface Order {
  readonly id: number;
  readonly name: string;
  readonly order: unknown;
  readonly options: RunOptions<{ order: unknown; result: unknown; question: unknown; progress: unknown }>;
  /** Questions that are being answered. */
  questions: number;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

interface Member {
  readonly worker: Worker;
  /** By number, oldest first. */
  readonly orders: Map<number, Order>;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Workers of one kind. They start with the orders; one that has ended is replaced with the next order. */
export class TaskWorker<Work extends Tasks<Work>> {
  readonly #start: () => Worker;
  readonly #rules: Rules;
  readonly #members = new Set<Member>();
  #waiting: Order[] = [];
  #lastId = 0;

  /** @param start makes a worker that calls `serve` */
  constructor(start: () => Worker, rules: Rules) {
    this.#start = start;
    this.#rules = rules;
  }

  /** Whether a worker is running, which may remember earlier orders. */
  get isAlive(): boolean {
    return this.#members.size > 0;
  }

  /** Rejects with an error for the user, with WorkerEnded, or, when it is withdrawn, with the reason. */
  run<Name extends keyof Work & string>(
    name: Name,
    order: Work[Name]['order'],
    options: RunOptions<Work[Name]> = {},
  ): Promise<Work[Name]['result']> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const withdraw = () => this.#withdraw(own, signal?.reason);
      const settled =
        <Value>(tell: (value: Value) => void) =>
        (value: Value) => {
          signal?.removeEventListener('abort', withdraw);
          tell(value);
        };
      const own: Order = {
        id: ++this.#lastId,
        name,
        order,
        options: options as Order['options'],
        questions: 0,
        resolve: settled(resolve),
        reject: settled(reject),
      };
      signal?.addEventListener('abort', withdraw);
      this.#waiting.push(own);
      this.#next();
    });
  }

  /** Withdraws all orders, and ends the workers that are at work. */
  stop(reason: unknown = new DOMException('The task was cancelled.', 'AbortError')): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const member of this.#members) if (member.orders.size > 0) this.#end(member, reason);
    for (const order of waiting) order.reject(reason);
  }

  /** Withdraws all orders, and ends all workers. */
  end(reason?: unknown): void {
    this.stop(reason);
    for (const member of this.#members) this.#end(member, reason);
  }

  #withdraw(order: Order, reason: unknown): void {
    const member = [...this.#members].find(({ orders }) => orders.has(order.id));
    this.#waiting = this.#waiting.filter((other) => other !== order);
    order.reject(reason);
    if (!member) return;
    if (!this.#rules.hears && member.orders.size === 1) this.#end(member, reason);
    else {
      // The other orders of the worker continue.
      member.orders.delete(order.id);
      this.#post(member, { stop: order.id });
    }
    this.#next();
    this.#watch(member);
  }

  #next(): void {
    for (let [order] = this.#waiting; order; [order] = this.#waiting) {
      try {
        const member = this.#free();
        if (!member) return;
        this.#waiting.shift();
        member.orders.set(order.id, order);
        const { id: run, name, options } = order;
        this.#post(member, { run, name, order: order.order }, options.transfer);
        // The time limit of another order may be earlier.
        if (member.orders.size === 1) this.#watch(member);
      } catch (error) {
        // The worker cannot be started, or the order cannot be sent.
        this.#waiting = this.#waiting.filter((other) => other !== order);
        for (const member of this.#members) if (member.orders.delete(order.id)) this.#watch(member);
        order.reject(error);
      }
    }
  }

  /** A worker for another order: an idle one, a new one, or the one with the fewest orders. Null if all are busy. */
  #free(): Member | null {
    const { workers = 1, atOnce = 1 } = this.#rules;
    const [idlest] = [...this.#members].sort((one, other) => one.orders.size - other.orders.size);
    if (idlest && (idlest.orders.size === 0 || this.#members.size >= workers))
      return idlest.orders.size < atOnce ? idlest : null;
    return this.#begin();
  }

  #begin(): Member {
    const worker = this.#start();
    const member: Member = { worker, orders: new Map(), timer: undefined };
    this.#members.add(member);
    const { words } = this.#rules;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(member, data);
    worker.onmessageerror = () => this.#break(member, 'unreceived', words.unreceived ?? words.stopped);
    worker.onerror = (event) => {
      // The error is reported to the caller instead.
      event?.preventDefault?.();
      this.#break(member, 'stopped', words.stopped);
    };
    return member;
  }

  #hear(member: Member, data: FromWorker): void {
    // A message of a worker that has been ended.
    if (!this.#members.has(member)) return;
    const order = 'id' in data && member.orders.get(data.id);
    if ('gaveUp' in data) this.#break(member, 'gaveUp', this.#rules.words.stopped);
    else if (!order) return;
    else if ('progress' in data) order.options.progress?.(data.progress);
    else if ('asks' in data) void this.#answer(member, order, data.asks, data.question);
    else if ('result' in data) this.#settle(member, order, () => order.resolve(data.result));
    else this.#fail(member, order, new Error(data.failure));
    this.#next();
    this.#watch(member);
  }

  #settle(member: Member, order: Order, tell: () => void): void {
    member.orders.delete(order.id);
    tell();
  }

  #fail(member: Member, order: Order, error: Error): void {
    this.#settle(member, order, () => order.reject(error));
    if (this.#rules.endsOnFailure) this.#end(member, error);
  }

  async #answer(member: Member, order: Order, answers: number, question: unknown): Promise<void> {
    const reply = (message: ToWorker, transfer?: Transferable[]) => {
      if (this.#members.has(member)) this.#post(member, message, transfer);
    };
    order.questions++;
    try {
      const { answers: answerTo } = order.options;
      if (!answerTo) throw new Error('The worker’s question was not answered.');
      const given = answerTo(question as never);
      // A synchronous answer is sent synchronously.
      const [answer, transfer] = unhand(given instanceof Promise ? await given : given);
      reply({ answers, answer }, transfer);
    } catch (error) {
      // The answer cannot be sent.
      reply({ answers, failure: reasonOf(error) });
    }
    order.questions--;
    this.#watch(member);
  }

  #post(member: Member, message: ToWorker, transfer: readonly Transferable[] = []): void {
    member.worker.postMessage(message, [...transfer]);
  }

  /** Sets the timer of a worker: for its next message, or for its end while it is idle. */
  #watch(member: Member): void {
    clearTimeout(member.timer);
    if (!this.#members.has(member)) return;
    const { idleMs, words } = this.#rules;
    if (member.orders.size === 0) {
      const end = () => this.#end(member, null);
      if (idleMs === 0) end();
      else if (idleMs !== undefined) member.timer = setTimeout(end, idleMs);
      return;
    }
    const orders = [...member.orders.values()];
    const limit = orders.find(({ options, questions }) => options.timeLimit && questions === 0)?.options;
    if (!limit?.timeLimit) return;
    const seconds = limit.timeLimit / 1000;
    const slow = words.slow?.(seconds) ?? `it takes longer than ${seconds} seconds`;
    member.timer = setTimeout(() => this.#break(member, 'slow', slow), limit.timeLimit);
  }

  #break(member: Member, how: WorkerEnded['how'], words: string): void {
    if (!this.#members.has(member)) return;
    const error = new WorkerEnded(how, words);
    this.#end(member, error);
    this.#rules.ended?.(error);
    this.#next();
  }

  #end(member: Member, reason: unknown): void {
    this.#members.delete(member);
    clearTimeout(member.timer);
    member.worker.terminate();
    const orders = [...member.orders.values()];
    member.orders.clear();
    for (const order of orders) order.reject(reason);
  }
}
