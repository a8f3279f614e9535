/** A worker of the scan: reads files, parses them, and keeps nothing of them but their facts. */
import { Lithoscope, type ParsedFile } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { Editing } from '@lithoscope/editing';
import type { Locator } from '../../archive/locator.ts';
import { hasFormat, parseBytes } from '../../archive/opened.ts';
import { readKnown } from '../../archive/read.ts';
import { factsFrom } from '../../explain/facts.ts';
import { MAX_PARSED_BYTES } from '../../explain/partial.ts';
import { loadOnce } from '../../lib/once.ts';
import { reasonOf } from '../../lib/reason.ts';
import { serve } from '../../ui/tasks/serve.ts';
import type { Result } from '../facts.ts';

/** A file to read. */
export interface ScanTask {
  readonly id: number;
  readonly path: string;
  readonly locator: Locator;
}

/** Results by the numbers of the files, in the order in which they were read. */
export type Results = readonly (readonly [id: number, result: Result])[];

export interface ScanWork {
  /** Files that are read one after the other. */
  readonly scan: {
    readonly order: {
      readonly tasks: readonly ScanTask[];
      /** What came of each file is told before the next is begun: one of them ended the worker before. */
      readonly careful: boolean;
    };
    /** It can read; or what came of some files. */
    readonly progress: 'ready' | Results;
    readonly result: null;
  };
}

/** Files that are read while one is parsed. */
const READ_AHEAD = 2;
/** Time between two answers, ms. */
const PORTION_MS = 50;

const loadCore = loadOnce(() => Lithoscope.load());
const loadDtx = loadOnce(() => DtxLibrary.load());
/** What says whether a problem can be mended: loaded with the first that may be. */
const loadEditing = loadOnce(() => Editing.load());
/** Batches are read one after the other. */
let last: Promise<unknown> = Promise.resolve();

serve<ScanWork>({
  scan(order, { progress }) {
    const scanned = last.then(() => scan(order, progress));
    last = scanned.catch(() => {});
    return scanned;
  },
});

type Scan = ScanWork['scan'];

async function scan(
  { tasks, careful }: Scan['order'],
  tell: (said: Scan['progress']) => void,
): Promise<null> {
  if (!loadCore.begun) {
    await loadCore();
    tell('ready');
  }
  let results: (readonly [number, Result])[] = [];
  let told = performance.now();
  // The next files are on their way while one is parsed.
  const reads: Promise<Read>[] = [];
  for (const [i, task] of tasks.entries()) {
    while (reads.length < Math.min(i + 1 + READ_AHEAD, tasks.length))
      reads.push(read(tasks[reads.length] as ScanTask));
    results.push([task.id, await resultOf(task.path, await (reads[i] as Promise<Read>))]);
    reads[i] = NOTHING;
    const isLast = i === tasks.length - 1;
    if (!careful && !isLast && performance.now() - told < PORTION_MS) continue;
    tell(results);
    results = [];
    told = performance.now();
  }
  return null;
}

/** The bytes of a file, of one that is nothing known the first of `size`; or why there are none. */
type Read = { readonly bytes: Uint8Array; readonly size: number } | { readonly problem: string };

/** Its bytes are not kept. */
const NOTHING = Promise.resolve<Read>({ problem: '' });

async function read({ path, locator }: ScanTask): Promise<Read> {
  try {
    const bytes = await readKnown(locator, MAX_PARSED_BYTES, async (head) => {
      const beginning = await open(head, path);
      const isKnown = hasFormat(beginning);
      beginning.release();
      return isKnown;
    });
    return { bytes, size: 'of' in locator ? locator.place.size : bytes.length };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

async function resultOf(path: string, read: Read): Promise<Result> {
  if ('problem' in read) return read;
  const { bytes, size } = read;
  try {
    const parsed = await open(bytes, path);
    if (parsed.findings.some(({ fix }) => fix !== '')) await settleFixes(parsed);
    const facts = { ...factsFrom(parsed), size };
    parsed.release();
    return { facts };
  } catch (error) {
    return { problem: `It could not be checked: ${reasonOf(error)}` };
  }
}

/** Without the module nothing is said to be mendable; the next file tries again. */
async function settleFixes(parsed: ParsedFile): Promise<void> {
  try {
    (await loadEditing()).settleFixes(parsed);
  } catch {
    for (const finding of parsed.findings) finding.fix = '';
  }
}

/** As what its bytes are. */
async function open(bytes: Uint8Array, path: string) {
  return parseBytes({ lithoscope: await loadCore(), textures: loadDtx }, path, bytes);
}
