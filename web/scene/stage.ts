/** Renderer, scene, lights and camera on a canvas. Draws only on request: an idle page draws nothing. */
import { Matrix4, type Object3D, Scene, Vector2, WebGLRenderer } from 'three';
import { listen, onEnd, onResize } from '../ui/scope.ts';
import { type CameraEvents, OrbitCamera } from './camera.ts';
import { arrangePanes, type Insets, type PanePlace, type PaneRect, paneRects } from './eye.ts';
import type { Projection } from './picking.ts';
import { Lights } from './shading.ts';
import { takesDxt, tameFiltering } from './skin-textures.ts';

const MAX_PIXEL_RATIO = 2;

/** Events of a stage, for its owner. */
export interface StageEvents extends Pick<CameraEvents, 'cameraChanged'> {
  /** Before a picture is drawn: update the scene. */
  beforeDraw(): void;
  /** Before a pane is drawn: show only the pane's content in the scene. */
  beforePane(pane: number): void;
  /** A picture was drawn. */
  afterDraw(): void;
  /** The WebGL context was lost or restored. */
  contextChanged(lost: boolean): void;
}

/** Where a `FileScene` is drawn. */
export interface SceneHost {
  readonly scene: Scene;
  readonly lights: Lights;
  /** Whether the GPU supports DXT textures in sRGB. */
  readonly takesDxt: boolean;
  /** Removes an object from the scene; the renderer does not refer to it afterwards. */
  remove(object: Object3D): void;
}

/** Null without WebGL. */
export function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer | null {
  try {
    const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, stencil: true });
    // Checking three's own shaders would block the first picture until they are compiled.
    renderer.debug.checkShaderErrors = false;
    tameFiltering(renderer);
    return renderer;
  } catch {
    // three has logged the reason.
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
  /** Size of the canvas, CSS pixels: reading it from the canvas in every frame would force a layout. */
  #width = 0;
  #height = 0;
  #insets: Insets = { top: 0, bottom: 0 };
  #panes: readonly PaneRect[] = paneRects(1, 0, 0);
  /** Whether nothing has been drawn yet. */
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

  /** Requests a picture in the next frame. */
  invalidate(): void {
    if (this.#request === 0) this.#request = requestAnimationFrame(this.#draw);
  }

  remove(object: Object3D): void {
    this.scene.remove(object);
    // The render lists still hold what was drawn last.
    this.#renderer.renderLists.dispose();
    this.invalidate();
  }

  get takesDxt(): boolean {
    return takesDxt(this.#renderer);
  }

  /** Size and insets of the picture, CSS pixels. */
  get size(): { readonly width: number; readonly height: number; readonly insets: Insets } {
    return { width: this.#width, height: this.#height, insets: this.#insets };
  }

  /** Cost of the last picture: draw calls, and milliseconds of scripting to submit them. */
  get cost(): { calls: number; renderMs: number } {
    return { calls: this.#renderer.info.render.calls, renderMs: this.#renderMs };
  }

  /** The panes of the picture, of one size, each seen by the same camera. A single pane is the whole picture. */
  get panes(): readonly PaneRect[] {
    return this.#panes;
  }

  /** Divides the picture into panes. */
  setPanes(count: number): void {
    if (count === this.#panes.length) return;
    this.camera.isParted = count > 1;
    this.#arrange(count);
    this.invalidate();
  }

  /** Keeps the framed model clear of overlays, and panes clear of the top one; heights in CSS pixels. */
  setInsets(top: number, bottom: number): void {
    this.#insets = { top, bottom };
    this.#arrange(this.#panes.length);
    this.invalidate();
  }

  /** The pane of a point in the window, and the point in that pane. */
  placeOf({ clientX, clientY }: MouseEvent): PanePlace {
    const box = this.#canvas.getBoundingClientRect();
    const [x, y] = [clientX - box.left, clientY - box.top];
    const inside = (rect: PaneRect) =>
      x >= rect.left && x < rect.left + rect.width && y >= rect.top && y < rect.top + rect.height;
    const pane = Math.max(0, this.#panes.findIndex(inside));
    const { left, top, width, height } = this.#panes[pane] ?? { left: 0, top: 0, width: 1, height: 1 };
    return { pane, point: { x: ((x - left) / width) * 2 - 1, y: 1 - ((y - top) / height) * 2 } };
  }

  /** The position of a point of a pane in the picture, CSS pixels from its top left. */
  pixelsOf({ pane, point }: PanePlace): { readonly left: number; readonly top: number } {
    const { left = 0, top = 0, width = 0, height = 0 } = this.#panes[pane] ?? {};
    return { left: left + ((point.x + 1) / 2) * width, top: top + ((1 - point.y) / 2) * height };
  }

  /** The projection of the space of `toWorld` into a pane of the picture that was drawn last. */
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
      // Draw the first picture in a later task: the panels beside it need not wait for it.
      this.#isBlank = false;
      this.invalidate();
      return;
    }
    // Draw at once: a new size clears the canvas, and an empty picture would flash.
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

  /** Passes on the canvas with the current picture, which is lost once the browser has presented it. */
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
    // Clear the area without panes.
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
