/** What is left of a GLB that Blender imported and exported again, with custom properties. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backErrors } from './report.mjs';

/** @typedef {{json: any}} Read */
/** @typedef {{name: string, left: Record<string, string>, failures: string[]}} Trip */

/** @param {string} path the JSON of a GLB */
function jsonOf(path) {
  const bytes = readFileSync(path);
  return JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString('utf8'));
}

/** @param {string} folder @param {import('./report.mjs').Compared[]} models @returns {Trip[]} */
export function roundTrips(folder, models) {
  return models.flatMap(({ expected, result }) => {
    if (!result.back) return [];
    const { left, failures } = compared(
      jsonOf(join(folder, expected.glb)),
      jsonOf(join(folder, result.back.glb)),
    );
    const { vertices, joints, failures: off } = backErrors(expected, result.back);
    return [
      {
        name: result.name,
        left: { ...left, 'vertices off': vertices, 'joints and sockets off': joints },
        failures: [...failures, ...off],
      },
    ];
  });
}

/** @param {any} sent @param {any} back @returns {Omit<Trip, 'name'>} */
function compared(sent, back) {
  /** @type {string[]} */
  const failures = [];
  const root = (/** @type {any} */ gltf) =>
    gltf.nodes.find((/** @type {any} */ node) => node.extras?.lithoscope)?.extras;
  const [before, after] = [root(sent), root(back)];
  if (before?.lithoscope !== after?.lithoscope) failures.push('the JSON text of the root is another');
  const left = {
    'keys at the root': share(
      Object.keys(before ?? {}),
      (key) => JSON.stringify(before[key]) === JSON.stringify(after?.[key]),
    ),
    joints: kept(sent.nodes, back.nodes, 'lt_index', failures),
    sockets: kept(sent.nodes, back.nodes, 'lt_socket', failures),
    meshes: kept(sent.meshes, back.meshes, 'lt_piece', failures),
    materials: kept(sent.materials, back.materials, 'lt_material', failures),
    'extras of animations': `${count(back.animations, ({ extras }) => extras)} of ${count(sent.animations, ({ extras }) => extras)}`,
    animations: `${back.animations?.length ?? 0} for ${sent.animations?.length ?? 0}`,
    'second weight sets': `${primitives(back, 'WEIGHTS_1')} of ${primitives(sent, 'WEIGHTS_1')}`,
    'key times': `${keyTimes(back)} for ${keyTimes(sent)}`,
    vertices: `${vertices(back)} for ${vertices(sent)}`,
  };
  return { left, failures };
}

/** @param {any[] | undefined} list @param {(one: any) => unknown} is */
const count = (list, is) => (list ?? []).filter(is).length;

/** @param {string[]} list @param {(one: string) => boolean} is */
const share = (list, is) => `${list.filter(is).length} of ${list.length}`;

/** Of those that have the key, how many came back with it and all others. @param {any[] | undefined} sent @param {any[] | undefined} back @param {string} key @param {string[]} failures */
function kept(sent, back, key, failures) {
  const having = (sent ?? []).filter(({ extras }) => extras?.[key] !== undefined);
  const same = having.filter(({ extras }) =>
    (back ?? []).some((other) =>
      Object.entries(extras).every(
        ([name, value]) => JSON.stringify(other.extras?.[name]) === JSON.stringify(value),
      ),
    ),
  );
  if (same.length < having.length)
    failures.push(`${having.length - same.length} of ${having.length} with ${key} lost extras`);
  return `${same.length} of ${having.length}`;
}

/** @param {any} gltf @param {string} attribute */
const primitives = (gltf, attribute) =>
  (gltf.meshes ?? [])
    .flatMap((/** @type {any} */ mesh) => mesh.primitives)
    .filter((/** @type {any} */ one) => attribute in one.attributes).length;

/** Over all animations, of different times in each. @param {any} gltf */
const keyTimes = (gltf) =>
  (gltf.animations ?? []).reduce(
    (/** @type {number} */ sum, /** @type {any} */ { samplers }) =>
      sum + Math.max(0, ...samplers.map((/** @type {any} */ { input }) => gltf.accessors[input].count)),
    0,
  );

/** @param {any} gltf */
const vertices = (gltf) =>
  (gltf.meshes ?? [])
    .flatMap((/** @type {any} */ mesh) => mesh.primitives)
    .reduce(
      (/** @type {number} */ sum, /** @type {any} */ { attributes }) =>
        sum + gltf.accessors[attributes.POSITION].count,
      0,
    );
