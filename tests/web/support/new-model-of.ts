/** A file as a model to write anew: read from its bytes by docs/format/abc.md, without the reader that is tested. */
import type {
  NewAnimation,
  NewBinding,
  NewDeformation,
  NewLevel,
  NewModel,
  NewNode,
  NewVersion,
  Quat,
  Vec3,
} from '@lithoscope/core';

const LAST = 0xffffffff;

/** Reads fields one after the other. */
class Reading {
  readonly #view: DataView;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  #take(size: number): number {
    this.#at += size;
    return this.#at - size;
  }
  u8 = () => this.#view.getUint8(this.#take(1));
  i8 = () => this.#view.getInt8(this.#take(1));
  u16 = () => this.#view.getUint16(this.#take(2), true);
  u32 = () => this.#view.getUint32(this.#take(4), true);
  i32 = () => this.#view.getInt32(this.#take(4), true);
  f32 = () => this.#view.getFloat32(this.#take(4), true);
  skip = (size: number) => void this.#take(size);
  text = (): string => this.#chars(this.u16());
  vector = (): Vec3 => [this.f32(), this.f32(), this.f32()];
  quat = (): Quat => [this.f32(), this.f32(), this.f32(), this.f32()];
  list = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);
  floats = (count: number) => Float32Array.from(this.list(count, this.f32));

  #chars(length: number): string {
    return String.fromCharCode(...this.list(length, this.u8));
  }
}

/** The sections of a file by their names. */
function sectionsOf(bytes: Uint8Array): (name: string) => Reading | null {
  const found = new Map<string, number>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at !== LAST; ) {
    const length = view.getUint16(at, true);
    const name = new Reading(bytes, at).text();
    found.set(name, at + 2 + length + 4);
    at = view.getUint32(at + 2 + length, true);
  }
  return (name) => {
    const at = found.get(name);
    return at === undefined ? null : new Reading(bytes, at);
  };
}

const must = <T>(value: T | null): T => {
  if (value === null) throw new Error('A section is missing.');
  return value;
};

const NO_LEVEL: NewLevel = {
  corners: new Uint32Array(),
  uvs: new Float32Array(),
  locations: new Float32Array(),
  normals: new Float32Array(),
  weightStart: new Uint32Array(),
  weightNode: new Uint32Array(),
  weightLocation: new Float32Array(),
  bias: new Float32Array(),
  next: new Uint32Array(),
  collapses: new Uint32Array(),
};

/** Parents from the numbers of children, depth first. */
function parentsOf(children: readonly number[]): number[] {
  const open: { node: number; left: number }[] = [];
  return children.map((count, node) => {
    while (open.at(-1)?.left === 0) open.pop();
    const above = open.at(-1);
    if (above) above.left--;
    open.push({ node, left: count });
    return above?.node ?? -1;
  });
}

/** What a file of version 6, 9, 10, 11 or 12 means. */
export function newModelOf(bytes: Uint8Array): NewModel {
  const section = sectionsOf(bytes);
  const head = must(section('Header'));
  const first = head.u16();
  return first === 28 ? ofV6(section) : ofV9(section);
}

function ofV9(section: (name: string) => Reading | null): NewModel {
  const head = must(section('Header'));
  const version = head.u32() as NewVersion;
  const counters = head.list(13, head.u32);
  const childCount = counters[4] as number;
  const commandString = head.text();
  const internalRadius = head.f32();
  const levelCount = head.u16();
  head.skip(62);
  const lodDistances = head.list(levelCount, head.f32);

  const tree = must(section('Nodes'));
  const children: number[] = [];
  const stored: Omit<NewNode, 'parent'>[] = [];
  for (let left = 1; left > 0; left--) {
    const name = tree.text();
    tree.u16();
    stored.push({ name, flags: tree.u8(), bind: tree.floats(16), deformed: new Uint32Array() });
    const below = tree.u32();
    children.push(below);
    left += below;
  }
  const parents = parentsOf(children);
  const nodes = stored.map((node, i) => ({ ...node, parent: parents[i] as number }));
  const weightSets = tree.list(tree.u32(), () => ({
    name: tree.text(),
    weights: tree.list(tree.u32(), tree.f32),
  }));

  const mesh = must(section('Pieces'));
  mesh.u32();
  const pieces = mesh.list(mesh.u32(), () => {
    const materialIndex = mesh.u16();
    const [specularPower, specularScale] = [mesh.f32(), mesh.f32()];
    const lodWeight = version >= 10 ? mesh.f32() : 1;
    mesh.skip(4 * mesh.u16());
    const name = mesh.text();
    const levels = mesh.list(levelCount + 1, () => levelOf(mesh));
    return { name, materialIndex, specularPower, specularScale, lodWeight, levels };
  });

  const models = must(section('ChildModels'));
  const childModels = models.list(models.u16(), () => {
    const child = { name: models.text(), buildNumber: models.u32() };
    models.skip(28 * nodes.length);
    return child;
  });

  const lists = must(section('AnimBindings'));
  const bindings = lists.list(childCount, () =>
    lists.list(
      lists.u32(),
      (): NewBinding => ({
        name: lists.text(),
        extents: lists.vector(),
        origin: lists.vector(),
      }),
    ),
  );
  const origins = new Map(bindings[0]?.map(({ name, origin }) => [name, origin]));

  const moves = must(section('Animation'));
  const animations = moves.list(moves.u32(), (): NewAnimation => {
    const extents = moves.vector();
    const name = moves.text();
    if (version >= 11) moves.i32();
    const interpolationTime = version >= 12 ? moves.u32() : 200;
    const keyframes = moves.list(moves.u32(), () => ({ time: moves.u32(), string: moves.text() }));
    return {
      name,
      extents,
      origin: origins.get(name) ?? [0, 0, 0],
      interpolationTime,
      times: Uint32Array.from(keyframes, ({ time }) => time),
      strings: keyframes.map(({ string }) => string),
      keys: moves.floats(7 * keyframes.length * nodes.length),
      deformation: [],
    };
  });

  const places = must(section('Sockets'));
  const sockets = places.list(places.u32(), () => {
    const node = places.u32();
    return { node, name: places.text(), rotation: places.quat(), location: places.vector() };
  });

  return {
    version,
    commandString,
    internalRadius,
    lodDistances,
    pieces,
    nodes,
    weightSets,
    buildNumber: childModels[0]?.buildNumber ?? 0,
    childModels: childModels.slice(1),
    animations,
    sockets,
    bindings: bindings.slice(1),
    transformInfo: null,
  };
}

function levelOf(mesh: Reading): NewLevel {
  const corners = mesh.list(3 * mesh.u32(), () => ({ uv: [mesh.f32(), mesh.f32()], vertex: mesh.u16() }));
  const vertices = mesh.list(mesh.u32(), () => {
    const count = mesh.u16();
    const next = mesh.u16();
    const weights = mesh.list(count, () => ({
      node: mesh.u32(),
      location: mesh.vector(),
      bias: mesh.f32(),
    }));
    return { next, weights, location: mesh.vector(), normal: mesh.vector() };
  });
  const weights = vertices.flatMap((vertex) => vertex.weights);
  const weightStart = new Uint32Array(vertices.length + 1);
  for (const [v, vertex] of vertices.entries()) {
    weightStart[v + 1] = (weightStart[v] as number) + vertex.weights.length;
  }
  return {
    corners: Uint32Array.from(corners, ({ vertex }) => vertex),
    uvs: Float32Array.from(corners.flatMap(({ uv }) => uv)),
    locations: Float32Array.from(vertices.flatMap(({ location }) => location)),
    normals: Float32Array.from(vertices.flatMap(({ normal }) => normal)),
    weightStart,
    weightNode: Uint32Array.from(weights, ({ node }) => node),
    weightLocation: Float32Array.from(weights.flatMap(({ location }) => location)),
    bias: Float32Array.from(weights, ({ bias }) => bias),
    next: Uint32Array.from(vertices, ({ next }) => next),
    collapses: new Uint32Array(),
  };
}

function ofV6(section: (name: string) => Reading | null): NewModel {
  const head = must(section('Header'));
  head.text();
  const commandString = head.text();

  const tree = must(section('Nodes'));
  const children: number[] = [];
  const stored: Omit<NewNode, 'parent'>[] = [];
  for (let left = 1; left > 0; left--) {
    tree.skip(24);
    const name = tree.text();
    tree.u16();
    const flags = tree.u8();
    const deformed = Uint32Array.from(tree.list(tree.u32(), tree.u16));
    stored.push({ name, flags, bind: new Float32Array(), deformed });
    const below = tree.u32();
    children.push(below);
    left += below;
  }
  const parents = parentsOf(children);
  const nodes = stored.map((node, i) => ({ ...node, parent: parents[i] as number }));

  const mesh = must(section('Geometry'));
  mesh.skip(24);
  mesh.skip(2 * (mesh.u32() + 1));
  const faces = mesh.list(mesh.u32(), () => {
    const face = { uvs: mesh.list(6, mesh.f32), corners: mesh.list(3, mesh.u16) };
    mesh.skip(3);
    return face;
  });
  const [total, normal] = [mesh.u32(), mesh.u32()];
  const vertices = mesh.list(total, () => ({
    location: mesh.vector(),
    normal: mesh.list(3, mesh.i8),
    node: mesh.u8(),
    replacements: mesh.list(2, mesh.u16),
  }));
  const unit = ([x = 0, y = 0, z = 0]: readonly number[]) => {
    const length = Math.hypot(x, y, z) || 1;
    return [x / length, y / length, z / length];
  };
  const level: NewLevel = {
    ...NO_LEVEL,
    corners: Uint32Array.from(faces.flatMap(({ corners }) => corners)),
    uvs: Float32Array.from(faces.flatMap(({ uvs }) => uvs)),
    locations: Float32Array.from(vertices.flatMap(({ location }) => location)),
    normals: Float32Array.from(vertices.flatMap((vertex) => unit(vertex.normal))),
    weightNode: Uint32Array.from(vertices, ({ node }) => node),
    collapses: Uint32Array.from(vertices.slice(normal).flatMap(({ replacements }) => replacements)),
  };

  const moves = must(section('Animation'));
  const dims = section('AnimDims');
  const animations = moves.list(moves.u32(), (): NewAnimation => {
    const name = moves.text();
    moves.skip(4 + 24);
    const keyframes = moves.list(moves.u32(), () => {
      const time = moves.u32();
      moves.skip(24);
      return { time, string: moves.text() };
    });
    const tracks = nodes.map(({ deformed }) => ({
      keys: moves.list(7 * keyframes.length, moves.f32),
      deformation: {
        positions: Uint8Array.from(moves.list(3 * keyframes.length * deformed.length, moves.u8)),
        scale: moves.vector(),
        transform: moves.vector(),
      } satisfies NewDeformation,
    }));
    return {
      name,
      extents: dims?.vector() ?? [0, 0, 0],
      origin: [0, 0, 0],
      interpolationTime: 200,
      times: Uint32Array.from(keyframes, ({ time }) => time),
      strings: keyframes.map(({ string }) => string),
      keys: Float32Array.from(tracks.flatMap(({ keys }) => keys)),
      deformation: tracks.map(({ deformation }) => deformation),
    };
  });

  const info = section('TransformInfo');
  return {
    version: 6,
    commandString,
    internalRadius: 0,
    lodDistances: [],
    pieces: [
      {
        name: '',
        materialIndex: 0,
        specularPower: 0,
        specularScale: 0,
        lodWeight: 0,
        levels: [level],
      },
    ],
    nodes,
    weightSets: [],
    childModels: [],
    animations,
    sockets: [],
    bindings: [],
    transformInfo: info && { flipMat: info.i32(), fixAnimKeyframes: info.i32() },
  };
}
