/** Film dialog: encodes the active model as a video, a GIF or PNGs. */

import { type Signal, signal } from '@preact/signals-core';
import { activeFile } from '../../document/state.ts';
import { counted, formatBytes, formatCount, formatMegabytes } from '../../explain/describe.ts';
import { isWithdrawn } from '../../lib/reason.ts';
import { type SaveKind, type SaveTarget, saveTarget } from '../../opening/save-target.ts';
import { openStudio, type Studio } from '../../scene/studio.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement, notify } from '../../store/notices.ts';
import { type Dialog, openDialog } from '../../ui/dialog.ts';
import { button, el, fileText } from '../../ui/dom.ts';
import { effect, page, scope } from '../../ui/scope.ts';
import { Camera } from './camera.ts';
import { encodeFilm, frameWorker } from './encode.ts';
import { filmForm } from './form.ts';
import { type FilmFormat, filmOptions, recallFilm, rememberFilm, secondsOf } from './plan.ts';
import { FilmState, filmName, isVideo } from './state.ts';
import '../studio.css';

const KINDS: Readonly<Record<FilmFormat, SaveKind>> = {
  mp4: { description: 'MP4 video', type: 'video/mp4', ending: '.mp4' },
  webm: { description: 'WebM video', type: 'video/webm', ending: '.webm' },
  gif: { description: 'GIF', type: 'image/gif', ending: '.gif' },
  png: { description: 'Zip archive', type: 'application/zip', ending: '.zip' },
};

/** Longest side of the preview, pixels. */
const PREVIEW = 720;
/** Debounce of the preview and, since it costs more, of the size estimate, ms. */
const SETTLE_MS = 120;
const SETTLE_LONG_MS = 400;

/** Opens the dialog for the active file. */
export function openFilm(): void {
  const file = activeFile.peek();
  if (!file?.model) return;
  let studio: Studio;
  try {
    studio = openStudio(file);
  } catch (error) {
    notify(reasonOf(error));
    return;
  }
  recallFilm();
  // The film's state has effects before the dialog, and its scope, exist.
  const own = page.run(() => scope());
  const closed = () => {
    own.end();
    studio.dispose();
  };
  new FilmDialog(
    own.run(() => new FilmState(file)),
    studio,
    closed,
  );
}

/** A film that is being encoded. */
interface Encoding {
  readonly abort: AbortController;
  /** When it began, ms. */
  readonly begun: number;
  /** Frames done. */
  readonly done: Signal<number>;
}

class FilmDialog {
  readonly #state: FilmState;
  readonly #camera: Camera;
  /** Estimated size of the film in bytes; null while unknown. */
  readonly #bytes = signal<number | null>(null);
  readonly #encoding = signal<Encoding | null>(null);
  readonly #failure = signal('');
  readonly #said = signal('');
  readonly #preview = el('canvas', { role: 'img', 'aria-label': 'First frame of the video' });
  readonly #dialog: Dialog;

  constructor(state: FilmState, studio: Studio, closed: () => void) {
    this.#state = state;
    this.#camera = new Camera(state.file, studio);
    this.#dialog = openDialog({
      class: 'studio film',
      title: ['Video of ', fileText(state.file.name)],
      build: () => this.#build(),
      focus: ({ element }) => element.querySelector<HTMLElement>('.studio-options select'),
      stop: () => this.#stop(),
      closed: () => {
        this.#stop();
        closed();
      },
    });
    this.#dialog.run(() => {
      effect(() => this.#watchPreview());
      effect(() => this.#watchSize());
    });
  }

  /** Cancels the film that is being encoded. @returns false if there is none */
  #stop(): boolean {
    const encoding = this.#encoding.peek();
    encoding?.abort.abort();
    return encoding !== null;
  }

  #build(): HTMLElement[] {
    const options = el('div', { class: 'studio-options options' }, ...filmForm(this.#state));
    effect(() => {
      options.inert = this.#encoding.value !== null;
    });
    return [
      el('div', { class: 'studio-body' }, el('div', { class: 'studio-preview' }, this.#preview), options),
      this.#foot(),
    ];
  }

  #foot(): HTMLElement {
    const state = this.#state;
    const facts = el('p', { class: 'studio-facts' });
    const failure = el('p', { class: 'studio-failure severity-error', role: 'alert' });
    const bar = el('progress', { 'aria-label': 'Frames encoded', max: 1, value: 0 });
    const save = button('Save video', () => void this.#save(), { class: 'button-action' });
    const cancel = button('Cancel', () => this.#stop(), { class: 'button-small' });
    effect(() => {
      const isEncoding = this.#encoding.value !== null;
      const hadFocus = [save, cancel].some((element) => element === document.activeElement);
      bar.hidden = !isEncoding;
      cancel.hidden = !isEncoding;
      save.hidden = isEncoding;
      if (hadFocus) (isEncoding ? cancel : save).focus();
    });
    effect(() => {
      const encoding = this.#encoding.value;
      const { count } = state.plan.value;
      facts.textContent = encoding ? progressWords(encoding, count) : this.#facts();
      if (encoding) bar.value = encoding.done.value / count;
    });
    effect(() => {
      const { refusal } = state;
      failure.textContent = this.#failure.value || refusal;
      save.disabled = refusal !== '' || state.codec === undefined;
    });
    const said = el('p', { class: 'film-said', role: 'status' });
    effect(() => {
      said.textContent = this.#said.value;
    });
    return el('footer', {}, failure, said, facts, bar, cancel, save);
  }

  /** Frames, length, size in pixels and in bytes. Reads signals. */
  #facts(): string {
    const { plan, size } = this.#state;
    const { count, durationMs } = plan.value;
    const [width, height] = size.value;
    const bytes = this.#bytes.value;
    // A video may exceed its bit rate slightly: the container, and what the encoder flushes at the end.
    const words = bytes === null ? 'measuring the size…' : `about ${formatBytes(bytes)}`;
    return [counted(count, 'frame'), secondsOf(durationMs), `${width} × ${height}`, words].join(' · ');
  }

  /** Redraws the first frame when it changes. */
  #watchPreview(): () => void {
    this.#readLook();
    const { plan, size, subject } = this.#state;
    const wanted = [subject.value, plan.value, size.value] as const;
    const scale = Math.min(1, PREVIEW / Math.max(...size.value));
    // The last failure was of another film.
    this.#failure.value = '';
    const draw = () => this.#show(this.#camera.frame(...wanted, 0, scale));
    const timer = setTimeout(() => this.#guarded(draw), SETTLE_MS);
    return () => clearTimeout(timer);
  }

  /** Subscribes to the options that change the look of a frame. */
  #readLook(): void {
    const { ground, colour, camera, overlays, format } = filmOptions;
    for (const option of [ground, colour, camera, overlays, format]) void option.value;
  }

  #show(picture: HTMLCanvasElement): void {
    const canvas = this.#preview;
    const scale = Math.min(1, PREVIEW / Math.max(picture.width, picture.height));
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const context = canvas.getContext('2d');
    context?.clearRect(0, 0, width, height);
    context?.drawImage(picture, 0, 0, width, height);
  }

  /** Estimates the size: of GIF and PNGs by encoding two frames, of a video from its bit rate. */
  #watchSize(): () => void {
    if (this.#encoding.value) return () => {};
    this.#readLook();
    const { plan, size, subject } = this.#state;
    const wanted = [subject.value, plan.value, size.value] as const;
    const { count, durationMs } = plan.value;
    const format = filmOptions.format.value;
    if (isVideo(format)) {
      this.#bytes.value = (this.#state.bitrate * durationMs) / 8000;
      return () => {};
    }
    this.#bytes.value = null;
    const worker = frameWorker();
    const ending = new AbortController();
    const { signal } = ending;
    const measure = async () => {
      const transparent = filmOptions.ground.peek() === 'transparent';
      if (format === 'gif')
        await worker.run('gif-begin', { samples: [], transparent, repeats: true }, { signal });
      let sum = 0;
      const frames = [...new Set([0, Math.floor(count / 2)])];
      for (const i of frames) {
        const picture = await createImageBitmap(this.#camera.frame(...wanted, i));
        const options = { transfer: [picture], signal };
        const encoded =
          format === 'png'
            ? worker.run('png', picture, options)
            : worker.run('gif-frame', { picture, frame: { delay: 2 } }, options);
        sum += (await encoded).length;
      }
      worker.end();
      this.#bytes.value = (sum / frames.length) * count;
    };
    const timer = setTimeout(() => this.#guarded(measure), SETTLE_LONG_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
      worker.end();
    };
  }

  /** Shows the error of some work. */
  async #guarded(work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isWithdrawn(error)) this.#failure.value = reasonOf(error);
    }
  }

  /** Encodes the film and saves it. Leaves nothing if cancelled or failed. */
  async #save(): Promise<void> {
    const { file, subject, turntable, plan } = this.#state;
    const base = filmName(file, subject.peek(), turntable.peek());
    const kind = KINDS[filmOptions.format.peek()];
    const name = `${base}${kind.ending}`;
    const { playing } = file.playback;
    const played = playing.peek();
    let target: SaveTarget | null = null;
    rememberFilm();
    this.#failure.value = '';
    this.#said.value = '';
    try {
      target = await saveTarget(name, kind);
      if (!target) return;
      // A playing view would compete with the encoder.
      playing.value = false;
      const size = await this.#encode(target, base);
      await target.finish();
      announcement.value = `Saved ${name}: ${counted(plan.peek().count, 'frame')}, ${formatBytes(size)}.`;
      this.#dialog.close();
    } catch (error) {
      await target?.abandon();
      if (isWithdrawn(error)) this.#said.value = 'Cancelled. Nothing was saved.';
      else this.#failure.value = `The video was not saved: ${reasonOf(error)}`;
    } finally {
      this.#encoding.value = null;
      if (played) playing.value = true;
    }
  }

  /** @returns the size in bytes */
  async #encode(target: SaveTarget, name: string): Promise<number> {
    const state = this.#state;
    const { format, ground, palette } = filmOptions;
    const encoding: Encoding = { abort: new AbortController(), begun: performance.now(), done: signal(0) };
    this.#encoding.value = encoding;
    const film = this.#camera.film(state.subject.peek(), state.plan.peek(), state.size.peek());
    let end = 0;
    const write = async (part: Uint8Array<ArrayBuffer>, position = end) => {
      end = Math.max(end, position + part.length);
      if (end > target.maxBytes) {
        throw new Error(
          `in this browser it can be at most ${formatMegabytes(target.maxBytes)}. Choose a smaller size.`,
        );
      }
      await target.write(part, position);
    };
    const frame = (i: number) => {
      const picture = film.frame(i);
      this.#show(picture);
      return picture;
    };
    await encodeFilm(
      { ...film, frame },
      {
        format: format.peek(),
        codec: state.codec ?? null,
        bitrate: state.bitrate,
        transparent: ground.peek() === 'transparent',
        palette: palette.peek(),
        repeats: state.play.peek() !== 'once' || !state.plays,
        name,
      },
      { write },
      {
        signal: encoding.abort.signal,
        progress: (done) => {
          encoding.done.value = done;
        },
      },
    );
    return end;
  }
}

/** Frames done and time left. Reads signals. */
function progressWords({ begun, done }: Encoding, count: number): string {
  const made = done.value;
  const words = `Frame ${formatCount(made)} of ${formatCount(count)}`;
  const spent = performance.now() - begun;
  return made < 3 || spent < 1000 ? words : `${words} · ${secondsOf((spent / made) * (count - made))} left`;
}
