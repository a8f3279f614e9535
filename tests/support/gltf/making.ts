/** What the samples are made with: a glTF document, and shapes to put into it. */
import {
  type Accessor,
  type AnimationSampler,
  Document,
  type GLTF,
  Logger,
  type Material,
  type Mesh,
  type Node,
  type Primitive,
  type Scene,
  type Skin,
  type TypedArray,
} from '@gltf-transform/core';

/** A shape without a place in a document: lists that run parallel. */
export interface Shape {
  readonly positions: number[];
  readonly normals: number[];
  readonly uvs: number[];
  /** Three a triangle, counter-clockwise from the front. */
  readonly indices: number[];
}

/** An upright prism with a square section, its corners split by side: `rings` squares from y = 0 to `height`. */
export function column(height: number, rings: number, half = 0.5): Shape {
  const shape: Shape = { positions: [], normals: [], uvs: [], indices: [] };
  for (let side = 0; side < 4; side++) {
    const [x, z] = [Math.round(Math.cos((side * Math.PI) / 2)), Math.round(Math.sin((side * Math.PI) / 2))];
    for (let ring = 0; ring < rings; ring++) {
      for (const along of [-1, 1]) {
        shape.positions.push(half * (x - along * z), (height * ring) / (rings - 1), half * (z + along * x));
        shape.normals.push(x, 0, z);
        shape.uvs.push((along + 1) / 2, 1 - ring / (rings - 1));
      }
      if (ring === 0) continue;
      const at = 2 * (side * rings + ring);
      shape.indices.push(at - 2, at, at - 1, at - 1, at, at + 1);
    }
  }
  return shape;
}

/** A box about the origin, 24 vertices. */
export function box(x: number, y: number, z: number): Shape {
  const shape: Shape = { positions: [], normals: [], uvs: [], indices: [] };
  const half = [x / 2, y / 2, z / 2];
  for (let face = 0; face < 6; face++) {
    const axis = face >> 1;
    const sign = face & 1 ? 1 : -1;
    const at = shape.positions.length / 3;
    for (const [u, v] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      const place = [0, 0, 0];
      place[axis] = sign * (half[axis] as number);
      place[(axis + 1) % 3] = u * sign * (half[(axis + 1) % 3] as number);
      place[(axis + 2) % 3] = v * (half[(axis + 2) % 3] as number);
      shape.positions.push(...place);
      shape.normals.push(...[0, 1, 2].map((i) => (i === axis ? sign : 0)));
      shape.uvs.push((u + 1) / 2, (v + 1) / 2);
    }
    shape.indices.push(at, at + 1, at + 2, at, at + 2, at + 3);
  }
  return shape;
}

/** A rotation about an axis of length 1, degrees: x, y, z, w. */
export function turn(axis: readonly [number, number, number], degrees: number): Rotation {
  const half = (degrees * Math.PI) / 360;
  const s = Math.sin(half);
  return [s * axis[0], s * axis[1], s * axis[2], Math.cos(half)];
}

export const X = [1, 0, 0] as const;
export const Y = [0, 1, 0] as const;
export const Z = [0, 0, 1] as const;

/** x, y, z, w. */
export type Rotation = [number, number, number, number];

type Path = GLTF.AnimationChannelTargetPath;
type Key = readonly number[] | number;

export class Making {
  readonly document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  readonly buffer = this.document.createBuffer();
  readonly scene: Scene = this.document.createScene('Scene');

  constructor() {
    this.document.getRoot().setDefaultScene(this.scene);
  }

  accessor(type: GLTF.AccessorType, array: TypedArray): Accessor {
    return this.document.createAccessor().setType(type).setArray(array).setBuffer(this.buffer);
  }

  floats(type: GLTF.AccessorType, numbers: readonly number[]): Accessor {
    return this.accessor(type, Float32Array.from(numbers));
  }

  /** With indices, normals and texture coordinates. */
  primitive({ positions, normals, uvs, indices }: Shape, material: Material | null = null): Primitive {
    return this.document
      .createPrimitive()
      .setAttribute('POSITION', this.floats('VEC3', positions))
      .setAttribute('NORMAL', this.floats('VEC3', normals))
      .setAttribute('TEXCOORD_0', this.floats('VEC2', uvs))
      .setIndices(this.accessor('SCALAR', Uint16Array.from(indices)))
      .setMaterial(material);
  }

  mesh(name: string, ...primitives: Primitive[]): Mesh {
    const mesh = this.document.createMesh(name);
    for (const primitive of primitives) mesh.addPrimitive(primitive);
    return mesh;
  }

  /** @param parent absent: at the root of the scene */
  node(name: string, parent?: Node, place: readonly number[] = [0, 0, 0]): Node {
    const node = this.document.createNode(name).setTranslation([...place] as [number, number, number]);
    if (parent) parent.addChild(node);
    else this.scene.addChild(node);
    return node;
  }

  /**
   * Joints as a chain, each at a place relative to the one before.
   * @param parent of the first; absent: at the root of the scene
   */
  chain(names: readonly string[], places: readonly (readonly number[])[], parent?: Node): Node[] {
    const joints: Node[] = [];
    for (const [i, name] of names.entries()) joints.push(this.node(name, joints.at(-1) ?? parent, places[i]));
    return joints;
  }

  /** A skin that is bound where its joints stand now, of a mesh whose numbers are in the space `scale` × world. */
  skin(name: string, joints: readonly Node[], scale = 1): Skin {
    const skin = this.document.createSkin(name);
    const matrices: number[] = [];
    for (const joint of joints) {
      skin.addJoint(joint);
      const inverse = inverted(joint.getWorldMatrix());
      matrices.push(...inverse.map((value, i) => (i < 12 ? value / scale : value)));
    }
    return skin.setInverseBindMatrices(this.floats('MAT4', matrices));
  }

  /** Joints and weights of a primitive, four a set; each vertex has a list of [joint, weight]. */
  weigh(primitive: Primitive, lists: readonly (readonly (readonly [number, number])[])[]): void {
    const weights = lists.map((list) => list.filter(([, weight]) => weight > 0));
    const sets = Math.max(1, ...weights.map((list) => Math.ceil(list.length / 4)));
    for (let set = 0; set < sets; set++) {
      const some = weights.map((list) => [0, 1, 2, 3].map((i) => list[4 * set + i] ?? [0, 0]));
      const joints = some.flatMap((four) => four.map(([joint]) => joint ?? 0));
      primitive.setAttribute(`JOINTS_${set}`, this.accessor('VEC4', Uint16Array.from(joints)));
      const shares = some.flatMap((four) => four.map(([, weight]) => weight ?? 0));
      primitive.setAttribute(`WEIGHTS_${set}`, this.floats('VEC4', shares));
    }
  }

  /** @param target of a target: as many as the primitive has vertices, three numbers each */
  morph(primitive: Primitive, positions: readonly number[], normals?: readonly number[]): void {
    const target = this.document
      .createPrimitiveTarget()
      .setAttribute('POSITION', this.floats('VEC3', positions));
    if (normals) target.setAttribute('NORMAL', this.floats('VEC3', normals));
    primitive.addTarget(target);
  }

  animation(name: string) {
    const animation = this.document.createAnimation(name);
    const channel = (
      node: Node,
      path: Path,
      times: readonly number[],
      keys: readonly Key[],
      interpolation: GLTF.AnimationSamplerInterpolation = 'LINEAR',
    ) => {
      const type = ({ translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const)[
        path
      ];
      const sampler: AnimationSampler = this.document
        .createAnimationSampler()
        .setInput(this.floats('SCALAR', times))
        .setOutput(this.floats(type, keys.flat()))
        .setInterpolation(interpolation);
      animation.addSampler(sampler);
      animation.addChannel(
        this.document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler),
      );
    };
    return { animation, channel };
  }

  material(name: string, colour: readonly [number, number, number]): Material {
    return this.document
      .createMaterial(name)
      .setBaseColorFactor([...colour, 1])
      .setMetallicFactor(0)
      .setRoughnessFactor(1);
  }
}

/** Of an affine matrix, column-major. */
function inverted(m: readonly number[]): number[] {
  const [a, b, c, , d, e, f, , g, h, i, , x, y, z] = m as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [A, B, C] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const by = 1 / (a * A + b * B + c * C);
  const columns = [
    [A, c * h - b * i, b * f - c * e],
    [B, a * i - c * g, c * d - a * f],
    [C, b * g - a * h, a * e - b * d],
  ].map((column) => column.map((value) => value * by)) as [number[], number[], number[]];
  const moved = [0, 1, 2].map(
    (row) =>
      -((columns[0][row] as number) * x + (columns[1][row] as number) * y + (columns[2][row] as number) * z),
  );
  return [...columns.flatMap((column) => [...column, 0]), ...moved, 1];
}

export function rotated([x, y, z, w]: Rotation, v: readonly [number, number, number]): number[] {
  const t = [y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]].map((value) => 2 * value) as [
    number,
    number,
    number,
  ];
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ];
}

/** Of two rotations: the second first. */
export function product(a: Rotation, b: Rotation): number[] {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
