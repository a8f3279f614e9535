/** The worker that decodes pictures: whatever one of them does, the page goes on, and ends the worker if it must. */
import { DtxLibrary } from '@lithoscope/dtx';
import type { Texels } from '../../explain/pictures/picture.ts';
import { decodeLevel, decodePicture, type LevelTask, type PictureTask } from './decode.ts';
import { dtxDecoder } from './dtx-picture.ts';
import type { LoadedPicture } from './picture.ts';

export type Task = PictureTask | LevelTask;

export type Answer =
  | { readonly picture: LoadedPicture }
  | { readonly texels: Texels }
  | { readonly failure: string };

let library: Promise<DtxLibrary> | null = null;

function loadDtx(): Promise<DtxLibrary> {
  library ??= DtxLibrary.load();
  return library;
}

self.addEventListener('message', async ({ data }: MessageEvent<Task>) => {
  const answer = await answerTo(data);
  self.postMessage(answer, { transfer: [...buffersOf(answer)] });
});

async function answerTo(task: Task): Promise<Answer> {
  try {
    return 'kind' in task
      ? { picture: await decodePicture(task, dtxDecoder(loadDtx)) }
      : { texels: await decodeLevel(task, loadDtx) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** What is handed over instead of copied; a level may be the thumbnail too. */
function buffersOf(answer: Answer): Set<ArrayBuffer> {
  if ('failure' in answer) return new Set();
  if ('texels' in answer) return new Set([answer.texels.data.buffer as ArrayBuffer]);
  const { picture, thumbnail } = answer.picture;
  const levels = [...picture.levels, ...(picture.decoded?.levels ?? []), thumbnail];
  return new Set(levels.map(({ data }) => data.buffer as ArrayBuffer));
}
