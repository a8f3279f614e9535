/**
 * Pointing at the model: the element that a click would select is highlighted. A click selects the element under the
 * pointer, a further click its parent, a click beside the model nothing; a double click zooms in.
 */

import type { ModelElement } from '@lithoscope/core';
import { type Matrix4, Vector3 } from 'three';
import type { DrawnFile } from '../document/open-file.ts';
import { socketsOf } from '../document/previews.ts';
import { select, selectedElement, selectionAt } from '../document/selection.ts';
import { activeFile } from '../document/state.ts';
import { highlighted } from '../document/view.ts';
import type { SlotTarget } from '../opening/source.ts';
import { announcement } from '../store/notices.ts';
import { fileText, visible } from '../ui/dom.ts';
import { listen, onEnd } from '../ui/scope.ts';
import { measuring } from './commands.ts';
import { placesOf, socketMatrices } from './element-places.ts';
import type { PanePlace } from './eye.ts';
import type { FileScene } from './file-scene.ts';
import { isNearer, type PickedGuest } from './guests.ts';
import { type Anchor, surfaceAnchor } from './overlays/measure.ts';
import {
  elementsOf,
  nearestPoint,
  type PicturePoint,
  type Projection,
  pickMesh,
  surfaceAt,
} from './picking.ts';
import type { Shown } from './scene-inputs.ts';
import type { Stage } from './stage.ts';

/** A press that moves farther than this is a drag, which picks nothing, CSS pixels. */
const CLICK_SLACK = 4;
/** Pick radius of joints and sockets, CSS pixels. */
const MARK_REACH = 9;
/** After a lookup slower than this, the next waits until the pointer rests for REST_MS; milliseconds. */
const SLOW_MS = 8;
const REST_MS = 80;

/** What picking needs of the viewport. */
export interface PickHost {
  /** The current scene. */
  scene(): FileScene | null;
  /** Zooms to a point in world space; null for the whole model. */
  focus(place: Vector3 | null): void;
  /** Measures from or to a place. */
  measure(anchor: Anchor): void;
}

/** Follows the pointer over one canvas. Its listeners belong to the current scope. */
export class PickPanel {
  readonly #canvas: HTMLCanvasElement;
  readonly #stage: Stage;
  readonly #host: PickHost;
  readonly #tip = fileText('', 'scene-label scene-tip');
  /** The press of the primary button. */
  #pressed: PointerEvent | null = null;
  #hovered: PointerEvent | null = null;
  #request = 0;
  #rest = 0;
  /** Duration of the last lookup while the pointer moved, milliseconds. */
  #cost = 0;

  constructor(element: HTMLElement, canvas: HTMLCanvasElement, stage: Stage, host: PickHost) {
    this.#canvas = canvas;
    this.#stage = stage;
    this.#host = host;
    this.#tip.hidden = true;
    element.append(this.#tip);
    this.#listen();
  }

  /** The skin slot of the piece under the pointer, which is highlighted; null beside the model. */
  slotAt(event: MouseEvent): SlotTarget | null {
    const file = activeFile.peek();
    const { piece } =
      this.#elementsAt(this.#placeOf(event)).find((element) => element.piece !== undefined) ?? {};
    if (file) highlight(file, piece === undefined ? null : { piece });
    const slot = file?.info.pieces[piece ?? -1]?.materialIndex;
    return file && slot !== undefined ? { file, slot } : null;
  }

  #listen(): void {
    const canvas = this.#canvas;
    listen(canvas, 'pointerdown', (event) => {
      this.#pressed = event.button === 0 && event.isPrimary ? event : null;
      this.#leave();
    });
    listen(canvas, 'click', (event) => {
      const start = this.#pressed;
      if (!start) return;
      const moved = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY);
      if (moved > CLICK_SLACK) return;
      // The second click of a double click keeps the selection of the first.
      if (event.detail < 2) this.#click(this.#placeOf(event));
      else if (event.detail === 2) this.#focus(this.#placeOf(event));
    });
    // Touch does not hover. At most one lookup per frame.
    listen(canvas, 'pointermove', (event) => {
      if (event.pointerType === 'touch' || event.buttons !== 0) return;
      this.#hovered = event;
      if (this.#cost > SLOW_MS) {
        this.#leave();
        this.#rest = window.setTimeout(() => this.#lookUp(), REST_MS);
      } else {
        this.#request ||= requestAnimationFrame(() => this.#lookUp());
      }
    });
    listen(canvas, 'pointerleave', () => this.#leave());
    onEnd(() => {
      cancelAnimationFrame(this.#request);
      window.clearTimeout(this.#rest);
    });
  }

  #lookUp(): void {
    this.#request = 0;
    const begun = performance.now();
    if (this.#hovered) this.#hover(this.#placeOf(this.#hovered));
    this.#cost = performance.now() - begun;
  }

  #leave(): void {
    cancelAnimationFrame(this.#request);
    window.clearTimeout(this.#rest);
    this.#request = 0;
    this.#hover(null);
  }

  #placeOf(event: MouseEvent): PanePlace {
    return this.#stage.placeOf(event);
  }

  /** Selects the element at a place; if it is already selected, its parent, and so on cyclically. */
  #click(place: PanePlace): void {
    const scene = this.#host.scene();
    if (!scene) return;
    if (measuring.peek()) {
      this.#measure(place, scene);
      return;
    }
    const { file } = scene;
    const guest = this.#guestAt(place);
    if (guest) {
      selectInGuest(guest, file);
      return;
    }
    const element = this.#nextAt(place, scene);
    select(file, element && selectionAt(file, file.parsed.pathOf(element)), 'viewport');
  }

  /** Measures from a place: the vertex, joint or socket there, or the point of the surface. */
  #measure(place: PanePlace, scene: FileScene): void {
    const shown = place.pane === scene.pane ? scene.shown() : null;
    if (!shown) return;
    const [element] = this.#elementsAt(place);
    const met = surfaceAt(shown.meshes, this.#stage.projection(scene.toWorld), place.point);
    const isPoint = element && (element.piece === undefined || element.vertex !== undefined);
    const anchor = isPoint ? { element } : met && surfaceAnchor(met, shown);
    if (anchor) this.#host.measure(anchor);
  }

  /** The element that a click at a place selects; null for nothing. */
  #nextAt(place: PanePlace, { file, selected }: FileScene): ModelElement | null {
    return nextOf(this.#elementsAt(place), selected, file);
  }

  #focus(at: PanePlace): void {
    const scene = this.#host.scene();
    const shown = scene?.shown();
    if (!scene || !shown) return;
    const guest = this.#guestAt(at);
    if (guest) {
      this.#host.focus(guest.place);
      return;
    }
    const [element] = this.#elementsAt(at);
    const isMark = element?.piece === undefined;
    const surface = isMark ? null : this.#surfaceAt(at, scene);
    const [place = null] = element ? placesOf(element, shown) : [];
    const found = place && new Vector3(...place).applyMatrix4(scene.toWorld);
    this.#host.focus(surface ?? found);
  }

  /** The point on the surface of the model itself; world space. */
  #surfaceAt({ pane, point }: PanePlace, scene: FileScene): Vector3 | null {
    const shown = pane === scene.pane ? scene.shown() : null;
    const met = shown && surfaceAt(shown.meshes, this.#stage.projection(scene.toWorld), point);
    return met?.place.applyMatrix4(scene.toWorld) ?? null;
  }

  /** The guest at a place; null if there is no guest, or the model itself is in front of it. */
  #guestAt(place: PanePlace): PickedGuest | null {
    const scene = this.#host.scene();
    if (!scene) return null;
    const eye = this.#stage.camera.perspective.position;
    const projection = (toWorld: Matrix4) => this.#stage.projection(toWorld);
    const guest = scene.guests.pick(place.pane, place.point, projection, eye);
    if (!guest) return null;
    const own = this.#elementsAt(place);
    // Marks are drawn over all surfaces.
    if (own.length === 0) return guest;
    if (own[0]?.piece === undefined) return null;
    return isNearer(guest.place, this.#surfaceAt(place, scene), eye) ? guest : null;
  }

  /** Highlights what a click at a place would select; null for no place. */
  #hover(place: PanePlace | null): void {
    const scene = this.#host.scene();
    if (!scene) return;
    const guest = place && this.#guestAt(place);
    const element = place && !guest ? this.#nextAt(place, scene) : null;
    highlight(scene.file, element);
    const name = guest ? guestName(guest, scene.file) : ((element && nameOf(scene.file, element)) ?? '');
    this.#tip.hidden = name === '';
    if (this.#tip.textContent !== name) this.#tip.textContent = name;
    if (place && name) {
      const { left, top } = this.#stage.pixelsOf(place);
      this.#tip.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
    }
  }

  #elementsAt({ pane, point }: PanePlace): ModelElement[] {
    const scene = this.#host.scene();
    const shown = scene?.pane === pane ? scene.shown() : null;
    return scene && shown ? elementsAt(point, this.#stage.projection(scene.toWorld), shown) : [];
  }
}

/** The elements at a point, from the finest to the piece; marks come before the mesh. Empty for nothing. */
function elementsAt(
  point: PicturePoint,
  projection: Projection,
  { file, inputs, frame, lod, meshes, joints }: Shown,
): ModelElement[] {
  const { info } = file;
  if (inputs.options.sockets) {
    const places = socketMatrices(socketsOf(file), frame.nodes).flatMap(({ elements }) =>
      elements.slice(12, 15),
    );
    const socket = nearestPoint(places, projection, point, MARK_REACH);
    if (socket >= 0) return [{ socket }];
  }
  if (joints) {
    const places = info.nodes.flatMap((_, node) => [3, 7, 11].map((k) => frame.nodes[node * 16 + k] ?? 0));
    const node = nearestPoint(places, projection, point, MARK_REACH);
    if (node >= 0) return [{ node }];
  }
  const picked = pickMesh(meshes, projection, point);
  return picked ? elementsOf(picked, lod) : [];
}

/** The element after the selected one, cyclically; the first one if none of them is selected. */
function nextOf(
  elements: readonly ModelElement[],
  selected: ModelElement,
  file: DrawnFile,
): ModelElement | null {
  const at = elements.findIndex((element) => isSame(element, selected, file));
  return elements[(at + 1) % elements.length] ?? null;
}

/** Selects the clicked element of a guest in its own file, and announces it. */
function selectInGuest({ guest: { file }, elements }: PickedGuest, host: DrawnFile): void {
  const element = nextOf(elements, selectedElement(file), file);
  if (!element) return;
  const path = file.parsed.pathOf(element);
  select(file, selectionAt(file, path), 'viewport');
  if (file.id !== host.id) announcement.value = `Selected in ${file.name}: ${path}`;
}

/** `sword.abc: Blade`; only the piece if the guest is the same file. */
function guestName({ guest: { file }, elements }: PickedGuest, host: DrawnFile): string {
  const piece = file.info.pieces[elements.at(-1)?.piece ?? -1]?.name ?? '';
  return file.id === host.id ? piece : visible(`${file.name}: ${piece}`, 80);
}

/** The names of sockets and nodes, whose marks have no labels. */
function nameOf({ info }: DrawnFile, { node, socket }: ModelElement): string | undefined {
  if (socket !== undefined) return info.sockets[socket]?.name;
  return node === undefined ? undefined : info.nodes[node]?.name;
}

/** Highlights an element, unless it is already highlighted. */
function highlight(file: DrawnFile, element: ModelElement | null): void {
  if (!isSame(element ?? {}, highlighted.peek() ?? {}, file)) highlighted.value = element;
}

function isSame(a: ModelElement, b: ModelElement, { parsed }: DrawnFile): boolean {
  return parsed.pathOf(a) === parsed.pathOf(b);
}
