/** How models are shaded: the material of a piece, whose settings follow the view, and the lights. */
import {
  AmbientLight,
  BackSide,
  Color,
  DirectionalLight,
  DoubleSide,
  FrontSide,
  Group,
  HemisphereLight,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type PerspectiveCamera,
  type Quaternion,
  type Scene,
  type Texture,
} from 'three';
import type { Coloring, Lighting, Shading } from '../document/view.ts';
import type { Palette } from './palette.ts';

/** The texture of a piece in the textured view. */
export interface Cover {
  readonly map: Texture;
  readonly alpha: boolean;
}

/** The look of a model that is drawn over another one. */
export interface Ghost {
  readonly color: Color;
  /** 0 … 1. */
  readonly opacity: number;
}

/** Everything that determines the surface of a piece. */
export interface Look {
  readonly palette: Pick<Palette, 'model' | 'selected' | 'ink' | 'wire' | 'front' | 'back'>;
  /** Null: not a ghost. */
  readonly ghost: Ghost | null;
  readonly shading: Shading;
  readonly xray: boolean;
  readonly wireframe: boolean;
  /** Whether the backs of faces have a separate colour. */
  readonly backfaces: boolean;
  /** Null: plain clay. */
  readonly cover: Cover | null;
  readonly coloring: Coloring;
  /** Share of the selection's colour, 0 … 1. */
  readonly marked: number;
  /** Lightness relative to the palette's model colour, −1 … 1. */
  readonly tint: number;
}

/** Opacity of the X-ray view. */
const XRAY_OPACITY = 0.28;
/** Texels with less alpha are discarded, so that they do not hide what is behind them. */
const LEAST_ALPHA = 0.1;
const LIGHTNESS_STEP = 0.045;
/** Share of a ghost's colour in its skin. */
const GHOST_TINT = 0.6;

const WHITE = new Color(0xffffff);

/** Double-sided, as old models have one-sided cloth and hair; offset so that lines stay on top. */
export function surfaceMaterial(): MeshStandardMaterial {
  return new MeshStandardMaterial({
    roughness: 0.82,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
}

export function wireMaterial(): MeshBasicMaterial {
  return new MeshBasicMaterial({ wireframe: true, transparent: true, depthWrite: false });
}

/** Applies a look to the surface. */
export function paintSurface(material: MeshStandardMaterial, look: Look): void {
  const { palette, shading, coloring, xray, marked, ghost } = look;
  const side = showsBacks(look) ? FrontSide : DoubleSide;
  const cover = shading === 'textured' && coloring === 'none' ? look.cover : null;
  const vertexColors = coloring === 'weights' || coloring === 'influences';
  const blends = xray || (cover?.alpha ?? false) || (ghost !== null && ghost.opacity < 1);
  const flat = shading === 'flat';
  const map = cover?.map ?? null;
  // These change the shader program.
  if (
    material.vertexColors !== vertexColors ||
    material.flatShading !== flat ||
    (material.map === null) !== (map === null) ||
    material.side !== side ||
    material.transparent !== blends
  ) {
    material.needsUpdate = true;
  }
  material.visible = shading !== 'wire';
  material.flatShading = flat;
  material.vertexColors = vertexColors;
  material.side = side;
  material.map = map;
  material.transparent = blends;
  material.depthWrite = !xray;
  material.opacity = (xray ? XRAY_OPACITY : 1) * (ghost?.opacity ?? 1);
  // Where both surfaces coincide, the ghost is on top: its opacity blends from one to the other.
  material.polygonOffsetFactor = ghost ? 0 : 1;
  material.polygonOffsetUnits = ghost ? 0 : 1;
  material.alphaTest = cover?.alpha && !xray ? LEAST_ALPHA : 0;
  if (coloring === 'winding') material.color.copy(palette.front);
  else if (map || vertexColors) material.color.copy(WHITE);
  else material.color.copy(palette.model).offsetHSL(0, 0, look.tint * LIGHTNESS_STEP);
  if (ghost) material.color.lerp(ghost.color, GHOST_TINT);
  material.color.lerp(palette.selected, marked * 0.45);
  material.emissive.copy(palette.selected).multiplyScalar(marked * 0.18);
}

function showsBacks({ coloring, backfaces }: Look): boolean {
  return coloring === 'winding' || backfaces;
}

/** The material of the backs of faces that have a separate colour. */
export function backMaterial(): MeshStandardMaterial {
  const material = surfaceMaterial();
  material.side = BackSide;
  // Where fronts and backs meet at the silhouette, the fronts win.
  material.polygonOffsetFactor = 4;
  return material;
}

/** Applies a look to the backs; returns whether they are visible. */
export function paintBack(material: MeshStandardMaterial, look: Look): boolean {
  material.color.copy(look.palette.back);
  return showsBacks(look) && look.shading !== 'wire';
}

/** Applies a look to the edges, fainter over the surface than alone; returns whether they are visible. */
export function paintWire(
  material: MeshBasicMaterial,
  { palette, shading, wireframe, marked, ghost }: Look,
): boolean {
  const alone = shading === 'wire';
  material.opacity = (alone ? 0.8 : 0.45) * (ghost?.opacity ?? 1);
  material.color.copy(alone ? palette.wire : palette.ink).lerp(palette.selected, alone ? marked : 0);
  if (ghost) material.color.copy(ghost.color);
  return wireframe || alone;
}

/** Intensities, and where the key light comes from; camera space, or for a light of the world, world space. */
interface Preset {
  readonly sky: number;
  readonly key: number;
  readonly from: readonly [number, number, number];
  readonly rim: number;
  /** Intensity of the ambient light. */
  readonly even: number;
  /** The key light stays where it is in the world. */
  readonly isOfWorld?: true;
}

const PRESETS: Readonly<Record<Lighting, Preset>> = {
  // The key light comes over the viewer's left shoulder, the rim light from behind the model.
  studio: { sky: 1.05, key: 2.9, from: [-0.9, 1.1, 1.2], rim: 1.6, even: 0 },
  headlight: { sky: 0.35, key: 3, from: [0, 0, 1], rim: 0, even: 0 },
  side: { sky: 0.3, key: 3.4, from: [-1, 0.15, 0.1], rim: 0, even: 0 },
  // As a level lights its models: one direction from above, to the model's front right, and even light for the shadows.
  game: { sky: 0, key: 2.2, from: [0.35, 1, -0.5], rim: 0, even: 1.25, isOfWorld: true },
  // A diffuse surface reflects 1/π of the light, less the specular share: π × 1.02 reproduces its colour within 2 %.
  unlit: { sky: 0, key: 0, from: [0, 0, 1], rim: 0, even: Math.PI * 1.02 },
};

/**
 * The lights: a sky, ambient light, and a rig of lamps that travels with the camera or stays. All of them always exist,
 * as another number of lights would recompile every material.
 */
export class Lights {
  readonly #sky = new HemisphereLight();
  readonly #even = new AmbientLight();
  readonly #key = new DirectionalLight();
  readonly #rim = new DirectionalLight();
  readonly #rig = new Group();
  readonly #scene: Scene;
  readonly #camera: PerspectiveCamera;

  constructor(scene: Scene, camera: PerspectiveCamera) {
    this.#scene = scene;
    this.#camera = camera;
    this.#rim.position.set(1.2, 0.9, -1.4);
    for (const light of [this.#key, this.#rim]) this.#rig.add(light, light.target);
    camera.add(this.#rig);
    scene.add(this.#sky, this.#even, camera);
    this.use('studio');
  }

  use(lighting: Lighting): void {
    const { sky, key, from, rim, even, isOfWorld } = PRESETS[lighting];
    (isOfWorld ? this.#scene : this.#rig).add(this.#key, this.#key.target);
    this.#sky.intensity = sky;
    this.#key.intensity = key;
    this.#key.position.set(...from);
    this.#rim.intensity = rim;
    this.#even.intensity = even;
  }

  /** Makes the lamps travel with the camera, or stay in their current orientation. */
  follow(camera: boolean): void {
    const parent = camera ? this.#camera : this.#scene;
    if (this.#rig.parent === parent) return;
    parent.add(this.#rig);
    if (camera) this.#rig.quaternion.identity();
    else this.#camera.getWorldQuaternion(this.#rig.quaternion);
  }

  /** The orientation of lamps that stay; null while they travel with the camera. */
  get standing(): Quaternion | null {
    return this.#rig.parent === this.#scene ? this.#rig.quaternion.clone() : null;
  }

  /** Makes the lamps stay in an orientation. */
  standAs(others: Quaternion): void {
    this.#scene.add(this.#rig);
    this.#rig.quaternion.copy(others);
  }

  /** Takes the theme's colours. */
  paint(palette: Pick<Palette, 'sky' | 'ground'>): void {
    this.#sky.color.copy(palette.sky);
    this.#sky.groundColor.copy(palette.ground);
  }
}
