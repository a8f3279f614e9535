/** Renderer, camera and controls. Draws only when asked to: an idle page draws nothing. */
import {
  type Box3,
  MathUtils,
  Matrix4,
  OrthographicCamera,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector2,
  type Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { type CameraState, view } from '../../store/state.ts';
import { keyMovement } from './camera-keys.ts';
import { frameBox, viewDirection } from './framing.ts';
import { matchPerspective } from './orthographic.ts';
import type { Projection } from './picking.ts';

const MAX_PIXEL_RATIO = 2;
/** Pixels of a saved picture for one of the page, each way. */
const PICTURE_RATIO = 2;
/** However high the overlays are, a model may use this part of the picture's height. */
const LEAST_FREE = 0.5;
/** How far behind the model something is still drawn, in its own radius. */
const DEPTH = 60;
/** A turn goes on from where it was when the page was not drawn for longer, seconds. */
const LONGEST_TURN = 0.1;

/** What a stage tells its owner. */
export interface StageEvents {
  /** Before a picture is drawn: put what changed into the scene. */
  beforeDraw(): void;
  /** A picture was drawn. */
  afterDraw(camera: PerspectiveCamera): void;
  /** The camera stands elsewhere: the user moved it, or what is framed was fitted to another size. */
  cameraChanged(byUser: boolean): void;
  /** The graphics context went away or came back. */
  contextChanged(lost: boolean): void;
}

/** A scene on a canvas with a camera that orbits it. */
export class Stage {
  readonly scene = new Scene();
  /** Where the eye is; what the controls move. */
  readonly camera = new PerspectiveCamera(view.fieldOfView.peek());
  /** Sees what `camera` sees, as large where it looks at, without perspective. */
  readonly #orthographic = new OrthographicCamera();
  readonly #renderer: WebGLRenderer;
  readonly #controls: OrbitControls;
  readonly #events: StageEvents;
  readonly #canvas: HTMLCanvasElement;
  /** Of the canvas, CSS pixels: asking the canvas itself in every frame would have the page laid out. */
  #width = 0;
  #height = 0;
  #request = 0;
  #lost = false;
  /** The box last framed, until the user moves the camera: framed again when the panel changes its size. */
  #framed: Box3 | null = null;
  #direction: Vector3 | null = null;
  #radius = 1;
  #renderMs = 0;
  #lastTurn = 0;
  #insets = { top: 0, bottom: 0 };

  /** Throws when the browser gives no WebGL. */
  constructor(canvas: HTMLCanvasElement, events: StageEvents) {
    this.#canvas = canvas;
    this.#events = events;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    // Asking whether three's own shaders compiled would wait for the compiler at the first picture.
    this.#renderer.debug.checkShaderErrors = false;
    this.#controls = new OrbitControls(this.camera, canvas);
    this.#listen();
  }

  /** Asks for one picture, soon. */
  invalidate(): void {
    if (this.#request === 0) this.#request = requestAnimationFrame(this.#draw);
  }

  /** Keeps what is framed clear of overlays; heights in CSS pixels. */
  setInsets(top: number, bottom: number): void {
    this.#insets = { top, bottom };
    this.#fit();
    this.invalidate();
  }

  /** Where the camera stands. */
  get cameraState(): CameraState {
    return { position: this.camera.position.toArray(), target: this.#controls.target.toArray() };
  }

  /** Whether the card takes DXT pictures in the colours that they are made for. */
  get takesDxt(): boolean {
    const { extensions } = this.#renderer;
    return (
      extensions.has('WEBGL_compressed_texture_s3tc') && extensions.has('WEBGL_compressed_texture_s3tc_srgb')
    );
  }

  /** What the last picture cost: draw calls, and milliseconds of scripting to give them to the card. */
  get cost(): { calls: number; renderMs: number } {
    return { calls: this.#renderer.info.render.calls, renderMs: this.#renderMs };
  }

  /** How what stands below `toWorld` comes into the picture that was last drawn. */
  projection(toWorld: Matrix4): Projection {
    const { matrixWorldInverse, projectionMatrix } = this.#eye;
    const toEye = new Matrix4().multiplyMatrices(matrixWorldInverse, toWorld);
    const { elements: e } = toEye;
    return {
      clip: new Matrix4().multiplyMatrices(projectionMatrix, toEye).elements,
      depth: [-e[2], -e[6], -e[10], -e[14]],
      width: this.#width,
      height: this.#height,
    };
  }

  /** Stands the camera somewhere. `box` (world space) is what there is to see: the measure of zoom and clipping. */
  place({ position, target }: CameraState, box: Box3): void {
    this.#framed = null;
    this.#moveTo(position, target, box.getBoundingSphere(new Sphere()).radius);
  }

  /**
   * Stands the camera where a box (world space) is seen whole.
   * @param direction from the box to the camera, a unit vector that is not vertical; else three quarters in front
   */
  frame(box: Box3, direction = viewDirection(box)): void {
    this.#framed = box;
    this.#direction = direction;
    const free = this.#freeHeight();
    const tangent = Math.tan(MathUtils.degToRad(this.camera.fov / 2)) * (free / this.#height || 1);
    const { position, target, radius } = frameBox(
      box,
      direction,
      MathUtils.radToDeg(Math.atan(tangent)) * 2,
      this.#width / free || 1,
    );
    this.#moveTo(position.toArray(), target.toArray(), radius);
  }

  /** Looks at the same place from another side. @param direction towards the camera, a unit vector, not vertical */
  look(direction: Vector3): void {
    if (this.#framed) {
      this.frame(this.#framed, direction);
      return;
    }
    const { target } = this.#controls;
    const distance = this.camera.position.distanceTo(target);
    const position = target.clone().addScaledVector(direction, distance);
    this.#moveTo(position.toArray(), target.toArray(), this.#radius);
  }

  /** From what is looked at towards the camera. */
  get direction(): Vector3 {
    return this.camera.position.clone().sub(this.#controls.target).normalize();
  }

  /** Takes another angle of view; what is looked at keeps its size. @param degrees full vertical angle */
  setFieldOfView(degrees: number): void {
    const tangent = (angle: number) => Math.tan(MathUtils.degToRad(angle / 2));
    const factor = tangent(this.camera.fov) / tangent(degrees);
    if (factor === 1) return;
    this.camera.fov = degrees;
    const { target } = this.#controls;
    this.camera.position.sub(target).multiplyScalar(factor).add(target);
    this.#fit();
    this.invalidate();
  }

  /** Turns around the model for as long as it is on. */
  setTurntable(on: boolean): void {
    const turned = this.#controls.autoRotate;
    this.#controls.autoRotate = on;
    this.#lastTurn = performance.now();
    this.invalidate();
    if (turned && !on) {
      // Without damping an update leaves no swing behind that would carry the camera on.
      const { enableDamping } = this.#controls;
      this.#controls.enableDamping = false;
      this.#controls.update();
      this.#controls.enableDamping = enableDamping;
      this.#framed = null;
      this.#events.cameraChanged(true);
    }
  }

  get #eye(): PerspectiveCamera | OrthographicCamera {
    return view.orthographic.peek() ? this.#orthographic : this.camera;
  }

  #moveTo(position: CameraState['position'], target: CameraState['target'], radius: number): void {
    const controls = this.#controls;
    // Without damping an update leaves no swing behind that would carry the camera on.
    const { enableDamping } = controls;
    controls.enableDamping = false;
    controls.update();
    controls.enableDamping = enableDamping;
    this.#radius = radius > 0 ? radius : 1;
    controls.minDistance = this.#radius * 0.02;
    controls.maxDistance = this.#radius * 40;
    this.camera.position.set(...position);
    controls.target.set(...target);
    controls.update();
    this.invalidate();
  }

  /** What is shown as a PNG of its own size, without background; null when it cannot be drawn. */
  picture(): Promise<Blob | null> {
    if (this.#lost || this.#width === 0) return Promise.resolve(null);
    this.#render(PICTURE_RATIO);
    // The canvas is copied at once; the next drawing gives it back the size of the screen.
    this.invalidate();
    return new Promise((resolve) => this.#canvas.toBlob(resolve, 'image/png'));
  }

  /** Moves the camera by a key as the mouse would; false when the key means nothing here. */
  moveByKey(event: KeyboardEvent): boolean {
    const move = keyMovement(event, this.#controls, this.#height);
    if (!move) return false;
    this.#framed = null;
    move();
    return true;
  }

  #listen(): void {
    const controls = this.#controls;
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    const setDamping = () => {
      controls.enableDamping = !reducedMotion.matches;
    };
    setDamping();
    reducedMotion.addEventListener('change', setDamping);
    controls.dampingFactor = 0.25;
    controls.zoomToCursor = true;
    controls.addEventListener('start', () => {
      this.#framed = null;
    });
    controls.addEventListener('change', () => {
      this.invalidate();
      // A camera that goes round is nowhere in particular.
      if (!controls.autoRotate) this.#events.cameraChanged(this.#framed === null);
    });
    this.#canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.#setLost(true);
    });
    this.#canvas.addEventListener('webglcontextrestored', () => this.#setLost(false));
    new ResizeObserver(() => this.#resize()).observe(this.#canvas);
  }

  #setLost(lost: boolean): void {
    this.#lost = lost;
    this.#events.contextChanged(lost);
    this.invalidate();
  }

  #freeHeight(): number {
    const height = this.#height;
    return Math.max(height - this.#insets.top - this.#insets.bottom, height * LEAST_FREE);
  }

  /** Fits the camera to the canvas: what it orbits is in the middle of the free part. */
  #fit(): void {
    const [width, height] = [this.#width, this.#height];
    if (width === 0 || height === 0) return;
    const { top, bottom } = this.#insets;
    const covered = height - this.#freeHeight();
    const down = top + bottom > 0 ? (covered * (top - bottom)) / (top + bottom) / 2 : 0;
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, 0, -down, width, height);
    if (this.#framed) this.frame(this.#framed, this.#direction ?? undefined);
  }

  #resize(): void {
    this.#width = this.#canvas.clientWidth;
    this.#height = this.#canvas.clientHeight;
    this.#fit();
    // Drawn at once: a new size clears the canvas, and an empty picture would flash.
    cancelAnimationFrame(this.#request);
    this.#draw();
  }

  readonly #draw = (): void => {
    this.#request = 0;
    if (this.#lost || this.#width === 0 || this.#height === 0) return;
    this.#render(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    this.#events.afterDraw(this.camera);
    if (this.#controls.autoRotate) this.invalidate();
  };

  #render(ratio: number): void {
    const size = this.#renderer.getSize(SIZE);
    if (size.x !== this.#width || size.y !== this.#height || this.#renderer.getPixelRatio() !== ratio) {
      this.#renderer.setDrawingBufferSize(this.#width, this.#height, ratio);
    }
    this.#events.beforeDraw();
    // While damping lasts this reports a change, and so asks for the next picture.
    const now = performance.now();
    this.#controls.update(Math.min((now - this.#lastTurn) / 1000, LONGEST_TURN));
    this.#lastTurn = now;
    this.#updateClipping();
    if (view.orthographic.peek()) {
      matchPerspective(this.#orthographic, this.camera, this.#controls.target, this.#radius * DEPTH);
    }
    const begun = performance.now();
    this.#renderer.render(this.scene, this.#eye);
    this.#renderMs = performance.now() - begun;
  }

  #updateClipping(): void {
    const distance = this.camera.position.distanceTo(this.#controls.target);
    this.camera.near = Math.max(distance - this.#radius * 6, distance * 0.02);
    this.camera.far = distance + this.#radius * DEPTH;
    this.camera.updateProjectionMatrix();
  }
}

const SIZE = new Vector2();
