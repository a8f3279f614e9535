/** What a search of a large library costs: 20,000 files that were read, with the names that a game's models have. tools/bench.mjs runs it. */
import { readFileSync } from 'node:fs';
import { Lithoscope } from '@lithoscope/core';
import { type Facts, factsFrom } from '../../web/explain/facts.ts';
import { putResults } from '../../web/library/facts.ts';
import { foundFiles } from '../../web/library/search.ts';
import { addLibraryFiles, addLibrarySource, libraryQuery } from '../../web/store/library.ts';
import { libraryFile, librarySource } from '../web/support/library.ts';
import { median, rounds } from './rounds.mjs';

const FILES = rounds(20_000, 400);
const RUNS = rounds(5);

/** Words, terms of every kind, and what nothing has. */
const QUERIES = [
  'walk',
  'hand left_arm',
  'anim:walk node:arm -socket:hand',
  'faces>2000 has:lods version:12',
  'code:UV_* verdict:warning',
  'skin:missing',
  'anim:*_17',
  'nothinghasthis',
];

const fromRoot = (path: string) => new Uint8Array(readFileSync(new URL(`../../${path}`, import.meta.url)));

/** Milliseconds. */
export interface SearchTimes {
  readonly files: number;
  /** Names in all files together, and different ones. */
  readonly names: number;
  /** Taking in what was read, a file. */
  readonly put: number;
  /** By the text: the median of some runs. */
  readonly searches: Readonly<Record<string, number>>;
  /** Of them, the one that takes longest. */
  readonly slowest: string;
}

export async function benchLibrarySearch(): Promise<SearchTimes> {
  const core = await Lithoscope.load(fromRoot('build/wasm/lithoscope.wasm').buffer);
  const model = factsFrom(core.open(fromRoot('public/samples/clockwork.abc')));
  const source = librarySource('GAME.REZ');
  const files = Array.from({ length: FILES }, (_, i) =>
    libraryFile(source, `MODELS/SET${i % 200}/MODEL_${i}.ABC`),
  );
  addLibrarySource(source);
  addLibraryFiles(files);
  const before = performance.now();
  let names = 0;
  for (let at = 0; at < FILES; at += 200) {
    putResults(
      files.slice(at, at + 200).map(({ id }, i) => {
        const facts = factsOfGame(model, at + i);
        names += Object.values(facts.names).reduce((sum, list) => sum + list.length, 0);
        return [id, { facts }] as const;
      }),
    );
  }
  const put = (performance.now() - before) / FILES;
  const searches = Object.fromEntries(QUERIES.map((text) => [text, timeOf(text)]));
  const slowest = QUERIES.toSorted((a, b) => (searches[b] ?? 0) - (searches[a] ?? 0))[0] ?? '';
  return { files: FILES, names, put, searches, slowest };
}

/** As of a character of a game: 150 animations, 40 nodes, frame strings; one name in ten is that of five models alone. */
function factsOfGame(model: Facts, i: number): Facts {
  const list = (count: number, word: string) =>
    Array.from({ length: count }, (_, n) =>
      n % 10 === 0 ? `${word}_${Math.floor(i / 5)}_${n}` : `${word}_${n}`,
    );
  return {
    ...model,
    names: {
      ...model.names,
      nodes: list(40, 'left_arm'),
      animations: list(150, 'Walk'),
      sockets: list(6, 'RightHand'),
      pieces: list(6, 'Head'),
      frames: list(10, 'FOOTSTEP_KEY'),
    },
  };
}

function timeOf(text: string): number {
  const times = Array.from({ length: RUNS }, () => {
    libraryQuery.value = '';
    foundFiles.value;
    const start = performance.now();
    libraryQuery.value = text;
    foundFiles.value;
    return performance.now() - start;
  });
  return median(times);
}
