/** A model as nobody has set anything for it: its skins, a pose, a level. Without page and store. */

import type { DrawnModel, Frame, PoseRequest } from '@lithoscope/core';
import { Box3, Color, Group, type Matrix4 } from 'three';
import type { Skin } from '../document/open-file.ts';
import { frameExtent } from './framing.ts';
import { disposeAll, ModelView, type PieceMesh } from './model-view.ts';
import { SkinTextures } from './skin-textures.ts';

/** One picture serves both themes, on a ground that shows through: colours between the two (styles/tokens.css). */
export const PLAIN_PALETTE = {
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
export const PLAIN_LOOK = {
  palette: PLAIN_PALETTE,
  ghost: null,
  shading: 'textured',
  xray: false,
  wireframe: false,
  backfaces: false,
  coloring: 'none',
} as const;

const REST: PoseRequest = { animation: -1, timeMs: 0, loop: true, lod: 0 };

/** Where the root of a model is, along the ground. */
export interface Place {
  readonly x: number;
  readonly z: number;
}

/** A model ready to be drawn. Its owner keeps the file until `dispose`. */
export class PlainModel {
  /** In it the model is in the file's own numbers. */
  readonly object = new Group();
  readonly #file: DrawnModel;
  readonly #view: ModelView;
  readonly #textures: SkinTextures;
  readonly #held = new Group();
  #skins: ReadonlyMap<number, Skin>;
  #lod = 0;
  #frame: Frame | null;

  /** Begins in the bind pose (v6: the rest pose). @param skins by slot */
  constructor(file: DrawnModel, skins: ReadonlyMap<number, Skin>, takesDxt: boolean) {
    this.#file = file;
    this.#view = new ModelView({ info: file.info, model: file });
    this.#textures = new SkinTextures(takesDxt);
    this.#skins = skins;
    this.#view.load(0);
    this.#paint();
    this.#held.add(this.#view.object);
    this.object.add(this.#held);
    this.object.scale.z = file.info.space.mirrorZ ? -1 : 1;
    this.#frame = file.evaluate(REST);
    if (this.#frame) this.#view.update(this.#frame);
  }

  get hasFaces(): boolean {
    return this.#view.meshes.some((mesh) => mesh !== null && mesh.triangles > 0);
  }

  /** By piece; null for one without a face at this level. */
  get meshes(): readonly (PieceMesh | null)[] {
    return this.#view.meshes;
  }

  /** From the file's own numbers to the world, as last drawn. */
  get toWorld(): Matrix4 {
    return this.#held.matrixWorld;
  }

  /** Takes other skins, by slot. */
  wear(skins: ReadonlyMap<number, Skin>): void {
    this.#skins = skins;
    this.#paint();
  }

  /**
   * Takes a pose and its level; in one that cannot be evaluated the model stays as it is.
   * @param start where the root was at the start of the animation: the model stays over that place
   */
  pose(request: PoseRequest, start: Place | null = null): void {
    const frame = this.#file.evaluate(request, this.#frame ?? undefined);
    if (!frame) return;
    if (request.lod !== this.#lod) {
      this.#lod = request.lod;
      this.#view.load(request.lod);
      this.#paint();
    }
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

  #paint(): void {
    this.#view.paint({
      ...PLAIN_LOOK,
      covers: this.#textures.use(this.#skins),
      missing: this.#skins.size > 0 ? this.#textures.missing : null,
      hidden: new Set(),
      selectedPiece: -1,
      highlightedPiece: -1,
    });
  }
}
