/**
 * One file in the scene: its meshes, its overlays and the ground, brought up to date with the store before every
 * picture.
 */

import type { Frame, ModelElement, PoseRequest } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import {
  type Box3,
  BufferAttribute,
  BufferGeometry,
  type Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Matrix4,
} from 'three';
import { clipKey } from '../document/animation-clips.ts';
import type { DrawnTogether } from '../document/drawn-together.ts';
import type { DrawnFile } from '../document/open-file.ts';
import { theme } from '../ui/theme.ts';
import { niceStep } from './framing.ts';
import { Guests, OTHER, type PicturePlan, picturePlan } from './guests.ts';
import { overlayMakers } from './lazy-overlays.ts';
import { type DrawnCounts, disposeAll } from './model-view.ts';
import { OverlaySet } from './overlays/overlay-set.ts';
import { type Palette, readPalette } from './palette.ts';
import { PosedModel } from './posed-model.ts';
import { mirrorsZ, type SceneInputs, type Shown, sceneInputs, withoutMarks } from './scene-inputs.ts';
import type { SceneHost } from './stage.ts';
import type { Surface } from './surface.ts';

/** Along the ground, file space. */
interface Step {
  readonly x: number;
  readonly z: number;
}

const NO_STEP: Step = { x: 0, z: 0 };
const NOTHING_DRAWN: DrawnCounts = Object.freeze({ triangles: 0, vertices: 0, pieces: 0 });

/** Draws a file as the store describes it, without changing the store. Holds the file until `dispose`. */
export class FileScene {
  readonly file: DrawnFile;
  /** An effect that reads it runs whenever the picture must be drawn again. */
  readonly inputs: ReadonlySignal<SceneInputs>;
  readonly overlays: OverlaySet;
  /** Draws only the model: no ground, overlays or marks. */
  isPlain = false;
  /** The panes of the picture, and the other models in them. */
  readonly plan: ReadonlySignal<PicturePlan>;
  readonly guests: Guests;
  readonly #stage: SceneHost;
  /** Its children are in file space. */
  readonly #fileSpace = new Group();
  /** Moves relative to the ground when the model is held in place. */
  readonly #held = new Group();
  readonly #model: PosedModel;
  /** Null when the model is empty. */
  readonly #grid: Grid | null;
  /** Diagonal of the model as it was opened. */
  readonly #size: number;
  /** Bounds of the model as it was opened, file space. */
  readonly #rest: Box3;
  /** How far the ground has moved under a model that is held in place. */
  #moved = NO_STEP;

  /** What the last picture was drawn from; null before the first. */
  #drawn: SceneInputs | null = null;
  #palette = readPalette();
  /** Theme of the palette. */
  #theme = theme.peek();
  /** Position of the root at key 0 of the animation that is held in place. */
  #start = NO_STEP;
  #startOf: readonly unknown[] = [];
  #leftOut = 0;

  /** Puts a file onto a stage, with the ground under its bind pose. */
  constructor(stage: SceneHost, file: DrawnFile) {
    this.file = file;
    this.inputs = sceneInputs(file);
    this.overlays = new OverlaySet(file);
    this.#stage = stage;
    const inputs = this.inputs.peek();
    this.#model = new PosedModel(file, stage.takesDxt, inputs);
    this.plan = picturePlan(file);
    this.guests = new Guests(
      computed(() => this.plan.value.guests),
      stage.takesDxt,
    );
    this.#held.add(this.overlays.object, this.#model.object, this.guests.object);
    this.#fileSpace.add(this.#held);
    stage.scene.add(this.#fileSpace);
    this.#mirror(inputs.mirrorZ);
    const { box: bounds } = this.#model.extent();
    this.#rest = bounds;
    this.#size = bounds.min.distanceTo(bounds.max) || 1;
    this.#grid = bounds.isEmpty() ? null : new Grid(bounds, this.#palette);
    if (this.#grid) this.#fileSpace.add(this.#grid.object);
    this.#paint();
  }

  /** Takes the file from the stage and frees its GPU resources. */
  dispose(): void {
    this.#stage.remove(this.#fileSpace);
    disposeAll(this.#fileSpace);
    this.#model.dispose();
    this.guests.dispose();
  }

  /** The pose that was drawn, as `animation@milliseconds`; '' before the first picture. */
  get pose(): string {
    return this.#drawn ? `${clipKey(this.#drawn.clip)}@${this.#drawn.request.timeMs}` : '';
  }

  /** Counts of the last picture; null before the first. */
  get drawn(): DrawnCounts | null {
    return this.#drawn ? this.counts : null;
  }

  /** The pane that the model itself is in. */
  get pane(): number {
    return this.plan.peek().pane;
  }

  /** Shows the content of a pane: the model or its guests, over the same ground. */
  showPane(pane: number): void {
    const isOwn = pane === this.pane;
    this.#model.object.visible = isOwn;
    // A model without faces has only its skeleton to show.
    this.overlays.object.visible = isOwn && (!this.isPlain || this.#model.counts.triangles === 0);
    this.guests.showPane(pane);
  }

  /** Counts of what is drawn in a pane. */
  countsOf(guest: string | null): DrawnCounts {
    return (guest === null ? this.counts : this.guests.counts(guest)) ?? NOTHING_DRAWN;
  }

  /** The poses of the two compared models as drawn last; null without a comparison. */
  drawnTogether(): DrawnTogether | null {
    const other = this.guests.model(OTHER);
    const left = this.#model.frame;
    const right = other?.frame;
    if (!other || !left || !right) return null;
    return { left, right, isMirrored: mirrorsZ(this.file) !== mirrorsZ(other.file) };
  }

  get counts(): DrawnCounts {
    return this.#model.counts;
  }

  /** As `PosedModel.cost`. */
  get cost(): PosedModel['cost'] {
    return this.#model.cost;
  }

  get surface(): Surface {
    return this.#model.surface;
  }

  /** From file space to world space, as drawn last. */
  get toWorld(): Matrix4 {
    return this.#held.matrixWorld;
  }

  get selected(): ModelElement {
    return this.inputs.peek().selected;
  }

  /** Vertices that the last call of `bounds` ignored: far away, or not finite. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** World-space bounds of all that is framed: the current pose, and what stands beside it. Empty without a pose. */
  framed(): Box3 {
    const box = this.bounds();
    if (box.isEmpty() || this.#rest.isEmpty()) return box;
    const room = overlayMakers.peek()?.roomBeside(this.#rest);
    if (room) box.union(room.applyMatrix4(this.#fileSpace.matrixWorld));
    return box;
  }

  /** World-space bounds of the current pose; empty without one. */
  bounds(): Box3 {
    const { box, leftOut } = this.#model.extent();
    this.#leftOut = leftOut;
    return (box.isEmpty() ? box : box.applyMatrix4(this.toWorld)).union(this.guests.bounds());
  }

  #inputs(): SceneInputs {
    const inputs = this.inputs.peek();
    return this.isPlain ? withoutMarks(inputs) : inputs;
  }

  /** Updates everything from the store. */
  update(): void {
    const inputs = this.#inputs();
    const before = this.#drawn;
    const { options, request } = inputs;
    if (inputs.theme !== this.#theme) {
      this.#theme = inputs.theme;
      this.#palette = readPalette();
      this.#grid?.paint(this.#palette);
      this.#paint();
    }
    if (inputs.mirrorZ !== before?.mirrorZ) this.#mirror(inputs.mirrorZ);
    this.#model.update(inputs, this.#palette);
    this.#drawn = inputs;
    if (this.#grid) this.#grid.object.visible = options.grid;
    this.#stage.lights.use(options.lighting);
    this.#stage.lights.follow(options.lightFollows);
    this.#moved = options.inPlace && this.#model.frame ? this.#step(request, this.#model.frame) : NO_STEP;
    const { x, z } = this.#moved;
    this.#held.position.set(-x, 0, -z);
    this.#grid?.follow(x, z);
    const shown = this.shown();
    if (shown) this.guests.update(shown, this.#palette);
    this.#fileSpace.updateMatrixWorld();
    if (shown) this.overlays.update(shown);
  }

  /** The content of the picture; null when it is empty. */
  shown(): Shown | null {
    const { frame, lod, meshes, counts } = this.#model;
    if (!frame) return null;
    const inputs = this.#inputs();
    // A model without faces has only its skeleton to show.
    const joints = inputs.options.skeleton || counts.triangles === 0;
    return {
      file: this.file,
      inputs,
      frame,
      lod,
      meshes,
      isPlain: this.isPlain,
      joints,
      size: this.#size,
      rest: this.#rest,
      step: this.#moved,
    };
  }

  #paint(): void {
    this.#stage.lights.paint(this.#palette);
    this.overlays.paint(this.#palette);
  }

  #mirror(mirrorZ: boolean): void {
    this.#fileSpace.scale.z = mirrorZ ? -1 : 1;
    this.#fileSpace.updateMatrixWorld();
  }

  /** How far the root (node 0) has moved in a pose since key 0 of the same animation. */
  #step(request: PoseRequest, frame: Frame): Step {
    const { animation, source } = request;
    if (animation < 0) return NO_STEP;
    if (this.#startOf[0] !== source || this.#startOf[1] !== animation) {
      this.#startOf = [source, animation];
      const { layers, transition, ...base } = request;
      const first = this.#model.evaluate({ ...base, timeMs: 0 });
      this.#start = first ? rootOf(first) : NO_STEP;
    }
    const { x, z } = rootOf(frame);
    const step = { x: x - this.#start.x, z: z - this.#start.z };
    return Number.isFinite(step.x + step.z) ? step : NO_STEP;
  }
}

function rootOf({ nodes }: Frame): Step {
  return { x: nodes[3] ?? 0, z: nodes[11] ?? 0 };
}

/** Cells from the middle to the rim; each line is split at every cell so that it can fade out. */
const HALF_CELLS = 16;
/** Approximate number of cells under the model. */
const CELLS_UNDER_MODEL = 5;
/** Every n-th line is stronger. */
const STRONG_EVERY = 5;

/** The ground under a model: a grid that fades out, with the file's X and Z axes. File space. */
class Grid {
  readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #box: Box3;
  #palette: Palette;
  /** Offset of its middle, in whole strong cells. */
  #middle = { x: 0, z: 0 };

  /** Places the grid at the feet of a model with these bounds (file space, not empty). */
  constructor(box: Box3, palette: Palette) {
    this.#box = box;
    this.#palette = palette;
    const material = new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
    this.object = new LineSegments(gridGeometry(box, palette, this.#middle), material);
    this.object.frustumCulled = false;
  }

  /** Moves the ground back under a model that is held in place. @param x how far the model has moved, file space */
  follow(x: number, z: number): void {
    this.object.position.set(-x, 0, -z);
    const cell = stepOf(this.#box) * STRONG_EVERY;
    const [cellsX, cellsZ] = [Math.round(x / cell), Math.round(z / cell)];
    if (cellsX === this.#middle.x && cellsZ === this.#middle.z) return;
    this.#middle = { x: cellsX, z: cellsZ };
    this.#lay();
  }

  /** Takes the theme's colours. */
  paint(palette: Palette): void {
    this.#palette = palette;
    this.#lay();
  }

  #lay(): void {
    this.object.geometry.dispose();
    this.object.geometry = gridGeometry(this.#box, this.#palette, this.#middle);
  }
}

function stepOf({ min, max }: Box3): number {
  return niceStep(Math.max(max.x - min.x, max.y - min.y, max.z - min.z), CELLS_UNDER_MODEL);
}

/** @param moved offset of the middle from the box, in strong cells */
function gridGeometry(box: Box3, palette: Palette, moved: { x: number; z: number }): BufferGeometry {
  const { min, max } = box;
  const step = stepOf(box);
  const middle = {
    x: Math.round((min.x + max.x) / 2 / step) + moved.x * STRONG_EVERY,
    z: Math.round((min.z + max.z) / 2 / step) + moved.z * STRONG_EVERY,
  };
  const positions: number[] = [];
  const colors: number[] = [];
  const point = (x: number, z: number, { r, g, b }: Color, strength: number) => {
    const fade = Math.max(0, 1 - Math.hypot(x - middle.x, z - middle.z) / HALF_CELLS);
    positions.push(x * step, min.y, z * step);
    colors.push(r, g, b, strength * fade);
  };
  const strengthOf = (line: number) => (line === 0 ? 0.9 : line % STRONG_EVERY === 0 ? 0.8 : 0.4);
  for (let i = -HALF_CELLS; i <= HALF_CELLS; i++) {
    const x = middle.x + i;
    const z = middle.z + i;
    for (let j = -HALF_CELLS; j < HALF_CELLS; j++) {
      for (const end of [j, j + 1]) {
        // The line at x = 0 is the Z axis, and the line at z = 0 the X axis.
        point(x, middle.z + end, x === 0 ? palette.axisZ : palette.grid, strengthOf(x));
      }
      for (const end of [j, j + 1]) {
        point(middle.x + end, z, z === 0 ? palette.axisX : palette.grid, strengthOf(z));
      }
    }
  }
  return new BufferGeometry()
    .setAttribute('position', new BufferAttribute(new Float32Array(positions), 3))
    .setAttribute('color', new BufferAttribute(new Float32Array(colors), 4));
}
