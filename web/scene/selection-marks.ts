/** The selected face or vertex, marked on the deformed model. */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshBasicMaterial,
} from 'three';
import { Dots, Lines } from './overlay.ts';
import type { Palette } from './palette.ts';

const VERTEX_SIZE = 13;
const EDGE_WIDTH = 2;

/** A filled, outlined triangle, or a dot; file space. */
export class SelectionMarks {
  readonly object = new Group();
  readonly #corners = new BufferAttribute(new Float32Array(9), 3).setUsage(DynamicDrawUsage);
  readonly #face: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #edges = new Lines(EDGE_WIDTH);
  readonly #vertex = new Dots(VERTEX_SIZE);

  constructor() {
    this.#face = new Mesh(
      new BufferGeometry().setAttribute('position', this.#corners),
      new MeshBasicMaterial({ side: DoubleSide, transparent: true, opacity: 0.6, depthWrite: false }),
    );
    this.#face.frustumCulled = false;
    this.object.add(this.#face, this.#edges.object, this.#vertex.object);
  }

  /**
   * Marks vertices of a piece: three make a face, one a vertex, none nothing.
   * @param positions `Frame.pieces[…].positions`
   */
  update(positions: Float32Array, vertices: readonly number[]): void {
    const points = vertices.map((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)]);
    const [a, b, c] = points;
    this.#face.visible = false;
    if (a && b && c) {
      this.#corners.array.set([...a, ...b, ...c]);
      this.#corners.needsUpdate = true;
      this.#face.visible = true;
      this.#edges.set([...a, ...b, ...b, ...c, ...c, ...a]);
      this.#vertex.set([]);
    } else {
      this.#edges.set([]);
      this.#vertex.set(a ?? []);
    }
  }

  /** Takes the theme's colours. */
  paint({ selected, joint }: Palette): void {
    this.#face.material.color.copy(selected);
    this.#edges.paint(selected);
    this.#vertex.paint(joint, selected);
  }
}
