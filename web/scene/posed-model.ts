/** A model in a pose, with its surface: the active file, or a guest in its picture. */

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

/** All of it is in file space. Holds the file until `dispose`. */
export class PosedModel {
  readonly file: DrawnFile;
  readonly surface: Surface;
  /** Scripting time of the last pose: evaluation, and filling the buffers; milliseconds. */
  readonly cost = { evaluateMs: 0, buffersMs: 0 };
  readonly #model: ModelView;
  #lod: number;
  #frame: Frame | null;
  /** Inputs of the last update; null before the first. */
  #drawn: ModelInputs | null = null;
  #palette: Palette | null = null;
  #ghost: Ghost | null = null;
  #meshes: readonly (PieceMesh | null)[] = [];
  #meshesOf: readonly unknown[] = [];
  #counts = countDrawn([]);

  /**
   * Starts in the bind pose.
   * @param takesDxt whether the GPU supports DXT textures
   */
  constructor(file: DrawnFile, takesDxt: boolean, { request: { lod }, interpretation }: ModelInputs) {
    this.file = file;
    this.surface = new Surface(file, takesDxt);
    this.#model = new ModelView(file);
    this.#lod = lod;
    this.#model.load(lod);
    this.#frame = this.#bindPose(interpretation);
  }

  /** The meshes; the owner adds them to the scene and removes them. */
  get object(): ModelView['object'] {
    return this.#model.object;
  }

  get lod(): number {
    return this.#lod;
  }

  /** The current pose; null if the file is not a model. */
  get frame(): Frame | null {
    return this.#frame;
  }

  get counts(): DrawnCounts {
    return this.#counts;
  }

  /** By piece; null for a hidden piece. The same array until one of them changes. */
  get meshes(): readonly (PieceMesh | null)[] {
    return this.#meshes;
  }

  /** Bounds of the pose in file space, hidden pieces included; empty without a pose. */
  extent(): Extent {
    return this.#frame ? frameExtent(this.#frame, this.#model.meshes) : { box: new Box3(), leftOut: 0 };
  }

  /** Updates pose and surface. @param ghost how it is drawn over another model; null: as usual */
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

  /** Evaluates a pose of the same level without showing it; null when that fails. */
  evaluate(request: PoseRequest): Frame | null {
    return this.file.model?.evaluate(request) ?? null;
  }

  /** Frees the GPU resources. */
  dispose(): void {
    disposeAll(this.object);
    this.surface.dispose();
  }

  #evaluate({ request, interpretation }: ModelInputs): void {
    const begun = performance.now();
    // If the animation cannot be evaluated, show the bind pose.
    this.#frame = this.#frameOf(request) ?? this.#bindPose(interpretation);
    const evaluated = performance.now();
    if (this.#frame) this.#model.update(this.#frame);
    this.cost.evaluateMs = evaluated - begun;
    this.cost.buffersMs = performance.now() - evaluated;
  }

  /** Fills the last frame again, so that playing allocates nothing. */
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
      // With the outline on, it marks the selected piece, whose colours stay as they are.
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

/** Whether two inputs give the same surface; the pose may differ. */
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
