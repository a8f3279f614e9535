/** The source and what was made of it in one picture, beside each other or over each other, seen by one camera. */

import { Box3, Color, MeshStandardMaterial, Scene, Sphere, Vector3, WebGLRenderer } from 'three';
import { directionOf, moved, orbitFor } from '../../embed/orbit.ts';
import { NO_WISH, type Orbit } from '../../links/orbit.ts';
import { Eye } from '../../scene/eye.ts';
import { PLAIN_PALETTE, type PlainModel } from '../../scene/plain-model.ts';
import { Lights } from '../../scene/shading.ts';
import { takesDxt, tameFiltering } from '../../scene/skin-textures.ts';
import type { SourceModel } from './source-model.ts';

export type Arrangement = 'beside' | 'over';

/** As the page's camera has it, degrees. */
const FIELD_OF_VIEW = 32;
/** What is framed while there is nothing. */
const NOTHING = new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
/** The result over the source. */
const OVER_OPACITY = 0.55;
const MAX_PIXEL_RATIO = 2;

/** A context of its own, given back by `dispose`. The models are others' to dispose of. */
export class PreviewStage {
  source: SourceModel | null = null;
  result: PlainModel | null = null;
  arrangement: Arrangement = 'beside';
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #eye = new Eye();
  readonly #over = new MeshStandardMaterial({
    transparent: true,
    opacity: OVER_OPACITY,
    roughness: 0.82,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
  });
  #box = NOTHING;
  #orbit: Orbit = { theta: 0, phi: Math.PI / 2, radius: 1 };
  #target = new Vector3();
  #isMoved = false;
  /** Of the canvas, CSS pixels. */
  #width = 0;
  #height = 0;

  /** Throws where the browser gives no WebGL. */
  constructor(canvas: HTMLCanvasElement, overColor: string) {
    this.#canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.debug.checkShaderErrors = false;
    this.#renderer.autoClear = false;
    this.#renderer.setClearColor(0, 0);
    tameFiltering(this.#renderer);
    this.#over.color = new Color(overColor);
    this.#eye.perspective.fov = FIELD_OF_VIEW;
    new Lights(this.#scene, this.#eye.perspective).paint(PLAIN_PALETTE);
  }

  get takesDxt(): boolean {
    return takesDxt(this.#renderer);
  }

  /** Two beside each other stand above each other where that shows them larger: what lies, on a phone. */
  get isStacked(): boolean {
    const { x, y, z } = this.#box.getSize(new Vector3());
    const across = Math.hypot(x, z) || 1;
    const scale = (width: number, height: number) => Math.min(width / across, height / (y || 1));
    return scale(this.#width, this.#height / 2) > scale(this.#width / 2, this.#height);
  }

  /** Has all of a box in view, unless the user has moved the camera. World space. */
  frame(box: Box3): void {
    this.#box = box.isEmpty() ? NOTHING : box;
    this.#fitEye();
  }

  /** The user turns around the models or comes nearer. */
  move(by: { readonly theta?: number; readonly phi?: number; readonly zoom?: number }): void {
    this.#isMoved = true;
    this.#orbit = moved(this.#orbit, by, this.#size());
  }

  /** Back to where the camera was before the user moved it. */
  reset(): void {
    this.#isMoved = false;
    this.#stand();
  }

  /** Fits to the canvas and to the arrangement. */
  fit(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    this.#width = width;
    this.#height = height;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    this.#renderer.setSize(width, height, false);
    this.#fitEye();
  }

  /** @returns whether something was drawn */
  draw(): boolean {
    const renderer = this.#renderer;
    if (this.#width === 0 || this.#height === 0 || renderer.getContext().isContextLost()) return false;
    const { perspective } = this.#eye;
    perspective.position.copy(this.#target).addScaledVector(directionOf(this.#orbit), this.#orbit.radius);
    perspective.lookAt(this.#target);
    this.#eye.update(this.#target, this.#size());
    renderer.setScissorTest(false);
    renderer.clear();
    const shown = [this.source?.object, this.result?.object];
    const panes = this.#panes();
    for (const [i, object] of shown.entries()) {
      if (!object) continue;
      const pane = panes[i] ?? panes[0];
      if (!pane) continue;
      renderer.setViewport(pane.left, pane.bottom, pane.width, pane.height);
      renderer.setScissor(pane.left, pane.bottom, pane.width, pane.height);
      renderer.setScissorTest(true);
      this.#scene.add(object);
      this.#scene.overrideMaterial = i > 0 && this.#isOver ? this.#over : null;
      renderer.render(this.#scene, perspective);
      this.#scene.remove(object);
    }
    return true;
  }

  dispose(): void {
    this.#scene.clear();
    this.#over.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #fitEye(): void {
    const [pane] = this.#panes();
    this.#eye.fit(pane?.width ?? 0, pane?.height ?? 0, { top: 0, bottom: 0 });
    this.#stand();
  }

  get #isOver(): boolean {
    return this.arrangement === 'over' && this.source !== null;
  }

  /** From below, as WebGL counts. */
  #panes(): { left: number; bottom: number; width: number; height: number }[] {
    const [width, height] = [this.#width, this.#height];
    if (this.arrangement === 'over') return [{ left: 0, bottom: 0, width, height }];
    const { isStacked } = this;
    const half = isStacked ? { width, height: height / 2 } : { width: width / 2, height };
    return isStacked
      ? [
          { left: 0, bottom: half.height, ...half },
          { left: 0, bottom: 0, ...half },
        ]
      : [
          { left: 0, bottom: 0, ...half },
          { left: half.width, bottom: 0, ...half },
        ];
  }

  #stand(): void {
    if (this.#isMoved || this.#width === 0 || this.#height === 0) return;
    const { target, ...orbit } = orbitFor(NO_WISH, this.#box, (direction) =>
      this.#eye.framing(this.#box, direction),
    );
    this.#orbit = orbit;
    this.#target = target;
  }

  #size(): number {
    return this.#box.getBoundingSphere(new Sphere()).radius || 1;
  }
}
