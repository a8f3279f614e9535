/** A GLB with something wrong in it: values, lists and lengths of its JSON, its numbers, its chunks, its bytes. */
import { unzlibSync, zlibSync } from 'fflate';
import { type LooseJson, makeGlb, partsOfGlb } from '../support/make-glb.ts';
import type { Random } from './random.ts';

const VALUES: readonly unknown[] = [
  ...[undefined, null, true, '', 'x', '__proto__', [], {}, [0], [0, 0, 0], [1, 0, 0, 0]],
  ...[
    -1,
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    16,
    100,
    255,
    256,
    65_535,
    65_536,
    2 ** 24,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    1e20,
  ],
  ...[0.5, -0.5, 1e-30, 1e-7, 1e6, 3e38, 1e300, -1e30, 0.1, Math.PI],
  ...[
    'LINEAR',
    'STEP',
    'CUBICSPLINE',
    'VEC3',
    'VEC4',
    'SCALAR',
    'MAT4',
    'translation',
    'rotation',
    'scale',
    'weights',
  ],
  ...[5120, 5121, 5122, 5123, 5125, 5126, 'a'.repeat(70_000), '\0', '\u202e', '💃', 'Bip01'],
];

const FLOATS = [
  0,
  -0,
  1,
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e38,
  -3e38,
  1e-40,
  1e-7,
  0.5,
  1e6,
  1e9,
  65_536,
];

/** A copy with up to eight changes. */
export function changedGlb(bytes: Uint8Array, random: Random): Uint8Array {
  let { json, binary } = partsOfGlb(bytes);
  json = structuredClone(json);
  binary = binary.slice();
  const changes = 1 + random.below(random.below(4) === 0 ? 8 : 2);
  for (let i = 0; i < changes; i++) {
    const which = random.below(10);
    if (which < 4) changeJson(json, random);
    else if (which < 6) changeTexts(json, random);
    else binary = changedNumbers(binary, random);
  }
  const made = makeGlb(json, binary);
  return random.below(12) === 0 ? changedBytes(made, random) : made;
}

/** Without them nothing is read, whatever else is wrong. */
const NEEDED = new Set(['asset', 'buffers', 'scene', 'scenes', 'extensionsRequired']);

/** A place in the JSON: the higher ones as often as the many that are deep. */
function placeIn(json: LooseJson, random: Random): { owner: LooseJson; key: string } | null {
  let owner: LooseJson = json;
  for (let depth = 0; ; depth++) {
    const keys = Object.keys(owner);
    const most = depth === 0 && random.below(20) > 0 ? keys.filter((key) => !NEEDED.has(key)) : keys;
    if (most.length === 0) return null;
    const key = random.of(most);
    const value = owner[key];
    const isDeeper = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    if (!isDeeper || (depth > 0 && random.below(8) === 0)) return { owner, key };
    owner = value as LooseJson;
  }
}

function changeJson(json: LooseJson, random: Random): void {
  const place = placeIn(json, random);
  if (!place) return;
  const { owner, key } = place;
  const value = owner[key];
  const other = placeIn(json, random);
  switch (random.below(6)) {
    case 0:
      if (Array.isArray(owner)) owner.splice(Number(key), 1);
      else delete owner[key];
      break;
    case 1:
      if (Array.isArray(owner)) owner.push(structuredClone(random.of(owner)));
      else owner[key] = random.of(VALUES);
      break;
    case 2:
      if (other) owner[key] = structuredClone(other.owner[other.key]);
      break;
    case 3:
      if (typeof value === 'number')
        owner[key] = random.of([value + 1, value - 1, -value, value * 2, value / 2]);
      else owner[key] = random.of(VALUES);
      break;
    case 4:
      if (other) {
        const theirs = other.owner[other.key];
        other.owner[other.key] = value;
        // Not into itself.
        owner[key] = structuredClone(theirs);
        if (isRound(json)) other.owner[other.key] = null;
      }
      break;
    default:
      owner[key] = structuredClone(random.of(VALUES));
  }
}

/** Whether it cannot be written as JSON. */
function isRound(json: LooseJson): boolean {
  try {
    JSON.stringify(json);
    return false;
  } catch {
    return true;
  }
}

/** What an export from here wrote: its JSON text, and the file without what the GLB has. */
function changeTexts(json: LooseJson, random: Random): void {
  const nodes = Array.isArray(json.nodes) ? (json.nodes as LooseJson[]) : [];
  const extras = nodes
    .map((node) => node?.extras as LooseJson)
    .find((at) => typeof at?.lithoscope === 'string');
  if (!extras) {
    changeJson(json, random);
    return;
  }
  try {
    if (random.below(3) > 0) {
      const said = JSON.parse(extras.lithoscope as string) as LooseJson;
      changeJson(said, random);
      extras.lithoscope = JSON.stringify(said);
    } else if (typeof extras.lt_template === 'string') {
      const file = unzlibSync(new Uint8Array(Buffer.from(extras.lt_template, 'base64')));
      for (let i = random.below(4); i >= 0; i--) file[random.below(file.length)] = random.below(256);
      extras.lt_template = Buffer.from(zlibSync(file, { level: 1 })).toString('base64');
    }
  } catch {
    // It was changed before.
  }
}

function changedNumbers(binary: Uint8Array, random: Random): Uint8Array {
  if (binary.length < 8) return binary;
  const view = new DataView(binary.buffer, binary.byteOffset, binary.length);
  const at = 4 * random.below(binary.length >> 2);
  switch (random.below(6)) {
    case 0:
      binary[random.below(binary.length)] = random.below(256);
      return binary;
    case 1:
      view.setUint32(at, random.of([0, 1, 255, 65_535, 2 ** 31, 2 ** 32 - 1, random.below(2 ** 32)]), true);
      return binary;
    case 2: {
      const value = random.of(FLOATS);
      const end = Math.min(binary.length - 3, at + 4 * random.below(64));
      for (let i = at; i < end; i += 4) view.setFloat32(i, value, true);
      return binary;
    }
    case 3:
      binary.copyWithin(at, 4 * random.below(binary.length >> 2), binary.length);
      return binary;
    case 4:
      return random.below(8) === 0 ? binary.slice(0, at) : binary;
    default:
      view.setFloat32(at, random.of(FLOATS), true);
      return binary;
  }
}

function changedBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  switch (random.below(4)) {
    case 0:
      return bytes.slice(0, random.below(bytes.length));
    case 1:
      view.setUint32(
        4 * random.below(5),
        random.of([0, 1, 4, 2 ** 31, 2 ** 32 - 1, bytes.length - 12]),
        true,
      );
      return bytes;
    default:
      for (let i = random.below(8); i >= 0; i--) bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
  }
}
