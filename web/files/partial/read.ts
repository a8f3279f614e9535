/** Parts of files, read by a worker. */

export interface SliceRequest {
  readonly id: number;
  readonly blob: Blob;
  readonly start: number;
  readonly end: number;
}

/** The bytes, or why there are none. */
export interface SliceAnswer {
  readonly id: number;
  readonly buffer?: ArrayBuffer;
  readonly reason?: string;
}

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, { resolve(bytes: Uint8Array): void; reject(reason: Error): void }>();

/** The bytes [start, end) of a file. Rejects when it has gone or changed. */
export function readSlice(blob: Blob, start: number, end: number): Promise<Uint8Array> {
  worker ??= startWorker();
  const request: SliceRequest = { id: ++lastId, blob, start, end };
  return new Promise((resolve, reject) => {
    waiting.set(request.id, { resolve, reject });
    worker?.postMessage(request);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data: { id, buffer, reason } }: MessageEvent<SliceAnswer>) => {
    const request = waiting.get(id);
    waiting.delete(id);
    if (buffer) request?.resolve(new Uint8Array(buffer));
    else request?.reject(new Error(reason));
  });
  // Without it nothing can be read; the next reading tries again.
  started.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('the reading worker could not be started'));
    waiting.clear();
    worker = null;
  });
  return started;
}
