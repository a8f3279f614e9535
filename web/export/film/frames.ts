/** What a film is made of, where it goes, and how its work is watched. */

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
