/** Unpacks the files in links beside the page: a link may hold what unpacks to a thousand times its size. */
import { unpack } from './pack.ts';

export interface UnpackTask {
  readonly data: string;
  /** Bytes that it may unpack to. */
  readonly limit: number;
}

export type UnpackAnswer = { readonly file: Blob } | { readonly failure: string };

self.addEventListener('message', async ({ data: { data, limit } }: MessageEvent<UnpackTask>) => {
  const answer: UnpackAnswer = await unpack(data, limit).then(
    (file) => ({ file }),
    (error) => ({ failure: error instanceof Error ? error.message : String(error) }),
  );
  self.postMessage(answer);
});
