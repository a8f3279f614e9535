/** Workers as the page sees them, that do what a test says. */
import type { FromWorker, ToWorker } from '../../../web/ui/tasks/protocol.ts';

type Run = Extract<ToWorker, { run: number }>;

export class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  /** All that it was told. */
  readonly heard: ToWorker[] = [];
  isEnded = false;

  postMessage(message: ToWorker, transfer: Transferable[]): void {
    this.heard.push(structuredClone(message, { transfer }));
  }

  terminate(): void {
    this.isEnded = true;
  }

  get runs(): Run[] {
    return this.heard.flatMap((message) => ('run' in message ? message : []));
  }

  /** Contents of its orders. */
  get orders(): unknown[] {
    return this.runs.map(({ order }) => order);
  }

  /** The number of its last order. */
  get last(): number {
    return this.runs.at(-1)?.run ?? 0;
  }

  say(data: FromWorker): void {
    this.onmessage?.({ data });
  }

  progress(progress: unknown, id = this.last): void {
    this.say({ id, progress });
  }

  result(result: unknown, id = this.last): void {
    this.say({ id, result });
  }

  fail(failure: string, id = this.last): void {
    this.say({ id, failure });
  }
}

/** Makes workers, and holds those that were made. */
export function fakeWorkers(): { readonly made: FakeWorker[]; readonly start: () => Worker } {
  const made: FakeWorker[] = [];
  const start = () => {
    const worker = new FakeWorker();
    made.push(worker);
    return worker as unknown as Worker;
  };
  return { made, start };
}
