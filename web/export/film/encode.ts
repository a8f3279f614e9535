/** Frames → a film: one after the other, each written before there are many of them. */

import { ZipWriter } from '../../library/extract/zip.ts';
import type { FilmSink, FrameSource, Step } from './frames.ts';
import { type FilmFormat, frameName, gifDelay } from './plan.ts';
import { encodeVideo, type VideoCodec } from './video.ts';
import { frameWorker } from './worker.ts';

interface EncodeOptions {
  readonly format: FilmFormat;
  /** Of a video. */
  readonly codec: VideoCodec | null;
  /** Of a video, bits a second. */
  readonly bitrate: number;
  /** Of GIF and PNGs: what is behind the model is see-through. */
  readonly transparent: boolean;
  /** Of a GIF: one palette for the whole film, or one for each frame. */
  readonly palette: 'film' | 'frame';
  /** Of a GIF: it begins again at its end. */
  readonly repeats: boolean;
  /** What the PNGs are called, without number and ending. */
  readonly name: string;
}

/** Work on a film. */
interface FilmWatch {
  readonly signal: AbortSignal;
  /** So many frames are done. */
  progress(done: number): void;
}

/** Pictures that the palette of a film is made from, at most. */
const MAX_SAMPLES = 16;

/** Draws and writes a film. When it ends, in whatever way, nothing that it opened is left. Rejects when it is cancelled. */
export async function encodeFilm(
  source: FrameSource,
  options: EncodeOptions,
  sink: FilmSink,
  watch: FilmWatch,
): Promise<void> {
  const step = async (done: number) => {
    watch.progress(done);
    await nextTask();
    watch.signal.throwIfAborted();
  };
  watch.signal.throwIfAborted();
  const { format, codec } = options;
  if (format === 'gif') return encodeGif(source, options, sink, step);
  if (format === 'png') return encodePngs(source, options, sink, step);
  if (!codec) throw new Error('This browser cannot encode such a video.');
  return encodeVideo(source, { format, codec, bitrate: options.bitrate }, sink, step);
}

async function encodeGif(
  source: FrameSource,
  { transparent, palette, repeats }: EncodeOptions,
  sink: FilmSink,
  step: Step,
): Promise<void> {
  const worker = frameWorker();
  try {
    const samples: ImageBitmap[] = [];
    const wanted = palette === 'film' ? Math.min(source.count, MAX_SAMPLES) : 0;
    for (let i = 0; i < wanted; i++) {
      samples.push(await createImageBitmap(source.frame(Math.floor((i * source.count) / wanted))));
      await step(0);
    }
    await worker.run('gif-begin', { samples, transparent, repeats }, { transfer: samples });
    await eachFrame(source, step, async (picture, i) => {
      const frame = { delay: gifDelay(i, source.rate) };
      await sink.write(await worker.run('gif-frame', { picture, frame }, { transfer: [picture] }));
    });
    await sink.write(await worker.run('gif-end', null));
  } finally {
    worker.end();
  }
}

async function encodePngs(
  source: FrameSource,
  { name }: EncodeOptions,
  sink: FilmSink,
  step: Step,
): Promise<void> {
  const worker = frameWorker();
  const zip = new ZipWriter(sink);
  try {
    await eachFrame(source, step, async (picture, i) => {
      const png = await worker.run('png', picture, { transfer: [picture] });
      await zip.add(frameName(name, i, source.count), png, null);
    });
    await zip.end();
  } finally {
    worker.end();
  }
}

/** Draws the next frame while the worker has the one before: two are in memory. */
async function eachFrame(
  source: FrameSource,
  step: Step,
  encode: (picture: ImageBitmap, i: number) => Promise<void>,
): Promise<void> {
  let before: Promise<void> = Promise.resolve();
  for (let i = 0; i < source.count; i++) {
    const picture = await createImageBitmap(source.frame(i));
    await before;
    before = encode(picture, i);
    // It is waited for with the next frame, or never when the film is cancelled.
    before.catch(() => {});
    await step(i);
  }
  await before;
  await step(source.count);
}

/** Lets the page answer. Timers wait for a second in a page that is hidden, messages do not. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
