/**
 * Shared renderer: one WebGL context for all elements of a page, as browsers limit contexts. It draws on a hidden canvas,
 * from which each element copies its picture. And one animation loop, which runs only while frames are requested.
 */

import { type PerspectiveCamera, type Scene, WebGLRenderer } from 'three';
import { takesDxt, tameFiltering } from '../scene/skin-textures.ts';

/** Longest side, pixels; larger elements are drawn at a lower resolution. */
export const MAX_SIDE = 4096;

/** An element that uses the renderer. */
export interface RendererUser {
  /** The context was restored: everything must be redrawn. */
  restored(): void;
}

export class SharedRenderer {
  readonly #renderer: WebGLRenderer;
  readonly #users = new Set<RendererUser>();

  private constructor() {
    // Not an OffscreenCanvas, which old versions of Safari lack.
    const canvas = document.createElement('canvas');
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.debug.checkShaderErrors = false;
    this.#renderer.setScissorTest(true);
    tameFiltering(this.#renderer);
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => {
      for (const user of this.#users) user.restored();
    });
  }

  static #shared: SharedRenderer | null = null;

  /** Acquires the renderer, until `leave`. Throws an error with a sentence without WebGL. */
  static join(user: RendererUser): SharedRenderer {
    try {
      SharedRenderer.#shared ??= new SharedRenderer();
    } catch (cause) {
      throw new Error('Models cannot be drawn: this browser does not support WebGL 2.', { cause });
    }
    SharedRenderer.#shared.#users.add(user);
    return SharedRenderer.#shared;
  }

  /** Resources of the renderer; zeros without one. */
  static get usage(): { contexts: number; geometries: number; textures: number } {
    const shared = SharedRenderer.#shared;
    const memory = shared ? shared.#renderer.info.memory : null;
    return {
      contexts: memory ? 1 : 0,
      geometries: memory?.geometries ?? 0,
      textures: memory?.textures ?? 0,
    };
  }

  /** Releases the renderer; the last user releases the context. Users dispose of their own scenes. */
  leave(user: RendererUser): void {
    this.#users.delete(user);
    // Render lists still reference the last drawn objects.
    this.#renderer.renderLists.dispose();
    if (this.#users.size > 0 || SharedRenderer.#shared !== this) return;
    SharedRenderer.#shared = null;
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  get takesDxt(): boolean {
    return takesDxt(this.#renderer);
  }

  /** Draws a scene and copies it to a canvas. False while the context is lost. */
  draw(scene: Scene, camera: PerspectiveCamera, to: CanvasRenderingContext2D): boolean {
    const { width, height } = to.canvas;
    const renderer = this.#renderer;
    if (width === 0 || height === 0 || renderer.getContext().isContextLost()) return false;
    const canvas = renderer.domElement;
    if (canvas.width < width || canvas.height < height) {
      renderer.setSize(Math.max(canvas.width, width), Math.max(canvas.height, height), false);
    }
    renderer.setViewport(0, 0, width, height);
    renderer.setScissor(0, 0, width, height);
    renderer.render(scene, camera);
    to.clearRect(0, 0, width, height);
    // WebGL counts rows from the bottom.
    to.drawImage(canvas, 0, canvas.height - height, width, height, 0, 0, width, height);
    return true;
  }
}

/** Called once per request, with the time of the frame. */
export type FrameCall = (now: number) => void;

const waiting = new Set<FrameCall>();
let request = 0;

/** Requests a call in the next frame; repeated requests are merged. */
export function requestFrame(call: FrameCall): void {
  waiting.add(call);
  if (request === 0) request = requestAnimationFrame(run);
}

export function cancelFrame(call: FrameCall): void {
  waiting.delete(call);
  if (waiting.size > 0) return;
  cancelAnimationFrame(request);
  request = 0;
}

function run(now: number): void {
  request = 0;
  const calls = [...waiting];
  waiting.clear();
  for (const call of calls) {
    try {
      call(now);
    } catch (error) {
      // Other elements are not affected.
      reportError(error);
    }
  }
}
