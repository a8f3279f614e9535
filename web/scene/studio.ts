/**
 * The studio draws any moment of a file at any size, as the viewport would, in a WebGL context of its own. The viewport
 * does not change.
 */

import { batch, type Signal, signal } from '@preact/signals-core';
import { Box3, MathUtils, type Object3D, Scene, Vector3, type WebGLRenderer } from 'three';
import { clipInfo } from '../document/animation-clips.ts';
import type {
  AnimationLayer,
  CameraState,
  Clip,
  DrawnFile,
  OpenFile,
  Transition,
} from '../document/open-file.ts';
import { withContent } from '../document/state.ts';
import { view } from '../document/view.ts';
import { radiusOf } from './camera.ts';
import { arrangePanes, Eye, type Insets, type PaneRect } from './eye.ts';
import { FileScene } from './file-scene.ts';
import { viewDirection } from './framing.ts';
import { type Ground, paintGround } from './ground.ts';
import { levelAt, lodDistances } from './level-distances.ts';
import { type OnScreen, onScreen } from './on-screen.ts';
import { Lights } from './shading.ts';
import { takesDxt } from './skin-textures.ts';
import { createRenderer, type SceneHost } from './stage.ts';
import { NO_WEBGL } from './viewport-labels.ts';

/** Largest side of a tile, pixels: with four samples per pixel and depth, 130 MB. Larger pictures have several tiles. */
const TILE = 2048;
/** Limits of browsers for a canvas: longest side and area, pixels. */
const MAX_SIDE = 16_384;
const MAX_AREA = 2 ** 27;
/** Moments that are sampled for the bounds of an animation. */
const MAX_MOMENTS = 60;
/** Framed without a model; world space. */
const NOTHING_TO_SEE = new Box3(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5));

/** A moment of a file. */
export interface Moment {
  readonly clip: Clip;
  readonly timeMs: number;
  /** Time of the attached models, as `Playback.attachedMs`. */
  readonly attachedMs: number;
  readonly layers: readonly AnimationLayer[];
}

/** The camera of a picture. */
export type ShotCamera =
  /** The user's camera; a picture with another aspect ratio shows at least what the viewport shows. */
  | { readonly from: 'view' }
  /** Frames a box (world space). */
  | {
      readonly from: 'frame';
      readonly box: Box3;
      /** From the box to the camera, a unit vector, not vertical; by default three quarters from the front. */
      readonly direction?: Vector3;
    }
  /** At a position (world space). `box` is everything visible. */
  | { readonly from: 'place'; readonly state: CameraState; readonly box: Box3 };

/** A picture to draw. */
export interface Shot {
  /** Null: the moment on the screen when the studio was opened. */
  readonly moment: Moment | null;
  readonly camera: ShotCamera;
  /** By default as in the view. */
  readonly orthographic?: boolean;
  /** Turn of the camera around its target, in the direction of the turntable; degrees. */
  readonly turn?: number;
  /** Size in CSS pixels, which also scale the marks. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture per CSS pixel. */
  readonly ratio: number;
  readonly ground: Ground;
  /** Whether grid, skeleton, boxes, measurements and the selection are drawn. */
  readonly overlays: boolean;
  /** It is a frame of a film: onion skins are drawn if the view has them while it plays. */
  readonly isFilmed?: boolean;
}

/** The largest ratio at which a picture (CSS pixels) fits into a canvas. */
export function largestRatio(width: number, height: number): number {
  return Math.min(MAX_SIDE / Math.max(width, height), Math.sqrt(MAX_AREA / (width * height)));
}

/**
 * Opens a studio; `dispose` frees everything, its context included.
 * @throws Error with a sentence for the user, without WebGL
 */
export function openStudio(file: OpenFile): Studio {
  const canvas = document.createElement('canvas');
  const renderer = createRenderer(canvas);
  if (!renderer) throw new Error(NO_WEBGL);
  try {
    return new Studio(file.drawn.peek(), renderer);
  } catch (error) {
    giveBack(renderer);
    throw error;
  }
}

function giveBack(renderer: WebGLRenderer): void {
  renderer.dispose();
  // Browsers allow few contexts, and drop the viewport's when there are too many.
  renderer.forceContextLoss();
}

export class Studio {
  readonly #renderer: WebGLRenderer;
  readonly #eye = new Eye();
  readonly #lights: Lights;
  readonly #root = new Scene();
  readonly #scene: FileScene;
  readonly #file: FileCopy;
  /** Null if the file is not on the screen. */
  readonly #screen: OnScreen | null;
  readonly #canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  #isLost = false;
  #letGo = () => {};

  constructor(file: DrawnFile, renderer: WebGLRenderer) {
    const context = this.#canvas.getContext('2d');
    if (!context) throw new Error('The browser cannot create a canvas to draw on.');
    this.#context = context;
    this.#renderer = renderer;
    renderer.domElement.addEventListener('webglcontextlost', () => {
      this.#isLost = true;
    });
    const screen = onScreen();
    this.#screen = screen?.file.id === file.id ? screen : null;
    this.#file = copyOf(file);
    const scene = this.#root;
    this.#lights = new Lights(scene, this.#eye.perspective);
    const host: SceneHost = {
      scene,
      lights: this.#lights,
      takesDxt: takesDxt(renderer),
      remove: (object: Object3D) => scene.remove(object),
    };
    this.#scene = new FileScene(host, this.#file);
    if (this.#screen?.lamps) this.#lights.standAs(this.#screen.lamps);
    // Keep the content, even if the file is closed or reloaded.
    const held = new Promise<void>((resolve) => {
      this.#letGo = resolve;
    });
    void withContent(file.parsed, () => held);
  }

  /** The moment that was on the screen, without the transition from the previous animation. */
  get moment(): Moment {
    const { clip, timeMs, attachedMs, layers } = this.#file.before;
    return { clip, timeMs, attachedMs, layers };
  }

  /** From the target of the user's camera to the camera, a unit vector; null without a picture on the screen. */
  get direction(): Vector3 | null {
    if (!this.#screen) return null;
    const { position, target } = this.#screen.camera;
    return new Vector3(...position).sub(new Vector3(...target)).normalize();
  }

  /** Whether there is anything to draw: a face or a node. */
  get hasModel(): boolean {
    return !this.#scene.bounds().isEmpty();
  }

  /**
   * World-space bounds of the picture at a moment, attached models included; may be empty.
   * @param overlays whether the scale figure counts, if the view has it
   */
  boundsAt(moment: Moment | null, overlays = false): Box3 {
    this.#goTo(moment);
    this.#scene.update();
    return overlays ? this.#scene.framed() : this.#scene.bounds();
  }

  /** World-space bounds over a whole animation. @param layers over the animation @param overlays as for `boundsAt` */
  boundsOver(clip: Clip, layers: readonly AnimationLayer[] = [], overlays = false): Box3 {
    const length = clipInfo(this.#file, clip)?.length ?? 0;
    const count = length > 0 ? MAX_MOMENTS : 1;
    const box = new Box3();
    for (let i = 0; i < count; i++) {
      const timeMs = (i / Math.max(count - 1, 1)) * length;
      box.union(this.boundsAt({ clip, timeMs, attachedMs: timeMs, layers }, overlays));
    }
    return box;
  }

  /**
   * Draws a picture. All pictures share one canvas: copy or encode it before the next.
   * @throws Error with a sentence for the user, when GPU or browser fail
   */
  shoot(shot: Shot): HTMLCanvasElement {
    const steps = this.draw(shot);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** Like `shoot`, in steps, between which the page can respond. Draw nothing else here until it is done. */
  *draw(shot: Shot): Generator<void, HTMLCanvasElement> {
    const { width, height, ratio } = shot;
    this.#setSize(Math.floor(width * ratio), Math.floor(height * ratio));
    paintGround(this.#context, shot.ground, ratio);
    this.#goTo(shot.moment);
    this.#eye.isOrthographic = shot.orthographic ?? view.orthographic.peek();
    this.#scene.isPlain = !shot.overlays;
    this.#file.playback.playing.value = shot.isFilmed ?? false;
    const insets = this.#insetsFor(shot);
    const count = this.#scene.plan.peek().panes.length;
    const { rects, insets: left } = arrangePanes(count, width, height, insets);
    let isFirst = true;
    for (const [pane, rect] of rects.entries()) {
      for (const tile of tilesOf(rect, ratio)) {
        if (!isFirst) yield;
        isFirst = false;
        this.#drawTile(shot, pane, rect, left, tile);
      }
    }
    return this.#canvas;
  }

  dispose(): void {
    this.#scene.dispose();
    giveBack(this.#renderer);
    this.#setSize(0, 0);
    this.#letGo();
  }

  #setSize(width: number, height: number): void {
    const canvas = this.#canvas;
    if (canvas.width === width && canvas.height === height) return;
    canvas.width = width;
    canvas.height = height;
  }

  #goTo(moment: Moment | null): void {
    const { playback, before } = this.#file;
    const { clip, timeMs, attachedMs, layers } = moment ?? before;
    batch(() => {
      playback.clip.value = clip;
      playback.timeMs.value = timeMs;
      playback.attachedMs.value = attachedMs;
      playback.layers.value = layers;
      playback.transition.value = moment ? null : before.transition;
    });
  }

  /** The viewport's insets, scaled to the size of the picture. */
  #insetsFor({ camera, height }: Shot): Insets {
    const screen = this.#screen;
    if (camera.from !== 'view' || !screen) return { top: 0, bottom: 0 };
    const scale = height / screen.height;
    return { top: screen.insets.top * scale, bottom: screen.insets.bottom * scale };
  }

  /** @param tile of the pane, pixels */
  #drawTile(shot: Shot, pane: number, rect: PaneRect, insets: Insets, tile: PaneRect): void {
    const { ratio } = shot;
    const renderer = this.#renderer;
    const isWhole = tile.left === 0 && tile.top === 0 && isAll(tile, rect, ratio);
    const part = isWhole
      ? { left: 0, top: 0, width: rect.width, height: rect.height }
      : {
          left: tile.left / ratio,
          top: tile.top / ratio,
          width: tile.width / ratio,
          height: tile.height / ratio,
        };
    // Rounding must not lose a pixel.
    const rounding = isWhole ? 0 : 1e-6;
    renderer.setDrawingBufferSize(part.width + rounding, part.height + rounding, ratio);
    this.#stand(shot, rect, insets, part);
    const scene = this.#scene;
    const { look, info } = this.#file;
    if (look.lodByDistance.peek()) {
      const distance = this.#eye.perspective.position.length();
      look.lod.value = levelAt(lodDistances(info.header), info.lodCount, distance);
    }
    scene.overlays.measure.take(this.#screen?.measured ?? []);
    scene.update();
    scene.showPane(pane);
    renderer.render(this.#root, this.#eye.camera);
    const { domElement } = renderer;
    if (this.#isLost || renderer.getContext().drawingBufferWidth !== domElement.width) {
      throw new Error(
        'The graphics card could not draw the image. Close other tabs or choose a smaller size.',
      );
    }
    this.#context.drawImage(
      domElement,
      Math.round(rect.left * ratio) + tile.left,
      Math.round(rect.top * ratio) + tile.top,
    );
  }

  #stand(shot: Shot, { width, height }: PaneRect, insets: Insets, part: PaneRect): void {
    const eye = this.#eye;
    const camera = eye.perspective;
    const screen = this.#screen;
    camera.fov = view.fieldOfView.peek();
    const isView = shot.camera.from === 'view' && screen !== null;
    // A narrower picture shows the same width.
    const lost = isView ? screen.width / screen.height / (shot.width / shot.height) : 1;
    if (lost > 1)
      camera.fov = MathUtils.radToDeg(2 * Math.atan(Math.tan(MathUtils.degToRad(camera.fov / 2)) * lost));
    eye.fit(width, height, insets, part);
    const { position, target, radius } = this.#placeFor(shot);
    if (shot.turn) {
      const up = new Vector3(0, 1, 0);
      position.sub(target).applyAxisAngle(up, -MathUtils.degToRad(shot.turn)).add(target);
    }
    camera.position.copy(position);
    camera.lookAt(target);
    eye.update(target, radius);
  }

  #placeFor({ camera, moment, width, height }: Shot): { position: Vector3; target: Vector3; radius: number } {
    const eye = this.#eye;
    if (camera.from === 'place') {
      const { position, target } = camera.state;
      return placed(position, target, radiusOf(camera.box));
    }
    if (camera.from === 'frame') {
      const box = camera.box.isEmpty() ? NOTHING_TO_SEE : camera.box;
      return eye.framing(box, camera.direction ?? viewDirection(box));
    }
    const { camera: seen } = this.#screen ?? {};
    if (!seen) {
      const bounds = this.boundsAt(moment);
      const box = bounds.isEmpty() ? NOTHING_TO_SEE : bounds;
      const kept = this.#file.look.camera.peek();
      return kept ? placed(kept.position, kept.target, radiusOf(box)) : eye.framing(box, viewDirection(box));
    }
    const isSame = width === this.#screen?.width && height === this.#screen.height;
    const { position, target, radius, framed } = seen;
    if (!framed || isSame) return placed(position, target, radius);
    return { ...eye.framing(framed.box, framed.direction ?? viewDirection(framed.box)), radius };
  }
}

function placed(position: CameraState['position'], target: CameraState['target'], radius: number) {
  return { position: new Vector3(...position), target: new Vector3(...target), radius: radius || 1 };
}

/** A copy of a file that can be set to any moment; the user's file does not change. */
interface FileCopy extends DrawnFile {
  /** The moment of the user's file. */
  readonly before: Moment & { readonly transition: Transition | null };
}

function copyOf(file: DrawnFile): FileCopy {
  const { playback, look } = file;
  const own = <T>(of: Signal<T>): Signal<T> => signal(of.peek());
  const { clip, timeMs, attachedMs, layers, transition } = playback;
  return {
    ...file,
    playback: {
      ...playback,
      // A picture shows what a paused view shows.
      playing: signal(false),
      clip: own(clip),
      timeMs: own(timeMs),
      attachedMs: own(attachedMs),
      layers: own(layers),
      transition: own(transition),
    },
    look: { ...look, lod: own(look.lod) },
    before: {
      clip: clip.peek(),
      timeMs: timeMs.peek(),
      attachedMs: attachedMs.peek(),
      layers: layers.peek(),
      transition: transition.peek(),
    },
  };
}

const isAll = (tile: PaneRect, rect: PaneRect, ratio: number) =>
  tile.width === Math.floor(rect.width * ratio) && tile.height === Math.floor(rect.height * ratio);

/** The tiles of a pane, of about one size; pixels from its top left. */
function tilesOf(pane: PaneRect, ratio: number): PaneRect[] {
  const rows = partsOf(Math.floor(pane.height * ratio));
  const columns = partsOf(Math.floor(pane.width * ratio));
  return rows.flatMap(([top, height]) => columns.map(([left, width]) => ({ left, top, width, height })));
}

function partsOf(length: number): (readonly [start: number, length: number])[] {
  const count = Math.ceil(length / TILE);
  const size = Math.ceil(length / count);
  return Array.from({ length: count }, (_, i) => [i * size, Math.min(size, length - i * size)] as const);
}
