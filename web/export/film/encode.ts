/**
 * Film encoders: frames → MP4 or WebM by the browser's encoder, GIF or a zip of PNGs by a worker. Each frame is written
 * before the next ones pile up.
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
import { ZipWriter } from '../../archive/zip-writer.ts';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import type { FrameWork } from './frame-worker.ts';
import { type FilmFormat, frameName, gifDelay, type Size } from './plan.ts';

/** The frames of a film. */
export interface FrameSource {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** Frames per second. */
  readonly rate: number;
  /** Draws a frame. The canvas may be reused: it is read before the next frame is requested. */
  frame(i: number): HTMLCanvasElement;
}

/** Destination of the bytes. */
export interface FilmSink {
  /** @param position offset in the file; by default after the last byte */
  write(part: Uint8Array<ArrayBuffer>, position?: number): Promise<void>;
}

/** Reports the number of frames done and yields to the page; rejects if the user cancels. */
type Step = (done: number) => Promise<void>;

interface EncodeOptions {
  readonly format: FilmFormat;
  /** Codec of a video. */
  readonly codec: VideoCodec | null;
  /** Bits per second of a video. */
  readonly bitrate: number;
  /** Transparent background, for GIF and PNGs. */
  readonly transparent: boolean;
  /** Palette of a GIF: one for the film, or one per frame. */
  readonly palette: 'film' | 'frame';
  /** Whether a GIF loops. */
  readonly repeats: boolean;
  /** Name of the PNGs, without number and extension. */
  readonly name: string;
}

/** Progress and cancellation of an encoding. */
interface FilmWatch {
  readonly signal: AbortSignal;
  /** @param done number of frames */
  progress(done: number): void;
}

/** Maximum number of frames from which the palette of a film is computed. */
const MAX_SAMPLES = 16;

/** Draws and writes a film. Releases everything it opened, even on failure. Rejects if it is cancelled. */
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

/** Draws the next frame while the worker encodes the previous one: two are in memory. */
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
    // Awaited with the next frame, or not at all if the film is cancelled.
    before.catch(() => {});
    await step(i);
  }
  await before;
  await step(source.count);
}

/** Yields to the page. Timers are throttled to one second in hidden pages; messages are not. */
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

/** The frame worker, which runs one order at a time. The caller ends it. */
export function frameWorker(): TaskWorker<FrameWork> {
  return new TaskWorker(() => new Worker(new URL('./frame-worker.ts', import.meta.url), { type: 'module' }), {
    words: { stopped: 'A frame could not be encoded: the worker stopped.' },
  });
}

export type VideoFormat = 'webm' | 'mp4';
export type VideoCodec = 'vp9' | 'vp8' | 'av1' | 'avc';

/** Codecs by container, best supported by players first. */
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

/** Bytes that are buffered before a write. */
const CHUNK = 1 << 20;

/**
 * Initializes the media library of WebKitGTK 2.50: it does so for a media element but not for an encoder, and the page
 * crashes if it asks for an encoder first.
 */
function wakeMedia(): void {
  document.createElement('video').canPlayType('video/mp4');
}

/** The codec with which this browser encodes films of a size; null for none. @param bitrate bits per second */
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

/** Writes a seekable video with its index at the beginning. */
async function encodeVideo(
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
        // Waits while the encoder's queue is full.
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
