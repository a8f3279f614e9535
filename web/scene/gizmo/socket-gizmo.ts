/** The handles at the selected socket: a drag moves or turns it in the picture, and is written when it ends. */

import type { ParsedFile } from '@lithoscope/core';
import { MathUtils, Matrix4, Object3D, Quaternion, Vector3 } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { eulerXyz } from '../../bytes/inspector/rotations.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { draft, socketsOf } from '../../document/previews.ts';
import { activeFile } from '../../document/state.ts';
import { roundedText } from '../../explain/preview.ts';
import { el } from '../../ui/dom.ts';
import { listen, onEnd } from '../../ui/scope.ts';
import { tokenColor } from '../palette.ts';
import { projectPoint } from '../picking.ts';
import { type PictureHost, socketAtWork } from '../picture-tools.ts';
import { onEscape } from './fields.ts';
import { setSocket } from './socket-changes.ts';
import type { SocketMode } from './socket-mode.ts';
import {
  moved,
  type SocketFrame,
  type SocketPlace,
  snapped,
  socketFrame,
  toWorld,
  turned,
  type WorldPlace,
} from './socket-space.ts';

/** Of the handles: a part of a quarter of the picture's height. */
const SIZE = 0.8;
/** The same for a finger. */
const COARSE_SIZE = 1.4;
const TURN_STEP = MathUtils.degToRad(15);

/** A drag that goes on. */
interface Drag {
  readonly pointer: number;
  readonly file: OpenFile;
  /** As it was when the drag began. */
  readonly parsed: ParsedFile;
  readonly socket: number;
  readonly from: SocketPlace;
  readonly frame: SocketFrame;
  readonly start: WorldPlace;
  /** Playback goes on afterwards. */
  readonly played: boolean;
}

/** Its listeners, objects and geometry end with the current scope. */
export class SocketGizmo {
  readonly #host: PictureHost;
  readonly #mode: SocketMode;
  readonly #controls: TransformControls;
  /** What the handles move: stands where the socket is, in the world. */
  readonly #proxy = new Object3D();
  readonly #label = el('div', { class: 'scene-label gizmo-label', hidden: true });
  #drag: Drag | null = null;
  /** The click that ends a drag selects nothing. */
  #swallows = false;

  constructor(host: PictureHost, mode: SocketMode) {
    this.#host = host;
    this.#mode = mode;
    const { stage, element } = host;
    // Without an element: it is told of the pointer here, before camera and picking are.
    this.#controls = new TransformControls(stage.camera.eye, null);
    const helper = this.#controls.getHelper();
    stage.scene.add(this.#proxy, helper);
    element.append(this.#label);
    this.#listen();
    onEnd(() => {
      this.#end();
      stage.remove(helper);
      stage.remove(this.#proxy);
      helper.dispose();
      this.#label.remove();
    });
  }

  /** Takes the theme's colours. */
  paint(): void {
    const [x, y, z, active] = ['--axis-x', '--axis-y', '--axis-z', '--warning'].map(tokenColor);
    if (x && y && z && active) this.#controls.setColors(x, y, z, active);
    this.#host.stage.invalidate();
  }

  /** Puts the handles to the socket; hides them without one. */
  beforeDraw(): void {
    const controls = this.#controls;
    const scene = this.#host.scene();
    const socket = socketAtWork();
    if (this.#drag && (scene?.file.parsed !== this.#drag.parsed || socket !== this.#drag.socket)) this.#end();
    const shown = socket >= 0 ? scene?.shown() : null;
    const found = shown && socketsOf(shown.file)[socket];
    const frame = found && scene ? socketFrame(found, shown.frame.nodes, scene.toWorld) : null;
    if (!found || !frame) {
      if (controls.object) controls.detach();
      return;
    }
    if (!this.#drag) {
      const { position, quaternion } = toWorld(found, frame);
      this.#proxy.position.copy(position);
      this.#proxy.quaternion.copy(quaternion);
    }
    controls.camera = this.#host.stage.camera.eye;
    controls.mode = this.#mode.action.peek() === 'move' ? 'translate' : 'rotate';
    controls.space = this.#mode.space.peek();
    controls.size = this.#mode.isCoarse.peek() ? COARSE_SIZE : SIZE;
    if (!controls.object) controls.attach(this.#proxy);
  }

  afterDraw(): void {
    const at = this.#drag ? this.#placeInPicture() : null;
    this.#label.hidden = at === null;
    if (at) this.#label.style.transform = `translate(${at.left.toFixed(1)}px, ${at.top.toFixed(1)}px)`;
    // For tests, and whoever styles the page.
    const place = this.#controls.object ? this.#placeInPicture() : null;
    this.#host.element.dataset.gizmo = place ? `${place.left.toFixed(1)} ${place.top.toFixed(1)}` : '';
  }

  #placeInPicture(): { left: number; top: number } | null {
    const { stage } = this.#host;
    return projectPoint(this.#proxy.position.toArray(), 0, stage.projection(new Matrix4()));
  }

  #listen(): void {
    const { element, canvas } = this.#host;
    const capture = { capture: true };
    listen(
      element,
      'pointerdown',
      (event) => {
        this.#swallows = false;
        if (this.#drag) event.stopImmediatePropagation();
        else if (event.target === canvas && event.button === 0 && event.isPrimary) this.#press(event);
      },
      capture,
    );
    listen(element, 'pointermove', (event) => this.#move(event), capture);
    listen(
      element,
      'pointerup',
      (event) => {
        if (event.pointerId !== this.#drag?.pointer) return;
        event.stopImmediatePropagation();
        this.#commit();
      },
      capture,
    );
    listen(element, 'pointercancel', (event) => {
      if (event.pointerId === this.#drag?.pointer) this.#end();
    });
    listen(
      element,
      'click',
      (event) => {
        if (!this.#swallows || event.target !== canvas) return;
        this.#swallows = false;
        event.stopImmediatePropagation();
      },
      capture,
    );
    onEscape(
      () => this.#drag !== null,
      () => this.#end(),
    );
  }

  /** What three's controls know of a pointer. */
  #pointer(event: PointerEvent, button: number): PointerEvent {
    const { x, y } = this.#host.stage.placeOf(event).point;
    return { x, y, button } as PointerEvent;
  }

  #press(event: PointerEvent): void {
    const controls = this.#controls;
    if (!controls.object) return;
    const pointer = this.#pointer(event, 0);
    controls.pointerHover(pointer);
    if (controls.axis === null) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    const scene = this.#host.scene();
    const socket = socketAtWork();
    const shown = scene?.shown();
    const file = activeFile.peek();
    const from = shown?.file.info.sockets[socket];
    const frame = from && scene ? socketFrame(from, shown.frame.nodes, scene.toWorld.clone()) : null;
    if (!file || !shown || !from || !frame) return;
    const { canvas } = this.#host;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    const { playing } = file.playback;
    const start = { position: this.#proxy.position.clone(), quaternion: this.#proxy.quaternion.clone() };
    // What moves under the pointer cannot be put anywhere.
    const { parsed } = shown.file;
    this.#drag = {
      pointer: event.pointerId,
      file,
      parsed,
      socket,
      from,
      frame,
      start,
      played: playing.peek(),
    };
    playing.value = false;
    controls.pointerDown(pointer);
  }

  #move(event: PointerEvent): void {
    const controls = this.#controls;
    const { stage, canvas } = this.#host;
    if (!this.#drag) {
      if (!controls.object || event.pointerType === 'touch' || event.buttons !== 0 || event.target !== canvas)
        return;
      const { axis } = controls;
      controls.pointerHover(this.#pointer(event, -1));
      if (controls.axis !== axis) stage.invalidate();
      return;
    }
    event.stopImmediatePropagation();
    if (event.pointerId !== this.#drag.pointer) return;
    const snaps = event.ctrlKey || event.metaKey;
    controls.rotationSnap = snaps ? TURN_STEP : null;
    controls.pointerMove(this.#pointer(event, -1));
    if (snaps && controls.mode === 'translate') this.#snap(this.#drag);
    this.#show(this.#drag);
  }

  #snap({ start }: Drag): void {
    const { axis, space } = this.#controls;
    const isLocal = space === 'local' && axis !== 'XYZ';
    const offset = this.#proxy.position.clone().sub(start.position);
    const axes = isLocal ? start.quaternion : new Quaternion();
    this.#proxy.position.copy(start.position).add(snapped(offset, axes, this.#mode.step.peek()));
  }

  /** Where the handles are now, as the socket's own numbers. */
  #place({ from, frame, start }: Drag): SocketPlace {
    const offset = new Vector3().subVectors(this.#proxy.position, start.position);
    const turn = this.#proxy.quaternion.clone().multiply(start.quaternion.clone().invert());
    const isTurned = this.#controls.mode === 'rotate' && this.#proxy.quaternion.angleTo(start.quaternion) > 0;
    return {
      location: moved(from, frame, offset),
      rotation: isTurned ? turned(from, frame, turn) : from.rotation,
    };
  }

  #show(drag: Drag): void {
    const { file, socket } = drag;
    const place = this.#place(drag);
    draft.value = { file: file.id, socket: { index: socket, ...place } };
    const words =
      this.#controls.mode === 'rotate'
        ? (eulerXyz(...place.rotation) ?? []).map((angle) => `${roundedText(angle)}°`)
        : place.location.map(roundedText);
    this.#label.textContent = words.join('  ');
  }

  #commit(): void {
    const drag = this.#drag;
    if (!drag) return;
    const changed = draft.peek();
    const place = changed?.socket ? this.#place(drag) : null;
    this.#end();
    this.#swallows = true;
    if (place) setSocket(drag.file, drag.socket, place);
  }

  /** Ends a drag; what it did is gone. */
  #end(): void {
    const drag = this.#drag;
    if (!drag) return;
    this.#drag = null;
    this.#swallows = true;
    this.#controls.pointerUp({ button: 0 } as PointerEvent);
    draft.value = null;
    if (drag.played) drag.file.playback.playing.value = true;
    this.#host.stage.invalidate();
  }
}
