/** Changes that people and programs make to a GLB from here before it comes back, one at a time. */
import type { Accessor, Animation, AnimationSampler, Document, Node, Primitive } from '@gltf-transform/core';

const animationsOf = (document: Document): Animation[] => document.getRoot().listAnimations();
const primitivesOf = (document: Document): Primitive[] =>
  document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives());
const jointsOf = (document: Document): Node[] =>
  document
    .getRoot()
    .listNodes()
    .filter((node) => typeof node.getExtras().lt_index === 'number');

/** Accessors may be shared: what is written is one of its own. */
function numbers(document: Document, accessor: Accessor, values: ArrayLike<number>): Accessor {
  return document.createAccessor().setType(accessor.getType()).setArray(Float32Array.from(values));
}

interface Keys {
  readonly times: number[];
  /** By key. */
  readonly values: number[][];
}

function changeKeys(document: Document, change: (keys: Keys, sampler: AnimationSampler) => Keys): void {
  for (const animation of animationsOf(document)) {
    for (const sampler of animation.listSamplers()) {
      const [input, output] = [sampler.getInput(), sampler.getOutput()];
      if (!input || !output) continue;
      const times = Array.from<number>(input.getArray() ?? []);
      const all = Array.from<number>(output.getArray() ?? []);
      const size = all.length / times.length;
      const values = times.map((_, key) => all.slice(size * key, size * (key + 1)));
      const changed = change({ times, values }, sampler);
      sampler.setInput(numbers(document, input, changed.times));
      sampler.setOutput(numbers(document, output, changed.values.flat()));
    }
  }
}

/** Each number for itself, as Blender does it. */
function sampled({ times, values }: Keys, step: number): Keys {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const count = Math.max(2, Math.round((last - first) / step) + 1);
  const out: Keys = { times: [], values: [] };
  for (let i = 0; i < count; i++) {
    const time = first + step * i;
    const after = times.findIndex((each) => each > time);
    const to = after < 0 ? times.length - 1 : after;
    const from = Math.max(0, to - 1);
    const span = (times[to] as number) - (times[from] as number);
    const share = span > 0 ? Math.min(1, (time - (times[from] as number)) / span) : 0;
    out.times.push(time);
    out.values.push(
      (values[from] ?? []).map((value, j) => value + share * ((values[to]?.[j] as number) - value)),
    );
  }
  return out;
}

function changeVertices(
  document: Document,
  semantic: string,
  change: (value: number[], i: number) => number[],
) {
  for (const primitive of primitivesOf(document)) {
    const accessor = primitive.getAttribute(semantic);
    if (!accessor) continue;
    const all = Array.from({ length: accessor.getCount() }, (_, i) => change(accessor.getElement(i, []), i));
    primitive.setAttribute(semantic, numbers(document, accessor, all.flat()));
  }
}

function changeTriangles(document: Document, change: (triangles: number[][]) => number[][]): void {
  for (const primitive of primitivesOf(document)) {
    const accessor = primitive.getIndices();
    const all = Array.from<number>(accessor?.getArray() ?? []);
    const triangles = Array.from({ length: all.length / 3 }, (_, t) => all.slice(3 * t, 3 * t + 3));
    const type = accessor?.getType() ?? 'SCALAR';
    primitive.setIndices(
      document
        .createAccessor()
        .setType(type)
        .setArray(Uint32Array.from(change(triangles).flat())),
    );
  }
}

export const CHANGES: Readonly<Record<string, (document: Document) => void>> = {
  'animations sampled at 24 frames a second': (document) =>
    changeKeys(document, (keys) => sampled(keys, 1 / 24)),
  'animations sampled at 7 frames a second, and moved': (document) => {
    changeKeys(document, (keys) => sampled(keys, 1 / 7));
    changeKeys(document, ({ times, values }) => ({
      times,
      values: values.map((value, key) => value.map((number, i) => (i === 0 ? number + 0.3 * key : number))),
    }));
  },
  'every other key gone': (document) =>
    changeKeys(document, ({ times, values }) => ({
      times: times.filter((_, key) => key % 2 === 0),
      values: values.filter((_, key) => key % 2 === 0),
    })),
  'keys with other values': (document) =>
    changeKeys(document, ({ times, values }) => ({
      times,
      values: values.map((value, key) =>
        key % 3 === 1 ? value.map((number, i) => number + 0.1 * (i + 1)) : value,
      ),
    })),
  'keys between those of the file': (document) =>
    changeKeys(document, ({ times, values }) => ({
      times: times.flatMap((time, key) =>
        key + 1 < times.length ? [time, (time + (times[key + 1] as number)) / 2] : [time],
      ),
      values: values.flatMap((value, key) =>
        key + 1 < times.length ? [value, value.map((number) => 0.9 * number + 0.01)] : [value],
      ),
    })),
  'animations a second later': (document) =>
    changeKeys(document, ({ times, values }) => ({ times: times.map((time) => time + 1), values })),
  'keys that step': (document) => {
    for (const animation of animationsOf(document))
      for (const sampler of animation.listSamplers()) sampler.setInterpolation('STEP');
  },
  'keys on splines': (document) =>
    changeKeys(document, ({ times, values }, sampler) => {
      sampler.setInterpolation('CUBICSPLINE');
      const slope = (value: number[], key: number) =>
        value.map((number, i) => 0.2 * number + 0.05 * (i + key));
      return {
        times,
        values: values.map((value, key) => [...slope(value, 1), ...value, ...slope(value, key)]),
      };
    }),
  'animations with other names': (document) => {
    for (const animation of animationsOf(document)) animation.setName(`other ${animation.getName()}`);
  },
  'an animation twice, and one gone': (document) => {
    const [first, ...others] = animationsOf(document);
    const copy = document
      .createAnimation('a new one')
      .setExtras({ lt_events: [{ time: 0.123, text: 'cue' }] });
    for (const channel of first?.listChannels() ?? []) copy.addChannel(channel);
    for (const sampler of first?.listSamplers() ?? []) copy.addSampler(sampler);
    others.at(-1)?.dispose();
  },
  'bones with other names, sampled': (document) => {
    jointsOf(document).forEach((joint, i) => {
      if (i % 2 === 1) joint.setName(`bone ${i}`);
    });
    changeKeys(document, (keys) => sampled(keys, 1 / 24));
  },
  'the bind pose moved': (document) => {
    for (const skin of document.getRoot().listSkins()) {
      const matrices = skin.getInverseBindMatrices();
      if (!matrices) continue;
      const all = Array.from({ length: matrices.getCount() }, (_, i) => {
        const matrix: number[] = matrices.getElement(i, []);
        if (i % 3 === 2) matrix[13] = (matrix[13] as number) + 0.7;
        return matrix;
      });
      skin.setInverseBindMatrices(numbers(document, matrices, all.flat()));
    }
  },
  'the model moved and turned as a whole': (document) => {
    const root = document
      .getRoot()
      .listNodes()
      .find((node) => typeof node.getExtras().lithoscope === 'string');
    root?.setTranslation([1, 2, 3]).setRotation([0, Math.SQRT1_2, 0, Math.SQRT1_2]);
  },
  'vertices moved': (document) =>
    changeVertices(document, 'POSITION', ([x = 0, y = 0, z = 0], i) =>
      i % 5 === 0 ? [x + 0.3, y, z - 0.1] : [x, y, z],
    ),
  'normals turned': (document) =>
    changeVertices(document, 'NORMAL', ([x = 0, y = 0, z = 0], i) => (i % 4 === 0 ? [y, z, x] : [x, y, z])),
  'without normals': (document) => {
    for (const primitive of primitivesOf(document)) primitive.setAttribute('NORMAL', null);
  },
  'texture coordinates moved': (document) =>
    changeVertices(document, 'TEXCOORD_0', ([u = 0, v = 0], i) =>
      i % 3 === 0 ? [u + 0.01, 0.5 * v] : [u, v],
    ),
  'weights moved': (document) =>
    changeVertices(document, 'WEIGHTS_0', ([a = 0, b = 0, c = 0, d = 0], i) =>
      i % 6 === 0 ? [0.5 * a, b + 0.5 * a, c, d] : i % 6 === 1 ? [0, 0, 0, 0] : [a, b, c, d],
    ),
  'other joints': (document) => {
    for (const primitive of primitivesOf(document)) {
      const joints = primitive.getAttribute('JOINTS_0');
      const array = joints?.getArray()?.slice();
      if (!joints || !array) continue;
      for (let i = 0; i < array.length; i += 28) array[i] = 1;
      primitive.setAttribute('JOINTS_0', document.createAccessor().setType('VEC4').setArray(array));
    }
  },
  'without marks': (document) => {
    for (const primitive of primitivesOf(document)) primitive.setAttribute('TEXCOORD_1', null);
  },
  'triangles gone': (document) => changeTriangles(document, (all) => all.filter((_, t) => t % 7 !== 3)),
  'triangles turned over and turned round': (document) =>
    changeTriangles(document, (all) =>
      all.map(([a = 0, b = 0, c = 0], t) => (t % 5 === 0 ? [a, c, b] : t % 5 === 1 ? [b, c, a] : [a, b, c])),
    ),
  'triangles added': (document) =>
    changeTriangles(document, (all) => [
      ...all,
      ...all.slice(0, 9).map(([a = 0, b = 0], t) => [a, b, all[2 * t + 3]?.[2] ?? 0]),
    ]),
  'new vertices': (document) => {
    changeVertices(document, 'TEXCOORD_1', ([u = 0, v = 0], i) => (i % 4 === 0 ? [0, 0] : [u, v]));
  },
  'a mesh twice': (document) => {
    const node = document
      .getRoot()
      .listNodes()
      .find((each) => each.getMesh());
    const mesh = node?.getMesh()?.clone() ?? null;
    const copy = document
      .createNode('twice')
      .setMesh(mesh)
      .setSkin(node?.getSkin() ?? null);
    copy.setExtras({});
    mesh?.setExtras({});
    document.getRoot().listScenes()[0]?.addChild(copy);
  },
  'morph targets moved': (document) => {
    for (const primitive of primitivesOf(document)) {
      for (const target of primitive.listTargets()) {
        const deltas = target.getAttribute('POSITION');
        if (!deltas) continue;
        const all = Array.from<number, number>(
          deltas.getArray() ?? [],
          (value, i) => value + (i % 11 === 0 ? 2 : 0),
        );
        target.setAttribute('POSITION', numbers(document, deltas, all));
      }
    }
  },
};
