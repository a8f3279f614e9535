/** The page's side of the worker that converts models. */
import type { GlbResult } from '../../glb/report.ts';
import { reasonOf } from '../../store/core.ts';
import type { GlbAnswer, GlbCompanions, GlbFile, GlbOrder, GlbTask, GlbWants } from './messages.ts';

/** What is heard of a conversion before its end. */
interface Hearing {
  progress?(done: number): void;
  find?(wants: GlbWants): Promise<GlbCompanions>;
}

/** Why a conversion gave nothing when another one, or none, was wanted instead of it. */
export class Withdrawn extends Error {}

/**
 * Converts one model at a time. The worker starts with the first and is used again; one that is at work is ended when
 * something else is wanted, because no message reaches it before it is done.
 */
export class GlbConverter {
  readonly #start: () => Worker;
  #worker: Worker | null = null;
  /** What ends the wait for the conversion that runs. */
  #withdraw: (() => void) | null = null;

  constructor(start = startWorker) {
    this.#start = start;
  }

  /**
   * Converts, in place of what runs. Rejects with a sentence for the user, or with Withdrawn.
   * @param task its bytes and pixels are handed over to the worker, and gone
   * @param progress told how much is done, 0 to 1
   */
  convert(task: GlbTask, progress: (done: number) => void): Promise<GlbResult> {
    return this.#run({ task }, transferOf(task), { progress });
  }

  /**
   * The same for a model that the worker asks about.
   * @param find gives what was found; what it gives is handed over
   */
  convertFile(file: GlbFile, find: (wants: GlbWants) => Promise<GlbCompanions>): Promise<GlbResult> {
    return this.#run({ file }, [file.bytes.buffer], { find });
  }

  #run(order: GlbOrder, transfer: Transferable[], { progress, find }: Hearing): Promise<GlbResult> {
    this.stop();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const settle = (tell: () => void) => {
        if (this.#withdraw === withdraw) this.#withdraw = null;
        tell();
      };
      const fail = (reason: string) => {
        worker.terminate();
        if (this.#worker === worker) this.#worker = null;
        settle(() => reject(new Error(reason)));
      };
      const withdraw = () => reject(new Withdrawn('withdrawn'));
      this.#withdraw = withdraw;
      worker.onmessage = ({ data }: MessageEvent<GlbAnswer>) => {
        if ('progress' in data) progress?.(data.progress);
        else if ('wants' in data) {
          find?.(data.wants).then(
            (companions) => worker.postMessage({ companions } satisfies GlbOrder),
            (error) => fail(reasonOf(error)),
          );
        }
        // What failed may fail again in the same worker: its WebAssembly may not have come.
        else if ('failure' in data) fail(data.failure);
        else settle(() => resolve(data.result));
      };
      // An answer that cannot be received, a script that does not load, memory that runs out.
      worker.onmessageerror = () => fail('The GLB cannot be received from the worker that made it.');
      worker.onerror = (event) => {
        event.preventDefault?.();
        fail('The worker that converts stopped: the export may need more memory than the browser gives.');
      };
      worker.postMessage(order, transfer);
    });
  }

  /** Withdraws what runs, with its worker. */
  stop(): void {
    const withdraw = this.#withdraw;
    if (!withdraw) return;
    this.#withdraw = null;
    this.end();
    withdraw();
  }

  /** Ends the worker. What runs never settles: `stop` before, for that. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** What is handed over instead of copied; slots may share a skin. */
function transferOf({ bytes, sources, skins }: GlbTask): Transferable[] {
  const all = [bytes, ...sources.map((source) => source.bytes), ...skins.map(([, { rgba }]) => rgba)];
  return [...new Set(all.map(({ buffer }) => buffer as ArrayBuffer))];
}

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
