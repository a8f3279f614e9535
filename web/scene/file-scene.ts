/** One file in the scene: mesh, skeleton, marks and ground, brought up to date before every picture. */
import type { Frame, PoseRequest } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { Box3, Group, type Matrix4, Vector3 } from 'three';
import { highlighted, type OpenFile, type ViewSwitch, view } from '../state.ts';
import { clipKey } from '../structure/clips.ts';
import { type ModelElement, selectedElement } from '../structure/elements.ts';
import { poseRequest } from '../structure/pose-request.ts';
import type { Pickable } from './element-at.ts';
import { frameBounds } from './framing.ts';
import { Grid } from './grid.ts';
import { InPlace, NO_STEP } from './in-place.ts';
import { Lazy } from './lazy.ts';
import { Lights } from './lights.ts';
import { type DrawnCounts, ModelView } from './model-view.ts';
import type { OverlaySet } from './overlay-set.ts';
import { readPalette } from './palette.ts';
import { SelectionMarks } from './selection-marks.ts';
import { SkeletonView } from './skeleton-view.ts';
import { socketMatrices } from './sockets.ts';
import type { Stage } from './stage.ts';
import { Surface } from './surface.ts';

/** View options that draw something over the model. */
const OVERLAYS: readonly ViewSwitch[] = [
  'sockets',
  'vertexNormals',
  'faceNormals',
  'bindSkeleton',
  'dims',
  'meshBox',
  'keyBounds',
];

const NOTHING_DRAWN: DrawnCounts = { triangles: 0, vertices: 0, pieces: 0 };
/** How strongly that is marked which is only pointed at. */
const SOFT = 0.45;

/** Draws what the store says about the loaded file; changes nothing in the store. */
export class FileScene {
  readonly #overlays: Lazy<OverlaySet>;
  readonly surface: Surface;
  /** Scripting time of the last pose, milliseconds: evaluating it, and filling the buffers. */
  readonly cost = { evaluateMs: 0, buffersMs: 0 };
  readonly #lights: Lights;
  /** In it everything is in the file's own numbers. */
  readonly #fileSpace = new Group();
  /** What moves against the ground when the model is held in place. */
  readonly #held = new Group();
  readonly #model = new ModelView();
  readonly #skeleton = new SkeletonView();
  readonly #selectedMarks = new SelectionMarks(1);
  readonly #highlightMarks = new SelectionMarks(SOFT);
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
    const redraw = () => stage.invalidate();
    this.#overlays = new Lazy(async () => {
      const overlays = new (await import('./overlay-set.ts')).OverlaySet(redraw);
      this.#held.add(overlays.object);
      return overlays;
    }, redraw);
    this.surface = new Surface(() => stage.takesDxt, redraw);
    this.#held.add(
      this.#model.object,
      this.#skeleton.object,
      this.#highlightMarks.object,
      this.#selectedMarks.object,
    );
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

  /** What is drawn over the model; null until something is. */
  get overlays(): OverlaySet | null {
    return this.#overlays.loaded;
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
    this.#skeleton.load(file.info.nodes);
    this.#loadLevel(file, file.lod.peek());
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
    this.#file?.hiddenPieces.value;
    this.#file?.skins.value;
    this.#file?.lodByDistance.value;
  }

  /** World-space bounds of the pose that is shown; empty when there is none. */
  bounds(): Box3 {
    return this.#toWorld(this.#fileBounds());
  }

  /** World-space bounds of what is selected: a piece, a face, a node with its neighbours. Empty when nothing is. */
  selectionBounds(): Box3 {
    const box = new Box3();
    const { piece, face, vertex, node } = this.selected;
    const frame = this.#frame;
    if (!frame || !this.#file) return box;
    if (piece !== undefined && face === undefined && vertex === undefined) {
      const used = this.#model
        .usedVertices()
        .map((vertices, i) => (i === piece ? vertices : new Uint32Array()));
      return this.#toWorld(frameBounds(frame, used));
    }
    const points = this.#pointsOf(this.#file, this.selected, frame);
    if (node !== undefined) {
      this.#file.info.nodes.forEach(({ parent }, i) => {
        if (parent === node) points.push(nodePlace(frame, i));
      });
    }
    for (const point of points) box.expandByPoint(new Vector3(...point));
    // A place alone is seen with what is around it.
    if (!box.isEmpty()) box.expandByScalar(Math.max(0, this.#size * 0.04 - box.min.distanceTo(box.max) / 2));
    return this.#toWorld(box);
  }

  /** Takes the theme's colours. */
  paint(): void {
    this.#palette = readPalette();
    this.#lights.paint(this.#palette);
    this.#grid.paint(this.#palette);
    this.#skeleton.paint(this.#palette);
    this.#selectedMarks.paint(this.#palette);
    this.#highlightMarks.paint(this.#palette);
    this.overlays?.paint();
  }

  /** Brings everything up to date with the store. */
  update(): void {
    const file = this.#file;
    if (!file) return;
    this.#mirror(file);
    const lod = file.lod.peek();
    const changedLevel = lod !== this.#lod;
    if (changedLevel) this.#loadLevel(file, lod);
    this.#evaluate(file, changedLevel);
    this.#paintModel(file);
    if (this.#frame) this.#place(file, this.#frame);
    this.#grid.object.visible = view.grid.peek() && this.#hasGround;
    this.#skeleton.setVisible(this.#showsSkeleton());
    this.#lights.follow(view.lightFollows.peek());
  }

  /** What a pointer can meet; null when nothing is drawn. */
  pickable(): Pickable | null {
    const file = this.#file;
    const frame = this.#frame;
    if (!file || !frame) return null;
    return {
      file,
      frame,
      lod: this.#lod,
      topologies: this.#visibleTopologies(file),
      joints: this.#showsSkeleton(),
    };
  }

  /** A file without faces has nothing else to show. */
  #showsSkeleton(): boolean {
    return view.skeleton.peek() || this.#counts.triangles === 0;
  }

  #mirror({ info, reading }: OpenFile): void {
    this.#fileSpace.scale.z = (reading.peek().mirrorZ ?? info.space.mirrorZ) ? -1 : 1;
    this.#fileSpace.updateMatrixWorld();
  }

  #loadLevel(file: OpenFile, lod: number): void {
    this.#lod = lod;
    this.#countsOf = null;
    this.#model.load(file, lod);
    this.#counts = this.#model.counts();
  }

  /** Evaluates the pose when it is another one than is shown. */
  #evaluate(file: OpenFile, changedLevel: boolean): void {
    const request = this.#request.peek();
    if (request === this.#shown && this.#pose !== '' && !changedLevel) return;
    const begun = performance.now();
    this.#shown = request;
    // An animation that cannot be evaluated leaves the model in its bind pose.
    this.#frame = (request && file.model?.evaluate(request)) ?? this.#bindPose(file);
    const evaluated = performance.now();
    this.#pose = `${clipKey(file.playback.clip.peek())}@${file.playback.timeMs.peek()}`;
    if (this.#frame) this.#model.update(this.#frame);
    this.cost.evaluateMs = evaluated - begun;
    this.cost.buffersMs = performance.now() - evaluated;
  }

  #bindPose({ model, reading }: OpenFile): Frame | null {
    return model?.evaluate({ animation: -1, timeMs: 0, loop: false, lod: this.#lod, reading: reading.peek() }) ?? null;
  }

  /** Moves what stands on or over the model to the pose. */
  #place(file: OpenFile, frame: Frame): void {
    const request = this.#shown;
    const { x, z } = view.inPlace.peek() && request ? this.#inPlace.step(file, request, frame) : NO_STEP;
    this.#held.position.set(-x, 0, -z);
    this.#grid.follow(x, z);
    this.#fileSpace.updateMatrixWorld();
    const selected = this.selected;
    this.#skeleton.update(frame.nodes, selected.socket === undefined ? (selected.node ?? -1) : -1);
    this.#selectedMarks.update(selected.node === undefined ? this.#pointsOf(file, selected, frame) : []);
    this.#highlightMarks.update(this.#pointsOf(file, highlighted.peek() ?? {}, frame));
    const overlays = OVERLAYS.some((option) => view[option].peek()) ? this.#overlays.want() : this.overlays;
    overlays?.update({
      file,
      frame,
      lod: this.#lod,
      topologies: this.#visibleTopologies(file),
      size: this.#size,
    });
  }

  /** Where an element is marked: three corners of a face, or the place of a vertex, node or socket. */
  #pointsOf({ info }: OpenFile, element: ModelElement, frame: Frame): number[][] {
    const { node, socket, piece, lod, face, vertex } = element;
    if (socket !== undefined) {
      const [matrix] = socketMatrices(info.sockets.slice(socket, socket + 1), frame.nodes);
      return matrix ? [matrix.elements.slice(12, 15)] : [];
    }
    // Faces and vertices of v9+ belong to one level; v6 has one list for all.
    if (piece !== undefined && (info.version === 6 || lod === this.#lod)) {
      const positions = frame.pieces[piece]?.positions;
      const vertices =
        face !== undefined
          ? (this.#model.faceVertices(piece, face) ?? [])
          : vertex !== undefined
            ? [vertex]
            : [];
      if (positions) return vertices.map((at) => [...positions.subarray(at * 3, at * 3 + 3)]);
    }
    return node !== undefined && node < info.nodes.length ? [nodePlace(frame, node)] : [];
  }

  #visibleTopologies(file: OpenFile) {
    const hidden = file.hiddenPieces.peek();
    return this.#model.topologies().map((topology, piece) => (hidden.has(piece) ? NO_TRIANGLES : topology));
  }

  #paintModel(file: OpenFile): void {
    const hidden = file.hiddenPieces.peek();
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
    if (this.#countsOf === hidden) return;
    this.#countsOf = hidden;
    this.#counts = this.#model.counts();
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

function nodePlace({ nodes }: Frame, node: number): number[] {
  return [3, 7, 11].map((k) => nodes[node * 16 + k] ?? 0);
}
