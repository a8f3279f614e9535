/**
 * Pointing at the model: what a click would select lights up. A click selects the element under the pointer, a click
 * again what is around it, a click beside the model nothing; a double click goes nearer.
 */

import type { ModelElement } from '@lithoscope/core';
import { Vector3 } from 'three';
import type { SlotTarget } from '../../files/source.ts';
import { selectionAt } from '../../store/elements.ts';
import type { OpenFile } from '../../store/open-file.ts';
import { select } from '../../store/selection.ts';
import { highlighted } from '../../store/view.ts';

import { fileText } from '../../ui/dom.ts';
import { listen, onEnd } from '../../ui/scope.ts';
import { placesOf } from './element-places.ts';
import type { FileScene } from './file-scene.ts';
import type { Shown } from './overlays/overlay.ts';
import { socketMatrices } from './overlays/sockets.ts';
import { nearestPoint, type PicturePoint, type Projection, pickMesh, surfaceAt } from './picking.ts';
import type { Stage } from './stage.ts';

/** A press that moves farther than this turns the view and picks nothing, CSS pixels. */
const CLICK_SLACK = 4;
/** A joint or socket is picked within this distance, CSS pixels. */
const MARK_REACH = 9;
/** A look-up that took longer than this is made again only when the pointer rests for REST_MS; milliseconds. */
const SLOW_MS = 8;
const REST_MS = 80;

/** What the viewport has and does for it. */
export interface PickHost {
  /** What is in the picture now. */
  scene(): FileScene | null;
  /** Goes nearer to a place of the world, null for the whole model. */
  focus(place: Vector3 | null): void;
}

/** Follows the pointer over one canvas; its listeners belong to the current scope. */
export class PickPanel {
  readonly #canvas: HTMLCanvasElement;
  readonly #stage: Stage;
  readonly #host: PickHost;
  readonly #tip = fileText('', 'scene-label scene-tip');
  /** Where the primary button went down. */
  #pressed: PointerEvent | null = null;
  #hovered: PointerEvent | null = null;
  #request = 0;
  #rest = 0;
  /** Of the last look-up while the pointer moved, milliseconds. */
  #cost = 0;

  constructor(element: HTMLElement, canvas: HTMLCanvasElement, stage: Stage, host: PickHost) {
    this.#canvas = canvas;
    this.#stage = stage;
    this.#host = host;
    this.#tip.hidden = true;
    element.append(this.#tip);
    this.#listen();
  }

  /** The skin slot of the piece under the pointer, which lights up; null for no piece. */
  slotAt(event: MouseEvent): SlotTarget | null {
    const file = this.#host.scene()?.file;
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
      // The second click of a double click stays with what the first has selected.
      if (event.detail < 2) this.#click(this.#placeOf(event));
      else if (event.detail === 2) this.#focus(this.#placeOf(event));
    });
    // A finger does not hover. At most one look-up a frame.
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

  #placeOf(event: MouseEvent): PicturePoint {
    return this.#stage.placeOf(event).point;
  }

  /** Selects the element at a place; where it is selected already, the one around it, and so on in turn. */
  #click(point: PicturePoint): void {
    const scene = this.#host.scene();
    if (!scene) return;
    const { file } = scene;
    const element = this.#nextAt(point, scene);
    select(file, element && selectionAt(file, file.parsed.pathOf(element)), 'viewport');
  }

  /** What a click at a place selects; null for nothing. */
  #nextAt(point: PicturePoint, { file, selected }: FileScene): ModelElement | null {
    const elements = this.#elementsAt(point);
    const at = elements.findIndex((element) => isSame(element, selected, file));
    return elements[(at + 1) % elements.length] ?? null;
  }

  #focus(point: PicturePoint): void {
    const scene = this.#host.scene();
    const shown = scene?.shown();
    if (!scene || !shown) return;
    const [element] = this.#elementsAt(point);
    const isMark = element?.piece === undefined;
    const surface = isMark ? null : surfaceAt(shown.meshes, this.#stage.projection(scene.toWorld), point);
    const [place = null] = element ? placesOf(element, shown) : [];
    const found = surface?.place ?? (place && new Vector3(...place));
    this.#host.focus(found?.applyMatrix4(scene.toWorld) ?? null);
  }

  /** Lights up what a click at a place would select; null for no place. */
  #hover(point: PicturePoint | null): void {
    const scene = this.#host.scene();
    if (!scene) return;
    const element = point && this.#nextAt(point, scene);
    highlight(scene.file, element);
    const name = (element && nameOf(scene.file, element)) ?? '';
    this.#tip.hidden = name === '';
    if (this.#tip.textContent !== name) this.#tip.textContent = name;
    if (point && name) {
      const { width, height } = this.#stage.projection(scene.toWorld);
      const left = ((point.x + 1) / 2) * width;
      const top = ((1 - point.y) / 2) * height;
      this.#tip.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
    }
  }

  #elementsAt(point: PicturePoint): ModelElement[] {
    const scene = this.#host.scene();
    const shown = scene?.shown();
    return scene && shown ? elementsAt(point, this.#stage.projection(scene.toWorld), shown) : [];
  }
}

/** The elements at a place, from the finest to the piece around it: marks lie over the mesh. Empty for nothing. */
function elementsAt(
  point: PicturePoint,
  projection: Projection,
  { file, inputs, frame, lod, meshes, joints }: Shown,
): ModelElement[] {
  const { info } = file;
  if (inputs.options.sockets) {
    const places = socketMatrices(info.sockets, frame.nodes).flatMap(({ elements }) =>
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
  if (!picked) return [];
  const { piece, vertex, face } = picked;
  return [
    ...(vertex === undefined ? [] : [{ piece, lod, vertex }]),
    ...(face === undefined ? [] : [{ piece, lod, face }]),
    { piece },
  ];
}

/** The names of sockets and nodes, which are drawn as marks without words. */
function nameOf({ info }: OpenFile, { node, socket }: ModelElement): string | undefined {
  if (socket !== undefined) return info.sockets[socket]?.name;
  return node === undefined ? undefined : info.nodes[node]?.name;
}

/** Sets what is lit up, unless it is so already. */
function highlight(file: OpenFile, element: ModelElement | null): void {
  if (!isSame(element ?? {}, highlighted.peek() ?? {}, file)) highlighted.value = element;
}

function isSame(a: ModelElement, b: ModelElement, { parsed }: OpenFile): boolean {
  return parsed.pathOf(a) === parsed.pathOf(b);
}
