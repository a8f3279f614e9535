/** A model that was made in Blender from nothing (tests/interop/make.py), as v12 and as v6: its poses against Blender's own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AbcFile, Lithoscope } from '@lithoscope/core';
import { Exchange } from '@lithoscope/exchange';
import { root } from '../../tools/lib/process.mjs';
import { importModel } from '../../web/from-glb/import.ts';
import { IMPORT_DEFAULTS } from '../../web/from-glb/options.ts';
import type { ImportResult } from '../../web/from-glb/report.ts';
import { readGltf } from '../../web/gltf/read.ts';

/** Units for a metre: a puppet of 1.7 m becomes one of 85 units. */
const SCALE = 50;
/** Of the size: keys are at whole milliseconds, frames are not; of v6 vertices that two bones move are in steps of 8 bits. */
const MOST_OF_SIZE = { 12: 1e-3, 6: 2e-3 };
/** Vertices that are one, units: they are 3 apart. */
const APART = 0.3;

/** What tests/interop/make.py wrote: the places of all vertices at each frame of each animation. */
export interface Made {
  readonly glb: string;
  readonly bin: string;
  readonly vertices: number;
  readonly bones: readonly string[];
  readonly frames: number;
  readonly framesPerSecond: number;
  readonly animations: readonly string[];
  /** Animations that move the shape key. */
  readonly shaped: readonly string[];
  readonly strings: Readonly<Record<string, readonly { frame: number; text: string }[]>>;
}

export interface MadeHere {
  readonly version: 6 | 12;
  /** Cells of the table by their titles. */
  readonly cells: Readonly<Record<string, string>>;
  readonly failures: readonly string[];
}

export async function madeHere(folder: string, made: Made): Promise<MadeHere[]> {
  const wasm = (name: string) => new Uint8Array(readFileSync(join(root, 'build/wasm', name))).buffer;
  const lithoscope = await Lithoscope.load(wasm('lithoscope.wasm'));
  const editing = await Exchange.load(wasm('exchange.wasm'));
  const core = { open: (_: string, bytes: Uint8Array) => lithoscope.open(bytes), editing };
  const bytes = new Uint8Array(readFileSync(join(folder, made.bin)));
  const places = new Float32Array(bytes.buffer);
  const found: MadeHere[] = [];
  for (const version of [12, 6] as const) {
    const files = new Map([[made.glb, new Uint8Array(readFileSync(join(folder, made.glb)))]]);
    const source = await readGltf(made.glb, files);
    const result = await importModel(source, { ...IMPORT_DEFAULTS, version, scale: SCALE }, core, null);
    const file = lithoscope.open(result.bytes);
    found.push({ version, ...compared(made, places, result, file) });
    file.release();
  }
  return found;
}

function compared(
  made: Made,
  places: Float32Array,
  result: ImportResult,
  file: AbcFile,
): Omit<MadeHere, 'version'> {
  const failures: string[] = [];
  const { info } = file;
  for (const { severity, message } of file.findings)
    if (severity === 'error' || severity === 'warning') failures.push(message);
  const names = info.nodes.map(({ name }) => name);
  for (const bone of made.bones)
    if (!names.includes(bone)) failures.push(`there is no node ${bone}: ${names.join(', ')}`);

  // Blender's vertices as they are at a frame, in the space of the file.
  const at = (frame: number) => {
    const part = places.subarray(3 * made.vertices * frame, 3 * made.vertices * (frame + 1));
    return part.map((_, i) => {
      const [row, first] = [4 * (i % 3), i - (i % 3)];
      const m = result.space;
      return (
        (m[row + 3] ?? 0) + [0, 1, 2].reduce((sum, k) => sum + (m[row + k] ?? 0) * (part[first + k] ?? 0), 0)
      );
    });
  };
  const height = sizeOf(at(0));
  const cells: Record<string, string> = {};
  made.animations.forEach((name, i) => {
    const animation = info.animations.findIndex((each) => each.name === name);
    const { times, strings } = file.keyframes(animation);
    const posed = (frame: number) => {
      const timeMs = (1000 * frame) / made.framesPerSecond;
      const request = { animation, timeMs, loop: false, lod: 0 };
      return file.evaluate(request)?.pieces ?? [];
    };
    const missing = Array.from({ length: made.frames }, (_, frame) => timeOf(made, frame)).filter(
      (time) => !times.includes(time),
    );
    if (missing.length > 0) failures.push(`${name} has no key at ${missing.slice(0, 5).join(', ')} ms`);
    const found = strings.flatMap((text, key) => (text === '' ? [] : [`${times[key]} ${text}`]));
    const wanted = made.strings[name]?.map(({ frame, text }) => `${timeOf(made, frame)} ${text}`);
    if (found.join() !== wanted?.join()) failures.push(`${name} has the strings ${found.join()}`);
    const first = at(made.frames * i);
    const blenders = posed(0).map(({ positions }) => nearest(positions, first));
    if (blenders.flat().includes(-1)) failures.push(`${name}: vertices are not where they are in Blender`);
    if (new Set(blenders.flat()).size !== made.vertices) failures.push(`${name}: vertices are missing`);
    let most = 0;
    for (let frame = 0; frame < made.frames; frame++) {
      const theirs = at(made.frames * i + frame);
      posed(frame).forEach(({ positions }, piece) => {
        blenders[piece]?.forEach((blender, vertex) => {
          const gap = [0, 1, 2].map(
            (axis) => (positions[3 * vertex + axis] ?? 0) - (theirs[3 * blender + axis] ?? 0),
          );
          most = Math.max(most, Math.hypot(...gap));
        });
      });
    }
    const share = most / height;
    // Shape keys are left out of v12, which says so.
    const isShaped = info.version !== 6 && made.shaped.includes(name);
    cells[`${name} off, of the size`] = isShaped ? 'shape key left out' : share.toExponential(1);
    if (!isShaped && share > MOST_OF_SIZE[info.version === 6 ? 6 : 12])
      failures.push(`${name} is off by ${share} of the size`);
  });
  return { cells, failures };
}

/** Milliseconds of the key of a frame. */
const timeOf = ({ framesPerSecond }: Made, frame: number) => Math.round((1000 * frame) / framesPerSecond);

/** By place: the index of the nearest of others; −1 where none is near. */
function nearest(places: Float32Array, others: Float32Array): number[] {
  return Array.from({ length: places.length / 3 }, (_, i) => {
    let best = -1;
    let least = APART;
    for (let at = 0; at < others.length; at += 3) {
      const gap = Math.hypot(
        ...[0, 1, 2].map((axis) => (places[3 * i + axis] ?? 0) - (others[at + axis] ?? 0)),
      );
      if (gap < least) [best, least] = [at / 3, gap];
    }
    return best;
  });
}

/** The diagonal of the box around places. */
function sizeOf(places: Float32Array): number {
  return Math.hypot(
    ...[0, 1, 2].map((axis) => {
      const values = [...places].filter((_, i) => i % 3 === axis);
      return Math.max(...values) - Math.min(...values);
    }),
  );
}
