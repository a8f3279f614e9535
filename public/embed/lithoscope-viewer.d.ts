/** The types of `lithoscope-viewer.js` (docs/viewer.md). */

/** An animation of the model or of a base. */
export interface ViewerAnimation {
  readonly name: string;
  /** Seconds. */
  readonly duration: number;
}

/** Of an `error` event: what was asked for and could not be had. */
export interface ViewerError {
  readonly source: 'src' | 'base' | 'skin';
  readonly address: string;
  /** A sentence. */
  readonly message: string;
}

/** Of a `select` event: what of the model was pressed. */
export interface ViewerSelection {
  /** Index into the file's pieces, and the name there. */
  readonly piece: number;
  readonly pieceName: string;
  /** Index in the piece's list of faces at the level that is drawn. */
  readonly triangle: number;
  /** The corner of the triangle that was within 8 pixels; null when none was. */
  readonly vertex: number | null;
  /** Names of the nodes that move the triangle, the one with the largest share first. */
  readonly nodes: readonly string[];
}

/** What all elements of the page hold together. */
export interface ViewerUsage {
  readonly models: number;
  /** Of WebGL: 0 or 1. */
  readonly contexts: number;
  readonly geometries: number;
  readonly textures: number;
  /** Of the WebAssembly module's memory, which never gets smaller. */
  readonly coreBytes: number;
}

export interface ViewerEventMap extends HTMLElementEventMap {
  load: CustomEvent<null> & Event;
  error: CustomEvent<ViewerError> & ErrorEvent;
  select: CustomEvent<ViewerSelection> & Event;
  finish: CustomEvent<null> & AnimationPlaybackEvent;
  play: CustomEvent<null> & Event;
  pause: CustomEvent<null> & Event;
  'camera-change': CustomEvent<null>;
}

/** `<lithoscope-viewer>`. */
export declare class LithoscopeViewer extends HTMLElement {
  static readonly usage: ViewerUsage;

  src: string;
  base: string;
  skin: string;
  anim: string;
  /** Seconds. */
  time: number;
  cameraOrbit: string;
  cameraTarget: string;
  lod: number;
  autoplay: boolean;
  controls: boolean;
  poster: string;
  background: string;
  alt: string;

  readonly loaded: boolean;
  readonly animations: ViewerAnimation[];
  readonly paused: boolean;
  /** Seconds. */
  currentTime: number;
  /** Seconds. */
  readonly duration: number;

  play(options?: { loop?: boolean }): void;
  pause(): void;
  seek(seconds: number): void;
  toBlob(type?: string, quality?: number): Promise<Blob>;
  getCameraOrbit(): string;
  getCameraTarget(): string;

  addEventListener<K extends keyof ViewerEventMap>(
    type: K,
    listener: (this: LithoscopeViewer, event: ViewerEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'lithoscope-viewer': LithoscopeViewer;
  }
}
