/**
 * Film encoders: frames → MP4 or WebM by the browser's encoder, GIF or a zip of PNGs by a worker. Each frame is written before the next ones pile up.
 */

import {
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
  Quality,
  StreamTarget,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';
import { ZipWriter } from '../../library/zip.ts';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { FrameWork } from './frame-worker.ts';
import { type FilmFormat, frameName, gifDelay, type Size } from './plan.ts';

/** The pictures of a film. */
export interface FrameSource {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** Frames a second. */
  readonly rate: number;
  /** Draws a frame. The canvas may be the same for each: it is read before the next is asked for. */
  frame(i: number): HTMLCanvasElement;
}

/** Where bytes go. */
export interface FilmSink {
  /** @param position where the bytes go; without it behind the last */
  write(part: Uint8Array<ArrayBuffer>, position?: number): Promise<void>;
}

/** Called when so many frames are done, so that the page can answer; rejects when the user cancels. */
export type Step = (done: number) => Promise<void>;

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

/** Carries out one order after the other. To be ended by who made it. */
export function frameWorker(): TaskWorker<FrameWork> {
  return new TaskWorker(() => new Worker(new URL('./frame-worker.ts', import.meta.url), { type: 'module' }), {
    words: { stopped: 'A frame could not be encoded: the worker stopped.' },
  });
}

export type VideoFormat = 'webm' | 'mp4';
export type VideoCodec = 'vp9' | 'vp8' | 'av1' | 'avc';

/** What each container takes, what most players play first. */
export const CODECS: Readonly<Record<VideoFormat, readonly VideoCodec[]>> = {
  webm: ['vp9', 'vp8', 'av1'],
  mp4: ['avc', 'vp9', 'av1'],
};

export const CODEC_NAMES: Readonly<Record<VideoCodec, string>> = {
  vp9: 'VP9',
  vp8: 'VP8',
  av1: 'AV1',
  avc: 'H.264',
};

/** Bytes that are gathered before they are written. */
const CHUNK = 1 << 20;

/**
 * WebKitGTK 2.50 makes its media library ready for an element that plays, not for an encoder, and the page crashes there
 * when it asks for an encoder first.
 */
function wakeMedia(): void {
  document.createElement('video').canPlayType('video/mp4');
}

/** The codec that this browser encodes films of a size with; null when it has none. @param bitrate bits a second */
export async function codecFor(
  format: VideoFormat,
  [width, height]: Size,
  frameRate: number,
  bitrate: number,
): Promise<VideoCodec | null> {
  wakeMedia();
  for (const codec of CODECS[format]) {
    if (await canEncodeVideo(codec, { width, height, frameRate, quality: new Quality({ bitrate }) }))
      return codec;
  }
  return null;
}

/** Writes a video that begins with what a player must know, and can be moved through. */
export async function encodeVideo(
  source: FrameSource,
  { format, codec, bitrate }: { format: VideoFormat; codec: VideoCodec; bitrate: number },
  sink: FilmSink,
  step: Step,
): Promise<void> {
  const { count, rate } = source;
  const output = new Output({
    format: format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat(),
    target: new StreamTarget(
      new WritableStream({ write: ({ data, position }) => sink.write(data, position) }),
      { chunked: true, chunkSize: CHUNK },
    ),
  });
  const video = new VideoSampleSource({ codec, quality: new Quality({ bitrate }) });
  output.addVideoTrack(video, { frameRate: rate, maximumPacketCount: count });
  try {
    await output.start();
    for (let i = 0; i < count; i++) {
      const sample = new VideoSample(source.frame(i), { timestamp: i / rate, duration: 1 / rate });
      try {
        // Waits while the encoder has several to do.
        await video.add(sample);
      } finally {
        sample.close();
      }
      await step(i + 1);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel().catch(() => {});
    throw error;
  }
}
