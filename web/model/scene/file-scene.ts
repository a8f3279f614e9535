/** One file in the scene: mesh, skeleton, marks and ground, brought up to date before every picture. */
import type { Frame, ModelElement, PoseRequest } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { Box3, Group, type Matrix4 } from 'three';
import { clipKey } from '../../store/clips.ts';
import { selectedElement } from '../../store/elements.ts';
import { poseRequest } from '../../store/pose-request.ts';
import { highlighted, type OpenFile, view } from '../../store/state.ts';
import type { Shown } from './element-places.ts';
import { frameBounds } from './framing.ts';
import { Grid } from './grid.ts';
import { InPlace, NO_STEP } from './in-place.ts';
import { Lights } from './lights.ts';
import { type DrawnCounts, ModelView } from './model-view.ts';
import { OverlaySet } from './overlay-set.ts';
import { readPalette } from './palette.ts';
import type { Stage } from './stage.ts';
import { Surface } from './surface.ts';

const NOTHING_DRAWN: DrawnCounts = { triangles: 0, vertices: 0, pieces: 0 };

/** Draws what the store says about the loaded file; changes nothing in the store. */
export class FileScene {
  readonly overlays = new OverlaySet();
  readonly surface: Surface;
  /** Scripting time of the last pose, milliseconds: evaluating it, and filling the buffers. */
  readonly cost = { evaluateMs: 0, buffersMs: 0 };
  readonly #lights: Lights;
  /** In it everything is in the file's own numbers. */
  readonly #fileSpace = new Group();
  /** What moves against the ground when the model is held in place. */
  readonly #held = new Group();
  readonly #model = new ModelView();
  readonly #grid = new Grid();
  readonly #inPlace = new InPlace();
  #palette = readPalette();

  #file: OpenFile | null = null;
  #lod = 0;
  #frame: Frame | null = null;
  #request: ReadonlySignal<PoseRequest | null> = computed(() => null);
  #shown: PoseRequest | null = null;
  #pose = '';
  #selected: ReadonlySignal<ModelElement> = computed(() => ({}));
  #counts = NOTHING_DRAWN;
  #countsOf: unknown = null;
  #hasGround = false;
  #size = 1;

  /** Puts the file and its light onto a stage. */
  constructor(stage: Stage) {
    this.#lights = new Lights(stage.scene, stage.camera);
    this.#held.add(this.overlays.object);
    this.surface = new Surface(stage.takesDxt);
    this.#held.add(this.#model.object);
    this.#fileSpace.add(this.#grid.object, this.#held);
    stage.scene.add(this.#fileSpace);
  }

  get file(): OpenFile | null {
    return this.#file;
  }

  /** What is drawn, as `animation@milliseconds`; '' without a file. */
  get pose(): string {
    return this.#pose;
  }

  get counts(): DrawnCounts {
    return this.#counts;
  }

  /** From the file's own numbers to the world, as last drawn. */
  get toWorld(): Matrix4 {
    return this.#held.matrixWorld;
  }

  /** The selection as it was last drawn. */
  get selected(): ModelElement {
    return this.#selected.peek();
  }

  /** Takes another file, or none, and lays the ground under its bind pose. */
  load(file: OpenFile | null): void {
    this.#file = file;
    this.#frame = null;
    this.#shown = null;
    this.#pose = '';
    this.#fileSpace.visible = file !== null;
    if (!file) {
      this.#model.clear();
      this.#counts = NOTHING_DRAWN;
      return;
    }
    this.#request = computed(() => poseRequest(file));
    this.#selected = computed(() => selectedElement(file));
    this.#mirror(file);
    this.#loadLevel(file, file.look.lod.peek());
    this.#frame = this.#bindPose(file);
    const bounds = this.#fileBounds();
    this.#hasGround = !bounds.isEmpty();
    if (!this.#hasGround) return;
    this.#size = bounds.min.distanceTo(bounds.max) || 1;
    this.#grid.place(bounds, this.#palette);
  }

  /** What the picture depends on besides the view: an effect that reads it runs when a picture is wanted. */
  watch(): void {
    this.#request.value;
    this.#selected.value;
    highlighted.value;
    for (const option of Object.values(view)) option.value;
    this.#file?.look.hiddenPieces.value;
    this.#file?.skins.worn.value;
    this.#file?.look.lodByDistance.value;
  }

  /** World-space bounds of the pose that is shown; empty when there is none. */
  bounds(): Box3 {
    return this.#toWorld(this.#fileBounds());
  }

  /** Takes the theme's colours. */
  paint(): void {
    this.#palette = readPalette();
    this.#lights.paint(this.#palette);
    this.#grid.paint(this.#palette);
    this.overlays.paint(this.#palette);
  }

  /** Brings everything up to date with the store. */
  update(): void {
    const file = this.#file;
    if (!file) return;
    this.#mirror(file);
    const lod = file.look.lod.peek();
    const changedLevel = lod !== this.#lod;
    if (changedLevel) this.#loadLevel(file, lod);
    this.#evaluate(file, changedLevel);
    this.#paintModel(file);
    if (this.#frame) this.#place(file, this.#frame);
    this.#grid.object.visible = view.grid.peek() && this.#hasGround;
    this.#lights.follow(view.lightFollows.peek());
  }

  /** What is in the picture; null when nothing is. */
  shown(): Shown | null {
    const file = this.#file;
    const frame = this.#frame;
    if (!file || !frame) return null;
    return {
      file,
      frame,
      lod: this.#lod,
      topologies: this.#visibleTopologies(file),
      joints: this.#showsSkeleton(),
      size: this.#size,
      selected: this.selected,
      highlighted: highlighted.peek() ?? {},
    };
  }

  /** A file without faces has nothing else to show. */
  #showsSkeleton(): boolean {
    return view.skeleton.peek() || this.#counts.triangles === 0;
  }

  #mirror({ info, look: { interpretation } }: OpenFile): void {
    this.#fileSpace.scale.z = (interpretation.peek().mirrorZ ?? info.space.mirrorZ) ? -1 : 1;
    this.#fileSpace.updateMatrixWorld();
  }

  #loadLevel(file: OpenFile, lod: number): void {
    this.#lod = lod;
    this.#model.load(file, lod);
    this.#count(file.look.hiddenPieces.peek());
  }

  /** Evaluates the pose when it is another one than is shown. */
  #evaluate(file: OpenFile, changedLevel: boolean): void {
    const request = this.#request.peek();
    if (request === this.#shown && this.#pose !== '' && !changedLevel) return;
    const begun = performance.now();
    this.#shown = request;
    // An animation that cannot be evaluated leaves the model in its bind pose.
    this.#frame = (request && this.#frameOf(file, request)) ?? this.#bindPose(file);
    const evaluated = performance.now();
    this.#pose = `${clipKey(file.playback.clip.peek())}@${file.playback.timeMs.peek()}`;
    if (this.#frame) this.#model.update(this.#frame);
    this.cost.evaluateMs = evaluated - begun;
    this.cost.buffersMs = performance.now() - evaluated;
  }

  /** The frame is filled again: playing allocates nothing. */
  #frameOf({ model }: OpenFile, request: PoseRequest): Frame | null {
    return model?.evaluate(request, this.#frame ?? undefined) ?? null;
  }

  #bindPose(file: OpenFile): Frame | null {
    const interpretation = file.look.interpretation.peek();
    return this.#frameOf(file, { animation: -1, timeMs: 0, loop: false, lod: this.#lod, interpretation });
  }

  /** Moves the model against the ground, and what is drawn over it to the pose. */
  #place(file: OpenFile, frame: Frame): void {
    const request = this.#shown;
    const { x, z } = view.inPlace.peek() && request ? this.#inPlace.step(file, request, frame) : NO_STEP;
    this.#held.position.set(-x, 0, -z);
    this.#grid.follow(x, z);
    this.#fileSpace.updateMatrixWorld();
    const shown = this.shown();
    if (!shown) return;
    this.overlays.update(shown);
  }

  #visibleTopologies(file: OpenFile) {
    const hidden = file.look.hiddenPieces.peek();
    return this.#model.topologies().map((topology, piece) => (hidden.has(piece) ? NO_TRIANGLES : topology));
  }

  #paintModel(file: OpenFile): void {
    const hidden = file.look.hiddenPieces.peek();
    const { node = -1 } = this.selected;
    this.#model.paint({
      ...this.surface.look(file, this.#model, this.#lod, node),
      palette: this.#palette,
      shading: view.shading.peek(),
      xray: view.xray.peek(),
      wireframe: view.wireframe.peek(),
      hidden,
      selectedPiece: wholePiece(this.selected),
      highlightedPiece: wholePiece(highlighted.peek() ?? {}),
    });
    if (this.#countsOf !== hidden) this.#count(hidden);
  }

  #count(hidden: ReadonlySet<number>): void {
    this.#countsOf = hidden;
    this.#counts = this.#model.counts(hidden);
  }

  #fileBounds(): Box3 {
    return this.#frame ? frameBounds(this.#frame, this.#model.usedVertices()) : new Box3();
  }

  #toWorld(box: Box3): Box3 {
    return box.isEmpty() ? box : box.applyMatrix4(this.toWorld);
  }
}

const NO_TRIANGLES = { corners: new Uint32Array(), uvs: new Float32Array(), faces: new Uint32Array() };

/** The piece that an element is, −1 when it is none or only a part of one. */
function wholePiece({ piece, face, vertex }: ModelElement): number {
  return piece !== undefined && face === undefined && vertex === undefined ? piece : -1;
}
