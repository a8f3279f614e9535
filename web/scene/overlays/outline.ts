/** The outline of a piece, drawn over everything: its silhouette, shifted all around, where the piece itself is not. */
import {
  AlwaysStencilFunc,
  BufferGeometry,
  Color,
  DoubleSide,
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
import type { PieceMesh } from '../piece-mesh.ts';

/** CSS pixels. */
const WIDTH = 2.5;
/** Directions in which the silhouette is shifted. */
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

/** File space. Whatever the shape of the piece, and without help of its normals, the line has one width. */
export class Outline {
  readonly object = new Group();
  readonly #mask: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #rim: InstancedMesh<BufferGeometry, ShaderMaterial>;
  /** In place of a piece. */
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

  /** Outlines a piece as it is drawn; null for none. */
  update(piece: PieceMesh | null): void {
    this.object.visible = piece !== null && piece.triangles > 0;
    // The buffers are the piece's own, which fills and disposes of them.
    for (const mesh of [this.#mask, this.#rim]) mesh.geometry = piece?.geometry ?? this.#empty;
  }

  paint(color: Color): void {
    (this.#rim.material.uniforms.color?.value as Color | undefined)?.copy(color);
  }
}
