/** The gizmo of the selected socket: a drag moves or turns it in the picture, and changes the file when it ends. */

import type { ParsedFile } from '@lithoscope/core';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { MathUtils, Matrix4, Object3D, Quaternion, Vector3 } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { eulerXyz } from '../../bytes/inspector/rotations.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { draft, socketsOf } from '../../document/previews.ts';
import { activeFile } from '../../document/state.ts';
import { roundedText } from '../../explain/values.ts';
import { el } from '../../ui/dom.ts';
import { listen, onEnd } from '../../ui/scope.ts';
import { tokenColor } from '../palette.ts';
import { projectPoint } from '../picking.ts';
import { type PictureHost, socketAtWork } from '../picture-tools.ts';
import { onEscape } from './fields.ts';
import {
  moved,
  type SocketFrame,
  type SocketPlace,
  setSocket,
  snapped,
  socketFrame,
  toWorld,
  turned,
  type WorldPlace,
} from './socket-changes.ts';

export interface SocketMode {
  readonly action: Signal<'move' | 'turn'>;
  /** The axes of the handles: those of the file, or the socket's own. */
  readonly space: Signal<'world' | 'local'>;
  /** Step of snapped drags and keys, units. */
  readonly step: Signal<number>;
  /** Whether the pointer is coarse, such as a finger. */
  readonly isCoarse: ReadonlySignal<boolean>;
}

/** Follows the kind of pointer until the current scope ends. */
export function socketMode(): SocketMode {
  const coarse = matchMedia('(pointer: coarse)');
  const isCoarse = signal(coarse.matches);
  listen(coarse, 'change', () => {
    isCoarse.value = coarse.matches;
  });
  return { action: signal('move'), space: signal('world'), step: signal(1), isCoarse };
}

/** Size of the handles, in quarters of the picture's height. */
const SIZE = 0.8;
/** Size of the handles for a coarse pointer. */
const COARSE_SIZE = 1.4;
const TURN_STEP = MathUtils.degToRad(15);

/** The current drag. */
interface Drag {
  readonly pointer: number;
  readonly file: OpenFile;
  /** Content of the file when the drag started. */
  readonly parsed: ParsedFile;
  readonly socket: number;
  readonly from: SocketPlace;
  readonly frame: SocketFrame;
  readonly start: WorldPlace;
  /** Whether playback resumes after the drag. */
  readonly played: boolean;
}

/** Its listeners, objects and geometry end with the current scope. */
export class SocketGizmo {
  readonly #host: PictureHost;
  readonly #mode: SocketMode;
  readonly #controls: TransformControls;
  /** The object that the handles move: at the socket, in the world. */
  readonly #proxy = new Object3D();
  readonly #label = el('div', { class: 'scene-label gizmo-label', hidden: true });
  #drag: Drag | null = null;
  /** Whether to ignore the click that ends a drag. */
  #swallows = false;

  constructor(host: PictureHost, mode: SocketMode) {
    this.#host = host;
    this.#mode = mode;
    const { stage, element } = host;
    // Without an element: pointer events are passed on from here, before camera and picking get them.
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

  /** Moves the handles to the socket, or hides them if there is no socket. */
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
    // For tests.
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

  /** The part of a pointer event that three's controls read. */
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
    // Stop playback: a moving socket cannot be placed.
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

  /** The transform of the socket at the current position of the handles. */
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

  /** Ends a drag without applying it. */
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
