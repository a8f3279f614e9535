/** The archives of a made game for the benchmarks, and how fast the core reads its models alone. tools/bench/library.mjs runs it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lithoscope } from '@lithoscope/core';
import { type MadeFile, madeFiles, madeRez, madeZip } from '../support/made-library.ts';
import { lengthOf, type Part, save, sizeOf } from '../support/parts.ts';
import { rounds } from './rounds.mjs';

/** Files of the archives, and bytes of all together. */
const FILES = rounds(20_000, 400);
const BYTES = (2 ** 31 / 20_000) * FILES;

/** An archive on the disk. */
export interface MadeArchive {
  readonly path: string;
  readonly count: number;
  /** Bytes of the whole, and of its directories, which are at its end. */
  readonly size: number;
  readonly directory: number;
}

/** Writes the made game as a REZ and as a zip into a folder. */
export function makeArchives(folder: string): { rez: MadeArchive; zip: MadeArchive } {
  const files = madeFiles(FILES, BYTES);
  const rez = written(join(folder, 'GAME.REZ'), files, madeRez(files), 1);
  return { rez, zip: written(join(folder, 'game.zip'), files, madeZip(files), 2) };
}

/** @param perFile parts before the directory that each file has, after a header of the archive */
function written(
  path: string,
  files: readonly MadeFile[],
  parts: readonly Part[],
  perFile: number,
): MadeArchive {
  save(parts, path);
  const size = sizeOf(parts);
  const data = parts.slice(0, files.length * perFile + (perFile === 1 ? 1 : 0));
  return {
    path,
    count: files.length,
    size,
    directory: size - data.reduce((sum: number, part) => sum + lengthOf(part), 0),
  };
}

/** Files a second that the core parses and validates in one thread, in the mixture of the made game: the peer of the scan. */
export async function benchCoreAlone(): Promise<number> {
  const wasm = readFileSync(new URL('../../build/wasm/lithoscope.wasm', import.meta.url));
  const core = await Lithoscope.load(new Uint8Array(wasm).buffer);
  const files = madeFiles(400).flatMap(({ content }) => (typeof content === 'number' ? [] : [content]));
  const begun = performance.now();
  for (const content of files) core.open(content).release();
  return (files.length * 1000) / (performance.now() - begun);
}
