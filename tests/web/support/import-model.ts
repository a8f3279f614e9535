/** What is imported in tests: small documents, sources of them, and the files that come of them. */
import { Document, type GLTF, type Node, type TypedArray } from '@gltf-transform/core';
import type { AbcFile, Lithoscope, Vec3 } from '@lithoscope/core';
import type { Exchange } from '@lithoscope/exchange';
import { expect } from 'vitest';
import { importModel } from '../../../web/from-glb/import.ts';
import { IMPORT_DEFAULTS, type ImportOptions } from '../../../web/from-glb/options.ts';
import type { ImportResult } from '../../../web/from-glb/report.ts';
import type { GltfSource } from '../../../web/gltf/source.ts';
import { plainDocument } from './plain-gltf.ts';

/** A document with one scene. */
export class Making {
  readonly document = new Document();
  readonly scene = this.document.createScene();
  readonly #buffer = this.document.createBuffer();

  accessor(numbers: TypedArray | readonly number[], type: GLTF.AccessorType) {
    const array = ArrayBuffer.isView(numbers) ? numbers : Float32Array.from(numbers);
    return this.document.createAccessor().setArray(array).setType(type).setBuffer(this.#buffer);
  }

  /** At the top of the scene without `parent`. */
  node(name: string, place: Vec3 = [0, 0, 0], parent?: Node): Node {
    const node = this.document.createNode(name).setTranslation(place);
    if (parent) parent.addChild(node);
    else this.scene.addChild(node);
    return node;
  }

  /** One triangle, or as many as there are indices for. @param attributes further ones by their names */
  mesh(
    positions: readonly number[],
    attributes: Record<string, [numbers: TypedArray | readonly number[], type: GLTF.AccessorType]> = {},
    indices?: readonly number[],
  ) {
    const primitive = this.document.createPrimitive();
    const all = { POSITION: [positions, 'VEC3'] as const, ...attributes };
    for (const [name, [numbers, type]] of Object.entries(all))
      primitive.setAttribute(name, this.accessor(numbers, type));
    if (indices) primitive.setIndices(this.accessor(Uint16Array.from(indices), 'SCALAR'));
    return this.document.createMesh('mesh').addPrimitive(primitive);
  }

  /** @param binds 16 numbers a joint, column-major */
  skin(joints: readonly Node[], binds?: readonly number[]) {
    const skin = this.document.createSkin();
    for (const joint of joints) skin.addJoint(joint);
    if (binds) skin.setInverseBindMatrices(this.accessor(binds, 'MAT4'));
    return skin;
  }

  animation(
    name: string,
    channels: readonly {
      node: Node;
      path: 'translation' | 'rotation' | 'scale' | 'weights';
      times: readonly number[];
      values: readonly number[];
      interpolation?: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
    }[],
  ) {
    const animation = this.document.createAnimation(name);
    const types = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;
    for (const { node, path, times, values, interpolation = 'LINEAR' } of channels) {
      const sampler = this.document
        .createAnimationSampler()
        .setInput(this.accessor(times, 'SCALAR'))
        .setOutput(this.accessor(values, types[path]))
        .setInterpolation(interpolation);
      const channel = this.document
        .createAnimationChannel()
        .setTargetNode(node)
        .setTargetPath(path)
        .setSampler(sampler);
      animation.addSampler(sampler).addChannel(channel);
    }
    return animation;
  }

  get source(): GltfSource {
    return {
      name: 'made.glb',
      document: plainDocument(this.document),
      description: null,
      template: null,
      notes: [],
    };
  }
}

export interface Imported extends ImportResult {
  readonly file: AbcFile;
  /** Codes of the notes. */
  readonly codes: readonly string[];
}

export async function imported(
  core: Lithoscope,
  editing: Exchange,
  source: GltfSource,
  options: Partial<ImportOptions> = {},
  base: AbcFile | null = null,
): Promise<Imported> {
  const tools = { open: (_: string, bytes: Uint8Array) => core.open(bytes), editing };
  const result = await importModel(source, { ...IMPORT_DEFAULTS, ...options }, tools, base);
  return { ...result, file: core.open(result.bytes), codes: result.report.notes.map(({ code }) => code) };
}

/** Where the vertices of a piece are, in the order of its triangles' corners. @param animation −1: when nothing plays */
export function cornersOf(file: AbcFile, piece: number, animation = -1, timeMs = 0): Vec3[] {
  const frame = file.evaluate({ animation, timeMs, loop: false, lod: 0 });
  const positions = frame?.pieces[piece]?.positions ?? new Float32Array();
  return Array.from(file.topology(piece, 0).corners, (vertex) => [
    positions[3 * vertex] as number,
    positions[3 * vertex + 1] as number,
    positions[3 * vertex + 2] as number,
  ]);
}

export const UPRIGHT = [0, 0, 0, 1];
/** A quarter turn about Z, counter-clockwise from +Z. */
export const QUARTER = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
export const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
export const moved = (x: number, y: number, z: number) => [...IDENTITY.slice(0, 12), x, y, z, 1];

export function expectPlaces(found: readonly Vec3[], expected: readonly (readonly number[])[]): void {
  expect(found.length).toBe(expected.length);
  for (const [i, place] of expected.entries()) {
    for (const axis of [0, 1, 2])
      expect(found[i]?.[axis], `corner ${i}, ${axis}`).toBeCloseTo(place[axis] as number, 4);
  }
}

/** Two joints, the second one unit above the first, and a triangle. @param joints four a vertex @param weights four a vertex */
export function arm(
  making: Making,
  joints: readonly number[],
  weights: readonly number[],
  positions = [0, 2, 0, 1, 2, 0, 0, 3, 0],
) {
  const lower = making.node('lower');
  const upper = making.node('upper', [0, 1, 0], lower);
  const mesh = making.mesh(positions, {
    JOINTS_0: [Uint8Array.from(joints), 'VEC4'],
    WEIGHTS_0: [weights, 'VEC4'],
  });
  const skin = making.skin([lower, upper], [...IDENTITY, ...moved(0, -1, 0)]);
  making.node('body').setMesh(mesh).setSkin(skin);
  return { lower, upper };
}

export const ALL_UPPER = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
export const ALL_FIRST = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
