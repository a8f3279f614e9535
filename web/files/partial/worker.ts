/** Reads parts of files beside the page. */

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

self.addEventListener('message', async ({ data }: MessageEvent<SliceRequest>) => {
  const { id, blob, start, end } = data;
  const post = (answer: SliceAnswer, transfer: Transferable[] = []) => self.postMessage(answer, { transfer });
  try {
    const buffer = await blob.slice(start, end).arrayBuffer();
    post({ id, buffer }, [buffer]);
  } catch (reason) {
    post({ id, reason: String(reason) });
  }
});
