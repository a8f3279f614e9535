/** Lines and dots of constant width on the screen, by default drawn over the model. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DataTexture,
  DoubleSide,
  DynamicDrawUsage,
  LinearFilter,
  LinearMipmapLinearFilter,
  MathUtils,
  Points,
  PointsMaterial,
  SRGBColorSpace,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

const { clamp, lerp } = MathUtils;

/** `renderOrder` of lines; dots come after them. */
const OVER_THE_MODEL = 10;

/** Side of the texture of a dot, texels. */
const DISC = 64;
/** Radii of its rim, texels. */
const RIM_INSIDE = DISC * 0.275;
const RIM_OUTSIDE = DISC * 0.475;

interface Disc {
  /** Share of the rim in each texel, 0 … 1. */
  readonly rims: Float32Array;
  readonly alphas: Uint8Array;
}

let shape: Disc | null = null;

/** The shape of all dots, made once: four dots are painted before the first picture. */
function disc(): Disc {
  if (shape) return shape;
  const rims = new Float32Array(DISC * DISC);
  const alphas = new Uint8Array(DISC * DISC);
  for (let i = 0; i < DISC * DISC; i++) {
    const x = (i % DISC) + 0.5 - DISC / 2;
    const y = Math.floor(i / DISC) + 0.5 - DISC / 2;
    const distance = Math.sqrt(x * x + y * y);
    // Edges are smoothed over one texel.
    rims[i] = clamp(distance - RIM_INSIDE + 0.5, 0, 1);
    alphas[i] = Math.round(255 * clamp(RIM_OUTSIDE - distance + 0.5, 0, 1));
  }
  shape = { rims, alphas };
  return shape;
}

/** Separate lines; width in CSS pixels. */
export class Lines {
  readonly object: LineSegments2;

  /** @param hideable whether the model hides the lines behind it */
  constructor(width: number, hideable = false) {
    // Lines are strips of triangles, whose backs face the camera below a mirrored parent.
    const material = new LineMaterial({
      linewidth: width,
      side: DoubleSide,
      depthTest: hideable,
      transparent: true,
    });
    this.object = new LineSegments2(new LineSegmentsGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = OVER_THE_MODEL;
  }

  paint(color: Color): void {
    this.object.material.color.copy(color);
  }

  /** @param all six numbers per line; lines with a number that is not finite are omitted */
  set(all: Float32Array | number[]): void {
    const ends = finiteOnly(all, 6);
    this.object.visible = ends.length > 0;
    if (ends.length === 0) return;
    const { geometry } = this.object;
    const start = geometry.getAttribute('instanceStart');
    if (start && start.count * 6 === ends.length) {
      start.array.set(ends);
      start.needsUpdate = true;
    } else {
      this.object.geometry = new LineSegmentsGeometry().setPositions(ends);
      geometry.dispose();
    }
  }
}

/** The numbers without groups that contain a number that is not finite: three warns of such bounds. */
function finiteOnly(numbers: Float32Array | number[], size: number): Float32Array | number[] {
  if (numbers.every(Number.isFinite)) return numbers;
  const kept: number[] = [];
  for (let at = 0; at < numbers.length; at += size) {
    const group = numbers.slice(at, at + size);
    if (group.every(Number.isFinite)) kept.push(...group);
  }
  return kept;
}

/** Round dots with a rim. */
export class Dots {
  readonly object: Points<BufferGeometry, PointsMaterial>;
  readonly #texels = new Uint8Array(DISC * DISC * 4);

  /** @param size diameter in CSS pixels */
  constructor(size: number) {
    const map = new DataTexture(this.#texels, DISC, DISC);
    map.colorSpace = SRGBColorSpace;
    map.magFilter = LinearFilter;
    map.minFilter = LinearMipmapLinearFilter;
    map.generateMipmaps = true;
    const material = new PointsMaterial({
      map,
      sizeAttenuation: false,
      depthTest: false,
      transparent: true,
      size,
    });
    material.addEventListener('dispose', () => map.dispose());
    this.object = new Points(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = OVER_THE_MODEL + 1;
  }

  /** @param all three numbers per dot; dots with a number that is not finite are omitted */
  set(all: Float32Array | number[]): void {
    const points = finiteOnly(all, 3);
    this.object.visible = points.length > 0;
    const { geometry } = this.object;
    const position = geometry.getAttribute('position');
    if (position && position.array.length === points.length) {
      position.array.set(points);
      position.needsUpdate = true;
    } else {
      const attribute = new BufferAttribute(new Float32Array(points), 3).setUsage(DynamicDrawUsage);
      this.object.geometry = new BufferGeometry().setAttribute('position', attribute);
      geometry.dispose();
    }
  }

  paint(fill: Color, rim: Color): void {
    const [from, to] = [fill, rim].map((color) => new Color().copyLinearToSRGB(color).toArray()) as [
      number[],
      number[],
    ];
    const { rims, alphas } = disc();
    const texels = this.#texels;
    for (let i = 0; i < rims.length; i++) {
      for (let c = 0; c < 3; c++) {
        texels[i * 4 + c] = Math.round(255 * lerp(from[c] ?? 0, to[c] ?? 0, rims[i] ?? 0));
      }
      texels[i * 4 + 3] = alphas[i] ?? 0;
    }
    const { map } = this.object.material;
    if (map) map.needsUpdate = true;
  }
}
