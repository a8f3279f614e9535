/** Reads parts of files beside the page: making a slice of a file waits for the browser's other processes. */
import type { SliceAnswer, SliceRequest } from './read.ts';

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
