/** State of the film dialog: choices, and what follows from them. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { clipInfo } from '../../document/animation-clips.ts';
import type { Clip, OpenFile } from '../../document/open-file.ts';
import { canPlay } from '../../document/playback.ts';
import { view } from '../../document/view.ts';
import { formatCount } from '../../explain/describe.ts';
import { modelName } from '../../lib/file-names.ts';
import { onScreen } from '../../scene/on-screen.ts';
import { savedName } from '../../scene/viewport-labels.ts';
import { effect } from '../../ui/scope.ts';
import { CODECS, codecFor, type VideoCodec, type VideoFormat } from './encode.ts';
import {
  bitrateFor,
  type FilmFormat,
  type FilmPlan,
  type FilmPlay,
  filmOptions,
  fitSize,
  MAX_FRAMES,
  MAX_GIF_RATE,
  planFilm,
  type Size,
  type SizeName,
} from './plan.ts';

/** The animation that plays; null for the pose in the view, which stands still. */
export type Subject = Clip | null;

/** Size assumed without a view. */
const NO_VIEW: Size = [1280, 720];

/** The last choices for a file, kept while the page is open. */
interface Chosen {
  readonly subject: Subject;
  readonly play: FilmPlay;
  readonly turntable: boolean;
}

const chosenBefore = new WeakMap<OpenFile, Chosen>();

/** Its effects belong to the current scope. */
export class FilmState {
  readonly file: OpenFile;
  readonly subject: Signal<Subject>;
  readonly play: Signal<FilmPlay>;
  /** Whether the camera orbits the model. */
  readonly turntable: Signal<boolean>;
  /** Codecs of this browser; undefined while unknown. */
  readonly codecs: Readonly<Record<VideoFormat, Signal<VideoCodec | null | undefined>>> = {
    mp4: signal(undefined),
    webm: signal(undefined),
  };
  /** Size of the view, pixels. */
  readonly viewSize: Size;
  readonly size: ReadonlySignal<Size>;
  readonly plan: ReadonlySignal<FilmPlan>;

  constructor(file: OpenFile) {
    const before = chosenBefore.get(file);
    const playing = firstSubject(file);
    const mode = file.playback.mode.peek();
    this.file = file;
    // The animation that plays was chosen after the last film.
    this.subject = signal(playing ?? before?.subject ?? null);
    this.play = signal(before?.play ?? (mode === 'next' ? 'loop' : mode));
    this.turntable = signal(before?.turntable ?? (view.turntable.peek() || playing === null));
    const screen = onScreen();
    const ratio = window.devicePixelRatio || 1;
    this.viewSize = screen ? [screen.width * ratio, screen.height * ratio] : NO_VIEW;
    const { format, rate, loops, seconds, turns } = filmOptions;
    this.size = computed(() => fitSize(this.#wantedSize(), format.value));
    this.plan = computed(() =>
      planFilm({
        lengthMs: lengthOf(file, this.subject.value),
        play: this.play.value,
        loops: loops.value,
        seconds: seconds.value,
        turns: this.turntable.value ? turns.value : 0,
        rate: format.value === 'gif' ? Math.min(rate.value, MAX_GIF_RATE) : rate.value,
      }),
    );
    effect(() => void this.#findCodecs(this.size.value, rate.value));
    effect(() => {
      const [subject, play, turntable] = [this.subject.value, this.play.value, this.turntable.value];
      chosenBefore.set(file, { subject, play, turntable });
    });
  }

  /** Whether an animation of positive length is shown. Reads signals. */
  get plays(): boolean {
    return lengthOf(this.file, this.subject.value) > 0;
  }

  /** Codec of a video, undefined while unknown; null for other formats. Reads signals. */
  get codec(): VideoCodec | null | undefined {
    const format = filmOptions.format.value;
    return isVideo(format) ? this.codecs[format].value : null;
  }

  /** Bits per second of a video. Reads signals. */
  get bitrate(): number {
    return bitrateFor(this.size.value, this.plan.value.rate, filmOptions.quality.value);
  }

  /** Why no film can be made; '' if it can. Reads signals. */
  get refusal(): string {
    const { count } = this.plan.value;
    if (count > MAX_FRAMES) {
      return `A video has at most ${formatCount(MAX_FRAMES)} frames. Choose fewer loops, or fewer frames per second.`;
    }
    return isVideo(filmOptions.format.value) && this.codec === null
      ? 'This browser cannot encode video of this size. Choose another size or format.'
      : '';
  }

  /** Reads signals. */
  #wantedSize(): Size {
    const { size, width, height } = filmOptions;
    if (size.value === 'view') return this.viewSize;
    if (size.value === 'own') return [width.value, height.value];
    return sizeOf(size.value);
  }

  /** Finds the codecs; switches to the other video format if the chosen one has none. */
  async #findCodecs(size: Size, rate: number): Promise<void> {
    const even = fitSize(size, 'mp4');
    const bitrate = bitrateFor(even, rate, filmOptions.quality.peek());
    const { mp4, webm } = this.codecs;
    const found = await Promise.all([
      codecFor('mp4', even, rate, bitrate),
      codecFor('webm', even, rate, bitrate),
    ]);
    // Size or rate changed in the meantime.
    if (size !== this.size.peek() || rate !== filmOptions.rate.peek()) return;
    [mp4.value, webm.value] = found;
    const { format } = filmOptions;
    if (format.peek() === 'mp4' && !mp4.value && webm.value) format.value = 'webm';
    else if (format.peek() === 'webm' && !webm.value && mp4.value) format.value = 'mp4';
  }
}

export function isVideo(format: FilmFormat): format is VideoFormat {
  return format in CODECS;
}

/** Of a preset. */
function sizeOf(name: Exclude<SizeName, 'view' | 'own'>): Size {
  const [width = 0, height = 0] = name.split('x').map(Number);
  return [width, height];
}

/** The initial subject of a film: what plays or would play in the view. */
function firstSubject(file: OpenFile): Subject {
  return canPlay(file) ? file.playback.clip.peek() : null;
}

/** Length of an animation, ms; 0 for a pose. */
function lengthOf(file: OpenFile, subject: Subject): number {
  const length = subject ? (clipInfo(file, subject)?.length ?? 0) : 0;
  return Number.isFinite(length) ? length : 0;
}

/** `agent-Walk-turntable`, without extension. */
export function filmName(file: OpenFile, subject: Subject, turns: boolean): string {
  const animation = subject ? clipInfo(file, subject)?.name : undefined;
  const parts = [modelName(file.name), ...(animation ? [animation] : []), ...(turns ? ['turntable'] : [])];
  return savedName(parts, '');
}
