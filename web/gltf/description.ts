/** What an export from here wrote into a GLB (docs/export.md), checked: any program may have changed it since. */
import { Unzlib } from 'fflate';
import { JUPITER_FORMATS } from '../explain/formats.ts';
import { EXTRAS_FORMAT } from '../to-glb/extras.ts';
import { fromBase64 } from './buffers.ts';
import { isObject, type Json } from './json.ts';
import type { ReadNotes } from './notes.ts';
import type { ExportDescription } from './source.ts';

/** As the export keeps it: characters of the text, and bytes of the file. */
const MOST_TEXT = 64 << 20;
const MOST_TEMPLATE_TEXT = 8 << 20;
const MOST_TEMPLATE = 32 << 20;
/** Of compressed bytes: what comes of as many is at most a thousand times as long. */
const STEP = 4096;

export interface FromHere {
  readonly description: ExportDescription | null;
  readonly template: Uint8Array | null;
}

/** @param nodes of the glTF, of which one has it: what was its root may be below others by now */
export function readDescription(nodes: readonly Json[], notes: ReadNotes): FromHere {
  const extras = nodes.map((node) => node.extras).filter(isObject);
  const root = extras.find(({ lithoscope }) => typeof lithoscope === 'string');
  if (!root) return { description: null, template: null };
  const description = describe(root.lithoscope as string);
  if (!description) {
    notes.add('DESCRIPTION_LEFT_OUT', '');
    return { description: null, template: null };
  }
  const text = root.lt_template;
  const template = typeof text === 'string' ? templateOf(text, description.bytes) : null;
  if (!template && description.json.template === true) notes.add('TEMPLATE_LEFT_OUT', '');
  return { description, template };
}

/** Null when it is not what an export from here writes. */
function describe(text: string): ExportDescription | null {
  if (text.length > MOST_TEXT) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(json) || json.format !== EXTRAS_FORMAT || isDeep(json)) return null;
  const { file, bytes, crc32, version, space } = json;
  if (typeof file !== 'string' || !isCount(bytes) || !isCount(crc32) || !isCount(version) || !isObject(space))
    return null;
  const { scale, axes } = space;
  if (!isNumber(scale) || scale <= 0 || !isAxes(axes)) return null;
  const joints = all(json.nodes, ({ name, joint = name }) => (isText(joint) ? joint : null));
  const sockets = all(json.sockets, ({ empty }) => (isText(empty) ? empty : null));
  const meshes = all(json.meshes, ({ piece, lod, name }) =>
    isCount(piece) && isCount(lod) && isText(name) ? { piece, lod, name } : null,
  );
  const animations = animationsOf(json.animations);
  if (!joints || !sockets || !meshes || !animations) return null;
  return {
    file,
    bytes,
    crc32,
    modelFormat: JUPITER_FORMATS.find((format) => format === json.modelFormat) ?? 'abc',
    version,
    scale,
    axes,
    restAnimation: isCount(json.restAnimation) ? json.restAnimation : null,
    conjugateKeys: typeof json.conjugateKeys === 'boolean' ? json.conjugateKeys : null,
    joints,
    sockets,
    meshes,
    animations,
    json,
  };
}

function animationsOf(value: unknown): ExportDescription['animations'] | null {
  if (!isObject(value)) return null;
  const animations = new Map<string, ReturnType<ExportDescription['animations']['get']> & object>();
  for (const [key, item] of Object.entries(value)) {
    if (!isObject(item)) return null;
    const { source, index, name, times } = item;
    // Without, it is the model's own.
    const child = source === undefined ? -1 : isObject(source) ? source.child : null;
    if (typeof child !== 'number' || !Number.isSafeInteger(child) || child < -1) return null;
    if (!isCount(index) || !isText(name) || !Array.isArray(times) || !times.every(isCount)) return null;
    animations.set(key, { source: child, index, name, times });
  }
  return animations;
}

/** Each object of a list, checked; null when one of them is not as it must be, or there is no list. */
function all<T>(value: unknown, check: (item: Json) => T | null): T[] | null {
  if (!Array.isArray(value)) return null;
  const checked: T[] = [];
  for (const item of value) {
    const one = isObject(item) ? check(item) : null;
    if (one === null) return null;
    checked.push(one);
  }
  return checked;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isAxes = (value: unknown): value is [number, number, number] =>
  Array.isArray(value) && value.length === 3 && value.every((axis) => axis === 1 || axis === -1);

/** Whoever reads further does so by recursion. */
function isDeep(json: Json): boolean {
  let level: object[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > 32) return true;
    level = level.flatMap((value) =>
      Object.values(value).filter((item): item is object => typeof item === 'object' && item !== null),
    );
  }
  return false;
}

/** @param size bytes that come of it. @returns null when it is something else */
function templateOf(text: string, size: number): Uint8Array | null {
  if (text.length > MOST_TEMPLATE_TEXT || size > MOST_TEMPLATE) return null;
  try {
    const packed = fromBase64(text);
    const bytes = new Uint8Array(size);
    let at = 0;
    const stream = new Unzlib((chunk) => {
      // A few bytes can be gigabytes: nothing is unpacked beyond what was said.
      if (at + chunk.length > size) throw new RangeError('longer than specified');
      bytes.set(chunk, at);
      at += chunk.length;
    });
    for (let start = 0; start < packed.length; start += STEP) {
      stream.push(packed.subarray(start, start + STEP), start + STEP >= packed.length);
    }
    return at === size ? bytes : null;
  } catch {
    return null;
  }
}
