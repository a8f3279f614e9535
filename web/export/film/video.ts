/** Frames → WebM or MP4, encoded by the browser. */

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
import type { FilmSink, FrameSource, Step } from './frames.ts';
import type { Size } from './plan.ts';

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
