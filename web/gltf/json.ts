/**
 * The JSON of a glTF, value by value: each is what glTF says of it, or a sentence says where it is not. Nothing that was
 * not looked at here goes on to the library that makes a document of it.
 */
import type { Pace } from '../lib/pace.ts';
import { NotImported } from './not-imported.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Deeper values are of no use to anybody, and a danger to whoever walks them by recursion. */
const DEEPEST = 200;
/** The greatest number of 32 bits. */
const MOST = 3.4028234663852886e38;

/** @param place `nodes[3].children` */
export function wrong(place: string, what: string): never {
  throw new NotImported(`The file is damaged: ${place} ${what}.`);
}

/** @param place '' for the root */
const pathTo = (place: string, key: string): string => (place === '' ? key : `${place}.${key}`);

/** An object. Absent: null. */
export function objectAt(json: Json, key: string, place: string): Json | null {
  const value = json[key];
  if (value === undefined) return null;
  return isObject(value) ? value : wrong(pathTo(place, key), 'is not an object');
}

/** A list of objects. Absent: none. @param most objects; more are refused */
export function objectsAt(json: Json, key: string, place: string, most: number): readonly Json[] {
  const path = pathTo(place, key);
  const list = listAt(json, key, place);
  if (list.length > most) {
    throw new NotImported(
      `The file has ${list.length.toLocaleString('en')} ${path}, more than the ${most.toLocaleString('en')} that can be read.`,
    );
  }
  return list.map((value, i) => (isObject(value) ? value : wrong(`${path}[${i}]`, 'is not an object')));
}

/** Absent: none. */
export function listAt(json: Json, key: string, place: string): readonly unknown[] {
  const value = json[key];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : wrong(pathTo(place, key), 'is not a list');
}

/** So many finite numbers. Absent: null. @param count absent: any number of them */
export function numbersAt(json: Json, key: string, place: string, count?: number): number[] | null {
  const value = json[key];
  if (value === undefined) return null;
  const path = pathTo(place, key);
  if (!Array.isArray(value)) return wrong(path, 'is not a list of numbers');
  if (count !== undefined && value.length !== count)
    return wrong(path, `has ${value.length} of ${count} numbers`);
  value.forEach((item, i) => {
    if (!isNumber(item)) wrong(`${path}[${i}]`, 'is not a 32-bit number');
  });
  return [...value];
}

/** A finite number. */
export function numberAt(json: Json, key: string, place: string, otherwise: number): number {
  const value = json[key];
  if (value === undefined) return otherwise;
  return isNumber(value) ? value : wrong(pathTo(place, key), 'is not a 32-bit number');
}

/** A whole number from 0 on. Absent and without `otherwise`: an error. */
export function countAt(json: Json, key: string, place: string, otherwise?: number): number {
  const value = json[key] ?? otherwise;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  return wrong(pathTo(place, key), value === undefined ? 'is missing' : 'is not a non-negative integer');
}

/** The place of an element in a list. Absent: null. @param count elements in it; @param list its name: `nodes` */
export function indexAt(json: Json, key: string, place: string, count: number, list: string): number | null {
  return json[key] === undefined ? null : indexOf(json[key], pathTo(place, key), count, list);
}

export function indexOf(value: unknown, path: string, count: number, list: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    return wrong(path, `is not an index into ${list}`);
  }
  return value < count ? value : wrong(path, `is ${list}[${value}], of which there are ${count}`);
}

/** The name of an element; '' without one. */
export function nameAt(json: Json): string {
  return typeof json.name === 'string' ? json.name : '';
}

/** What other programs put into an element; empty for nothing that is named. */
export function extrasAt(json: Json): Json {
  return isObject(json.extras) ? json.extras : {};
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= MOST;
}

/** Takes away what an object cannot have as a name of its own, and refuses nesting without end. */
export async function clean(json: Json, pace: Pace): Promise<void> {
  let level: object[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw new NotImported('The file is damaged: its JSON is nested too deeply.');
    const next: object[] = [];
    let seen = 0;
    for (const value of level) {
      if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
      for (const item of Array.isArray(value) ? value : Object.values(value)) {
        if (typeof item === 'object' && item !== null) next.push(item);
      }
      if (++seen % 4096 === 0) await pace.step(0.1);
    }
    level = next;
  }
}
