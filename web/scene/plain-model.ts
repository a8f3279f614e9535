/** A model with default settings, independent of the store: its skins, a pose, a level. */

import type { DrawnModel, Frame, PoseRequest } from '@lithoscope/core';
import { Box3, Color, Group, type Matrix4 } from 'three';
import type { Skin } from '../document/open-file.ts';
import { frameExtent } from './framing.ts';
import { disposeAll, ModelView, type PieceMesh } from './model-view.ts';
import { SkinTextures } from './skin-textures.ts';

/** Colours between those of the two themes (styles/tokens.css): one transparent picture serves both. */
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

/** The default look of a model. */
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

/** Position of the root of a model on the ground. */
export interface Place {
  readonly x: number;
  readonly z: number;
}

/** A model to draw. Its owner must keep the file until `dispose`. */
export class PlainModel {
  /** The model's root object; its children are in file space. */
  readonly object = new Group();
  readonly #file: DrawnModel;
  readonly #view: ModelView;
  readonly #textures: SkinTextures;
  readonly #held = new Group();
  #skins: ReadonlyMap<number, Skin>;
  #lod = 0;
  #frame: Frame | null;

  /** Starts in the bind pose (v6: the rest pose). @param skins by slot */
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

  /** By piece; null for a piece without faces at this level. */
  get meshes(): readonly (PieceMesh | null)[] {
    return this.#view.meshes;
  }

  /** From file space to world space, as drawn last. */
  get toWorld(): Matrix4 {
    return this.#held.matrixWorld;
  }

  /** Replaces the skins, by slot. */
  wear(skins: ReadonlyMap<number, Skin>): void {
    this.#skins = skins;
    this.#paint();
  }

  /**
   * Applies a pose and its level; a pose that cannot be evaluated changes nothing.
   * @param start position of the root at the start of the animation, over which the model is held
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

  /** Position of the root (node 0) on the ground, file space. */
  get root(): Place {
    return { x: this.#frame?.nodes[3] ?? 0, z: this.#frame?.nodes[11] ?? 0 };
  }

  /** Bounds of the pose, world space. */
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
