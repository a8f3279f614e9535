/**
 * Guests: the other models in the picture of a file, at its sockets, over it, or in panes beside it; and the plan
 * that says which.
 */

import type { ModelElement } from '@lithoscope/core';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { Box3, Group, Matrix4, Vector3 } from 'three';
import { clipInfo } from '../document/animation-clips.ts';
import { attachedFile, attachedRequest } from '../document/attachments.ts';
import {
  comparedAs,
  levelsTogether,
  matchClip,
  matchHidden,
  matchLevel,
  overlayOpacity,
  together,
} from '../document/drawn-together.ts';
import type { DrawnFile } from '../document/open-file.ts';
import { poseRequest, requestFor } from '../document/pose-request.ts';
import { socketsOf } from '../document/previews.ts';
import { counted, formatCount } from '../explain/describe.ts';
import { visible } from '../ui/dom.ts';
import { theme } from '../ui/theme.ts';
import { placesOf, socketMatrices, wholePiece } from './element-places.ts';
import { type DrawnCounts, disposeAll } from './model-view.ts';
import { Outline, SelectionMarks } from './overlays/selection-marks.ts';
import { type Palette, tokenColor } from './palette.ts';
import { elementsOf, type PicturePoint, type Projection, pickMesh, surfaceAt } from './picking.ts';
import { PosedModel } from './posed-model.ts';
import { type ModelInputs, mirrorsZ, modelInputs, type Shown, withoutMarks } from './scene-inputs.ts';
import type { Ghost } from './shading.ts';

/** Key of the guest that a file is compared with. */
export const OTHER = 'other';

export interface PicturePlan {
  /** The pane of the model itself. */
  readonly pane: number;
  readonly panes: readonly PanePlan[];
  /** Says what the panes omit; '' for nothing. */
  readonly note: string;
  readonly guests: readonly Guest[];
}

export interface PanePlan {
  /** Key of its guest; null: the model itself. */
  readonly guest: string | null;
  /** Its level, where levels are shown side by side. */
  readonly level: number | null;
  /** The text below it; '' for nothing. */
  readonly caption: (counts: DrawnCounts) => string;
}

const ALONE: PanePlan = { guest: null, level: null, caption: () => '' };

/** @param file the active file */
export function picturePlan(file: DrawnFile): ReadonlySignal<PicturePlan> {
  return computed(() => {
    const pair = together.value;
    // Compare ids: the drawn file is not the open file itself.
    if (pair?.left.id === file.id) return comparedPlan(file, pair.right.drawn.value);
    return levelsPlan(file);
  });
}

function comparedPlan(file: DrawnFile, other: DrawnFile): PicturePlan {
  const isOver = comparedAs.value === 'overlay';
  theme.value;
  const guest: Guest = {
    key: OTHER,
    file: other,
    inputs: otherInputs(file, other),
    socket: -1,
    pane: isOver ? 0 : 1,
    ghost: isOver ? { color: tokenColor('--overlay-model'), opacity: overlayOpacity.value } : null,
  };
  const guests = [...attachedGuests(file, 0), guest];
  if (isOver) return { pane: 0, panes: [ALONE], note: '', guests };
  const named = ({ name }: DrawnFile) => `${visible(name, 60)}: `;
  const panes = [
    { guest: null, level: null, caption: (counts: DrawnCounts) => named(file) + formatDrawn(counts) },
    { guest: OTHER, level: null, caption: (counts: DrawnCounts) => named(other) + formatDrawn(counts) },
  ];
  return { pane: 0, panes, note: '', guests };
}

/** Inputs of the other model: the same moment, hidden pieces and level. */
function otherInputs(file: DrawnFile, other: DrawnFile): ReadonlySignal<ModelInputs> {
  const request = () => {
    const { clip, timeMs, mode } = file.playback;
    const matched = matchClip(file, clip.value, other).clip;
    // A shorter animation holds its last frame.
    const length = clipInfo(other, matched)?.length ?? 0;
    const moment = Math.min(timeMs.value, length);
    const pose = requestFor(other, matched, moment, mode.value === 'loop');
    return { ...pose, lod: matchLevel(file, file.look.lod.value, other) };
  };
  return modelInputs(other, request, () => matchHidden(file, file.look.hiddenPieces.value, other));
}

function levelsPlan(file: DrawnFile): PicturePlan {
  const levels = levelsTogether(file);
  const chosen = file.look.lod.value;
  const pane = levels.indexOf(chosen);
  const beside = levels.flatMap((level, i): Guest[] =>
    level === chosen
      ? []
      : [
          {
            key: `level ${level}`,
            file,
            inputs: levelInputs(file, level),
            socket: -1,
            pane: i,
            ghost: null,
          },
        ],
  );
  const guests = [...attachedGuests(file, pane), ...beside];
  if (levels.length < 2) return { pane: 0, panes: [ALONE], note: '', guests };
  const panes = levels.map((level) => ({
    guest: level === chosen ? null : `level ${level}`,
    level,
    caption: (counts: DrawnCounts) => formatLevel(file, level, counts),
  }));
  return { pane, panes, note: formatLeftOut(file, levels.length), guests };
}

function levelInputs(file: DrawnFile, lod: number): ReadonlySignal<ModelInputs> {
  const request = computed(() => ({ ...poseRequest(file), lod }));
  return modelInputs(
    file,
    () => request.value,
    () => file.look.hiddenPieces.value,
  );
}

/** `4 of 5 levels`; '' when all are shown, and for collapses, which have a slider. */
function formatLeftOut({ info: { features, lodCount } }: DrawnFile, shown: number): string {
  if (features.collapses || shown >= lodCount) return '';
  return `${shown} of ${formatCount(lodCount)} levels`;
}

/** The text after the number of a level: `412 triangles`, `of 288 collapses (25 %), 930 triangles`. */
function formatLevel({ info }: DrawnFile, level: number, { triangles }: DrawnCounts): string {
  const drawn = counted(triangles, 'triangle');
  const last = info.lodCount - 1;
  if (!info.features.collapses || last <= 0) return drawn;
  return `of ${formatCount(last)} collapses (${Math.round((level / last) * 100)} %), ${drawn}`;
}

function formatDrawn({ triangles, vertices }: DrawnCounts): string {
  return `${counted(triangles, 'triangle')}, ${counted(vertices, 'vertex')}`;
}

/** The visible models at sockets, in the host's pane. Models attached to them are not drawn. Reads signals. */
export function attachedGuests(file: DrawnFile, pane: number): Guest[] {
  return file.attachments.value.flatMap((attachment) => {
    const attached = attachedFile(attachment);
    if (!attachment.shown || !attached?.model) return [];
    const { socket } = attachment;
    const inputs = modelInputs(
      attached,
      () => attachedRequest(file, attachment, attached),
      () => attached.look.hiddenPieces.value,
    );
    return [{ key: `socket ${socket}`, file: attached.drawn.value, inputs, socket, pane, ghost: null }];
  });
}

/** A model to draw besides the active file. */
interface Guest {
  /** Identifies the guest's place in the picture. */
  readonly key: string;
  readonly file: DrawnFile;
  readonly inputs: ReadonlySignal<ModelInputs>;
  /** Index of its socket; −1: at the origin of the host model. */
  readonly socket: number;
  /** Index of its pane. */
  readonly pane: number;
  /** How it is drawn over the host model; null: as usual. */
  readonly ghost: Ghost | null;
}

/** The elements of a guest at a point of the picture, from the finest to the piece. */
export interface PickedGuest {
  readonly guest: Guest;
  readonly elements: readonly ModelElement[];
  /** The point of its surface, world space; null beside its outline. */
  readonly place: Vector3 | null;
}

const MIRROR = new Matrix4().makeScale(1, 1, -1);

/** Draws the guests of one picture. Holds their files until `dispose`. */
export class Guests {
  /** In the file space of the host model. */
  readonly object = new Group();
  /** An effect that reads it runs whenever the picture must be drawn again. */
  readonly inputs: ReadonlySignal<unknown>;
  readonly #list: ReadonlySignal<readonly Guest[]>;
  readonly #takesDxt: boolean;
  readonly #drawn = new Map<string, DrawnGuest>();

  /**
   * @param list the guests to draw; a new list for each change
   * @param takesDxt whether the GPU supports DXT textures
   */
  constructor(list: ReadonlySignal<readonly Guest[]>, takesDxt: boolean) {
    this.#list = list;
    this.#takesDxt = takesDxt;
    this.inputs = computed(() => list.value.map(({ inputs }) => inputs.value));
  }

  /** Updates all guests from the store and the pose of the host. */
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

  /** Shows only the guests of one pane. */
  showPane(pane: number): void {
    for (const { object, guest } of this.#drawn.values()) object.visible = guest.pane === pane;
  }

  /** Counts of a guest; null before it is drawn. */
  counts(key: string): DrawnCounts | null {
    return this.#drawn.get(key)?.model.counts ?? null;
  }

  /** The posed model of a guest; null before it is drawn. */
  model(key: string): PosedModel | null {
    return this.#drawn.get(key)?.model ?? null;
  }

  /** World-space bounds of all guests as drawn last; empty without guests. */
  bounds(): Box3 {
    const box = new Box3();
    for (const { model, object } of this.#drawn.values()) {
      const own = model.extent().box;
      if (!own.isEmpty()) box.union(own.applyMatrix4(object.matrixWorld));
    }
    return box;
  }

  /**
   * The front-most guest at a point of a pane; null if there is no guest.
   * @param projection projection of a space within the world
   * @param eye camera position, world space
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
      nearest = { guest, elements: elementsOf(picked, model.lod), place };
    }
    return nearest;
  }

  /** Frees the GPU resources of all guests. */
  dispose(): void {
    for (const drawn of this.#drawn.values()) drawn.dispose();
    this.#drawn.clear();
  }
}

/** Whether a place is nearer to the eye than another; null is farther than any place. */
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
 * From the guest's file space to the host's: the transform of the socket in its pose. If the scene mirrors only one of
 * the two files, the guest is mirrored once more.
 */
function placeOf({ file, socket }: Guest, { file: host, frame, inputs }: Shown): Matrix4 {
  const found = socketsOf(host)[socket];
  const [at = new Matrix4()] = found ? socketMatrices([found], frame.nodes) : [];
  // A scale that is no number or 0 shows nothing.
  if (found?.scale.every((one) => Number.isFinite(one) && one !== 0)) at.scale(new Vector3(...found.scale));
  return mirrorsZ(file) === inputs.mirrorZ ? at : at.multiply(MIRROR);
}
