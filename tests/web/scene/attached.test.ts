/** Models at sockets: where they are, against matrices that are multiplied here, by hand. */
import type { AbcFile, Frame, Lithoscope } from '@lithoscope/core';
import { computed } from '@preact/signals-core';
import { Box3, Color, Group } from 'three';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  attach,
  attachmentAt,
  carryAttachments,
  changeAttachment,
  detachClosed,
} from '../../../web/document/attachments.ts';
import { OpenFile } from '../../../web/document/open-file.ts';
import { canPlay, chooseClip, seek, tick } from '../../../web/document/playback.ts';
import { addFiles, closeAllFiles, closeFile, files } from '../../../web/document/state.ts';
import { attachedGuests, Guests } from '../../../web/scene/guests.ts';
import type { Palette } from '../../../web/scene/palette.ts';
import { type Shown, sceneInputs } from '../../../web/scene/scene-inputs.ts';
import { loadCore } from '../support/core.ts';
import { sample } from '../support/samples.ts';

// Files share modules: here they are read anew, and afterwards nobody has those that were replaced.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

// Colours and skins need a browser; where the vertices are does not.
vi.mock('../../../web/ui/theme.ts', () => ({ theme: { value: 'dark', peek: () => 'dark' } }));
vi.mock('../../../web/scene/surface.ts', () => ({
  Surface: class {
    look() {
      return { covers: new Map(), missing: null, coloring: 'none' };
    }
    dispose() {}
  },
}));

/** Grey, whatever is asked for. */
const GREY = new Proxy({}, { get: () => new Color(0x808080) }) as Palette;

type Vector = readonly [number, number, number];

let core: Lithoscope;
let host: OpenFile;
let other: OpenFile;

const open = (name: string): OpenFile =>
  new OpenFile({ name, read: () => Promise.reject(new Error('not read again')) }, core.open(sample(name)));

beforeEach(async () => {
  core = await loadCore();
  closeAllFiles();
  host = open('clockwork.abc');
  other = open('clockwork_base.abc');
  addFiles([host, other]);
});

/** A turn by a unit quaternion, as in a textbook: q v q*. */
function turned([x, y, z]: Vector, [qx, qy, qz, qw]: readonly number[]): Vector {
  const [a = 0, b = 0, c = 0, w = 0] = [qx, qy, qz, qw];
  const length = Math.hypot(a, b, c, w);
  const [i, j, k, r] = [a / length, b / length, c / length, w / length];
  // Twice the cross product of the axis with the vector.
  const t: Vector = [2 * (j * z - k * y), 2 * (k * x - i * z), 2 * (i * y - j * x)];
  return [
    x + r * t[0] + (j * t[2] - k * t[1]),
    y + r * t[1] + (k * t[0] - i * t[2]),
    z + r * t[2] + (i * t[1] - j * t[0]),
  ];
}

/** A point through a row-major matrix of `Frame.nodes`. */
function moved(nodes: Float32Array, node: number, [x, y, z]: Vector): Vector {
  const m = (row: number, column: number) => nodes[node * 16 + row * 4 + column] ?? 0;
  const row = (i: number) => m(i, 0) * x + m(i, 1) * y + m(i, 2) * z + m(i, 3);
  return [row(0), row(1), row(2)];
}

/** Vertices of a piece of a model as the scene draws it, below what mirrors the file in front. */
function drawn(guests: Guests, key: string, piece: number): Vector[] {
  const world = new Group();
  world.scale.z = -1;
  world.add(guests.object);
  world.updateMatrixWorld(true);
  const mesh = guests.model(key)?.meshes[piece];
  if (!mesh) return [];
  const e = mesh.object.matrixWorld.elements;
  return Array.from({ length: mesh.corners.length }, (_, i) => {
    const [x = 0, y = 0, z = 0] = mesh.positions.subarray(i * 3, i * 3 + 3);
    const row = (r: number) => (e[r] ?? 0) * x + (e[4 + r] ?? 0) * y + (e[8 + r] ?? 0) * z + (e[12 + r] ?? 0);
    return [row(0), row(1), row(2)];
  });
}

function shownOf(file: OpenFile, frame: Frame): Shown {
  const inputs = sceneInputs(file).value;
  const rest = new Box3();
  const step = { x: 0, z: 0 };
  return { file, inputs, frame, lod: 0, meshes: [], isPlain: false, joints: false, size: 1, rest, step };
}

const evaluated = (model: AbcFile | null, animation: number, timeMs: number): Frame => {
  const frame = model?.evaluate({ animation, timeMs, loop: true, lod: 0 });
  if (!frame) throw new Error('no pose');
  return frame;
};

describe('a model at a socket', () => {
  test.each([
    ['an upright socket', { node: 13, rotation: [0, 0, 0, 1], location: [1.5, -6, 1] }],
    ['a turned socket', { node: 10, rotation: [0.5, -0.1, 0.7, 0.4], location: [-3, 2, 11] }],
  ] as const)('stands where node, socket and vertex say: %s', (_, placed) => {
    const socket = host.info.sockets.findIndex(({ node }) => node === placed.node);
    Object.assign(host.info.sockets[socket] ?? {}, placed);
    const jellyfish = open('clockwork.abc');
    addFiles([jellyfish]);
    attach(host, socket, jellyfish);
    changeAttachment(host, socket, { clip: { child: 0, animation: 2 } });
    const walk = 1;
    chooseClip(host, { child: 0, animation: walk });
    seek(host, 310);

    const guests = new Guests(
      computed(() => attachedGuests(host, 0)),
      false,
    );
    const frame = evaluated(host.model, walk, 310);
    guests.update(shownOf(host, frame), GREY);
    const pose = evaluated(jellyfish.model, 2, 310);
    const topology = jellyfish.model?.topology(0, 0);
    const seen = drawn(guests, `socket ${socket}`, 0);
    expect(seen.length).toBeGreaterThan(100);
    for (const [corner, vertex] of (topology?.corners ?? []).entries()) {
      const at = [...(pose.pieces[0]?.positions.subarray(vertex * 3, vertex * 3 + 3) ?? [])];
      const [x = 0, y = 0, z = 0] = turned(at as unknown as Vector, placed.rotation);
      const [lx, ly, lz] = placed.location;
      const [wx, wy, wz] = moved(frame.nodes, placed.node, [x + lx, y + ly, z + lz]);
      // The scene shows +Z of the file as −Z.
      const expected = [wx, wy, -wz];
      for (const [axis, value] of expected.entries()) expect(seen[corner]?.[axis]).toBeCloseTo(value, 2);
    }
    guests.dispose();
  });

  test('is mirrored once more where only one of the two files is mirrored', () => {
    const plain = open('clockwork.abc');
    addFiles([plain]);
    plain.look.interpretation.value = { mirrorZ: false };
    attach(host, 0, plain);
    const guests = new Guests(
      computed(() => attachedGuests(host, 0)),
      false,
    );
    const frame = evaluated(host.model, -1, 0);
    guests.update(shownOf(host, frame), GREY);
    const pose = evaluated(plain.model, -1, 0);
    const [first = 0] = plain.model?.topology(0, 0).corners ?? [];
    const [x = 0, y = 0, z = 0] = pose.pieces[0]?.positions.subarray(first * 3, first * 3 + 3) ?? [];
    const { node = 0, location = [0, 0, 0] } = host.info.sockets[0] ?? {};
    const at: Vector = [x + location[0], y + location[1], -z + location[2]];
    const [wx, wy, wz] = moved(frame.nodes, node, at);
    const [seen] = drawn(guests, 'socket 0', 0);
    for (const [axis, value] of [wx, wy, -wz].entries()) expect(seen?.[axis]).toBeCloseTo(value, 2);
    guests.dispose();
  });

  test('has its own meshes for each socket, and none while it is hidden', () => {
    attach(host, 0, other);
    attach(host, 2, other);
    const guests = computed(() => attachedGuests(host, 0));
    expect(guests.value.map(({ socket }) => socket)).toEqual([0, 2]);
    changeAttachment(host, 0, { shown: false });
    expect(guests.value.map(({ socket }) => socket)).toEqual([2]);
  });
});

describe('the clock of the models at sockets', () => {
  /** Lengths of Dance and of the sample's Walk, as the files say. */
  const lengthOf = (file: OpenFile, animation: number) => file.info.animations[animation]?.length ?? 0;
  const timeAt = (socket: number) =>
    attachedGuests(host, 0).find((guest) => guest.socket === socket)?.inputs.value.request.timeMs;

  test('runs while the model stands in its bind pose, and repeats in its own length', () => {
    attach(host, 0, other);
    expect(canPlay(host)).toBe(false);
    changeAttachment(host, 0, { clip: { child: 0, animation: 0 } });
    expect(canPlay(host)).toBe(true);
    host.playback.playing.value = true;
    const length = lengthOf(other, 0);
    tick(host, [], length / 2);
    expect(timeAt(0)).toBeCloseTo(length / 2);
    tick(host, [], length);
    expect(timeAt(0)).toBeCloseTo(length / 2);
    expect(host.playback.playing.value).toBe(true);
  });

  test('goes with the time of the model, by playing and by scrubbing', () => {
    attach(host, 0, other);
    changeAttachment(host, 0, { clip: { child: 0, animation: 0 } });
    chooseClip(host, { child: 0, animation: 1 });
    seek(host, 120);
    expect(timeAt(0)).toBe(120);
    host.playback.playing.value = true;
    tick(host, [], 50);
    expect(timeAt(0)).toBe(170);
    expect(host.playback.timeMs.value).toBe(170);
  });

  test('played once, it stops when nothing moves any more', () => {
    attach(host, 0, other);
    changeAttachment(host, 0, { clip: { child: 0, animation: 0 } });
    host.playback.mode.value = 'once';
    host.playback.playing.value = true;
    tick(host, [], lengthOf(other, 0) + 1);
    expect(timeAt(0)).toBe(lengthOf(other, 0));
    tick(host, [], 1);
    expect(host.playback.playing.value).toBe(false);
  });
});

describe('attachments when files come and go', () => {
  test('are gone with the file that was attached', () => {
    attach(host, 1, other);
    expect(detachClosed()).toEqual([]);
    closeFile(other.id);
    expect(detachClosed()).toEqual([{ file: host, socket: 1, fileId: other.id }]);
    expect(host.attachments.value).toEqual([]);
  });

  test('keep socket and animation by their names when a file is read again', () => {
    attach(host, 1, other);
    changeAttachment(host, 1, { clip: { child: 0, animation: 1 } });
    const { sockets } = host.info;
    const reordered = { ...host.info, sockets: [...sockets].reverse() };
    carryAttachments(host, reordered);
    expect(attachmentAt(host, sockets.length - 2)?.fileId).toBe(other.id);
    carryAttachments(other, { ...other.info, animations: [...other.info.animations].reverse() });
    expect(host.attachments.value[0]?.clip).toEqual({ child: 0, animation: 0 });
    carryAttachments(other, { ...other.info, animations: [] });
    expect(host.attachments.value[0]?.clip).toEqual({ child: 0, animation: -1 });
    carryAttachments(host, { ...host.info, sockets: [] });
    expect(host.attachments.value).toEqual([]);
    expect(files.value).toContain(other);
  });
});
