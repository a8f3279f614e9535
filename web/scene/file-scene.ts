/** One file in the scene: mesh, overlays and ground, brought up to date with the store before every picture. */

import type { Frame, ModelElement, PoseRequest } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { type Box3, Group, type Matrix4 } from 'three';
import { clipKey } from '../document/animation-clips.ts';
import type { DrawnTogether } from '../document/drawn-together.ts';
import type { DrawnFile } from '../document/open-file.ts';

import { theme } from '../ui/theme.ts';
import { Grid } from './grid.ts';
import { Guests } from './guests.ts';
import { type DrawnCounts, disposeAll } from './model-view.ts';
import { OverlaySet } from './overlays/overlay-set.ts';
import { readPalette } from './palette.ts';
import { OTHER, type PicturePlan, picturePlan } from './picture-plan.ts';
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

/** Draws what the store says about a file; changes nothing in the store. It holds the file until `dispose`. */
export class FileScene {
  readonly file: DrawnFile;
  /** An effect that reads it runs whenever another picture is needed. */
  readonly inputs: ReadonlySignal<SceneInputs>;
  readonly overlays: OverlaySet;
  /** Nothing but the model is drawn: no ground, no overlay, no mark. */
  isPlain = false;
  /** Who else is in the picture, and where. */
  readonly plan: ReadonlySignal<PicturePlan>;
  readonly guests: Guests;
  readonly #stage: SceneHost;
  /** In it everything is in the file's own numbers. */
  readonly #fileSpace = new Group();
  /** Moves against the ground when the model is held in place. */
  readonly #held = new Group();
  readonly #model: PosedModel;
  /** Null when there is nothing to stand on it. */
  readonly #grid: Grid | null;
  /** Diagonal of the model as it was opened. */
  readonly #size: number;

  /** What the last picture was drawn from; null before the first. */
  #drawn: SceneInputs | null = null;
  #palette = readPalette();
  /** Of the palette. */
  #theme = theme.peek();
  /** Where the root is at key 0 of the animation that is held in place. */
  #start = NO_STEP;
  #startOf: readonly unknown[] = [];
  #leftOut = 0;

  /** Puts a file onto a stage and lays the ground under its bind pose. */
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
    this.#size = bounds.min.distanceTo(bounds.max) || 1;
    this.#grid = bounds.isEmpty() ? null : new Grid(bounds, this.#palette);
    if (this.#grid) this.#fileSpace.add(this.#grid.object);
    this.#paint();
  }

  /** Takes the file from the stage, and gives back what it has on the graphics card. */
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

  /** How much of the model the last picture shows; null before the first. */
  get drawn(): DrawnCounts | null {
    return this.#drawn ? this.counts : null;
  }

  /** The pane that the model itself is in. */
  get pane(): number {
    return this.plan.peek().pane;
  }

  /** Shows what belongs into a pane: the model or its guests, over the same ground. */
  showPane(pane: number): void {
    const isOwn = pane === this.pane;
    this.#model.object.visible = isOwn;
    // Without faces the skeleton is all that there is to see.
    this.overlays.object.visible = isOwn && (!this.isPlain || this.#model.counts.triangles === 0);
    this.guests.showPane(pane);
  }

  /** How much of what is in a pane is drawn. */
  countsOf(guest: string | null): DrawnCounts {
    return (guest === null ? this.counts : this.guests.counts(guest)) ?? NOTHING_DRAWN;
  }

  /** The poses of the two models that are compared, as drawn last; null while there are not two. */
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

  /** From the file's own numbers to the world, as last drawn. */
  get toWorld(): Matrix4 {
    return this.#held.matrixWorld;
  }

  get selected(): ModelElement {
    return this.inputs.peek().selected;
  }

  /** Vertices that the bounds last asked for leave out: they are far away, or not finite. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** World-space bounds of the pose that is shown; empty when there is none. */
  bounds(): Box3 {
    const { box, leftOut } = this.#model.extent();
    this.#leftOut = leftOut;
    return (box.isEmpty() ? box : box.applyMatrix4(this.toWorld)).union(this.guests.bounds());
  }

  #inputs(): SceneInputs {
    const inputs = this.inputs.peek();
    return this.isPlain ? withoutMarks(inputs) : inputs;
  }

  /** Brings everything up to date with the store. */
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
    const { x, z } = options.inPlace && this.#model.frame ? this.#step(request, this.#model.frame) : NO_STEP;
    this.#held.position.set(-x, 0, -z);
    this.#grid?.follow(x, z);
    const shown = this.shown();
    if (shown) this.guests.update(shown, this.#palette);
    this.#fileSpace.updateMatrixWorld();
    if (shown) this.overlays.update(shown);
  }

  /** What is in the picture; null when nothing is. */
  shown(): Shown | null {
    const { frame, lod, meshes, counts } = this.#model;
    if (!frame) return null;
    const inputs = this.#inputs();
    // A file without faces has nothing but its skeleton to show.
    const joints = inputs.options.skeleton || counts.triangles === 0;
    const { isPlain } = this;
    return { file: this.file, inputs, frame, lod, meshes, isPlain, joints, size: this.#size };
  }

  #paint(): void {
    this.#stage.lights.paint(this.#palette);
    this.overlays.paint(this.#palette);
  }

  #mirror(mirrorZ: boolean): void {
    this.#fileSpace.scale.z = mirrorZ ? -1 : 1;
    this.#fileSpace.updateMatrixWorld();
  }

  /** How far the root (node 0) has gone in a pose from where it is at key 0 of the same animation. */
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
