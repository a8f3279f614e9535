/**
 * A glTF as three.js shows it: GLTFLoader reads it, AnimationMixer plays it, and every corner's position can be asked for.
 */
import {
  AnimationMixer,
  type BufferAttribute,
  type Group,
  type InterleavedBufferAttribute,
  LoadingManager,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  SkinnedMesh,
} from 'three';
import { type GLTF, GLTFLoader, type GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js';

type Attribute = BufferAttribute | InterleavedBufferAttribute;

const STRIP = 5;
const FAN = 6;

/** A loaded glTF. It owns the loader's objects until `release`. It has no textures and is not drawn. */
export class ShownGltf {
  readonly #gltf: GLTF;
  readonly #mixer: AnimationMixer;
  readonly #meshes = new Map<string, ShownMesh>();

  /**
   * @param files by name, the model's first. Other references are not fetched.
   * @param prepare adds decoders to the loader
   * @throws the error of three.js if it cannot be read
   */
  static async load(
    files: ReadonlyMap<string, Uint8Array>,
    prepare?: (loader: GLTFLoader) => void,
  ): Promise<ShownGltf> {
    const [model] = files.values();
    const loader = new GLTFLoader(nothingElse());
    loader.register((parser) => {
      showOneScene(parser);
      readBuffers(parser, files);
      const material = new MeshBasicMaterial();
      return { name: 'NO_MATERIALS', loadMaterial: async () => material };
    });
    prepare?.(loader);
    return new ShownGltf(await loader.parseAsync((model ?? new Uint8Array(0)).slice().buffer, ''));
  }

  private constructor(gltf: GLTF) {
    this.#gltf = gltf;
    this.#mixer = new AnimationMixer(gltf.scene);
    const defs = (gltf.parser.json as { meshes?: { primitives: { mode?: number }[] }[] }).meshes ?? [];
    for (const mesh of meshesIn(gltf.scene)) {
      const { meshes = -1, primitives = 0 } = gltf.parser.associations.get(mesh) ?? {};
      const node = nodeOf(gltf.parser, mesh);
      const mode = defs[meshes]?.primitives[primitives]?.mode;
      if (node >= 0) this.#meshes.set(`${node} ${primitives}`, new ShownMesh(mesh, mode));
    }
  }

  get scene(): Group {
    return this.#gltf.scene;
  }

  /** Duration of an animation in seconds; 0 for an unknown index. */
  lengthOf(animation: number): number {
    return this.#gltf.animations[animation]?.duration ?? 0;
  }

  /** Times of jumps in an animation, seconds, ascending. */
  jumpsOf(animation: number): number[] {
    const tracks = this.#gltf.animations[animation]?.tracks ?? [];
    const jumping = tracks.filter((track) => track.getInterpolation() === DISCRETE);
    return [...new Set(jumping.flatMap(({ times }) => [...times]))].sort((a, b) => a - b);
  }

  /** A primitive of a node's mesh; null without triangles, or outside the scene. */
  mesh(node: number, primitive: number): ShownMesh | null {
    return this.#meshes.get(`${node} ${primitive}`) ?? null;
  }

  /** Poses the scene at a moment. @param animation index; −1 for none */
  pose(animation: number, seconds: number): void {
    const clip = this.#gltf.animations[animation];
    this.#mixer.stopAllAction();
    if (clip) {
      const action = this.#mixer.clipAction(clip).play();
      action.time = seconds;
      this.#mixer.update(0);
    }
    this.#gltf.scene.updateMatrixWorld(true);
    for (const { mesh } of this.#meshes.values()) if (mesh instanceof SkinnedMesh) mesh.skeleton.update();
    for (const mesh of this.#meshes.values()) mesh.forget();
  }

  /** Releases all objects. */
  release(): void {
    this.#mixer.stopAllAction();
    this.#mixer.uncacheRoot(this.#gltf.scene);
    for (const mesh of meshesIn(this.#gltf.scene)) {
      mesh.geometry.dispose();
      for (const material of [mesh.material].flat()) material.dispose();
      if (mesh instanceof SkinnedMesh) mesh.skeleton.dispose();
    }
    this.#gltf.scene.clear();
    this.#meshes.clear();
  }
}

/** InterpolateDiscrete of three.js: a track that holds each value until the next key. */
const DISCRETE = 2300;

/** A primitive of a node's mesh. */
export class ShownMesh {
  readonly mesh: Mesh;
  /** Three vertices per triangle, in the order of glTF. */
  readonly triangles: Uint32Array;
  readonly #weights: {
    readonly size: number;
    readonly joints: Uint32Array;
    readonly shares: Float64Array;
  } | null;
  readonly #base: Float64Array;
  readonly #morphs: readonly Float64Array[];
  #placed: Float64Array | null = null;

  constructor(mesh: Mesh, mode: number | undefined) {
    this.mesh = mesh;
    const { attributes, morphAttributes } = mesh.geometry;
    this.triangles = trianglesOf(mesh, mode);
    this.#base = numbersOf(attributes.position as Attribute | undefined);
    this.#morphs = (morphAttributes.position ?? []).map(numbersOf);
    this.#weights = mesh instanceof SkinnedMesh && mesh.skeleton ? influencesOf(mesh) : null;
  }

  /** Positions in the current pose, in scene space: three numbers per vertex. */
  positions(): Float64Array {
    this.#placed ??= this.#place();
    return this.#placed;
  }

  forget(): void {
    this.#placed = null;
  }

  #place(): Float64Array {
    const out = this.#base.slice();
    for (const [i, weight] of (this.mesh.morphTargetInfluences ?? []).entries()) {
      const deltas = this.#morphs[i];
      if (weight === 0 || !deltas) continue;
      for (let k = 0; k < out.length; k++) out[k] = (out[k] as number) + weight * (deltas[k] as number);
    }
    if (!this.#weights) {
      const matrix = Float64Array.from(this.mesh.matrixWorld.elements);
      for (let at = 0; at < out.length; at += 3) transform(matrix, out, at);
      return out;
    }
    const { size, joints, shares } = this.#weights;
    // Uses the pose of three.js, but not its limit of four weights per vertex.
    const bones = (this.mesh as SkinnedMesh).skeleton.boneMatrices as unknown as Float32Array;
    const sum = new Float64Array(16);
    for (let v = 0; 3 * v < out.length; v++) {
      sum.fill(0);
      for (let i = size * v; i < size * (v + 1); i++) {
        const share = shares[i] as number;
        if (share === 0) continue;
        const from = 16 * (joints[i] as number);
        for (let k = 0; k < 16; k++) sum[k] = (sum[k] as number) + share * (bones[from + k] as number);
      }
      transform(sum, out, 3 * v);
    }
    return out;
  }
}

/** Transforms a position by an affine, column-major matrix. */
function transform(m: Float64Array, values: Float64Array, at: number): void {
  const x = values[at] as number;
  const y = values[at + 1] as number;
  const z = values[at + 2] as number;
  for (let row = 0; row < 3; row++) {
    values[at + row] =
      (m[row] as number) * x +
      (m[4 + row] as number) * y +
      (m[8 + row] as number) * z +
      (m[12 + row] as number);
  }
}

/** A loading manager that refuses all requests. */
function nothingElse(): LoadingManager {
  const manager = new LoadingManager();
  manager.setURLModifier((url) => {
    throw new Error(notHere(url));
  });
  return manager;
}

const notHere = (url: string) => `The file refers to another file, which is missing: ${url.slice(0, 80)}.`;

/** Reads buffers from the given files. */
function readBuffers(parser: GLTFParser, files: ReadonlyMap<string, Uint8Array>): void {
  const { buffers = [] } = parser.json as { buffers?: { uri?: string }[] };
  const own = parser.loadBuffer.bind(parser);
  parser.loadBuffer = async (index) => {
    const uri = buffers[index]?.uri;
    if (uri === undefined) return own(index);
    const bytes = uri.startsWith('data:') ? dataOf(uri) : (files.get(uri) ?? files.get(decoded(uri)));
    if (!bytes) throw new Error(notHere(uri));
    return new Uint8Array(bytes).buffer;
  };
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url).replace(/^\.\//, '');
  } catch {
    return url;
  }
}

function dataOf(url: string): Uint8Array | null {
  const comma = url.indexOf(',');
  if (comma < 0 || !/;base64$/i.test(url.slice(0, comma))) return null;
  return Uint8Array.from(atob(url.slice(comma + 1)), (character) => character.charCodeAt(0));
}

/** Keeps only one scene: with several, the loader loses the nodes of its objects. */
function showOneScene({ json }: GLTFParser): void {
  const { scenes, scene = 0 } = json as { scenes?: unknown[]; scene?: number };
  if (!scenes || scenes.length < 2) return;
  json.scenes = [scenes[scene] ?? scenes[0]];
  json.scene = 0;
}

function meshesIn(scene: Object3D): Mesh[] {
  const found: Mesh[] = [];
  scene.traverse((object) => {
    if (object instanceof Mesh) found.push(object);
  });
  return found;
}

/** The glTF node of a mesh: its own, or that of an ancestor. */
function nodeOf({ associations }: GLTFParser, mesh: Mesh): number {
  for (let object: Object3D | null = mesh; object; object = object.parent) {
    const node = associations.get(object)?.nodes;
    if (node !== undefined) return node;
  }
  return -1;
}

function numbersOf(attribute: Attribute | undefined): Float64Array {
  const { count = 0, itemSize = 3 } = attribute ?? {};
  const numbers = new Float64Array(itemSize * count);
  for (let v = 0; v < count; v++) {
    for (let k = 0; k < itemSize; k++) numbers[itemSize * v + k] = attribute?.getComponent(v, k) ?? 0;
  }
  return numbers;
}

/** Triangles in glTF's corner order: three.js rotates the corners of strips and fans. */
function trianglesOf({ geometry }: Mesh, mode: number | undefined): Uint32Array {
  const { index, attributes } = geometry;
  const count = index?.count ?? attributes.position?.count ?? 0;
  const triangles = new Uint32Array(count - (count % 3));
  for (let i = 0; i < triangles.length; i++) triangles[i] = index ? index.getX(i) : i;
  if (mode !== STRIP && mode !== FAN) return triangles;
  for (let i = 0; 3 * i < triangles.length; i++) {
    const [a, b, c] = triangles.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
    if (mode === FAN) triangles.set([b, c, a], 3 * i);
    else if (i % 2 === 1) triangles.set([c, a, b], 3 * i);
  }
  return triangles;
}

/** All joints and weights of a mesh's vertices: three.js itself uses four per vertex. */
function influencesOf({ geometry, skeleton }: SkinnedMesh) {
  const attributes = geometry.attributes as Record<string, Attribute | undefined>;
  const sets = [{ joints: numbersOf(attributes.skinIndex), weights: numbersOf(attributes.skinWeight) }];
  for (let set = 1; attributes[`joints_${set}`]; set++) {
    sets.push({
      joints: numbersOf(attributes[`joints_${set}`]),
      weights: numbersOf(attributes[`weights_${set}`]),
    });
  }
  const count = (attributes.skinIndex?.count ?? 0) * 4;
  const size = 4 * sets.length;
  const joints = new Uint32Array(size * (count / 4));
  const shares = new Float64Array(joints.length);
  for (let at = 0; at < count; at += 4) {
    const to = (at / 4) * size;
    let others = 0;
    for (const [set, { joints: from, weights }] of sets.entries()) {
      for (let i = 0; i < 4; i++) {
        const joint = from[at + i] ?? 0;
        joints[to + 4 * set + i] = joint < skeleton.bones.length ? joint : 0;
        shares[to + 4 * set + i] = weights[at + i] ?? 0;
        if (set > 0) others += weights[at + i] ?? 0;
      }
    }
    // three.js normalizes the first four.
    for (let i = 0; i < 4; i++) shares[to + i] = (shares[to + i] as number) * (1 - others);
  }
  return { size, joints, shares };
}
