/** Draws models alone on a canvas that nobody sees: one renderer for the pictures of all of them. Runs in a worker. */

import type { AbcFile, Frame, PoseRequest } from '@lithoscope/core';
import { Box3, Color, Group, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { tameFiltering } from '../../model/scene/filtering.ts';
import { frameBox, frameExtent, viewDirection } from '../../model/scene/framing.ts';
import { Lights } from '../../model/scene/lights.ts';
import type { Look } from '../../model/scene/materials.ts';
import { disposeAll, ModelView } from '../../model/scene/model-view.ts';
import { PieceMesh } from '../../model/scene/piece-mesh.ts';
import { SkinTextures } from '../../model/scene/skin-textures.ts';
import type { Skin } from '../../store/open-file.ts';

/** As the page's camera has it, degrees. */
const FIELD_OF_VIEW = 32;
/** How far behind and before a model, in its own radius, something is drawn. */
const DEPTH = 3;

/** One picture serves both themes, on a ground that shows through: colours between the two (styles/tokens.css). */
const PALETTE = {
  model: new Color('#cab89e'),
  selected: new Color('#4c9ffe'),
  ink: new Color('#14171b'),
  wire: new Color('#8a93a0'),
  front: new Color('#4c9ffe'),
  back: new Color('#e5534b'),
  sky: new Color('#dfe2e7'),
  ground: new Color('#6e737b'),
};

/** How a model looks that nobody has set anything for. */
const PLAIN = {
  palette: PALETTE,
  ghost: null,
  shading: 'textured',
  xray: false,
  wireframe: false,
  backfaces: false,
  coloring: 'none',
} as const;

const REST: PoseRequest = { animation: -1, timeMs: 0, loop: true, lod: 0 };

/** A model ready to be drawn. It holds the file until `dispose`. */
export class PictureModel {
  /** In it the model is in the file's own numbers. */
  readonly object = new Group();
  readonly #file: AbcFile;
  readonly #view: ModelView;
  readonly #textures: SkinTextures;
  readonly #held = new Group();
  #frame: Frame | null;

  /** Begins in the bind pose (v6: the rest pose). @param skins by slot */
  constructor(file: AbcFile, skins: ReadonlyMap<number, Skin>, takesDxt: boolean) {
    this.#file = file;
    this.#view = new ModelView({ info: file.info, model: file });
    this.#textures = new SkinTextures(takesDxt);
    this.#view.load(0);
    this.#view.paint({
      ...PLAIN,
      covers: this.#textures.use(skins),
      missing: skins.size > 0 ? this.#textures.missing : null,
      hidden: new Set(),
      selectedPiece: -1,
      highlightedPiece: -1,
    });
    this.#held.add(this.#view.object);
    this.object.add(this.#held);
    this.object.scale.z = file.info.space.mirrorZ ? -1 : 1;
    this.#frame = file.evaluate(REST);
    if (this.#frame) this.#view.update(this.#frame);
  }

  get hasFaces(): boolean {
    return this.#view.meshes.some((mesh) => mesh !== null && mesh.triangles > 0);
  }

  /**
   * Takes a pose; in one that cannot be evaluated the model stays as it is.
   * @param start where the root was at the start of the animation: the model stays over that place
   */
  pose(request: PoseRequest, start: Place | null = null): void {
    const frame = this.#file.evaluate(request, this.#frame ?? undefined);
    if (!frame) return;
    this.#frame = frame;
    this.#view.update(frame);
    const root = this.root;
    if (start && Number.isFinite(root.x + root.z)) {
      this.#held.position.set(start.x - root.x, 0, start.z - root.z);
    }
  }

  /** Where the root (node 0) is on the ground, file space. */
  get root(): Place {
    return { x: this.#frame?.nodes[3] ?? 0, z: this.#frame?.nodes[11] ?? 0 };
  }

  /** Bounds of the pose; world space. */
  bounds(): Box3 {
    if (!this.#frame) return new Box3();
    this.object.updateMatrixWorld(true);
    const { box } = frameExtent(this.#frame, this.#view.meshes);
    return box.isEmpty() ? box : box.applyMatrix4(this.#held.matrixWorld);
  }

  dispose(): void {
    disposeAll(this.object);
    this.#textures.dispose();
  }
}

export interface Place {
  readonly x: number;
  readonly z: number;
}

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
    new Lights(this.#scene, this.#camera).paint(PALETTE);
    this.#keepShaders();
  }

  /** Whether the card takes DXT pictures in the colours that they are made for. */
  get takesDxt(): boolean {
    const { extensions } = this.#renderer;
    return (
      extensions.has('WEBGL_compressed_texture_s3tc') && extensions.has('WEBGL_compressed_texture_s3tc_srgb')
    );
  }

  /** Draws a model that fills the canvas. @param box what is seen; world space, not empty */
  draw(model: PictureModel, box: Box3): void {
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
      const look: Look = { ...PLAIN, cover, marked: 0, tint: 0 };
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
