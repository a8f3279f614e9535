/** The marks of the selection: the outline of a piece; a face or a point on the deformed model. */
import {
  AlwaysStencilFunc,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  NotEqualStencilFunc,
  ReplaceStencilOp,
  ShaderMaterial,
  Vector2,
  Vector4,
} from 'three';
import { Dots, Lines } from '../lines.ts';
import { disposeAll, type PieceMesh } from '../model-view.ts';
import type { Palette } from '../palette.ts';

/** Sizes in CSS pixels. */
const VERTEX_SIZE = 13;
const EDGE_WIDTH = 2;

/** The mark of a face or a point: a filled, outlined triangle, or a dot; file space. */
export class SelectionMarks {
  readonly object = new Group();
  readonly #corners = new BufferAttribute(new Float32Array(9), 3).setUsage(DynamicDrawUsage);
  readonly #face: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #edges: Lines;
  readonly #dot: Dots;

  /** @param strength 1 for the selection, less for the highlighted element */
  constructor(strength: number) {
    this.#face = new Mesh(
      new BufferGeometry().setAttribute('position', this.#corners),
      new MeshBasicMaterial({
        side: DoubleSide,
        transparent: true,
        opacity: 0.6 * strength,
        depthWrite: false,
        // Drawn just above the surface.
        polygonOffset: true,
        polygonOffsetFactor: -1,
      }),
    );
    this.#face.frustumCulled = false;
    this.#edges = new Lines(EDGE_WIDTH * strength);
    this.#dot = new Dots(Math.round(VERTEX_SIZE * Math.sqrt(strength)));
    this.object.add(this.#face, this.#edges.object, this.#dot.object);
  }

  /** Frees the GPU resources. */
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

/** CSS pixels. */
const WIDTH = 2.5;
/** Number of directions in which the silhouette is shifted. */
const SHIFTS = 12;
/** `renderOrder`: after the model, before lines and dots. */
const ORDER = 8;

const VERTEX = `
uniform vec2 shift;
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  float angle = float(gl_InstanceID) * ${((2 * Math.PI) / SHIFTS).toFixed(6)};
  gl_Position.xy += vec2(cos(angle), sin(angle)) * shift * gl_Position.w;
}`;
const FRAGMENT = `
uniform vec3 color;
void main() {
  gl_FragColor = vec4(color, 1.0);
  #include <colorspace_fragment>
}`;

/**
 * The outline of a piece, drawn over everything: its silhouette shifted in all directions, minus the piece itself. Its
 * width is constant for any shape, and normals are not used. File space.
 */
export class Outline {
  readonly object = new Group();
  readonly #mask: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #rim: InstancedMesh<BufferGeometry, ShaderMaterial>;
  /** Stands in for a piece. */
  readonly #empty = new BufferGeometry();

  constructor() {
    const always = { depthTest: false, depthWrite: false, side: DoubleSide, transparent: true } as const;
    const stencil = { stencilWrite: true, stencilRef: 1 } as const;
    const mask = new MeshBasicMaterial({
      ...always,
      ...stencil,
      colorWrite: false,
      stencilFunc: AlwaysStencilFunc,
      stencilZPass: ReplaceStencilOp,
    });
    const rim = new ShaderMaterial({
      ...always,
      ...stencil,
      stencilFunc: NotEqualStencilFunc,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { shift: { value: new Vector2() }, color: { value: new Color() } },
    });
    this.#mask = new Mesh(this.#empty, mask);
    this.#rim = new InstancedMesh(this.#empty, rim, SHIFTS);
    const size = new Vector4();
    this.#rim.onBeforeRender = (renderer) => {
      renderer.getViewport(size);
      rim.uniforms.shift?.value.set((2 * WIDTH) / size.z, (2 * WIDTH) / size.w);
      rim.uniformsNeedUpdate = true;
    };
    for (const [i, mesh] of [this.#mask, this.#rim].entries()) {
      mesh.frustumCulled = false;
      mesh.renderOrder = ORDER + i;
      this.object.add(mesh);
    }
    this.object.visible = false;
  }

  /** Outlines a piece as drawn; null for no piece. */
  update(piece: PieceMesh | null): void {
    this.object.visible = piece !== null && piece.triangles > 0;
    // The buffers belong to the piece, which fills and disposes of them.
    for (const mesh of [this.#mask, this.#rim]) mesh.geometry = piece?.geometry ?? this.#empty;
  }

  paint(color: Color): void {
    (this.#rim.material.uniforms.color?.value as Color | undefined)?.copy(color);
  }
}
