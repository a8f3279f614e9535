/** Models of v12 that tests say all about: layouts of docs/format/abc.md §3, counters and lists in order. */

export type Triple = readonly [number, number, number];
/** x, y, z, w. */
export type Quaternion = readonly [number, number, number, number];

export interface MadeWeight {
  readonly node: number;
  /** In the node's space, already multiplied by the bias. */
  readonly location: Triple;
  readonly bias: number;
}

export interface MadeVertex {
  readonly location: Triple;
  readonly normal?: Triple;
  readonly weights: readonly MadeWeight[];
}

interface MadeLevel {
  readonly vertices: readonly MadeVertex[];
  /** A triangle: three vertices, and the texture coordinates of its corners where they are not 0. */
  readonly faces: readonly { readonly corners: Triple; readonly uvs?: readonly [number, number][] }[];
}

export interface MadeNode {
  readonly name: string;
  readonly flags?: number;
  /** The global bind matrix: a place, and columns where it is turned. */
  readonly bind: readonly number[];
  readonly children?: readonly MadeNode[];
}

interface MadeAnimation {
  readonly name: string;
  readonly times: readonly number[];
  /** By node, then by key: place and rotation relative to the parent. */
  readonly tracks: readonly (readonly { readonly at: Triple; readonly turned: Quaternion }[])[];
}

export interface MadeModel {
  readonly pieces?: readonly {
    readonly name: string;
    readonly material?: number;
    readonly levels: readonly MadeLevel[];
  }[];
  readonly root: MadeNode;
  readonly animations?: readonly MadeAnimation[];
  readonly sockets?: readonly {
    readonly name: string;
    readonly node: number;
    readonly at: Triple;
    readonly turned: Quaternion;
  }[];
  /** Of the model itself. */
  readonly bindings?: readonly { readonly name: string; readonly origin: Triple }[];
}

/** A bind matrix without rotation. */
export const bindAt = (x: number, y: number, z: number): number[] => [
  1,
  0,
  0,
  x,
  0,
  1,
  0,
  y,
  0,
  0,
  1,
  z,
  0,
  0,
  0,
  1,
];

const LAST = 0xffffffff;

export function writeModel({
  pieces = [],
  root,
  animations = [],
  sockets = [],
  bindings = [],
}: MadeModel): Uint8Array<ArrayBuffer> {
  const out = new Out();
  const nodes = flat(root);
  const levels = pieces.flatMap((piece) => piece.levels);
  const vertices = levels.flatMap((level) => level.vertices);
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  const distances = Math.max(0, (pieces[0]?.levels.length ?? 1) - 1);
  const weightCount = total(vertices.map((vertex) => vertex.weights.length));
  out.section('Header', () => {
    out.u32(
      12,
      total(animations.map(({ times }) => times.length)),
      animations.length,
      nodes.length,
      pieces.length,
      1,
    );
    out.u32(total(levels.map(({ faces }) => faces.length)), vertices.length, weightCount, distances + 1);
    out.u32(sockets.length, 0, 0, 0);
    out.text('');
    out.f32(10);
    out.u16(distances);
    out.bytes(new Uint8Array(62));
    for (let i = 0; i < distances; i++) out.f32(100 * (i + 1));
  });
  out.section('Pieces', () => {
    out.u32(weightCount, pieces.length);
    for (const { name, material = 0, levels: own } of pieces) {
      out.u16(material);
      out.f32(0, 0, 1);
      out.u16(0);
      out.text(name);
      for (const level of own) writeLevel(out, level);
    }
  });
  out.section('Nodes', () => {
    for (const [index, { name, flags = 0, bind, children = [] }] of nodes.entries()) {
      out.text(name);
      out.u16(index);
      out.bytes(Uint8Array.of(flags));
      out.f32(...bind);
      out.u32(children.length);
    }
    out.u32(0);
  });
  out.section('ChildModels', () => {
    out.u16(1);
    out.text('');
    out.u32(0);
    for (let i = 0; i < nodes.length; i++) out.f32(0, 0, 0, 0, 0, 0, 1);
  });
  out.section('Animation', () => {
    out.u32(animations.length);
    for (const { name, times, tracks } of animations) {
      out.f32(1, 1, 1);
      out.text(name);
      out.u32(LAST, 200, times.length);
      for (const time of times) {
        out.u32(time);
        out.text('');
      }
      for (const { at, turned } of tracks.flat()) out.f32(...at, ...turned);
    }
  });
  out.section('Sockets', () => {
    out.u32(sockets.length);
    for (const { name, node, at, turned } of sockets) {
      out.u32(node);
      out.text(name);
      out.f32(...turned, ...at);
    }
  });
  out.section('AnimBindings', () => {
    out.u32(bindings.length);
    for (const { name, origin } of bindings) {
      out.text(name);
      out.f32(1, 1, 1, ...origin);
    }
  });
  return out.file();
}

function writeLevel(out: Out, { faces, vertices }: MadeLevel): void {
  out.u32(faces.length);
  for (const { corners, uvs } of faces) {
    for (const [i, corner] of corners.entries()) {
      out.f32(...(uvs?.[i] ?? [0, 0]));
      out.u16(corner);
    }
  }
  out.u32(vertices.length);
  for (const { location, normal = [0, 0, 1], weights } of vertices) {
    out.u16(weights.length, 0xcdcd);
    for (const { node, location: own, bias } of weights) {
      out.u32(node);
      out.f32(...own, bias);
    }
    out.f32(...location, ...normal);
  }
}

/** Depth first. A chain may be long. */
function flat(root: MadeNode): MadeNode[] {
  const nodes: MadeNode[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    nodes.push(node);
    waiting.push(...(node.children ?? []).toReversed());
  }
  return nodes;
}

/** Little-endian. */
class Out {
  readonly #bytes: number[] = [];
  readonly #links: number[] = [];

  section(name: string, write: () => void): void {
    const at = this.#bytes.length;
    const before = this.#links.at(-1);
    if (before !== undefined) this.#patch(before, at);
    this.text(name);
    this.#links.push(this.#bytes.length);
    this.u32(LAST);
    write();
  }

  u16(...values: number[]): void {
    for (const value of values) this.#bytes.push(value & 0xff, value >> 8);
  }

  u32(...values: number[]): void {
    for (const value of values) this.bytes(new Uint8Array(Uint32Array.of(value).buffer));
  }

  f32(...values: number[]): void {
    this.bytes(new Uint8Array(Float32Array.from(values).buffer));
  }

  text(value: string): void {
    this.u16(value.length);
    this.bytes(new TextEncoder().encode(value));
  }

  bytes(values: Uint8Array): void {
    for (const value of values) this.#bytes.push(value);
  }

  file(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }

  #patch(at: number, value: number): void {
    for (const [i, byte] of new Uint8Array(Uint32Array.of(value).buffer).entries())
      this.#bytes[at + i] = byte;
  }
}
