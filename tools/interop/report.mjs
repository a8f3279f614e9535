/** What came of a comparison in Blender: tables, and what is not as it should be. */

/** @typedef {import('../../tests/interop/expect.ts').Expectation} Expectation */
/** @typedef {{meshes: (number | null)[], joints: number | null, sockets: number | null, turns: number | null}} Errors file units; null: not there */
/**
 * @typedef {object} Result
 * @property {string} name
 * @property {Errors} rest
 * @property {Errors} atKeys
 * @property {Errors} between against Blender's own interpolation of rotations
 * @property {Errors} slerp against that of glTF and the engine
 * @property {number} moments
 * @property {number} bones
 * @property {number} vertices
 * @property {number} shapeKeys
 * @property {string[]} actions
 * @property {number} images
 * @property {string[]} failures
 * @property {{import: number, all: number}} seconds
 * @property {(Errors & {glb: string, edited: import('../../tests/interop/way-back.ts').Edited | null, failures: string[]}) | null} back the GLB that Blender exported, imported again, at keys
 */
/** @typedef {{blender: string, importer: string, models: Result[], made: import('../../tests/interop/made.ts').Made}} Results */
/** @typedef {{expected: Expectation, result: Result, failures: string[]}} Compared */
/**
 * @typedef {object} ObjResult
 * @property {string} obj
 * @property {number} size of the model, file units
 * @property {number} corners of triangles that were compared
 * @property {number} place greatest deviation on one axis, file units
 * @property {number} uv of a texture coordinate
 * @property {string[]} failures
 */

/** Units of the file; of a large model this part of its size. */
const MOST_ERROR = 1e-3;
const MOST_SHARE = 1e-5;
/** Of the numbers of a rotation. */
const MOST_TURN = 1e-3;

/** @param {Expectation} expected */
const limitOf = ({ size }) => Math.max(MOST_ERROR, MOST_SHARE * size);

/** All that is not as it should be, a sentence each. @param {Expectation} expected @param {Result} result */
export function deviations(expected, result) {
  const failures = [...result.failures];
  const limit = limitOf(expected) + expected.morphDeviation;
  for (const [when, errors] of /** @type {const} */ ([
    ['in the bind pose', result.rest],
    ['at keys', result.atKeys],
    ['between keys', result.between],
  ])) {
    expected.meshes.forEach(({ name, bound }, i) => {
      const error = errors.meshes[i] ?? null;
      if (error === null) failures.push(`${name} has other vertices ${when}`);
      else if (error > limit + bound) failures.push(`${name} is off by ${error} units ${when}`);
    });
    for (const what of /** @type {const} */ (['joints', 'sockets'])) {
      const error = errors[what];
      if (error === null) failures.push(`${what} are not there ${when}`);
      else if (error > limit) failures.push(`${what} are off by ${error} units ${when}`);
    }
    if (errors.turns === null) failures.push(`the turns of sockets are not there ${when}`);
    else if (errors.turns > MOST_TURN) {
      failures.push(`sockets are turned by ${errors.turns} ${when}`);
    }
  }
  return failures;
}

/** How far a GLB that Blender exported is off, file units, and what is not as it should be. @param {Expectation} expected @param {Errors & {failures: string[]}} back */
export function backErrors(expected, back) {
  const vertices = greatest(expected, back);
  const joints = back.joints ?? Number.POSITIVE_INFINITY;
  const sockets = back.sockets ?? Number.POSITIVE_INFINITY;
  const failures = [...back.failures];
  for (const [what, error] of /** @type {const} */ ([
    ['vertices', vertices],
    ['joints', joints],
    ['sockets', sockets],
  ])) {
    if (error > limitOf(expected)) failures.push(`${what} are off by ${error} units`);
  }
  return { vertices: short(vertices), joints: short(Math.max(joints, sockets)), failures };
}

/** The greatest error of the meshes that one bind position a vertex can be exact for. @param {Expectation} expected @param {Errors} errors */
const greatest = ({ meshes }, errors) =>
  Math.max(
    0,
    ...meshes.map(({ bound }, i) =>
      bound > MOST_ERROR ? 0 : (errors.meshes[i] ?? Number.POSITIVE_INFINITY),
    ),
  );

/** Of the others. @param {Expectation} expected @param {Result} result */
const openError = ({ meshes }, { atKeys }) =>
  Math.max(
    0,
    ...meshes.map(({ bound }, i) =>
      bound > MOST_ERROR ? (atKeys.meshes[i] ?? Number.POSITIVE_INFINITY) : 0,
    ),
  );

/** @param {number} value */
const short = (value) => (value === 0 ? '0' : value.toExponential(1));

/** @param {Compared[]} models @returns {import('../bench/table.mjs').Table} */
export function modelTable(models) {
  return {
    head: [
      'model',
      'version',
      'size',
      'vertices',
      'bones',
      'sockets',
      'shape keys',
      'animations',
      'moments',
      'at keys',
      'of the size',
      'between keys',
      'against slerp',
      'levels',
    ],
    rows: models.map(({ expected, result, failures }) => {
      const atKeys = Math.max(greatest(expected, result.rest), greatest(expected, result.atKeys));
      const open = openError(expected, result);
      return [
        `${expected.model}${failures.length > 0 ? ' **!**' : ''}`,
        String(expected.version),
        expected.size.toPrecision(3),
        String(result.vertices),
        String(result.bones),
        String(expected.sockets.length),
        String(result.shapeKeys),
        String(expected.animations.length),
        String(result.moments),
        short(atKeys),
        short(atKeys / (expected.size || 1)),
        short(greatest(expected, result.between)),
        short(greatest(expected, result.slerp)),
        open > 0 ? open.toPrecision(2) : '–',
      ];
    }),
  };
}

/** What is not as it should be has a mark. @param {import('../../tests/interop/way-back.ts').WayBack[]} back @returns {import('../bench/table.mjs').Table} */
export function wayBackTable(back) {
  return {
    head: ['model', 'version', ...Object.keys(back[0]?.cells ?? {})],
    rows: back.map(({ name, version, cells, failures }) => [
      `${name}${failures.length > 0 ? ' **!**' : ''}`,
      String(version),
      ...Object.values(cells),
    ]),
  };
}

/** @param {import('../../tests/interop/made.ts').MadeHere[]} made @returns {import('../bench/table.mjs').Table} */
export function madeTable(made) {
  return {
    head: ['as version', ...Object.keys(made[0]?.cells ?? {})],
    rows: made.map(({ version, cells, failures }) => [
      `${version}${failures.length > 0 ? ' **!**' : ''}`,
      ...Object.values(cells),
    ]),
  };
}

/** @param {Compared[]} models */
export function sizeOf(models) {
  const moments = models.reduce((sum, { result }) => sum + result.moments, 0);
  const places = models.reduce((sum, { result }) => sum + result.moments * result.vertices, 0);
  return `${moments.toLocaleString('en')} moments, ${places.toLocaleString('en')} places of vertices`;
}

/** Of a texture coordinate, which is written as the decimals of its 32 bits. */
const MOST_UV = 1e-6;

/** All that is not as it should be of an OBJ, a sentence each. @param {ObjResult} obj */
export function objDeviations({ size, place, uv, failures }) {
  const found = [...failures];
  if (place > Math.max(MOST_ERROR, MOST_SHARE * size)) found.push(`corners are off by ${place} units`);
  if (uv > MOST_UV) found.push(`texture coordinates are off by ${uv}`);
  return found;
}

/** @param {ObjResult[]} objs @returns {import('../bench/table.mjs').Table} */
export function objTable(objs) {
  return {
    head: ['pose', 'size', 'corners of triangles', 'places off', 'of the size', 'texture coordinates off'],
    rows: objs.map((obj) => [
      `${obj.obj}${objDeviations(obj).length > 0 ? ' **!**' : ''}`,
      obj.size.toPrecision(3),
      String(obj.corners),
      short(obj.place),
      short(obj.place / (obj.size || 1)),
      short(obj.uv),
    ]),
  };
}
