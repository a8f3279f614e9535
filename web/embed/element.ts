/** `<lithoscope-viewer>` (docs/viewer.md): a model in a page, in the words of `<model-viewer>` where it has them. */

import { NO_MEMORY } from '@lithoscope/viewer';
import type { Skin } from '../document/open-file.ts';
import { reasonOf } from '../lib/reason.ts';
import { formatOrbit, formatTarget, NO_WISH, parseOrbit, parseTarget } from '../links/orbit.ts';
import { visible } from '../ui/dom.ts';
import { reducedMotion, withoutHash } from '../ui/environment.ts';
import { ViewerAttributes } from './attributes.ts';
import { type Clip, coreMemory, type LoadedModel, loadModel, loadSkins, type Problem } from './loading.ts';
import { listenToGestures } from './orbit-controls.ts';
import { Player } from './playback.ts';
import { cancelFrame, MAX_SIDE, requestFrame, SharedRenderer } from './renderer.ts';
import { Shell } from './shell.ts';
import { ModelStage } from './stage.ts';

/** Distance from the viewport at which loading starts. */
const NEAR = '200px';
const MAX_PIXEL_RATIO = 2;
/** Greatest animation step of a frame, milliseconds. */
const MAX_STEP = 250;
/** Characters of an accessible name. */
const MAX_NAME = 100;

/** A file that could not be loaded. */
export interface ViewerError {
  readonly source: 'src' | 'base' | 'skin';
  readonly address: string;
  /** A sentence. */
  readonly message: string;
}

/** An animation of the model or of a base. */
export interface ViewerAnimation {
  readonly name: string;
  /** Seconds. */
  readonly duration: number;
}

/** Attributes that are applied after every load, and those that are not applied when the model is reloaded. */
const CAMERA_AND_LEVEL = ['lod', 'camera-orbit', 'camera-target'];
const PLAYBACK = ['anim', 'time', 'autoplay'];

/** Number of connected elements with a model. */
let models = 0;

export class LithoscopeViewer extends ViewerAttributes {
  /** What all elements of the page hold together. */
  static get usage(): {
    models: number;
    contexts: number;
    geometries: number;
    textures: number;
    coreBytes: number;
  } {
    return { models, ...SharedRenderer.usage, coreBytes: coreMemory() };
  }

  readonly #shell: Shell;
  readonly #player = new Player();
  readonly #changed = new Set<string>();
  #isUpdateDue = false;
  #stage: ModelStage | null = null;
  #renderer: SharedRenderer | null = null;
  /** Aborts the loading of a model with its skins. */
  #loading: AbortController | null = null;
  /** Aborts the loading of other skins for the current model. */
  #dressing: AbortController | null = null;
  /** Stop the observers of the connected element. */
  #observers: (() => void)[] = [];
  #isNear = false;
  #isInView = false;
  /** The pose must be recomputed. */
  #isStale = false;
  /** Plays due to `autoplay`, not the user. */
  #isAutoplay = false;
  #lastFrame = 0;
  /** Size of the element, CSS pixels. */
  #width = 0;
  #height = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    this.#shell = new Shell(root, {
      togglePlay: () => this.#toggle(),
      seek: (timeMs) => this.seek(timeMs / 1000),
      choose: (clip) => this.#choose(this.#stage?.model.clips[clip] ?? null),
    });
    listenToGestures(this.#shell.view, {
      move: (by) => this.#move((stage) => stage.move(by)),
      reset: () => this.#move((stage) => stage.reset()),
      click: (x, y) => this.#click(x, y),
      togglePlay: () => this.#toggle(),
    });
  }

  // ---- State

  /** Whether a model is there to be seen. */
  get loaded(): boolean {
    return this.#stage !== null;
  }

  /** Those of the model, then those of the bases; empty before `load`. */
  get animations(): ViewerAnimation[] {
    return (this.#stage?.model.clips ?? []).map(({ name, length }) => ({ name, duration: length / 1000 }));
  }

  get paused(): boolean {
    return !this.#player.isPlaying;
  }

  /** Seconds. */
  get currentTime(): number {
    return this.#player.timeMs / 1000;
  }
  set currentTime(seconds: number) {
    this.seek(seconds);
  }

  /** Of the animation, seconds; 0 without one. */
  get duration(): number {
    return this.#player.length / 1000;
  }

  /** Where the camera is, as `camera-orbit` says it; '' before `load`. */
  getCameraOrbit(): string {
    return this.#stage ? formatOrbit(this.#stage.orbit) : '';
  }

  /** What the camera looks at, as `camera-target` says it; '' before `load`. */
  getCameraTarget(): string {
    return this.#stage ? formatTarget(this.#stage.target.toArray()) : '';
  }

  // ---- Playing

  /** Plays the animation, the first if none is chosen. @param options `loop: false`: once, and then `finish` */
  play({ loop = true }: { loop?: boolean } = {}): void {
    this.#isAutoplay = false;
    this.#play(loop);
  }

  pause(): void {
    if (!this.#player.isPlaying) return;
    this.#player.isPlaying = false;
    this.#invalidate();
    this.#tell('pause');
  }

  /** Goes to a moment of the animation, between its start and its end. */
  seek(seconds: number): void {
    this.#player.seek(seconds * 1000);
    this.#isStale = true;
    this.#invalidate();
  }

  #play(loops: boolean): void {
    const { clips = [] } = this.#stage?.model ?? {};
    if (!this.#player.clip) this.#player.choose(clips.find(({ length }) => length > 0) ?? null);
    const { isPlaying } = this.#player;
    if (!this.#player.play(loops)) return;
    this.#lastFrame = 0;
    this.#isStale = true;
    this.#invalidate();
    if (!isPlaying) this.#tell('play');
  }

  #toggle(): void {
    if (this.paused) this.play();
    else this.pause();
  }

  #choose(clip: Clip | null): void {
    const { isPlaying } = this.#player;
    this.#player.choose(clip);
    this.#stage?.frame(clip);
    this.#isStale = true;
    this.#invalidate();
    if (isPlaying && !this.#player.isPlaying) this.#tell('pause');
  }

  // ---- Pictures

  /**
   * The picture as a file, on the background where that is a colour. Rejects before `load`.
   * @param type image/png, image/jpeg or image/webp; what the browser cannot write becomes a PNG
   * @param quality 0 … 1, of types that have one
   */
  async toBlob(type = 'image/png', quality?: number): Promise<Blob> {
    if (!this.#stage || !this.#renderer) throw new Error('No model is loaded.');
    const { context } = this.#shell;
    if (!context) throw new Error('The browser does not have enough memory for the image.');
    this.#draw();
    const { width, height } = context.canvas;
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const picture = canvas.getContext('2d');
    if (!picture) throw new Error('The browser does not have enough memory for the image.');
    picture.fillStyle = getComputedStyle(this).backgroundColor;
    picture.fillRect(0, 0, width, height);
    picture.drawImage(context.canvas, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (!blob) throw new Error('The browser could not encode the image.');
    return blob;
  }

  // ---- Life

  connectedCallback(): void {
    this.takeProperties();
    if (this.#observers.length > 0) return;
    const sized = new ResizeObserver(() => this.#resize());
    sized.observe(this);
    const near = new IntersectionObserver(
      (entries) => {
        this.#isNear = isNowIn(entries);
        this.#update();
      },
      { rootMargin: NEAR },
    );
    near.observe(this);
    const seen = new IntersectionObserver((entries) => {
      this.#isInView = isNowIn(entries);
      this.#lastFrame = 0;
      this.#invalidate();
    });
    seen.observe(this);
    const calm = () => {
      if (reducedMotion.matches && this.#isAutoplay) this.pause();
    };
    reducedMotion.addEventListener('change', calm);
    this.#observers = [
      () => sized.disconnect(),
      () => near.disconnect(),
      () => seen.disconnect(),
      () => reducedMotion.removeEventListener('change', calm),
    ];
  }

  disconnectedCallback(): void {
    // An element that is moved is reconnected immediately and keeps its model.
    queueMicrotask(() => {
      if (!this.isConnected) this.#end();
    });
  }

  attributeChangedCallback(name: string): void {
    this.#changed.add(name);
    if (this.#isUpdateDue) return;
    this.#isUpdateDue = true;
    // Batches attributes that are set together, as by a parser.
    queueMicrotask(() => {
      this.#isUpdateDue = false;
      this.#update();
    });
  }

  /** Releases everything. If it is reconnected, it loads again. */
  #end(): void {
    for (const stop of this.#observers.splice(0)) stop();
    this.#isNear = false;
    this.#isInView = false;
    this.#stopLoading();
    this.#shell.progress(false);
    this.#shell.showPoster(true);
    this.#drop();
    this.#changed.add('src');
  }

  #stopLoading(): void {
    this.#dressing?.abort();
    this.#loading?.abort();
    this.#loading = null;
  }

  #drop(): void {
    cancelFrame(this.#frame);
    this.#player.isPlaying = false;
    this.#player.choose(null);
    this.#shell.controls.element.hidden = true;
    if (!this.#stage) return;
    this.#stage.dispose();
    this.#stage = null;
    models--;
    this.#renderer?.leave(this.#user);
    this.#renderer = null;
    this.#shell.context?.clearRect(0, 0, this.#shell.canvas.width, this.#shell.canvas.height);
  }

  readonly #user = { restored: () => this.#invalidate() };

  /** Applies changed attributes; those of the model wait until the element is near the viewport. */
  #update(): void {
    const changed = this.#changed;
    if (changed.delete('poster')) this.#shell.setPoster(this.poster);
    if (changed.delete('background')) {
      const { background } = this;
      // Only colours are allowed: other values could load resources.
      this.style.backgroundColor = CSS.supports('color', background) ? background : '';
    }
    if (changed.delete('alt')) this.#nameView();
    if (changed.delete('controls')) this.#showControls();
    if (!this.#isNear || !this.isConnected) return;
    const wants = new Set(changed);
    changed.clear();
    // A loading model takes the current skins; other attributes are applied after loading.
    if (wants.has('src') || wants.has('base') || (wants.has('skin') && this.#loading)) void this.#load();
    else if (this.#stage) {
      if (wants.has('skin')) void this.#dress(this.#stage);
      this.#apply(this.#stage, wants);
    }
  }

  /** Loads the model; the last call wins. @param isAgain reloads the current model and keeps its state */
  async #load(isAgain = false): Promise<void> {
    this.#stopLoading();
    const loading = new AbortController();
    this.#loading = loading;
    const { src, base } = this;
    this.#shell.say('');
    if (src.trim() === '') {
      this.#loading = null;
      this.#drop();
      this.#shell.progress(false);
      this.#shell.showPoster(true);
      return;
    }
    this.#shell.progress(null);
    try {
      const come = () => this.#comeWith(src, base, loading);
      let { model, skins, problems } = await come();
      // The module was stopped by another element's file or by this one; a second attempt tells which.
      if (!model.isThere) {
        model.release();
        ({ model, skins, problems } = await come());
      }
      if (loading.signal.aborted) return model.release();
      this.#show(model, skins, isAgain);
      if (!model.isThere) throw new Error(NO_MEMORY);
      this.#report(problems);
      if (!isAgain) this.#tell('load');
    } catch (error) {
      if (loading.signal.aborted || this.#loading !== loading) return;
      this.#drop();
      this.#shell.showPoster(true);
      this.#report([{ source: 'src', address: src, message: reasonOf(error) }]);
    } finally {
      if (this.#loading === loading) {
        // Cancels what is still loading, such as bases of a file that is not a model.
        loading.abort();
        this.#loading = null;
        this.#shell.progress(false);
      }
    }
  }

  /** Loads a model with its skins. Rejects with a sentence, or with the signal's reason. */
  async #comeWith(src: string, base: string, loading: AbortController) {
    const { signal } = loading;
    const { model, problems } = await loadModel(src, base, withoutHash(this.baseURI), signal, (part) => {
      if (this.#loading === loading) this.#shell.progress(part);
    });
    try {
      const dress = await this.#skinsFor(model, signal);
      return { model, skins: dress.skins, problems: [...problems, ...dress.problems] };
    } catch (error) {
      model.release();
      throw error;
    }
  }

  /** Reloads a model that was lost because the module stopped. */
  #revive(stage: ModelStage): void {
    if (this.#loading) return;
    if (!stage.model.stoppedModule) {
      void this.#load(true);
      return;
    }
    this.#drop();
    this.#shell.showPoster(true);
    this.#report([{ source: 'src', address: this.src, message: NO_MEMORY }]);
  }

  #skinsFor(model: LoadedModel, signal: AbortSignal) {
    return loadSkins(this.skin, model, withoutHash(this.baseURI), signal);
  }

  /** Loads other skins for the current model. */
  async #dress(stage: ModelStage): Promise<void> {
    this.#dressing?.abort();
    const dressing = new AbortController();
    this.#dressing = dressing;
    this.#shell.say('');
    try {
      const { skins, problems } = await this.#skinsFor(stage.model, dressing.signal);
      if (dressing.signal.aborted || this.#stage !== stage) return;
      stage.wear(skins);
      this.#invalidate();
      this.#report(problems);
    } catch {
      // Superseded by another request.
    }
  }

  /** Shows a model. Throws an error with a sentence if it cannot be drawn; the model is then released. */
  #show(model: LoadedModel, skins: ReadonlyMap<number, Skin>, isAgain: boolean): void {
    let stage: ModelStage;
    const before = this.#renderer;
    try {
      this.#renderer ??= SharedRenderer.join(this.#user);
      stage = new ModelStage(model, this.#renderer);
    } catch (error) {
      model.release();
      if (!before) {
        this.#renderer?.leave(this.#user);
        this.#renderer = null;
      }
      throw error;
    }
    stage.wear(skins);
    // The old model was shown until now; playback continues with the new one.
    const old = this.#stage;
    old?.dispose();
    if (!old) models++;
    this.#stage = stage;
    const { clip, timeMs, isPlaying, loops } = this.#player;
    this.#player.isPlaying = false;
    this.#shell.controls.list(model.clips);
    this.#showControls();
    this.#apply(stage, new Set(isAgain && old ? CAMERA_AND_LEVEL : [...CAMERA_AND_LEVEL, ...PLAYBACK]));
    if (isAgain && old) {
      this.#choose((clip && model.clips[old.model.clips.indexOf(clip)]) ?? null);
      this.#player.seek(timeMs);
      if (isPlaying) this.#player.play(loops);
      stage.standAs(old);
    }
    this.#nameView();
    this.#draw();
    this.#shell.showPoster(false);
  }

  /** Applies attributes to the model. @param names of changed attributes */
  #apply(stage: ModelStage, names: ReadonlySet<string>): void {
    if (names.has('lod')) stage.setLevel(this.lod);
    if (names.has('camera-orbit') || names.has('camera-target')) {
      stage.look(parseOrbit(this.cameraOrbit) ?? NO_WISH, parseTarget(this.cameraTarget));
    }
    if (names.has('anim')) {
      const { model } = stage;
      this.#choose(this.anim === '' ? null : (model.clips[model.clipNamed(this.anim)] ?? null));
    }
    if (names.has('time')) this.seek(this.time);
    if (names.has('autoplay') && this.autoplay && !reducedMotion.matches) {
      this.#play(true);
      this.#isAutoplay = true;
    }
    this.#isStale = true;
    this.#invalidate();
  }

  #nameView(): void {
    const { model } = this.#stage ?? {};
    this.#shell.name(visible(this.alt || model?.name || '3D model', MAX_NAME));
  }

  #showControls(): void {
    const { clips = [] } = this.#stage?.model ?? {};
    this.#shell.controls.element.hidden = !this.controls || clips.length === 0;
    this.#resize();
  }

  #report(problems: readonly (Problem | ViewerError)[]): void {
    this.#shell.say(problems.map(({ message }) => message).join(' '));
    for (const { source, address, message } of problems) this.#tell('error', { source, address, message });
  }

  #tell(type: string, detail: unknown = null): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  // ---- Drawing

  #resize(): void {
    const { width, height } = this.getBoundingClientRect();
    const { canvas } = this.#shell;
    this.#width = width;
    this.#height = height;
    const ratio = Math.min(
      devicePixelRatio,
      MAX_PIXEL_RATIO,
      MAX_SIDE / Math.max(width, 1),
      MAX_SIDE / Math.max(height, 1),
    );
    const across = Math.round(width * ratio);
    const down = Math.round(height * ratio);
    // Setting a size clears the canvas, even if it is unchanged.
    if (canvas.width !== across) canvas.width = across;
    if (canvas.height !== down) canvas.height = down;
    this.#stage?.resize(width, height, this.#shell.controls.element.offsetHeight);
    // Immediately: a cleared canvas would be visible.
    this.#draw();
  }

  #invalidate(): void {
    if (this.#stage && this.#isInView) requestFrame(this.#frame);
  }

  readonly #frame = (now: number): void => {
    if (!this.#stage || !this.#isInView) return;
    const { isPlaying } = this.#player;
    const elapsed = this.#lastFrame > 0 ? Math.min(now - this.#lastFrame, MAX_STEP) : 0;
    this.#lastFrame = now;
    const isFinished = this.#player.pass(elapsed);
    if (isPlaying) this.#isStale = true;
    this.#draw();
    if (this.#player.isPlaying) requestFrame(this.#frame);
    if (isFinished) this.#tell('finish');
  };

  #draw(): void {
    const { context } = this.#shell;
    const stage = this.#stage;
    if (!stage || !this.#renderer || !context) return;
    if (this.#isStale) stage.pose(this.#player.clip, this.#player.timeMs);
    // The last picture stays until the model is reloaded.
    if (!stage.model.isThere) {
      this.#revive(stage);
      return;
    }
    this.#isStale = false;
    stage.draw(this.#renderer, context);
    const { clip } = this.#player;
    if (this.controls) this.#shell.controls.show(this.#player, clip ? stage.model.clips.indexOf(clip) : -1);
  }

  #move(change: (stage: ModelStage) => void): void {
    if (!this.#stage) return;
    change(this.#stage);
    this.#invalidate();
    this.#tell('camera-change');
  }

  #click(x: number, y: number): void {
    if (!this.#stage || this.#width === 0 || this.#height === 0) return;
    const stage = this.#stage;
    if (!stage.model.isThere) {
      this.#revive(stage);
      return;
    }
    const selected = stage.pick({ x: (x / this.#width) * 2 - 1, y: 1 - (y / this.#height) * 2 });
    if (selected) this.#tell('select', selected);
  }
}

/** A busy page receives several entries at once, the latest last. */
function isNowIn(entries: readonly IntersectionObserverEntry[]): boolean {
  return entries.at(-1)?.isIntersecting ?? false;
}
