/** Draws models alone on a canvas that nobody sees: one renderer for the pictures of all of them. Runs in a worker. */

import { type Box3, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { frameBox, viewDirection } from '../../scene/framing.ts';
import { PieceMesh } from '../../scene/model-view.ts';
import { PLAIN_LOOK, PLAIN_PALETTE, type PlainModel } from '../../scene/plain-model.ts';
import { Lights, type Look } from '../../scene/shading.ts';
import { SkinTextures, takesDxt, tameFiltering } from '../../scene/skin-textures.ts';

/** As the page's camera has it, degrees. */
const FIELD_OF_VIEW = 32;
/** How far behind and before a model, in its own radius, something is drawn. */
const DEPTH = 3;

export class ModelPainter {
  readonly canvas: OffscreenCanvas;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(FIELD_OF_VIEW);

  /** Throws where there is no WebGL. @param side of the pictures, pixels; @param lost called when the card takes the context away */
  constructor(side: number, lost: () => void) {
    this.canvas = new OffscreenCanvas(side, side);
    this.canvas.addEventListener('webglcontextlost', lost);
    this.#renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true });
    this.#renderer.debug.checkShaderErrors = false;
    tameFiltering(this.#renderer);
    new Lights(this.#scene, this.#camera).paint(PLAIN_PALETTE);
    this.#keepShaders();
  }

  /** Whether the card takes DXT pictures in the colours that they are made for. */
  get takesDxt(): boolean {
    return takesDxt(this.#renderer);
  }

  /** Draws a model that fills the canvas. @param box what is seen; world space, not empty */
  draw(model: PlainModel, box: Box3): void {
    const camera = this.#camera;
    const { position, target, radius } = frameBox(box, viewDirection(box), FIELD_OF_VIEW, 1);
    const distance = position.distanceTo(target);
    camera.position.copy(position);
    camera.lookAt(target);
    camera.near = Math.max(distance - radius * DEPTH, distance * 0.02);
    camera.far = distance + radius * DEPTH;
    camera.updateProjectionMatrix();
    this.#scene.add(model.object);
    this.#renderer.render(this.#scene, camera);
    this.#scene.remove(model.object);
  }

  /** Lets go of what was drawn last. */
  forget(): void {
    this.#renderer.renderLists.dispose();
  }

  /** A program lives as long as a material that uses it: these stay, or each picture would compile its own. */
  #keepShaders(): void {
    const textures = new SkinTextures(false);
    const kept = [null, textures.missing].map((cover) => {
      const mesh = new PieceMesh(TRIANGLE, 1);
      const look: Look = { ...PLAIN_LOOK, cover, marked: 0, tint: 0 };
      mesh.paint(look);
      // Edges and backs are not drawn.
      return mesh.object.clear();
    });
    this.#scene.add(...kept);
    this.#renderer.compile(this.#scene, this.#camera);
    this.#scene.remove(...kept);
  }
}

const TRIANGLE = {
  corners: Uint32Array.of(0, 1, 2),
  uvs: new Float32Array(9),
  faces: Uint32Array.of(0),
};
