/**
 * One WebGL renderer for all elements of a page, as browsers give few contexts: it draws on a canvas that nobody sees,
 * from which each element takes its picture. And one loop of frames, which runs only while somebody waits for a frame.
 */

import { type PerspectiveCamera, type Scene, WebGLRenderer } from 'three';
import { takesDxt, tameFiltering } from '../scene/skin-textures.ts';

/** Pixels of a side at most: what is larger is drawn coarser. */
export const MAX_SIDE = 4096;

/** An element that has a renderer. */
export interface RendererUser {
  /** The card has the context back: all must be drawn again. */
  restored(): void;
}

export class SharedRenderer {
  readonly #renderer: WebGLRenderer;
  readonly #users = new Set<RendererUser>();

  private constructor() {
    // A canvas, as old Safaris draw on no other.
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

  /** The renderer, until `leave`. Throws an error with a sentence where there is no WebGL. */
  static join(user: RendererUser): SharedRenderer {
    try {
      SharedRenderer.#shared ??= new SharedRenderer();
    } catch (cause) {
      throw new Error('This browser gives no WebGL 2 to draw models with.', { cause });
    }
    SharedRenderer.#shared.#users.add(user);
    return SharedRenderer.#shared;
  }

  /** What the renderer of the page holds; zeros while there is none. */
  static get usage(): { contexts: number; geometries: number; textures: number } {
    const shared = SharedRenderer.#shared;
    const memory = shared ? shared.#renderer.info.memory : null;
    return {
      contexts: memory ? 1 : 0,
      geometries: memory?.geometries ?? 0,
      textures: memory?.textures ?? 0,
    };
  }

  /** With the last user the context goes. What the user had in its scene it has disposed of. */
  leave(user: RendererUser): void {
    this.#users.delete(user);
    // These still hold what was drawn last.
    this.#renderer.renderLists.dispose();
    if (this.#users.size > 0 || SharedRenderer.#shared !== this) return;
    SharedRenderer.#shared = null;
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  get takesDxt(): boolean {
    return takesDxt(this.#renderer);
  }

  /** Draws a scene, and copies it to the whole of a canvas. False while the card has taken the context away. */
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
    // What WebGL calls its first row is the lowest.
    to.drawImage(canvas, 0, canvas.height - height, width, height, 0, 0, width, height);
    return true;
  }
}

/** Called once for each request, with the time of the frame. */
export type FrameCall = (now: number) => void;

const waiting = new Set<FrameCall>();
let request = 0;

/** Asks for a call in the next frame; twice is once. */
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
      // The other elements go on.
      reportError(error);
    }
  }
}
