/** What a drag in the picture writes, against matrices that are multiplied here by hand. */
import type { Quat, SocketInfo, Vec3 } from '@lithoscope/core';
import { Matrix4, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { eulerXyz } from '../../../web/bytes/inspector/rotations.ts';
import { alongAxis } from '../../../web/scene/gizmo/dims-tool.ts';
import {
  fromEuler,
  moved,
  type SocketFrame,
  snapped,
  socketFrame,
  stepFor,
  stepped,
  toWorld,
  turned,
  turnedAbout,
} from '../../../web/scene/gizmo/socket-changes.ts';
import { standingAt } from '../../../web/scene/levels.ts';
import { loadCore } from '../support/core.ts';
import { expectClose } from '../support/expect-close.ts';
import { sample } from '../support/samples.ts';

/** The scene turns Z around, and holds the model in place by a step of −7 along the ground. */
const SCENE = new Matrix4().makeScale(1, 1, -1).setPosition(-7, 0, 3);

let socket: SocketInfo;
let nodes: Float32Array;
let frame: SocketFrame;

beforeAll(async () => {
  const core = await loadCore();
  const model = core.open(sample('clockwork.abc'));
  const [, hand] = model.info.sockets;
  if (!hand || !('evaluate' in model)) throw new Error('no socket');
  socket = { ...hand, location: [-1.5, -6, 1], rotation: [0.1, 0.2, 0.3, 0.927] };
  // In the middle of a wave the hand is turned about all axes.
  nodes = model.evaluate({ animation: 2, timeMs: 430, loop: false, lod: 0 })?.nodes ?? new Float32Array();
  const found = socketFrame(socket, nodes, SCENE);
  if (!found) throw new Error('no frame');
  frame = found;
});

/** Row `r`, column `c` of the node's matrix, as the core gives it. */
const at = (r: number, c: number) => nodes[socket.node * 16 + r * 4 + c] ?? Number.NaN;

/** A vector of the file in the space of the node: the matrix turns and does nothing else, so its inverse is transposed. */
const intoNode = ([x, y, z]: Readonly<Vec3>): Vec3 =>
  [0, 1, 2].map((c) => at(0, c) * x + at(1, c) * y + at(2, c) * z) as Vec3;

/** The rows of a rotation, as in a textbook. */
function rows([x, y, z, w]: Readonly<Quat>): number[][] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}

const times = (a: number[][], b: number[][]) =>
  a.map((row) => [0, 1, 2].map((c) => row.reduce((sum, value, k) => sum + value * (b[k]?.[c] ?? 0), 0)));

/** Where the socket's own axes point in the file. */
const inFile = (rotation: Readonly<Quat>) =>
  times(
    [0, 1, 2].map((r) => [at(r, 0), at(r, 1), at(r, 2)]),
    rows(rotation),
  );

function normalized(rotation: Readonly<Quat>): Quat {
  const length = Math.hypot(...rotation);
  return rotation.map((value) => value / length) as Quat;
}

const isUnit32 = (rotation: Readonly<Quat>) => {
  expect(Math.abs(Math.hypot(...rotation) - 1)).toBeLessThan(1e-6);
  expect(rotation).toEqual(rotation.map(Math.fround));
};

describe('a socket that is moved in the world', () => {
  test.each([
    [5, 0, 0],
    [0, -2.5, 0],
    [0, 0, 4],
    [1, 2, 3],
  ])('by %s, %s, %s has the numbers of its node', (x, y, z) => {
    // Z of the world is −Z of the file.
    const step = intoNode([x, y, -z]);
    const location = moved(socket, frame, new Vector3(x, y, z));
    expect(location).toEqual(location.map(Math.fround));
    expectClose(
      location,
      socket.location.map((value, i) => value + (step[i] ?? 0)),
      1e-5,
      'numbers',
    );
  });

  test('by nothing keeps every bit', () => {
    expect(moved(socket, frame, new Vector3())).toEqual(socket.location);
    const odd: Vec3 = [Math.fround(0.1), Math.fround(1e-30), Math.fround(-3e7)];
    expect(moved({ ...socket, location: odd }, frame, new Vector3())).toEqual(odd);
  });

  test('is where the scene draws it', () => {
    const { position } = toWorld(socket, frame);
    const [x, y, z] = socket.location;
    const file = [0, 1, 2].map((r) => at(r, 0) * x + at(r, 1) * y + at(r, 2) * z + at(r, 3));
    expectClose(position.toArray(), [(file[0] ?? 0) - 7, file[1] ?? 0, 3 - (file[2] ?? 0)], 1e-4, 'numbers');
  });

  test('goes where the handles went', () => {
    const before = toWorld(socket, frame);
    const offset = new Vector3(3, -1, 8);
    const after = toWorld({ ...socket, location: moved(socket, frame, offset) }, frame);
    expectClose(after.position.toArray(), before.position.clone().add(offset).toArray(), 1e-4, 'numbers');
  });
});

describe('a socket that is turned in the world', () => {
  test.each([
    ['x', [1, 0, 0], -1],
    ['y', [0, 1, 0], -1],
    // A mirror of Z leaves a turn about Z what it is, and reverses all others.
    ['z', [0, 0, 1], 1],
  ] as const)('about %s has the numbers of its node', (_, axis, sign) => {
    const angle = 0.7;
    const rotation = turned(socket, frame, new Quaternion().setFromAxisAngle(new Vector3(...axis), angle));
    isUnit32(rotation);
    const half = (sign * angle) / 2;
    const [x, y, z] = axis.map((value) => value * Math.sin(half)) as Vec3;
    const expected = times(rows([x, y, z, Math.cos(half)]), inFile(normalized(socket.rotation)));
    expectClose(inFile(rotation).flat(), expected.flat(), 1e-5, 'axes');
  });

  test('goes where the handles went, and stays the nearer of two quaternions', () => {
    const before = toWorld(socket, frame);
    const turn = new Quaternion().setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 2.1);
    const rotation = turned(socket, frame, turn);
    const after = toWorld({ ...socket, rotation }, frame);
    const wanted = turn.clone().multiply(before.quaternion);
    expect(after.quaternion.angleTo(wanted)).toBeLessThan(1e-3);
    const dot = rotation.reduce((sum, value, i) => sum + value * (socket.rotation[i] ?? 0), 0);
    expect(dot).toBeGreaterThanOrEqual(0);
  });
});

describe('keys', () => {
  test('move along the axes of the file, or the socket’s own', () => {
    const own = stepped(socket, frame, 'local', [0, 0, 2]);
    const third = rows(normalized(socket.rotation)).map((row) => row[2] ?? 0);
    expectClose(
      own,
      socket.location.map((value, i) => value + 2 * (third[i] ?? 0)),
      1e-5,
      'numbers',
    );
    const global = stepped(socket, frame, 'world', [0, 0, 2]);
    expectClose(
      global,
      socket.location.map((value, i) => value + (intoNode([0, 0, 2])[i] ?? 0)),
      1e-5,
      'numbers',
    );
  });

  test('turn about them, right-handed in the numbers of the file', () => {
    const angle = Math.PI / 6;
    const turn: Quat = [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
    const start = normalized(socket.rotation);
    const global = turnedAbout(socket, frame, 'world', [0, 1, 0], angle);
    expectClose(inFile(global).flat(), times(rows(turn), inFile(start)).flat(), 1e-5, 'numbers');
    const own = turnedAbout(socket, frame, 'local', [0, 1, 0], angle);
    expectClose(rows(own).flat(), times(rows(start), rows(turn)).flat(), 1e-5, 'numbers');
  });

  test('angles that are written are read again', () => {
    for (const degrees of [
      [10, 20, 30],
      [-170, 5, 91],
      [0, -89, 0],
    ] as const) {
      const rotation = fromEuler(degrees, [0, 0, 0, 1]);
      isUnit32(rotation);
      expectClose(eulerXyz(...rotation) ?? [], [...degrees], 1e-3, 'numbers');
    }
  });
});

test('a node that cannot be turned around has no frame, and one that is not there is the file itself', () => {
  expect(socketFrame({ ...socket, node: 0 }, new Float32Array(16), SCENE)).toBeNull();
  expect(socketFrame({ ...socket, node: 0 }, new Float32Array(16).fill(Number.NaN), SCENE)).toBeNull();
  const alone = socketFrame({ ...socket, node: 999 }, nodes, SCENE);
  expect(alone && moved(socket, alone, new Vector3(1, 1, 1))).toEqual([-0.5, -5, 0]);
});

test('snapping takes whole steps along the axes that are dragged', () => {
  expectClose(
    snapped(new Vector3(1.4, -2.6, 0), new Quaternion(), 0.5).toArray(),
    [1.5, -2.5, 0],
    1e-9,
    'numbers',
  );
  const quarter = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 4);
  const along = snapped(new Vector3(1.1, 1.1, 0), quarter, 1);
  expectClose(along.toArray(), [2 * Math.SQRT1_2, 2 * Math.SQRT1_2, 0], 1e-9, 'numbers');
  expect([80, 0.5, 4000, 0, Number.NaN].map(stepFor)).toEqual([1, 0.01, 100, 1, 1]);
});

describe('a face of a box', () => {
  const camera = new PerspectiveCamera(40, 1.5, 1, 1000);
  camera.position.set(60, 40, 90);
  camera.lookAt(0, 10, 0);
  camera.updateMatrixWorld();
  const clip = new Matrix4()
    .multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse)
    .multiply(new Matrix4().makeScale(1, 1, -1));
  const projection = { clip, width: 900, height: 600 };

  test.each([0, 1, 2])('is where the pointer is, along axis %s', (axis) => {
    for (const half of [-30, 0, 12.5, 20]) {
      const place = new Vector3().setComponent(axis, half).applyMatrix4(clip);
      expect(alongAxis(projection, place, axis)).toBeCloseTo(half, 3);
    }
  });

  test('is nowhere when its axis points at the eye', () => {
    const along = new PerspectiveCamera(40, 1.5, 1, 1000);
    along.position.set(100, 0, 0);
    along.lookAt(0, 0, 0);
    along.updateMatrixWorld();
    const seen = new Matrix4().multiplyMatrices(along.projectionMatrix, along.matrixWorldInverse);
    expect(alongAxis({ clip: seen, width: 900, height: 600 }, { x: 0, y: 0 }, 0)).toBeNull();
  });
});

test('a camera stands at a distance of the origin and looks the same way', () => {
  const start = { position: [0, 60, 200], target: [0, 50, 0] } as const;
  for (const distance of [100, 350, 5000]) {
    const position = standingAt(start, distance);
    expect(Math.hypot(...position)).toBeCloseTo(distance, 6);
    const way = new Vector3(...position).sub(new Vector3(...start.target)).normalize();
    expect(way.angleTo(new Vector3(0, 10, 200))).toBeLessThan(1e-6);
  }
  // Nearer than the line of sight comes: at its target.
  expect(Math.hypot(...standingAt(start, 1))).toBeLessThanOrEqual(50);
});
