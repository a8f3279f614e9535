/**
 * Preview stage: the source as three.js shows it and the imported model, side by side or overlaid, seen by one camera.
 */
import type { Info } from '@lithoscope/core';
import {
  type AnimationAction,
  AnimationMixer,
  Box3,
  Color,
  DoubleSide,
  Group,
  LoadingManager,
  LoopOnce,
  type Material,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  Scene,
  SkinnedMesh,
  Sphere,
  Texture,
  Vector3,
  WebGLRenderer,
} from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { directionOf, moved, orbitFor } from '../embed/orbit-controls.ts';
import { NO_WISH, type Orbit } from '../links/orbit.ts';
import { Eye } from '../scene/eye.ts';
import { tameFiltering } from '../scene/filtering.ts';
import { Lights } from '../scene/lights.ts';
import { PLAIN_PALETTE, type PlainModel } from '../scene/plain-model.ts';
import { takesDxt } from '../scene/skin-textures.ts';

const WHITE = 0xffffff;

/** It owns what the loader made until `dispose`. */
export class SourceModel {
  /** In the world, as the page shows the file. */
  readonly object = new Group();
  readonly gltf: GLTF;
  readonly #mixer: AnimationMixer;
  #action: AnimationAction | null = null;

  /** @param bytes a GLB that names no other file. Rejects when three.js cannot read it. */
  static async load(bytes: Uint8Array<ArrayBuffer>): Promise<SourceModel> {
    const loader = new GLTFLoader(onlyWithin());
    return new SourceModel(await loader.parseAsync(bytes.slice().buffer, ''));
  }

  private constructor(gltf: GLTF) {
    this.gltf = gltf;
    this.#mixer = new AnimationMixer(gltf.scene);
    this.object.matrixAutoUpdate = false;
    this.object.add(gltf.scene);
    gltf.scene.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      object.material = plain(object.material);
      // Bounds of a skinned mesh are those of one pose.
      object.frustumCulled = false;
    });
    this.stand(null, null);
  }

  /**
   * Puts it where the file has it.
   * @param space as `ImportResult.space`; null before anything was made of it: as glTF says that models stand
   */
  stand(space: Float64Array | null, info: Pick<Info, 'space'> | null): void {
    const { matrix } = this.object;
    if (space) {
      matrix.identity();
      for (let i = 0; i < 12; i++) matrix.elements[(i % 4) * 4 + (i >> 2)] = space[i] ?? 0;
      if (info?.space.mirrorZ) matrix.premultiply(new Matrix4().makeScale(1, 1, -1));
    } else matrix.makeScale(-1, 1, -1);
    this.object.updateMatrixWorld(true);
  }

  /** Shows a moment of an animation. @param animation its index; −1: as it stands when nothing plays */
  pose(animation: number, seconds: number): void {
    const clip = this.gltf.animations[animation];
    if (this.#action?.getClip() !== clip) {
      this.#mixer.stopAllAction();
      this.#action = clip ? this.#mixer.clipAction(clip).setLoop(LoopOnce, 1) : null;
    }
    if (this.#action && clip) {
      this.#action.reset().play();
      this.#action.clampWhenFinished = true;
      this.#action.time = Math.min(seconds, clip.duration);
      this.#mixer.update(0);
    }
    this.object.updateMatrixWorld(true);
  }

  /** Bounds of the pose in the world. */
  bounds(): Box3 {
    return new Box3().setFromObject(this.object, true);
  }

  dispose(): void {
    this.#mixer.stopAllAction();
    this.#mixer.uncacheRoot(this.gltf.scene);
    this.object.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      if (object instanceof SkinnedMesh) object.skeleton.dispose();
      object.geometry.dispose();
      for (const material of [object.material].flat() as MeshStandardMaterial[]) {
        const { map } = material;
        material.dispose();
        map?.dispose();
        if (map?.image instanceof ImageBitmap) map.image.close();
      }
    });
    this.object.clear();
  }
}

/** Nothing is fetched from other places, whatever a file names. */
function onlyWithin(): LoadingManager {
  const manager = new LoadingManager();
  manager.setURLModifier((url) => {
    if (url.startsWith('blob:')) return url;
    throw new Error('The file names another one.');
  });
  return manager;
}

/** Surfaces as those of models: metals need surroundings to be seen. */
function plain(material: Material | Material[]): MeshStandardMaterial | MeshStandardMaterial[] {
  return Array.isArray(material) ? material.map(plainOne) : plainOne(material);
}

function plainOne(material: Material): MeshStandardMaterial {
  const {
    map = null,
    color,
    alphaTest,
    opacity,
    transparent,
    vertexColors,
  } = material as MeshStandardMaterial;
  for (const value of Object.values(material)) if (value instanceof Texture && value !== map) value.dispose();
  material.dispose();
  return new MeshStandardMaterial({
    map,
    // What has no colour of its own looks as the file does.
    ...(color && { color: map || color.getHex() !== WHITE ? color : PLAIN_PALETTE.model }),
    alphaTest,
    opacity,
    transparent,
    vertexColors,
    roughness: 0.82,
    side: DoubleSide,
  });
}

export type Arrangement = 'beside' | 'over';

/** As the page's camera has it, degrees. */
const FIELD_OF_VIEW = 32;
/** What is framed while there is nothing. */
const NOTHING = new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
/** The result over the source. */
const OVER_OPACITY = 0.55;
const MAX_PIXEL_RATIO = 2;

/** A context of its own, given back by `dispose`. The models are others' to dispose of. */
export class PreviewStage {
  source: SourceModel | null = null;
  result: PlainModel | null = null;
  arrangement: Arrangement = 'beside';
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #eye = new Eye();
  readonly #over = new MeshStandardMaterial({
    transparent: true,
    opacity: OVER_OPACITY,
    roughness: 0.82,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
  });
  #box = NOTHING;
  #orbit: Orbit = { theta: 0, phi: Math.PI / 2, radius: 1 };
  #target = new Vector3();
  #isMoved = false;
  /** Of the canvas, CSS pixels. */
  #width = 0;
  #height = 0;

  /** Throws where the browser gives no WebGL. */
  constructor(canvas: HTMLCanvasElement, overColor: string) {
    this.#canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.debug.checkShaderErrors = false;
    this.#renderer.autoClear = false;
    this.#renderer.setClearColor(0, 0);
    tameFiltering(this.#renderer);
    this.#over.color = new Color(overColor);
    this.#eye.perspective.fov = FIELD_OF_VIEW;
    new Lights(this.#scene, this.#eye.perspective).paint(PLAIN_PALETTE);
  }

  get takesDxt(): boolean {
    return takesDxt(this.#renderer);
  }

  /** Two beside each other stand above each other where that shows them larger: what lies, on a phone. */
  get isStacked(): boolean {
    const { x, y, z } = this.#box.getSize(new Vector3());
    const across = Math.hypot(x, z) || 1;
    const scale = (width: number, height: number) => Math.min(width / across, height / (y || 1));
    return scale(this.#width, this.#height / 2) > scale(this.#width / 2, this.#height);
  }

  /** Has all of a box in view, unless the user has moved the camera. World space. */
  frame(box: Box3): void {
    this.#box = box.isEmpty() ? NOTHING : box;
    this.#fitEye();
  }

  /** The user turns around the models or comes nearer. */
  move(by: { readonly theta?: number; readonly phi?: number; readonly zoom?: number }): void {
    this.#isMoved = true;
    this.#orbit = moved(this.#orbit, by, this.#size());
  }

  /** Back to where the camera was before the user moved it. */
  reset(): void {
    this.#isMoved = false;
    this.#stand();
  }

  /** Fits to the canvas and to the arrangement. */
  fit(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    this.#width = width;
    this.#height = height;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    this.#renderer.setSize(width, height, false);
    this.#fitEye();
  }

  /** @returns whether something was drawn */
  draw(): boolean {
    const renderer = this.#renderer;
    if (this.#width === 0 || this.#height === 0 || renderer.getContext().isContextLost()) return false;
    const { perspective } = this.#eye;
    perspective.position.copy(this.#target).addScaledVector(directionOf(this.#orbit), this.#orbit.radius);
    perspective.lookAt(this.#target);
    this.#eye.update(this.#target, this.#size());
    renderer.setScissorTest(false);
    renderer.clear();
    const shown = [this.source?.object, this.result?.object];
    const panes = this.#panes();
    for (const [i, object] of shown.entries()) {
      if (!object) continue;
      const pane = panes[i] ?? panes[0];
      if (!pane) continue;
      renderer.setViewport(pane.left, pane.bottom, pane.width, pane.height);
      renderer.setScissor(pane.left, pane.bottom, pane.width, pane.height);
      renderer.setScissorTest(true);
      this.#scene.add(object);
      this.#scene.overrideMaterial = i > 0 && this.#isOver ? this.#over : null;
      renderer.render(this.#scene, perspective);
      this.#scene.remove(object);
    }
    return true;
  }

  dispose(): void {
    this.#scene.clear();
    this.#over.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #fitEye(): void {
    const [pane] = this.#panes();
    this.#eye.fit(pane?.width ?? 0, pane?.height ?? 0, { top: 0, bottom: 0 });
    this.#stand();
  }

  get #isOver(): boolean {
    return this.arrangement === 'over' && this.source !== null;
  }

  /** From below, as WebGL counts. */
  #panes(): { left: number; bottom: number; width: number; height: number }[] {
    const [width, height] = [this.#width, this.#height];
    if (this.arrangement === 'over') return [{ left: 0, bottom: 0, width, height }];
    const { isStacked } = this;
    const half = isStacked ? { width, height: height / 2 } : { width: width / 2, height };
    return isStacked
      ? [
          { left: 0, bottom: half.height, ...half },
          { left: 0, bottom: 0, ...half },
        ]
      : [
          { left: 0, bottom: 0, ...half },
          { left: half.width, bottom: 0, ...half },
        ];
  }

  #stand(): void {
    if (this.#isMoved || this.#width === 0 || this.#height === 0) return;
    const { target, ...orbit } = orbitFor(NO_WISH, this.#box, (direction) =>
      this.#eye.framing(this.#box, direction),
    );
    this.#orbit = orbit;
    this.#target = target;
  }

  #size(): number {
    return this.#box.getBoundingSphere(new Sphere()).radius || 1;
  }
}
