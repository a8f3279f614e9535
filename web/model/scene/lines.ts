/** Lines and dots of constant width on the screen; by default the model does not hide them. */
import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  type Color,
  DoubleSide,
  DynamicDrawUsage,
  Points,
  PointsMaterial,
  SRGBColorSpace,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

/** `renderOrder` of lines; dots come after them. */
const OVER_THE_MODEL = 10;

/** Texels across the picture of a dot. */
const DISC = 64;

/** Separate lines, their width in CSS pixels. */
export class Lines {
  readonly object: LineSegments2;

  /** @param hideable the model hides the lines behind it */
  constructor(width: number, hideable = false) {
    // A line is a strip of triangles, and the mirrored parent turns their backs to the camera.
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

  /** @param ends six numbers a line */
  set(ends: Float32Array | number[]): void {
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

/** Round dots with a rim. */
export class Dots {
  readonly object: Points<BufferGeometry, PointsMaterial>;
  readonly #canvas = document.createElement('canvas');

  /** @param size diameter in CSS pixels */
  constructor(size: number) {
    this.#canvas.width = DISC;
    this.#canvas.height = DISC;
    const map = new CanvasTexture(this.#canvas);
    map.colorSpace = SRGBColorSpace;
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

  /** @param points three numbers a dot */
  set(points: Float32Array | number[]): void {
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
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, DISC, DISC);
    context.beginPath();
    context.arc(DISC / 2, DISC / 2, DISC / 2 - DISC / 8, 0, Math.PI * 2);
    context.fillStyle = fill.getStyle();
    context.fill();
    context.lineWidth = DISC / 5;
    context.strokeStyle = rim.getStyle();
    context.stroke();
    const { map } = this.object.material;
    if (map) map.needsUpdate = true;
  }
}
