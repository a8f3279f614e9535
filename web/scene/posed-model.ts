/** A model in a pose, with its surface: what is drawn of the file in front, and of each model on it or beside it. */

import type { Frame, PoseRequest, V6Interpretation } from '@lithoscope/core';
import { Box3 } from 'three';
import type { DrawnFile } from '../document/open-file.ts';
import { wholePiece } from './element-places.ts';
import { type Extent, frameExtent } from './framing.ts';
import { countDrawn, type DrawnCounts, disposeAll, ModelView, type PieceMesh } from './model-view.ts';
import type { Palette } from './palette.ts';
import type { ModelInputs } from './scene-inputs.ts';
import type { Ghost } from './shading.ts';
import { Surface } from './surface.ts';

/** Everything of it is in the file's own space. It holds the file until `dispose`. */
export class PosedModel {
  readonly file: DrawnFile;
  readonly surface: Surface;
  /** Scripting time of the last pose, milliseconds: evaluating it, and filling the buffers. */
  readonly cost = { evaluateMs: 0, buffersMs: 0 };
  readonly #model: ModelView;
  #lod: number;
  #frame: Frame | null;
  /** What it was brought up to date with last; null before the first time. */
  #drawn: ModelInputs | null = null;
  #palette: Palette | null = null;
  #ghost: Ghost | null = null;
  #meshes: readonly (PieceMesh | null)[] = [];
  #meshesOf: readonly unknown[] = [];
  #counts = countDrawn([]);

  /**
   * Begins in the bind pose.
   * @param takesDxt whether the graphics card takes DXT pictures
   */
  constructor(file: DrawnFile, takesDxt: boolean, { request: { lod }, interpretation }: ModelInputs) {
    this.file = file;
    this.surface = new Surface(file, takesDxt);
    this.#model = new ModelView(file);
    this.#lod = lod;
    this.#model.load(lod);
    this.#frame = this.#bindPose(interpretation);
  }

  /** Of the meshes; its owner puts it into the scene and takes it out. */
  get object(): ModelView['object'] {
    return this.#model.object;
  }

  get lod(): number {
    return this.#lod;
  }

  /** The pose that is shown; null for a file that is no model. */
  get frame(): Frame | null {
    return this.#frame;
  }

  get counts(): DrawnCounts {
    return this.#counts;
  }

  /** By piece; null for a hidden one. The same array until one of them is another. */
  get meshes(): readonly (PieceMesh | null)[] {
    return this.#meshes;
  }

  /** Bounds of the pose in file space, hidden pieces included; empty without a pose. */
  extent(): Extent {
    return this.#frame ? frameExtent(this.#frame, this.#model.meshes) : { box: new Box3(), leftOut: 0 };
  }

  /** Brings pose and surface up to date. @param ghost how it is seen through another model; null: as it is */
  update(inputs: ModelInputs, palette: Palette, ghost: Ghost | null = null): void {
    const before = this.#drawn;
    const { request } = inputs;
    const changesLevel = request.lod !== this.#lod;
    if (changesLevel) {
      this.#lod = request.lod;
      this.#model.load(request.lod);
    }
    if (changesLevel || request !== before?.request) this.#evaluate(inputs);
    const repaints = palette !== this.#palette || !isSameGhost(ghost, this.#ghost);
    if (changesLevel || repaints || !before || !looksAlike(inputs, before))
      this.#paint(inputs, palette, ghost);
    this.#drawn = inputs;
    this.#palette = palette;
    this.#ghost = ghost;
  }

  /** A pose of the same level that is not shown; null when it cannot be evaluated. */
  evaluate(request: PoseRequest): Frame | null {
    return this.file.model?.evaluate(request) ?? null;
  }

  /** Gives back what it has on the graphics card. */
  dispose(): void {
    disposeAll(this.object);
    this.surface.dispose();
  }

  #evaluate({ request, interpretation }: ModelInputs): void {
    const begun = performance.now();
    // An animation that cannot be evaluated leaves the model in its bind pose.
    this.#frame = this.#frameOf(request) ?? this.#bindPose(interpretation);
    const evaluated = performance.now();
    if (this.#frame) this.#model.update(this.#frame);
    this.cost.evaluateMs = evaluated - begun;
    this.cost.buffersMs = performance.now() - evaluated;
  }

  /** The frame is filled again: playing allocates nothing. */
  #frameOf(request: PoseRequest): Frame | null {
    return this.file.model?.evaluate(request, this.#frame ?? undefined) ?? null;
  }

  #bindPose(interpretation: V6Interpretation): Frame | null {
    return this.#frameOf({ animation: -1, timeMs: 0, loop: false, lod: this.#lod, interpretation });
  }

  #paint(inputs: ModelInputs, palette: Palette, ghost: Ghost | null): void {
    const { options, hidden, selected, highlighted } = inputs;
    this.#model.paint({
      ...this.surface.look(this.#model, this.#lod, inputs),
      palette,
      ghost,
      shading: options.shading,
      xray: options.xray,
      wireframe: options.wireframe,
      hidden,
      backfaces: options.backfaces,
      // Its outline marks it too, and leaves its colours as they are.
      selectedPiece: options.outline ? -1 : wholePiece(selected),
      highlightedPiece: wholePiece(highlighted),
    });
    const { meshes } = this.#model;
    if (this.#meshesOf[0] === meshes && this.#meshesOf[1] === hidden) return;
    this.#meshesOf = [meshes, hidden];
    this.#meshes = meshes.map((mesh, piece) => (hidden.has(piece) ? null : mesh));
    this.#counts = countDrawn(this.#meshes);
  }
}

/** Whether the model is painted the same; its pose may be another. */
function looksAlike(a: ModelInputs, b: ModelInputs): boolean {
  return (
    a.options === b.options &&
    a.theme === b.theme &&
    a.hidden === b.hidden &&
    a.skins === b.skins &&
    a.selected === b.selected &&
    a.highlighted === b.highlighted
  );
}

function isSameGhost(a: Ghost | null, b: Ghost | null): boolean {
  return a === b || (a !== null && b !== null && a.opacity === b.opacity && a.color.equals(b.color));
}
