/** One file in the scene: mesh, overlays and ground, brought up to date with the store before every picture. */

import type { Frame, ModelElement, PoseRequest } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { Box3, Group, type Matrix4 } from 'three';
import { clipInfo, clipKey } from '../../store/clips.ts';
import { selectedElement } from '../../store/elements.ts';
import type { OpenFile } from '../../store/open-file.ts';
import { poseRequest } from '../../store/pose-request.ts';
import { highlighted, view } from '../../store/view.ts';

import { theme } from '../../ui/theme.ts';
import { frameBounds } from './framing.ts';
import { Grid } from './grid.ts';
import { countDrawn, type DrawnCounts, disposeAll, ModelView } from './model-view.ts';
import type { SceneInputs, Shown, ViewOptions } from './overlays/overlay.ts';
import { OverlaySet } from './overlays/overlay-set.ts';
import { readPalette } from './palette.ts';
import type { PieceMesh } from './piece-mesh.ts';
import type { Stage } from './stage.ts';
import { Surface } from './surface.ts';

/** Along the ground, file space. */
interface Step {
  readonly x: number;
  readonly z: number;
}

const NO_STEP: Step = { x: 0, z: 0 };
const NO_ELEMENT: ModelElement = Object.freeze({});

/** Another object whenever a view option is another. */
const viewOptions = computed(
  () => Object.fromEntries(Object.entries(view).map(([option, { value }]) => [option, value])) as ViewOptions,
);

/** Draws what the store says about a file; changes nothing in the store. It holds the file until `dispose`. */
export class FileScene {
  readonly file: OpenFile;
  /** An effect that reads it runs whenever another picture is needed. */
  readonly inputs: ReadonlySignal<SceneInputs>;
  readonly overlays: OverlaySet;
  readonly surface: Surface;
  /** Scripting time of the last pose, milliseconds: evaluating it, and filling the buffers. */
  readonly cost = { evaluateMs: 0, buffersMs: 0 };
  readonly #stage: Stage;
  /** In it everything is in the file's own numbers. */
  readonly #fileSpace = new Group();
  /** Moves against the ground when the model is held in place. */
  readonly #held = new Group();
  readonly #model: ModelView;
  /** Null when there is nothing to stand on it. */
  readonly #grid: Grid | null;
  /** Diagonal of the model as it was opened. */
  readonly #size: number;

  #lod: number;
  #frame: Frame | null;
  /** What the last picture was drawn from; null before the first. */
  #drawn: SceneInputs | null = null;
  #palette = readPalette();
  /** Of the palette. */
  #theme = theme.peek();
  #meshes: readonly (PieceMesh | null)[] = [];
  #meshesOf: readonly unknown[] = [];
  #counts = countDrawn([]);
  /** Where the root is at key 0 of the animation that is held in place. */
  #start = NO_STEP;
  #startOf: readonly unknown[] = [];

  /** Puts a file onto a stage and lays the ground under its bind pose. */
  constructor(stage: Stage, file: OpenFile) {
    this.file = file;
    this.inputs = sceneInputs(file);
    this.overlays = new OverlaySet(file);
    this.surface = new Surface(file, stage.takesDxt);
    this.#stage = stage;
    this.#model = new ModelView(file);
    this.#held.add(this.overlays.object, this.#model.object);
    this.#fileSpace.add(this.#held);
    stage.scene.add(this.#fileSpace);
    const { request, mirrorZ } = this.inputs.peek();
    this.#lod = request.lod;
    this.#model.load(request.lod);
    this.#mirror(mirrorZ);
    this.#frame = this.#bindPose(this.inputs.peek());
    const bounds = this.#fileBounds();
    this.#size = bounds.min.distanceTo(bounds.max) || 1;
    this.#grid = bounds.isEmpty() ? null : new Grid(bounds, this.#palette);
    if (this.#grid) this.#fileSpace.add(this.#grid.object);
    this.#paint();
  }

  /** Takes the file from the stage, and gives back what it has on the graphics card. */
  dispose(): void {
    this.#stage.remove(this.#fileSpace);
    disposeAll(this.#fileSpace);
    this.surface.dispose();
  }

  /** The pose that was drawn, as `animation@milliseconds`; '' before the first picture. */
  get pose(): string {
    return this.#drawn ? `${clipKey(this.#drawn.clip)}@${this.#drawn.request.timeMs}` : '';
  }

  get counts(): DrawnCounts {
    return this.#counts;
  }

  /** From the file's own numbers to the world, as last drawn. */
  get toWorld(): Matrix4 {
    return this.#held.matrixWorld;
  }

  get selected(): ModelElement {
    return this.inputs.peek().selected;
  }

  /** World-space bounds of the pose that is shown; empty when there is none. */
  bounds(): Box3 {
    const box = this.#fileBounds();
    return box.isEmpty() ? box : box.applyMatrix4(this.toWorld);
  }

  /** Brings everything up to date with the store. */
  update(): void {
    const inputs = this.inputs.peek();
    const before = this.#drawn;
    const { options, request } = inputs;
    if (inputs.theme !== this.#theme) {
      this.#theme = inputs.theme;
      this.#palette = readPalette();
      this.#grid?.paint(this.#palette);
      this.#paint();
    }
    if (inputs.mirrorZ !== before?.mirrorZ) this.#mirror(inputs.mirrorZ);
    const changesLevel = request.lod !== this.#lod;
    if (changesLevel) {
      this.#lod = request.lod;
      this.#model.load(request.lod);
    }
    if (changesLevel || request !== before?.request) this.#evaluate(inputs);
    if (changesLevel || !before || !looksAlike(inputs, before)) this.#paintModel(inputs);
    this.#drawn = inputs;
    if (this.#grid) this.#grid.object.visible = options.grid;
    this.#stage.lights.follow(options.lightFollows);
    const { x, z } = options.inPlace && this.#frame ? this.#step(request, this.#frame) : NO_STEP;
    this.#held.position.set(-x, 0, -z);
    this.#grid?.follow(x, z);
    this.#fileSpace.updateMatrixWorld();
    const shown = this.shown();
    if (shown) this.overlays.update(shown);
  }

  /** What is in the picture; null when nothing is. */
  shown(): Shown | null {
    if (!this.#frame) return null;
    const inputs = this.inputs.peek();
    const meshes = this.#visibleMeshes(inputs);
    // A file without faces has nothing but its skeleton to show.
    const joints = inputs.options.skeleton || this.#counts.triangles === 0;
    return { file: this.file, inputs, frame: this.#frame, lod: this.#lod, meshes, joints, size: this.#size };
  }

  /** The meshes that are not hidden; counts them when they are others. */
  #visibleMeshes({ hidden }: SceneInputs): readonly (PieceMesh | null)[] {
    const { meshes } = this.#model;
    if (this.#meshesOf[0] !== meshes || this.#meshesOf[1] !== hidden) {
      this.#meshesOf = [meshes, hidden];
      this.#meshes = meshes.map((mesh, piece) => (hidden.has(piece) ? null : mesh));
      this.#counts = countDrawn(this.#meshes);
    }
    return this.#meshes;
  }

  #paint(): void {
    this.#stage.lights.paint(this.#palette);
    this.overlays.paint(this.#palette);
  }

  #mirror(mirrorZ: boolean): void {
    this.#fileSpace.scale.z = mirrorZ ? -1 : 1;
    this.#fileSpace.updateMatrixWorld();
  }

  #evaluate(inputs: SceneInputs): void {
    const begun = performance.now();
    // An animation that cannot be evaluated leaves the model in its bind pose.
    this.#frame = this.#frameOf(inputs.request) ?? this.#bindPose(inputs);
    const evaluated = performance.now();
    if (this.#frame) this.#model.update(this.#frame);
    this.cost.evaluateMs = evaluated - begun;
    this.cost.buffersMs = performance.now() - evaluated;
  }

  /** The frame is filled again: playing allocates nothing. */
  #frameOf(request: PoseRequest): Frame | null {
    return this.file.model?.evaluate(request, this.#frame ?? undefined) ?? null;
  }

  #bindPose({ interpretation }: SceneInputs): Frame | null {
    return this.#frameOf({ animation: -1, timeMs: 0, loop: false, lod: this.#lod, interpretation });
  }

  #paintModel(inputs: SceneInputs): void {
    const { options, hidden, selected } = inputs;
    this.#model.paint({
      ...this.surface.look(this.#model, this.#lod, inputs),
      palette: this.#palette,
      shading: options.shading,
      xray: options.xray,
      wireframe: options.wireframe,
      hidden,
      selectedPiece: wholePiece(selected),
      highlightedPiece: wholePiece(inputs.highlighted),
    });
    this.#visibleMeshes(inputs);
  }

  /** How far the root (node 0) has gone in a pose from where it is at key 0 of the same animation. */
  #step(request: PoseRequest, frame: Frame): Step {
    const { animation, source } = request;
    if (animation < 0) return NO_STEP;
    if (this.#startOf[0] !== source || this.#startOf[1] !== animation) {
      this.#startOf = [source, animation];
      const { layers, transition, ...base } = request;
      const first = this.file.model?.evaluate({ ...base, timeMs: 0 });
      this.#start = first ? rootOf(first) : NO_STEP;
    }
    const { x, z } = rootOf(frame);
    const step = { x: x - this.#start.x, z: z - this.#start.z };
    return Number.isFinite(step.x + step.z) ? step : NO_STEP;
  }

  #fileBounds(): Box3 {
    return this.#frame ? frameBounds(this.#frame, this.#model.meshes) : new Box3();
  }
}

function sceneInputs(file: OpenFile): ReadonlySignal<SceneInputs> {
  // Apart from the others, so that a frame of playing does not look for it in the structure.
  const selected = computed(() => selectedElement(file));
  return computed(() => {
    const { playback, look, skins } = file;
    const interpretation = look.interpretation.value;
    return {
      options: viewOptions.value,
      theme: theme.value,
      clip: playback.clip.value,
      animation: clipInfo(file, playback.clip.value),
      request: poseRequest(file),
      interpretation,
      mirrorZ: interpretation.mirrorZ ?? file.info.space.mirrorZ,
      hidden: look.hiddenPieces.value,
      skins: skins.worn.value,
      lodByDistance: look.lodByDistance.value,
      selected: selected.value,
      highlighted: highlighted.value ?? NO_ELEMENT,
    };
  });
}

/** Whether the model is painted the same; its pose may be another. */
function looksAlike(a: SceneInputs, b: SceneInputs): boolean {
  return (
    a.options === b.options &&
    a.theme === b.theme &&
    a.hidden === b.hidden &&
    a.skins === b.skins &&
    a.selected === b.selected &&
    a.highlighted === b.highlighted
  );
}

function rootOf({ nodes }: Frame): Step {
  return { x: nodes[3] ?? 0, z: nodes[11] ?? 0 };
}

/** The piece that an element is, −1 when it is none or only a part of one. */
function wholePiece({ piece, face, vertex }: ModelElement): number {
  return piece !== undefined && face === undefined && vertex === undefined ? piece : -1;
}
