/** The camera, which orbits the model by mouse, touch and keys, and frames it; perspective or orthographic. */

import {
  type Box3,
  MathUtils,
  type OrthographicCamera,
  type PerspectiveCamera,
  Sphere,
  type Vector3,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { CameraState } from '../document/open-file.ts';

import { reducedMotion } from '../ui/environment.ts';
import { listen, onEnd } from '../ui/scope.ts';
import { Eye, type Insets } from './eye.ts';
import { viewDirection } from './framing.ts';

/** The longest turntable step: after a pause in drawing the model must not jump, seconds. */
const MAX_TURN_STEP = 0.1;

/** Keyboard steps: radians, fraction of the picture's height, factor of the distance. */
const ORBIT_STEP = Math.PI / 36;
const PAN_STEP = 0.04;
const ZOOM_STEP = 0.9;

const ARROWS: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export interface CameraEvents {
  /** The picture must be drawn again. */
  invalidate(): void;
  /** The camera moved: the user moved it, or the framed box was fitted to a new size. */
  cameraChanged(byUser: boolean): void;
}

/** The complete state of a camera; world space. */
export interface CameraPlace extends CameraState {
  /** Radius of everything visible: it sets the clipping planes. */
  readonly radius: number;
  /** What is framed; null once the user has moved the camera. */
  readonly framed: { readonly box: Box3; readonly direction: Vector3 | null } | null;
}

/** Its listeners belong to the current scope. */
export class OrbitCamera {
  /** Whether the picture has several panes: zooming to the pointer would have to know which pane it is in. */
  set isParted(isParted: boolean) {
    this.#controls.zoomToCursor = !isParted;
  }

  readonly #eye = new Eye();
  readonly #controls: OrbitControls;
  readonly #events: CameraEvents;
  /** Size of the picture, CSS pixels. */
  #width = 0;
  #height = 0;
  /** Heights of the overlays, CSS pixels. */
  #insets: Insets = { top: 0, bottom: 0 };
  /** The box framed last, until the user moves the camera; framed again when the picture changes its size. */
  #framed: Box3 | null = null;
  /** Everything visible; the framed box may be a part of it. */
  #whole: Box3 | null = null;
  #direction: Vector3 | null = null;
  /** Radius of everything visible: sets the limits of zoom and clipping. */
  #radius = 1;
  #lastUpdate = 0;

  constructor(canvas: HTMLCanvasElement, events: CameraEvents) {
    this.#events = events;
    const controls = new OrbitControls(this.perspective, canvas);
    this.#controls = controls;
    onEnd(() => controls.dispose());
    const setDamping = () => {
      controls.enableDamping = !reducedMotion.matches;
    };
    setDamping();
    listen(reducedMotion, 'change', setDamping);
    controls.dampingFactor = 0.25;
    controls.zoomToCursor = true;
    controls.addEventListener('start', () => {
      this.#framed = null;
    });
    controls.addEventListener('change', () => {
      events.invalidate();
      // The turntable's position is not stored.
      if (!controls.autoRotate) events.cameraChanged(this.#framed === null);
    });
  }

  /** The camera to draw with. */
  get eye(): PerspectiveCamera | OrthographicCamera {
    return this.#eye.camera;
  }

  /** The perspective camera at the eye, which the controls move. */
  get perspective(): PerspectiveCamera {
    return this.#eye.perspective;
  }

  /** Switches to an orthographic projection. */
  set orthographic(isOrthographic: boolean) {
    this.#eye.isOrthographic = isOrthographic;
  }

  /** Where the camera stands. */
  get state(): CameraState {
    return { position: this.perspective.position.toArray(), target: this.#controls.target.toArray() };
  }

  /** The state, with what it was derived from. */
  get place(): CameraPlace {
    const box = this.#framed;
    return {
      ...this.state,
      radius: this.#radius,
      framed: box && { box: box.clone(), direction: this.#direction?.clone() ?? null },
    };
  }

  /** From the target towards the camera. */
  get direction(): Vector3 {
    return this.perspective.position.clone().sub(this.#controls.target).normalize();
  }

  /** Whether the turntable is on, so that pictures must follow each other. */
  get turns(): boolean {
    return this.#controls.autoRotate;
  }

  /** Fits to a picture. Sizes in CSS pixels. */
  resize(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
    this.#fit();
  }

  /** Keeps what is framed clear of overlays; heights in CSS pixels. */
  setInsets(top: number, bottom: number): void {
    this.#insets = { top, bottom };
    this.#fit();
    this.#events.invalidate();
  }

  /** Places the camera. @param box everything visible (world space): sets the limits of zoom and clipping */
  stand({ position, target }: CameraState, box: Box3): void {
    this.#framed = null;
    this.#moveTo(position, target, radiusOf(box));
  }

  /**
   * Places the camera so that the whole box (world space) is in view.
   * @param direction from the box to the camera, a unit vector, not vertical; by default three quarters from the front
   * @param whole everything visible, of which the box may be a part: sets the limits of zoom and clipping
   */
  frame(box: Box3, direction = viewDirection(box), whole = box): void {
    this.#framed = box;
    this.#whole = whole;
    this.#direction = direction;
    const { position, target } = this.#eye.framing(box, direction);
    this.#moveTo(position.toArray(), target.toArray(), radiusOf(whole));
  }

  /**
   * Looks at a place from the current side, so near that a box around it fills the picture; never moves away from it.
   * @param box around the place (world space)
   * @param whole as in `frame`
   */
  focus(box: Box3, whole: Box3): void {
    const { position, target } = this.#eye.framing(box, this.direction);
    const distance = this.perspective.position.distanceTo(this.#controls.target);
    const offset = position.sub(target).clampLength(0, distance);
    this.#framed = null;
    this.#moveTo(offset.add(target).toArray(), target.toArray(), radiusOf(whole));
  }

  /** Looks at the same target from another side. @param direction towards the camera, a unit vector, not vertical */
  look(direction: Vector3): void {
    if (this.#framed) {
      this.frame(this.#framed, direction, this.#whole ?? undefined);
      return;
    }
    const { target } = this.#controls;
    const distance = this.perspective.position.distanceTo(target);
    const position = target.clone().addScaledVector(direction, distance);
    this.#moveTo(position.toArray(), target.toArray(), this.#radius);
  }

  /** Sets the angle of view; the target keeps its size. @param degrees full vertical angle */
  setFieldOfView(degrees: number): void {
    const camera = this.perspective;
    const tangent = (angle: number) => Math.tan(MathUtils.degToRad(angle / 2));
    const factor = tangent(camera.fov) / tangent(degrees);
    if (factor === 1) return;
    camera.fov = degrees;
    const { target } = this.#controls;
    camera.position.sub(target).multiplyScalar(factor).add(target);
    this.#fit();
    this.#events.invalidate();
  }

  /** Switches the turntable, which turns around the model. */
  setTurntable(on: boolean): void {
    const turned = this.turns;
    this.#controls.autoRotate = on;
    this.#lastUpdate = performance.now();
    this.#events.invalidate();
    if (!turned || on) return;
    this.#endSwing();
    this.#framed = null;
    this.#events.cameraChanged(true);
  }

  /** Moves the camera by a key, in the direction of the arrow as Blender's numpad does; false for any other key. */
  moveByKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    const arrow = ARROWS[key];
    const zoom = key === '+' || key === '=' ? 1 : key === '-' ? -1 : 0;
    if (!arrow && zoom === 0) return false;
    const controls = this.#controls;
    this.#framed = null;
    const [right, up] = arrow ?? [0, 0];
    const pixels = PAN_STEP * this.#height;
    if (zoom > 0) controls.dollyIn(ZOOM_STEP);
    else if (zoom < 0) controls.dollyOut(ZOOM_STEP);
    else if (shiftKey) controls.pan(-right * pixels, up * pixels);
    else {
      controls.rotateLeft(-right * ORBIT_STEP);
      controls.rotateUp(up * ORBIT_STEP);
    }
    return true;
  }

  /** To be called before a picture. During damping this reports a change, which requests the next picture. */
  update(): void {
    const now = performance.now();
    this.#controls.update(Math.min((now - this.#lastUpdate) / 1000, MAX_TURN_STEP));
    this.#lastUpdate = now;
    this.#eye.update(this.#controls.target, this.#radius);
  }

  #moveTo(position: CameraState['position'], target: CameraState['target'], radius: number): void {
    const controls = this.#controls;
    this.#endSwing();
    this.#radius = radius > 0 ? radius : 1;
    controls.minDistance = this.#radius * 0.02;
    controls.maxDistance = this.#radius * 40;
    this.perspective.position.set(...position);
    controls.target.set(...target);
    controls.update();
    this.#events.invalidate();
  }

  /** Ends damping: an update without it drops the rest of the movement. */
  #endSwing(): void {
    const { enableDamping } = this.#controls;
    this.#controls.enableDamping = false;
    this.#controls.update();
    this.#controls.enableDamping = enableDamping;
  }

  #fit(): void {
    this.#eye.fit(this.#width, this.#height, this.#insets);
    if (this.#width === 0 || this.#height === 0) return;
    if (this.#framed) this.frame(this.#framed, this.#direction ?? undefined, this.#whole ?? undefined);
  }
}

/** Radius of the sphere around a box. */
export function radiusOf(box: Box3): number {
  return box.getBoundingSphere(new Sphere()).radius;
}
