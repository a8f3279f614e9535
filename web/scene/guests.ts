/** Other models in the picture of a file: at its sockets, over it, or in panes beside it. */

import type { ModelElement } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { Box3, Group, Matrix4, type Vector3 } from 'three';
import type { DrawnFile } from '../document/open-file.ts';
import { socketsOf } from '../document/previews.ts';
import { placesOf, wholePiece } from './element-places.ts';
import { mirrorsZ, withoutMarks } from './inputs.ts';
import type { Ghost } from './materials.ts';
import { type DrawnCounts, disposeAll } from './model-view.ts';
import { Outline } from './overlays/outline.ts';
import type { ModelInputs, Shown } from './overlays/overlay.ts';
import { SelectionMarks } from './overlays/selection-marks.ts';
import { socketMatrices } from './overlays/sockets.ts';
import type { Palette } from './palette.ts';
import { type PicturePoint, type Projection, pickMesh, surfaceAt } from './picking.ts';
import { PosedModel } from './posed-model.ts';

/** What is to be drawn besides the file in front. */
export interface Guest {
  /** The same for as long as it is the same place in the picture. */
  readonly key: string;
  readonly file: DrawnFile;
  readonly inputs: ReadonlySignal<ModelInputs>;
  /** Index of the socket that it is at; −1: it stands where the model of the picture stands. */
  readonly socket: number;
  /** The pane that it is in. */
  readonly pane: number;
  /** How it is seen through the model; null: as it is. */
  readonly ghost: Ghost | null;
}

/** What of a guest is at a place of the picture, from the finest to the piece. */
export interface PickedGuest {
  readonly guest: Guest;
  readonly elements: readonly ModelElement[];
  /** Where its surface is met, world space; null beside its outline. */
  readonly place: Vector3 | null;
}

const MIRROR = new Matrix4().makeScale(1, 1, -1);

/** Draws the guests of one picture; it holds their files until `dispose`. */
export class Guests {
  /** In the file space of the model of the picture. */
  readonly object = new Group();
  /** An effect that reads it runs whenever another picture is needed. */
  readonly inputs: ReadonlySignal<unknown>;
  readonly #list: ReadonlySignal<readonly Guest[]>;
  readonly #takesDxt: boolean;
  readonly #drawn = new Map<string, DrawnGuest>();

  /**
   * @param list who is to be drawn; another list for each change
   * @param takesDxt whether the graphics card takes DXT pictures
   */
  constructor(list: ReadonlySignal<readonly Guest[]>, takesDxt: boolean) {
    this.#list = list;
    this.#takesDxt = takesDxt;
    this.inputs = computed(() => list.value.map(({ inputs }) => inputs.value));
  }

  /** Brings all of them up to date with the store and with the pose of the model. */
  update(host: Shown, palette: Palette): void {
    const list = this.#list.peek();
    const wanted = new Map(list.map((guest) => [guest.key, guest]));
    for (const [key, drawn] of this.#drawn) {
      if (wanted.get(key)?.file === drawn.guest.file) continue;
      this.object.remove(drawn.object);
      drawn.dispose();
      this.#drawn.delete(key);
    }
    for (const [key, guest] of wanted) {
      let drawn = this.#drawn.get(key);
      if (!drawn) {
        drawn = new DrawnGuest(guest, this.#takesDxt);
        this.#drawn.set(key, drawn);
        this.object.add(drawn.object);
      }
      drawn.update(guest, host, palette);
    }
  }

  /** What was drawn last, for tests: `socket 0 jellyfish.abc 1@250`, with animation and milliseconds. */
  get described(): string {
    const texts = [...this.#drawn.values()].map(({ guest: { key, file, inputs } }) => {
      const { animation, timeMs } = inputs.peek().request;
      return `${key} ${file.name} ${animation}@${Math.round(timeMs)}`;
    });
    return texts.join(', ');
  }

  /** Shows those of one pane. */
  showPane(pane: number): void {
    for (const { object, guest } of this.#drawn.values()) object.visible = guest.pane === pane;
  }

  /** How much of a guest is drawn; null before it is. */
  counts(key: string): DrawnCounts | null {
    return this.#drawn.get(key)?.model.counts ?? null;
  }

  /** Its pose as it was drawn; null before it is. */
  model(key: string): PosedModel | null {
    return this.#drawn.get(key)?.model ?? null;
  }

  /** World-space bounds of all of them, as last drawn; empty without any. */
  bounds(): Box3 {
    const box = new Box3();
    for (const { model, object } of this.#drawn.values()) {
      const own = model.extent().box;
      if (!own.isEmpty()) box.union(own.applyMatrix4(object.matrixWorld));
    }
    return box;
  }

  /**
   * The front-most guest at a place of a pane; null for none.
   * @param projection of a space below the world
   * @param eye where the camera is, world space
   */
  pick(
    pane: number,
    point: PicturePoint,
    projection: (toWorld: Matrix4) => Projection,
    eye: Vector3,
  ): PickedGuest | null {
    let nearest: PickedGuest | null = null;
    for (const { guest, model, object } of this.#drawn.values()) {
      if (guest.pane !== pane) continue;
      const seen = projection(object.matrixWorld);
      const picked = pickMesh(model.meshes, seen, point);
      if (!picked) continue;
      const place = surfaceAt(model.meshes, seen, point)?.place.applyMatrix4(object.matrixWorld) ?? null;
      if (nearest && !isNearer(place, nearest.place, eye)) continue;
      const { piece, vertex, face } = picked;
      const { lod } = model;
      const elements = [
        ...(vertex === undefined ? [] : [{ piece, lod, vertex }]),
        ...(face === undefined ? [] : [{ piece, lod, face }]),
        { piece },
      ];
      nearest = { guest, elements, place };
    }
    return nearest;
  }

  /** Gives back what they have on the graphics card. */
  dispose(): void {
    for (const drawn of this.#drawn.values()) drawn.dispose();
    this.#drawn.clear();
  }
}

/** Whether one place is before another one; what has none is behind all that have. */
export function isNearer(place: Vector3 | null, other: Vector3 | null, eye: Vector3): boolean {
  return place !== null && (other === null || place.distanceTo(eye) < other.distanceTo(eye));
}

/** A guest in the scene. */
class DrawnGuest {
  readonly object = new Group();
  readonly model: PosedModel;
  readonly #outline = new Outline();
  readonly #marks = new SelectionMarks(1);
  #guest: Guest;
  #palette: Palette | null = null;

  constructor(guest: Guest, takesDxt: boolean) {
    this.#guest = guest;
    this.model = new PosedModel(guest.file, takesDxt, guest.inputs.peek());
    this.object.matrixAutoUpdate = false;
    this.object.add(this.model.object, this.#outline.object, this.#marks.object);
  }

  get guest(): Guest {
    return this.#guest;
  }

  update(guest: Guest, host: Shown, palette: Palette): void {
    this.#guest = guest;
    const inputs = host.isPlain ? withoutMarks(guest.inputs.peek()) : guest.inputs.peek();
    this.model.update(inputs, palette, guest.ghost);
    if (palette !== this.#palette) this.#marks.paint(palette);
    if (palette !== this.#palette) this.#outline.paint(palette.selected);
    this.#palette = palette;
    const { frame, meshes, lod, file } = this.model;
    this.#outline.update(inputs.options.outline ? (meshes[wholePiece(inputs.selected)] ?? null) : null);
    this.#marks.update(frame ? placesOf(inputs.selected, { file, frame, meshes, lod }) : []);
    const matrix = placeOf(guest, host);
    this.object.matrix.copy(matrix);
    this.object.matrixWorldNeedsUpdate = true;
  }

  dispose(): void {
    this.model.dispose();
    disposeAll(this.#outline.object);
    this.#marks.dispose();
  }
}

/**
 * From the guest's own numbers to those of the model: the place of the socket in its pose. Where the scene mirrors only
 * one of the two, the guest is mirrored once more.
 */
function placeOf({ file, socket }: Guest, { file: host, frame, inputs }: Shown): Matrix4 {
  const found = socketsOf(host)[socket];
  const [at = new Matrix4()] = found ? socketMatrices([found], frame.nodes) : [];
  return mirrorsZ(file) === inputs.mirrorZ ? at : at.multiply(MIRROR);
}
