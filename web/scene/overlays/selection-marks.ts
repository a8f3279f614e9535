/** Marks a face or a point on the deformed model. */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshBasicMaterial,
} from 'three';
import { Dots, Lines } from '../lines.ts';
import { disposeAll } from '../model-view.ts';
import type { Palette } from '../palette.ts';

/** Sizes in CSS pixels. */
const VERTEX_SIZE = 13;
const EDGE_WIDTH = 2;

/** A filled, outlined triangle, or a dot; file space. */
export class SelectionMarks {
  readonly object = new Group();
  readonly #corners = new BufferAttribute(new Float32Array(9), 3).setUsage(DynamicDrawUsage);
  readonly #face: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #edges: Lines;
  readonly #dot: Dots;

  /** @param strength 1 for the selection, less for the element under the pointer */
  constructor(strength: number) {
    this.#face = new Mesh(
      new BufferGeometry().setAttribute('position', this.#corners),
      new MeshBasicMaterial({
        side: DoubleSide,
        transparent: true,
        opacity: 0.6 * strength,
        depthWrite: false,
        // On the surface, not in it.
        polygonOffset: true,
        polygonOffsetFactor: -1,
      }),
    );
    this.#face.frustumCulled = false;
    this.#edges = new Lines(EDGE_WIDTH * strength);
    this.#dot = new Dots(Math.round(VERTEX_SIZE * Math.sqrt(strength)));
    this.object.add(this.#face, this.#edges.object, this.#dot.object);
  }

  /** Gives back what it has on the graphics card. */
  dispose(): void {
    disposeAll(this.object);
  }

  /** Marks a face (three points), a point or nothing. @param points three numbers each */
  update(points: readonly (readonly number[])[]): void {
    const [a, b, c] = points;
    this.#face.visible = false;
    if (a && b && c) {
      this.#corners.array.set([...a, ...b, ...c]);
      this.#corners.needsUpdate = true;
      this.#face.visible = true;
      this.#edges.set([...a, ...b, ...b, ...c, ...c, ...a]);
      this.#dot.set([]);
    } else {
      this.#edges.set([]);
      this.#dot.set(a ? [...a] : []);
    }
  }

  /** Takes the theme's colours. */
  paint({ selected, joint }: Palette): void {
    this.#face.material.color.copy(selected);
    this.#edges.paint(selected);
    this.#dot.paint(joint, selected);
  }
}
