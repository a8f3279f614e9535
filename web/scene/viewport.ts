/** The viewport panel: canvas, overlays, keys, and messages about what cannot be drawn. */

import { type Signal, signal } from '@preact/signals-core';
import { Box3, Vector3, type WebGLRenderer } from 'three';
import { drawnTogether } from '../document/drawn-together.ts';
import type { CameraState, DrawnFile } from '../document/open-file.ts';
import { drawnFile } from '../document/previews.ts';
import { activeFile } from '../document/state.ts';
import { backdrop, shownBackground, view } from '../document/view.ts';
import { acceptTextures } from '../opening/drop.ts';
import { withEditing } from '../store/lazy-cores.ts';
import { el } from '../ui/dom.ts';
import { offerFocus } from '../ui/focus.ts';
import { isOpenOverThePage } from '../ui/keyboard.ts';
import { usePart } from '../ui/parts.ts';
import { effect, listen, once, onEnd, onResize, page } from '../ui/scope.ts';
import { Axes } from './axes.ts';
import type { PaneCaptions } from './captions.ts';
import { type CameraRequest, cameraRequests, measuring } from './commands.ts';
import { elementBounds, placesOf } from './element-places.ts';
import { FileScene } from './file-scene.ts';
import { directionTo } from './framing.ts';
import { loadOverlays, needsOverlays, overlayMakers } from './lazy-overlays.ts';
import { levelAt, lodDistances } from './level-distances.ts';
import { isPreviewing, watchDistancePreview } from './levels.ts';
import { type OnScreen, offerScreen, snapshotRequests } from './on-screen.ts';
import type { Anchor } from './overlays/measure.ts';
import { PickPanel } from './pick-panel.ts';
import { needsTools, type PictureTools } from './picture-tools.ts';
import { createRenderer, Stage, type StageEvents } from './stage.ts';
import type { Show } from './stats.ts';
import { sceneToolbar } from './toolbar.ts';
import {
  CONTEXT_LOST,
  formatLabel,
  formatLeftOut,
  formatMissing,
  NO_WEBGL,
  outOfViewLine,
} from './viewport-labels.ts';
import './scene.css';

/** Whether a model has been drawn since the page was opened. */
export const isDrawn: Signal<boolean> = signal(false);

/** Height of the line about skins, CSS pixels. */
const BOTTOM_INSET = 32;
/** Fraction of the model's size that a double click brings into view. */
const FOCUSED = 0.25;
/** Framed if a file has nothing to draw; world space. */
const NOTHING_TO_SEE = around(new Vector3(), 1);
/** A camera that looks straight down has no up direction. Degrees. */
const MAX_ELEVATION = 89.9;

/**
 * Builds the viewport in `host`; it belongs to the current scope. Attributes of the host describe the last picture, for
 * tests: `data-pose` (`animation@milliseconds`, −1 is the bind pose), `data-triangles`, `data-guests` (other models),
 * `data-panes` (triangles of each pane), `data-camera` (position and target: six numbers, world space), `data-drawn`
 * (number of pictures so far).
 */
export function mountViewport(host: HTMLElement): void {
  host.classList.add('viewport');
  const canvas = el('canvas', { tabindex: 0, role: 'application', class: 'scene-canvas' });
  offerFocus('view', canvas);
  const renderer = createRenderer(canvas);
  if (renderer) new Viewport(host, renderer);
  else host.append(el('p', { class: 'scene-message alone', role: 'status' }, NO_WEBGL));
}

class Viewport implements StageEvents {
  readonly #host: HTMLElement;
  readonly #stage: Stage;
  readonly #axes = new Axes((side) => this.#take(side));
  readonly #message = el('p', { class: 'scene-message', role: 'status' });
  readonly #notes = el('div');
  /** Null until there are several panes. */
  #captions: PaneCaptions | null = null;
  #asksForCaptions = false;
  /** Announces measurements to screen readers; other notes change with every frame. */
  readonly #spoken = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  readonly #toolbar: HTMLElement;
  /** Null until it is loaded. */
  #showStats: Show | null = null;
  /** The scene of the drawn file. */
  #scene: FileScene | null = null;
  /** Null until they are loaded. */
  #tools: PictureTools | null = null;
  /** The camera that was last stored from here. */
  #keptCamera: CameraState | null = null;
  #lost = false;
  #drawn = 0;
  #noted = '';

  constructor(host: HTMLElement, renderer: WebGLRenderer) {
    const canvas = renderer.domElement;
    this.#host = host;
    this.#toolbar = sceneToolbar(host);
    this.#stage = new Stage(renderer, this);
    const { camera } = this.#stage;
    host.append(canvas, this.#axes.element, this.#message, outOfViewLine(), this.#toolbar);
    host.append(this.#spoken);
    once(
      () => view.stats.value,
      () => this.#loadStats(),
    );
    onResize(this.#toolbar, () => {
      const { offsetTop, offsetHeight } = this.#toolbar;
      this.#stage.setInsets(offsetTop + offsetHeight, BOTTOM_INSET);
    });
    const pickPanel = new PickPanel(host, canvas, this.#stage, {
      scene: () => this.#scene,
      focus: (place) => this.#focus(place),
      measure: (anchor) => this.#measure(anchor),
    });
    acceptTextures((event) => (event.target === canvas ? pickPanel.slotAt(event) : null));
    listen(canvas, 'keydown', (event) => {
      if (event.key === 'Home') this.#take({ reset: true });
      else if (event.key === 'Enter' && measuring.peek()) this.#measureSelected();
      else if (!camera.moveByKey(event)) return;
      event.preventDefault();
    });
    // Escape ends measuring, before the page's own keys would clear the selection.
    listen(document, 'keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !measuring.peek() || isOpenOverThePage())
        return;
      measuring.value = false;
      event.preventDefault();
    });
    effect(() => {
      host.toggleAttribute('data-measuring', measuring.value);
      this.#stage.invalidate();
    });
    effect(() => camera.setFieldOfView(view.fieldOfView.value));
    effect(() => camera.setTurntable(view.turntable.value));
    effect(() => {
      camera.orthographic = view.orthographic.value;
      this.#stage.invalidate();
    });
    effect(() => {
      const behind = backdrop.value;
      host.dataset.background = shownBackground();
      host.style.setProperty('--backdrop-color', view.backgroundColor.value);
      host.style.setProperty('--backdrop-picture', behind ? `url("${behind.url}")` : 'none');
    });
    effect(() => {
      const file = drawnFile.value;
      this.#axes.element.toggleAttribute('hidden', file === null);
      canvas.setAttribute('aria-label', formatLabel(file));
      if (file) this.#show(file);
      this.#updateMessage();
      this.#stage.invalidate();
    });
    cameraRequests.on((request) => this.#take(request));
    snapshotRequests.on((take) => this.#scene && this.#stage.snapshot(take));
    watchDistancePreview({
      camera: () => camera.state,
      stand: (place) => {
        if (this.#scene) camera.stand(place, this.#scene.framed());
      },
      standBack: () => this.#standAsKept(),
    });
    once(needsOverlays, loadOverlays);
    effect(() => {
      if (overlayMakers.value) this.#stage.invalidate();
    });
    once(needsTools, () => this.#loadTools(canvas));
    offerScreen(() => this.#onScreen());
  }

  beforeDraw(): void {
    const scene = this.#scene;
    if (!scene) return;
    const { look, info } = scene.file;
    if (look.lodByDistance.peek() && !isPreviewing()) {
      const distance = this.#stage.camera.perspective.position.length();
      look.lod.value = levelAt(lodDistances(info.header), info.lodCount, distance);
    }
    scene.update();
    this.#tools?.beforeDraw();
  }

  beforePane(pane: number): void {
    this.#scene?.showPane(pane);
  }

  afterDraw(): void {
    const scene = this.#scene;
    const stage = this.#stage;
    this.#updateMessage();
    if (scene) {
      this.#axes.update(stage.camera.perspective, scene.inputs.peek().mirrorZ);
      scene.overlays.place(() => stage.projection(scene.toWorld));
      if (view.stats.peek()) this.#showStats?.(scene, stage);
    }
    this.#tools?.afterDraw();
    this.#updateNotes(scene);
    this.#host.dataset.pose = scene?.pose ?? '';
    if (scene?.pose) isDrawn.value = true;
    this.#updatePanes(scene);
    this.#host.dataset.guests = scene?.guests.described ?? '';
    this.#host.dataset.triangles = String(scene?.counts.triangles ?? 0);
    const { position, target } = stage.camera.state;
    this.#host.dataset.camera = [...position, ...target].join(',');
    this.#host.dataset.drawn = String(++this.#drawn);
  }

  cameraChanged(byUser: boolean): void {
    if (isPreviewing()) return;
    const camera = this.#scene?.file.look.camera;
    // Until the user moves the camera, it frames the model, whatever the size of the panel.
    const kept = camera?.peek();
    // A camera that was set in the store by another module is applied soon: do not overwrite it.
    if (byUser || (kept && kept === this.#keptCamera)) this.#keepCamera();
  }

  contextChanged(lost: boolean): void {
    this.#lost = lost;
    this.#updateMessage();
  }

  /** Draws a file until the current effect runs again. */
  #show(file: DrawnFile): void {
    const scene = new FileScene(this.#stage, file);
    const labels = scene.overlays.element;
    const notes = el('div', { class: 'scene-notes' }, scene.surface.legend, this.#notes);
    this.#scene = scene;
    this.#keptCamera = null;
    this.#toolbar.after(labels, notes);
    onEnd(() => {
      this.#scene = null;
      drawnTogether.value = null;
      scene.dispose();
      labels.remove();
      notes.remove();
    });
    effect(() => {
      const camera = file.look.camera.value;
      // What stands beside the model is framed too.
      void [overlayMakers.value, view.figure.value && view.figureHeight.value, view.ruler.value];
      // Keep the camera for a preview: framing would hide a change of size.
      if (file !== activeFile.peek()?.drawn.peek())
        this.#stage.camera.stand(camera ?? this.#stage.camera.state, scene.framed());
      else if (!camera) this.#frame();
      else if (camera !== this.#keptCamera) this.#stage.camera.stand(camera, scene.framed());
    });
    effect(() => this.#stage.setPanes(scene.plan.value.panes.length));
    effect(() => {
      scene.inputs.value;
      scene.guests.inputs.value;
      this.#stage.invalidate();
    });
  }

  /** Moves the camera to where the store has it; without a stored camera, frames the model. */
  #standAsKept(): void {
    const scene = this.#scene;
    const camera = scene?.file.look.camera.peek();
    if (scene && camera) this.#stage.camera.stand(camera, scene.framed());
    else this.#frame();
  }

  #loadStats(): void {
    void usePart(
      () => import('./stats.ts'),
      ({ mountStats }) => {
        this.#showStats = page.run(() => mountStats(this.#host));
        this.#stage.invalidate();
      },
    );
  }

  #loadCaptions(): void {
    if (this.#asksForCaptions) return;
    this.#asksForCaptions = true;
    void usePart(
      () => import('./captions.ts'),
      ({ PaneCaptions }) => {
        this.#captions = new PaneCaptions();
        this.#axes.element.after(this.#captions.element);
        this.#stage.invalidate();
      },
    );
  }

  #loadTools(canvas: HTMLCanvasElement): void {
    const host = { element: this.#host, canvas, stage: this.#stage, scene: () => this.#scene };
    void usePart(
      () => withEditing(() => import('./gizmo/tools.ts')),
      (part) => {
        this.#tools = page.run(() => part.mountTools(host));
      },
    );
  }

  #onScreen(): OnScreen | null {
    const stage = this.#stage;
    const scene = this.#scene;
    const { width, height, insets } = stage.size;
    // In a narrow window another panel may cover the view.
    if (!scene || width === 0 || height === 0) return null;
    return {
      file: scene.file,
      width,
      height,
      insets,
      camera: stage.camera.place,
      lamps: stage.lights.standing,
      measured: scene.overlays.measure.anchors,
    };
  }

  #updateMessage(): void {
    const scene = this.#scene;
    const text = this.#lost ? CONTEXT_LOST : scene ? formatMissing(scene.file, scene.drawn) : '';
    // Setting the text makes screen readers announce it.
    if (this.#message.textContent !== text) this.#message.textContent = text;
    this.#message.classList.toggle('alone', this.#lost || scene?.file.info.nodes.length === 0);
  }

  #updatePanes(scene: FileScene | null): void {
    const { panes: rects } = this.#stage;
    const plan = scene?.plan.peek();
    const panes = (plan?.panes ?? []).flatMap((pane, i) => {
      const rect = rects[i];
      const counts = scene?.countsOf(pane.guest);
      return rect && counts ? [{ plan: pane, rect, counts, isChosen: i === plan?.pane }] : [];
    });
    if (panes.length > 1) this.#loadCaptions();
    this.#captions?.update(scene?.file ?? null, panes);
    this.#host.classList.toggle('parted', panes.length > 1);
    this.#host.dataset.panes = panes.map(({ counts }) => counts.triangles).join(' ');
    // Labels belong to the pane of the model.
    const rect = rects[plan?.pane ?? 0];
    const labels = scene?.overlays.element;
    if (rect && labels) {
      labels.style.left = `${rect.left}px`;
      labels.style.top = `${rect.top}px`;
      labels.style.width = `${rect.width}px`;
      labels.style.height = `${rect.height}px`;
    }
    drawnTogether.value = scene?.drawnTogether() ?? null;
  }

  #updateNotes(scene: FileScene | null): void {
    const left = scene?.plan.peek().note;
    const notes = [
      ...(left ? [left] : []),
      ...formatLeftOut(scene?.leftOut ?? 0),
      ...(scene?.overlays.notes() ?? []),
    ];
    const text = notes.join('\n');
    if (text === this.#noted) return;
    this.#noted = text;
    this.#notes.replaceChildren(...notes.map((note) => el('div', {}, note)));
  }

  /** @param direction as in `OrbitCamera.frame` */
  #frame(direction?: Vector3): void {
    const box = this.#scene?.framed();
    // The axes need a camera even without a model.
    if (box) this.#stage.camera.frame(box.isEmpty() ? NOTHING_TO_SEE : box, direction);
  }

  /** Frames the selection, or the model, from the current side. */
  #frameSelection(): void {
    const scene = this.#scene;
    const shown = scene?.shown();
    const { camera } = this.#stage;
    const box = scene && shown && elementBounds(scene.selected, shown).applyMatrix4(scene.toWorld);
    if (!scene || !box || box.isEmpty()) this.#frame(camera.direction);
    else camera.frame(box, camera.direction, scene.framed());
  }

  #measure(anchor: Anchor): void {
    const { measure } = this.#scene?.overlays ?? {};
    const shown = this.#scene?.shown();
    if (!measure || !shown) return;
    measure.add(anchor);
    measure.update(shown, true);
    this.#spoken.textContent = measure.note;
    this.#stage.invalidate();
  }

  /** Measures from or to the selection, by keyboard. */
  #measureSelected(): void {
    const shown = this.#scene?.shown();
    const { selected } = this.#scene ?? {};
    if (shown && selected && placesOf(selected, shown).length === 1) this.#measure({ element: selected });
    else this.#spoken.textContent = 'Select a vertex, node or socket to measure from.';
  }

  /** Zooms to a place; null for the whole model. */
  #focus(place: Vector3 | null): void {
    const whole = this.#scene?.framed();
    if (!whole) return;
    this.#moveCamera(({ camera }) => {
      if (!place) this.#frame(camera.direction);
      else camera.focus(around(place, whole.min.distanceTo(whole.max) * FOCUSED), whole);
    });
  }

  #take(request: CameraRequest): void {
    this.#moveCamera(({ camera }) => {
      if ('reset' in request) this.#frame();
      else if ('opposite' in request) camera.look(camera.direction.negate());
      else if ('frame' in request && request.frame === 'selection') this.#frameSelection();
      else if ('frame' in request) this.#frame(camera.direction);
      else {
        const elevation = Math.max(-MAX_ELEVATION, Math.min(MAX_ELEVATION, request.elevation));
        camera.look(directionTo(request.azimuth, elevation));
      }
    });
  }

  /** Moves the camera for the user, and stores it. */
  #moveCamera(move: (stage: Stage) => void): void {
    move(this.#stage);
    this.#keepCamera();
  }

  #keepCamera(): void {
    if (!this.#scene) return;
    this.#keptCamera = this.#stage.camera.state;
    this.#scene.file.look.camera.value = this.#keptCamera;
  }
}

/** A cube around a place. */
function around(place: Vector3, size: number): Box3 {
  return new Box3().setFromCenterAndSize(place, new Vector3().setScalar(size));
}
