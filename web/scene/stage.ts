/** Renderer, scene, lights and camera on a canvas. Draws only when asked to: an idle page draws nothing. */
import { Matrix4, type Object3D, Scene, Vector2, WebGLRenderer } from 'three';
import { listen, onEnd, onResize } from '../ui/scope.ts';
import { type CameraEvents, OrbitCamera } from './camera.ts';
import { arrangePanes, type Insets, type PanePlace, type PaneRect, paneRects } from './eye.ts';
import type { Projection } from './picking.ts';
import { Lights } from './shading.ts';
import { takesDxt, tameFiltering } from './skin-textures.ts';

const MAX_PIXEL_RATIO = 2;

/** What a stage tells its owner. */
export interface StageEvents extends Pick<CameraEvents, 'cameraChanged'> {
  /** Before a picture is drawn: bring the scene up to date. */
  beforeDraw(): void;
  /** Before a pane is drawn: show in the scene what belongs into it, and nothing else. */
  beforePane(pane: number): void;
  /** A picture was drawn. */
  afterDraw(): void;
  /** The WebGL context was lost or restored. */
  contextChanged(lost: boolean): void;
}

/** What the model of a file is put on, to be drawn. */
export interface SceneHost {
  readonly scene: Scene;
  readonly lights: Lights;
  /** Whether the card takes DXT pictures in the colours that they are made for. */
  readonly takesDxt: boolean;
  /** Takes an object from the scene; nothing of the renderer refers to it afterwards. */
  remove(object: Object3D): void;
}

/** Null without WebGL. */
export function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer | null {
  try {
    const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, stencil: true });
    // Asking whether three's own shaders compiled would wait for the compiler at the first picture.
    renderer.debug.checkShaderErrors = false;
    tameFiltering(renderer);
    return renderer;
  } catch {
    // three has said in the console why.
    return null;
  }
}

/** Its listeners, the camera and the renderer end with the current scope. */
export class Stage implements SceneHost {
  readonly scene = new Scene();
  readonly camera: OrbitCamera;
  readonly lights: Lights;
  readonly #renderer: WebGLRenderer;
  readonly #canvas: HTMLCanvasElement;
  readonly #events: StageEvents;
  /** Of the canvas, CSS pixels: asking the canvas itself in every frame would have the page laid out. */
  #width = 0;
  #height = 0;
  #insets: Insets = { top: 0, bottom: 0 };
  #panes: readonly PaneRect[] = paneRects(1, 0, 0);
  /** Nothing was drawn yet. */
  #isBlank = true;
  #request = 0;
  #lost = false;
  #renderMs = 0;

  constructor(renderer: WebGLRenderer, events: StageEvents) {
    const canvas = renderer.domElement;
    this.#renderer = renderer;
    this.#canvas = canvas;
    this.#events = events;
    this.camera = new OrbitCamera(canvas, {
      invalidate: () => this.invalidate(),
      cameraChanged: (byUser) => events.cameraChanged(byUser),
    });
    this.lights = new Lights(this.scene, this.camera.perspective);
    listen(canvas, 'webglcontextlost', (event) => {
      event.preventDefault();
      this.#setLost(true);
    });
    listen(canvas, 'webglcontextrestored', () => this.#setLost(false));
    onResize(canvas, () => this.#resize());
    onEnd(() => {
      cancelAnimationFrame(this.#request);
      renderer.dispose();
    });
  }

  /** Asks for a picture in the next frame. */
  invalidate(): void {
    if (this.#request === 0) this.#request = requestAnimationFrame(this.#draw);
  }

  remove(object: Object3D): void {
    this.scene.remove(object);
    // These still hold what was drawn last.
    this.#renderer.renderLists.dispose();
    this.invalidate();
  }

  get takesDxt(): boolean {
    return takesDxt(this.#renderer);
  }

  /** Size and what covers a part of it, CSS pixels. */
  get size(): { readonly width: number; readonly height: number; readonly insets: Insets } {
    return { width: this.#width, height: this.#height, insets: this.#insets };
  }

  /** What the last picture cost: draw calls, and milliseconds of scripting to give them to the card. */
  get cost(): { calls: number; renderMs: number } {
    return { calls: this.#renderer.info.render.calls, renderMs: this.#renderMs };
  }

  /** The parts of the picture, of one size: the same camera sees each. One is the whole picture. */
  get panes(): readonly PaneRect[] {
    return this.#panes;
  }

  /** Parts the picture. */
  setPanes(count: number): void {
    if (count === this.#panes.length) return;
    this.camera.isParted = count > 1;
    this.#arrange(count);
    this.invalidate();
  }

  /** Keeps what is framed clear of overlays, and panes clear of what lies at the top; heights in CSS pixels. */
  setInsets(top: number, bottom: number): void {
    this.#insets = { top, bottom };
    this.#arrange(this.#panes.length);
    this.invalidate();
  }

  /** Which pane a place of the window is in, and where in its picture. */
  placeOf({ clientX, clientY }: MouseEvent): PanePlace {
    const box = this.#canvas.getBoundingClientRect();
    const [x, y] = [clientX - box.left, clientY - box.top];
    const inside = (rect: PaneRect) =>
      x >= rect.left && x < rect.left + rect.width && y >= rect.top && y < rect.top + rect.height;
    const pane = Math.max(0, this.#panes.findIndex(inside));
    const { left, top, width, height } = this.#panes[pane] ?? { left: 0, top: 0, width: 1, height: 1 };
    return { pane, point: { x: ((x - left) / width) * 2 - 1, y: 1 - ((y - top) / height) * 2 } };
  }

  /** Where a place of a pane is in the picture, CSS pixels from its top left. */
  pixelsOf({ pane, point }: PanePlace): { readonly left: number; readonly top: number } {
    const { left = 0, top = 0, width = 0, height = 0 } = this.#panes[pane] ?? {};
    return { left: left + ((point.x + 1) / 2) * width, top: top + ((1 - point.y) / 2) * height };
  }

  /** How the space below `toWorld` comes into a pane of the picture that was last drawn. */
  projection(toWorld: Matrix4): Projection {
    const { matrixWorldInverse, projectionMatrix } = this.camera.eye;
    const { width = 0, height = 0 } = this.#panes[0] ?? {};
    return {
      clip: new Matrix4().multiplyMatrices(projectionMatrix, matrixWorldInverse).multiply(toWorld),
      width,
      height,
    };
  }

  #setLost(lost: boolean): void {
    this.#lost = lost;
    this.#events.contextChanged(lost);
    this.invalidate();
  }

  #resize(): void {
    this.#width = this.#canvas.clientWidth;
    this.#height = this.#canvas.clientHeight;
    this.#arrange(this.#panes.length);
    if (this.#isBlank && this.#width > 0) {
      // The first picture is work of its own: the panels beside it need not wait for it.
      this.#isBlank = false;
      this.invalidate();
      return;
    }
    // Drawn at once: a new size clears the canvas, and an empty picture would flash.
    cancelAnimationFrame(this.#request);
    this.#draw();
  }

  #arrange(count: number): void {
    const { rects, insets } = arrangePanes(count, this.#width, this.#height, this.#insets);
    this.#panes = rects;
    const { width = 0, height = 0 } = this.#panes[0] ?? {};
    this.camera.setInsets(insets.top, insets.bottom);
    this.camera.resize(width, height);
  }

  readonly #draw = (): void => {
    this.#request = 0;
    if (this.#lost || this.#width === 0 || this.#height === 0) return;
    this.#render(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    this.#events.afterDraw();
    if (this.camera.turns) this.invalidate();
  };

  /** Hands over the canvas with the picture of this moment, which is gone once the browser has shown it. */
  snapshot(take: (canvas: HTMLCanvasElement) => void): void {
    if (this.#lost || this.#width === 0 || this.#height === 0) return;
    this.#render(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    take(this.#canvas);
  }

  #render(ratio: number): void {
    const size = this.#renderer.getSize(SIZE);
    if (size.x !== this.#width || size.y !== this.#height || this.#renderer.getPixelRatio() !== ratio) {
      this.#renderer.setDrawingBufferSize(this.#width, this.#height, ratio);
    }
    this.#events.beforeDraw();
    this.camera.update();
    const begun = performance.now();
    if (this.#panes.length === 1) {
      this.#events.beforePane(0);
      this.#renderer.render(this.scene, this.camera.eye);
    } else this.#renderPanes();
    this.#renderMs = performance.now() - begun;
  }

  #renderPanes(): void {
    const renderer = this.#renderer;
    // What the last picture drew where there is no pane.
    renderer.clear();
    renderer.setScissorTest(true);
    this.#panes.forEach(({ left, top, width, height }, pane) => {
      this.#events.beforePane(pane);
      const bottom = this.#height - top - height;
      renderer.setViewport(left, bottom, width, height);
      renderer.setScissor(left, bottom, width, height);
      renderer.render(this.scene, this.camera.eye);
    });
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, this.#width, this.#height);
  }
}

const SIZE = new Vector2();
