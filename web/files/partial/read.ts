/** Parts of a file, read by a worker: making a slice of a file waits for the browser's other processes. */
import type { SliceAnswer, SliceRequest } from './worker.ts';

interface Request {
  resolve(bytes: Uint8Array): void;
  reject(reason: Error): void;
}

/** Reads one file. Its worker starts with the first request and ends with `close`. */
export class BlobReader {
  #worker: Worker | null = null;
  #lastId = 0;
  readonly #requests = new Map<number, Request>();

  constructor(private readonly blob: Blob) {}

  /** The bytes [start, end). Rejects when the file has gone or changed, and when it is closed meanwhile. */
  read(start: number, end: number): Promise<Uint8Array> {
    this.#worker ??= this.#start();
    const message: SliceRequest = { id: ++this.#lastId, blob: this.blob, start, end };
    this.#worker.postMessage(message);
    return new Promise((resolve, reject) => this.#requests.set(message.id, { resolve, reject }));
  }

  close(): void {
    this.#end('the file was closed');
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data: { id, buffer, reason } }: MessageEvent<SliceAnswer>) => {
      const request = this.#requests.get(id);
      this.#requests.delete(id);
      if (buffer) request?.resolve(new Uint8Array(buffer));
      else request?.reject(new Error(reason));
    };
    // The next request tries again.
    worker.onerror = () => this.#end('the reading worker could not be started');
    return worker;
  }

  #end(reason: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#requests.values()) reject(new Error(reason));
    this.#requests.clear();
  }
}
