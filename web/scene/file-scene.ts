/** One file in the scene: mesh, skeleton, selection and ground, brought up to date before every picture. */
import type { Frame, PoseRequest } from '@lithoscope/core';
import { Box3, Group, type PerspectiveCamera, Raycaster } from 'three';
import { type OpenFile, type Selection, view } from '../state.ts';
import { clipKey } from '../structure/clips.ts';
import { type ModelElement, selectedElement } from '../structure/elements.ts';
import { poseRequest } from '../structure/pose-request.ts';
import { frameBounds } from './framing.ts';
import { Grid } from './grid.ts';
import { Lights } from './lights.ts';
import { type DrawnCounts, ModelView } from './model-view.ts';
import { readPalette } from './palette.ts';
import { jointAt, type PicturePoint } from './picking.ts';
import { SelectionMarks } from './selection-marks.ts';
import { SkeletonView } from './skeleton-view.ts';
import type { Stage } from './stage.ts';

const NOTHING_DRAWN: DrawnCounts = { triangles: 0, vertices: 0, pieces: 0 };

/** Draws what the store says about the loaded file; changes nothing in the store. */
export class FileScene {
  /** In it everything is in the file's own numbers. */
  readonly #fileSpace = new Group();
  readonly #model = new ModelView();
  readonly #skeleton = new SkeletonView();
  readonly #marks = new SelectionMarks();
  readonly #grid = new Grid();
  #lights: Lights | null = null;
  #palette = readPalette();

  #file: OpenFile | null = null;
  #lod = 0;
  #frame: Frame | null = null;
  #request: PoseRequest | null = null;
  #pose = '';
  #selection: Selection | null = null;
  #element: ModelElement = {};
  #counts = NOTHING_DRAWN;
  #hasGround = false;

  /** Puts the file and its light onto a stage. */
  attach({ scene, camera }: Stage): void {
    this.#lights = new Lights(scene, camera);
    this.#fileSpace.add(this.#grid.object, this.#model.object, this.#skeleton.object, this.#marks.object);
    scene.add(this.#fileSpace);
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

  /** Takes another file, or none, and lays the ground under its bind pose. */
  load(file: OpenFile | null): void {
    this.#file = file;
    this.#frame = null;
    this.#request = null;
    this.#pose = '';
    this.#selection = null;
    this.#element = {};
    this.#fileSpace.visible = file !== null;
    if (!file) {
      this.#model.clear();
      this.#counts = NOTHING_DRAWN;
      return;
    }
    this.#fileSpace.scale.z = file.info.space.mirrorZ ? -1 : 1;
    this.#fileSpace.updateMatrixWorld();
    this.#skeleton.load(file.info.nodes);
    this.#loadLevel(file, file.lod.peek());
    this.#frame = this.#bindPose(file);
    const bounds = this.#fileBounds();
    this.#hasGround = !bounds.isEmpty();
    if (this.#hasGround) this.#grid.place(bounds, this.#palette);
  }

  /** World-space bounds of the pose that is shown; empty when there is none. */
  bounds(): Box3 {
    return this.#fileBounds().applyMatrix4(this.#fileSpace.matrixWorld);
  }

  #fileBounds(): Box3 {
    return this.#frame ? frameBounds(this.#frame, this.#model.usedVertices()) : new Box3();
  }

  /** Takes the theme's colours. */
  paint(): void {
    this.#palette = readPalette();
    this.#lights?.paint(this.#palette);
    this.#grid.paint(this.#palette);
    this.#skeleton.paint(this.#palette);
    this.#marks.paint(this.#palette);
    this.#paintModel();
  }

  /** Brings everything up to date with the store. */
  update(): void {
    const file = this.#file;
    if (!file) return;
    const lod = file.lod.peek();
    const changedLevel = lod !== this.#lod;
    if (changedLevel) this.#loadLevel(file, lod);
    const changedPose = this.#evaluate(file, changedLevel);
    const changedSelection = this.#followSelection(file);
    if (changedPose || changedSelection || changedLevel) this.#place(file);
    this.#grid.object.visible = view.grid.peek() && this.#hasGround;
    this.#model.setWireframe(view.wireframe.peek());
    this.#skeleton.setVisible(this.#showsSkeleton());
  }

  /** What is at a place of the picture: a joint while the skeleton shows, else a face; null for nothing. */
  pick(point: PicturePoint, camera: PerspectiveCamera): ModelElement | null {
    if (!this.#file || !this.#frame) return null;
    const joint = this.#showsSkeleton()
      ? jointAt(point, this.#frame.nodes, this.#fileSpace.matrixWorld, camera)
      : -1;
    if (joint >= 0) return { node: joint };
    const ray = new Raycaster();
    ray.setFromCamera(point.at, camera);
    const hit = this.#model.faceAt(ray);
    return hit && { ...hit, lod: this.#lod };
  }

  /** A file without faces has nothing else to show. */
  #showsSkeleton(): boolean {
    return view.skeleton.peek() || this.#counts.triangles === 0;
  }

  #loadLevel(file: OpenFile, lod: number): void {
    this.#lod = lod;
    this.#model.load(file, lod);
    this.#counts = this.#model.counts();
    this.#paintModel();
  }

  /** Evaluates the pose when it is another one than is shown; says whether it was. */
  #evaluate(file: OpenFile, changedLevel: boolean): boolean {
    const request = poseRequest(file);
    if (request === this.#request && !changedLevel) return false;
    this.#request = request;
    // An animation that cannot be evaluated leaves the model in its bind pose.
    this.#frame = file.model?.evaluate({ ...request, lod: this.#lod }) ?? this.#bindPose(file);
    this.#pose = `${clipKey(file.playback.clip.peek())}@${request.timeMs}`;
    if (this.#frame) this.#model.update(this.#frame);
    return true;
  }

  #bindPose({ model }: OpenFile): Frame | null {
    return model?.evaluate({ animation: -1, timeMs: 0, loop: false, lod: this.#lod }) ?? null;
  }

  #followSelection(file: OpenFile): boolean {
    const selection = file.selection.peek();
    if (selection === this.#selection) return false;
    this.#selection = selection;
    this.#element = selection ? selectedElement(file) : {};
    this.#paintModel();
    return true;
  }

  /** Moves skeleton and selection marks to the pose. */
  #place({ info }: OpenFile): void {
    if (!this.#frame) return;
    const { node, socket, piece, lod, face, vertex } = this.#element;
    const marked = node ?? (socket === undefined ? -1 : (info.sockets[socket]?.node ?? -1));
    this.#skeleton.update(this.#frame.nodes, marked);
    let vertices: readonly number[] = [];
    // Faces and vertices of v9+ belong to one level; v6 has one list for all.
    if (piece !== undefined && (info.version === 6 || lod === this.#lod)) {
      if (face !== undefined) vertices = this.#model.faceVertices(piece, face) ?? [];
      else if (vertex !== undefined) vertices = [vertex];
    }
    this.#marks.update(this.#frame.pieces[piece ?? 0]?.positions ?? new Float32Array(), vertices);
  }

  #paintModel(): void {
    const { piece, face, vertex } = this.#element;
    const whole = piece !== undefined && face === undefined && vertex === undefined;
    this.#model.paint(this.#palette, whole ? piece : -1);
  }
}
