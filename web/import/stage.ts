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
import { PLAIN_PALETTE, type PlainModel } from '../scene/plain-model.ts';
import { Lights } from '../scene/shading.ts';
import { takesDxt, tameFiltering } from '../scene/skin-textures.ts';

const WHITE = 0xffffff;

/** The source as three.js shows it. It owns the loader's objects until `dispose`. */
export class SourceModel {
  /** Root in world space, as the page shows the file. */
  readonly object = new Group();
  readonly gltf: GLTF;
  readonly #mixer: AnimationMixer;
  #action: AnimationAction | null = null;

  /** @param bytes a self-contained GLB. Rejects if three.js cannot read it. */
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
   * Places the source as the file has it.
   * @param space as `ImportResult.space`; null before the first result: glTF's orientation
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

  /** Poses the source at a moment. @param animation index; −1 for none */
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

/** A loading manager that refuses external requests. */
function onlyWithin(): LoadingManager {
  const manager = new LoadingManager();
  manager.setURLModifier((url) => {
    if (url.startsWith('blob:')) return url;
    throw new Error('The file refers to another file.');
  });
  return manager;
}

/** Materials like those of models, without metalness, which would need an environment map. */
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
    // Materials without a colour look like the file's.
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

/** Field of view, as in the page's camera, degrees. */
const FIELD_OF_VIEW = 32;
/** Framed box without a model. */
const NOTHING = new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
/** Opacity of the result over the source. */
const OVER_OPACITY = 0.55;
const MAX_PIXEL_RATIO = 2;

/** The stage, with its own WebGL context until `dispose`. The caller disposes of the models. */
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
  /** Size of the canvas, CSS pixels. */
  #width = 0;
  #height = 0;

  /** Throws without WebGL. */
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

  /** Whether the two are stacked instead of side by side, as that shows them larger: flat models on a phone. */
  get isStacked(): boolean {
    const { x, y, z } = this.#box.getSize(new Vector3());
    const across = Math.hypot(x, z) || 1;
    const scale = (width: number, height: number) => Math.min(width / across, height / (y || 1));
    return scale(this.#width, this.#height / 2) > scale(this.#width / 2, this.#height);
  }

  /** Frames a box, unless the user has moved the camera. World space. */
  frame(box: Box3): void {
    this.#box = box.isEmpty() ? NOTHING : box;
    this.#fitEye();
  }

  /** Orbits or zooms. */
  move(by: { readonly theta?: number; readonly phi?: number; readonly zoom?: number }): void {
    this.#isMoved = true;
    this.#orbit = moved(this.#orbit, by, this.#size());
  }

  /** Resets the camera. */
  reset(): void {
    this.#isMoved = false;
    this.#stand();
  }

  /** Fits the stage to the canvas and the arrangement. */
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

  /** Viewports; WebGL counts from the bottom. */
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
