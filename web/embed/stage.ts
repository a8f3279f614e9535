/** Stage of an element: its model in a scene with a camera, drawn by the shared renderer. */

import type { PoseRequest } from '@lithoscope/core';
import { NO_MEMORY, type ViewedModel } from '@lithoscope/viewer';
import { Box3, Matrix4, Scene, Sphere, Vector3 } from 'three';
import type { Skin } from '../document/open-file.ts';
import { NO_WISH, type Orbit, type OrbitWish } from '../links/orbit.ts';
import { Eye } from '../scene/eye.ts';
import type { PieceMesh } from '../scene/model-view.ts';
import { type PicturePoint, pickMesh } from '../scene/picking.ts';
import { PLAIN_PALETTE, PlainModel } from '../scene/plain-model.ts';
import { Lights } from '../scene/shading.ts';
import type { Clip, LoadedModel } from './loading.ts';
import { directionOf, moved, orbitFor } from './orbit-controls.ts';
import type { SharedRenderer } from './renderer.ts';

/** Field of view, as in the page's camera, degrees. */
const FIELD_OF_VIEW = 32;
/** Moments of an animation whose bounds are framed together. */
const MOMENTS = [0, 0.25, 0.5, 0.75];
/** Framed box of a model without extent. */
const NOTHING_TO_SEE = new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));

/** The clicked part of a model. */
export interface Selected {
  /** Index in the file's pieces, and the piece's name. */
  readonly piece: number;
  readonly pieceName: string;
  /** Index in the piece's faces at the drawn level. */
  readonly triangle: number;
  /** The corner of the triangle within 8 pixels; null for none. */
  readonly vertex: number | null;
  /** Names of the nodes that move the triangle, by descending weight. */
  readonly nodes: readonly string[];
}

/** The stage; it owns the model until `dispose`. */
export class ModelStage {
  readonly model: LoadedModel;
  readonly #scene = new Scene();
  readonly #eye = new Eye();
  readonly #plain: PlainModel;
  #box = NOTHING_TO_SEE;
  #orbit: Orbit = { theta: 0, phi: Math.PI / 2, radius: 1 };
  #target = new Vector3();
  #wish: OrbitWish = NO_WISH;
  #wishedTarget: Vector3 | null = null;
  /** The user has moved the camera, so it is no longer framed automatically. */
  #isMoved = false;
  #lod = 0;
  /** CSS pixels. */
  #width = 0;
  #height = 0;

  /** Throws an error with a sentence for a model without faces. */
  constructor(model: LoadedModel, renderer: SharedRenderer) {
    this.model = model;
    this.#plain = new PlainModel(model.file, new Map(), renderer.takesDxt);
    if (!this.#plain.hasFaces) {
      this.#plain.dispose();
      throw new Error(model.isThere ? `${model.name} has no faces to draw.` : NO_MEMORY);
    }
    this.#eye.perspective.fov = FIELD_OF_VIEW;
    new Lights(this.#scene, this.#eye.perspective).paint(PLAIN_PALETTE);
    this.#scene.add(this.#plain.object);
  }

  get levels(): number {
    return Math.max(1, this.model.file.info.lodCount);
  }

  get orbit(): Orbit {
    return this.#orbit;
  }

  get target(): Vector3 {
    return this.#target;
  }

  wear(skins: ReadonlyMap<number, Skin>): void {
    this.#plain.wear(skins);
  }

  /** Sets the level of later poses. @param lod clamped to the existing levels */
  setLevel(lod: number): void {
    this.#lod = Math.min(Math.max(lod, 0), this.levels - 1);
  }

  /** Shows a moment of an animation. @param clip null: the bind pose (v6: the rest pose) */
  pose(clip: Clip | null, timeMs: number): void {
    this.#plain.pose(this.#requestOf(clip, timeMs));
  }

  #requestOf(clip: Clip | null, timeMs: number): PoseRequest {
    return { ...(clip?.request ?? { animation: -1 }), timeMs, loop: true, lod: this.#lod };
  }

  /** Frames a whole animation, unless the user has moved the camera. Changes the pose. */
  frame(clip: Clip | null): void {
    const box = new Box3();
    for (const part of clip ? MOMENTS : [0]) {
      this.pose(clip, part * (clip?.length ?? 0));
      box.union(this.#plain.bounds());
    }
    this.#box = box.isEmpty() ? NOTHING_TO_SEE : box;
    this.#stand();
  }

  /** Applies `camera-orbit` and `camera-target`, discarding movements of the user. */
  look(wish: OrbitWish, target: readonly [number, number, number] | null): void {
    this.#wish = wish;
    this.#wishedTarget = target && new Vector3(...target);
    this.reset();
  }

  /** Resets the camera. */
  reset(): void {
    this.#isMoved = false;
    this.#stand();
  }

  /** Copies the camera of another stage of the same model, if the user has moved it. */
  standAs(other: ModelStage): void {
    if (!other.#isMoved) return;
    this.#isMoved = true;
    this.#orbit = other.#orbit;
    this.#target = other.#target;
  }

  /** Orbits or zooms. */
  move(by: { readonly theta?: number; readonly phi?: number; readonly zoom?: number }): void {
    this.#isMoved = true;
    this.#orbit = moved(this.#orbit, by, this.#size());
  }

  /** Fits the stage to the element. CSS pixels. @param bottom height that is covered at the bottom */
  resize(width: number, height: number, bottom: number): void {
    this.#width = width;
    this.#height = height;
    this.#eye.fit(width, height, { top: 0, bottom });
    this.#stand();
  }

  #stand(): void {
    if (this.#isMoved || this.#width === 0 || this.#height === 0) return;
    const { target, ...orbit } = orbitFor(this.#wish, this.#box, (direction) =>
      this.#eye.framing(this.#box, direction),
    );
    this.#orbit = orbit;
    this.#target = this.#wishedTarget ?? target;
  }

  #size(): number {
    return this.#box.getBoundingSphere(new Sphere()).radius || 1;
  }

  draw(renderer: SharedRenderer, to: CanvasRenderingContext2D): boolean {
    this.#aim();
    return renderer.draw(this.#scene, this.#eye.perspective, to);
  }

  #aim(): void {
    const { perspective } = this.#eye;
    perspective.position.copy(this.#target).addScaledVector(directionOf(this.#orbit), this.#orbit.radius);
    perspective.lookAt(this.#target);
    this.#eye.update(this.#target, this.#size());
  }

  /** The part of the model at a point of the picture; null for none. */
  pick(point: PicturePoint): Selected | null {
    this.#aim();
    this.#scene.updateMatrixWorld(true);
    const { perspective } = this.#eye;
    perspective.updateMatrixWorld();
    const clip = new Matrix4()
      .multiplyMatrices(perspective.projectionMatrix, perspective.matrixWorldInverse)
      .multiply(this.#plain.toWorld);
    const { meshes } = this.#plain;
    const picked = pickMesh(meshes, { clip, width: this.#width, height: this.#height }, point);
    const mesh = picked && meshes[picked.piece];
    if (!mesh || picked.face === undefined) return null;
    const { file } = this.model;
    return {
      piece: picked.piece,
      pieceName: file.info.pieces[picked.piece]?.name ?? '',
      triangle: picked.face,
      vertex: picked.vertex ?? null,
      nodes: movedBy(file, picked.piece, this.#lod, mesh, picked.face),
    };
  }

  dispose(): void {
    this.#scene.clear();
    this.#plain.dispose();
    this.model.release();
  }
}

/** Names of the nodes that move a triangle's corners, by descending weight. */
function movedBy(file: ViewedModel, piece: number, lod: number, mesh: PieceMesh, face: number): string[] {
  const at = mesh.faces.indexOf(face) * 3;
  const { start, node, bias } = file.weights(piece, lod);
  const shares = new Map<number, number>();
  for (const vertex of mesh.corners.subarray(at, at + 3)) {
    for (let w = start[vertex] ?? 0; w < (start[vertex + 1] ?? 0); w++) {
      const index = node[w] ?? -1;
      if (index >= 0) shares.set(index, (shares.get(index) ?? 0) + (bias[w] ?? 0));
    }
  }
  return [...shares].sort(([, a], [, b]) => b - a).flatMap(([index]) => file.info.nodes[index]?.name ?? []);
}
