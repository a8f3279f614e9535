/** The source as three.js shows it: its own GLTFLoader reads it, its own mixer plays it. */

import type { Info } from '@lithoscope/core';
import {
  type AnimationAction,
  AnimationMixer,
  Box3,
  DoubleSide,
  Group,
  LoadingManager,
  LoopOnce,
  type Material,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  SkinnedMesh,
  Texture,
} from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { PLAIN_PALETTE } from '../../scene/plain-model.ts';

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
