/** Opens files that are too large to be parsed: header and section heads are parsed, other bytes are read when shown. */

import { type Finding, type Info, type Lithoscope, NO_EDITS, ParsedFile } from '@lithoscope/core';
import { formatCount } from '../../explain/describe.ts';
import { partialFinding } from '../../explain/partial.ts';
import { formatOffset } from '../../lib/hex.ts';
import { BlobReader, type PartialBytes, type ReadRange, WatchedBytes } from './bytes.ts';
import { followChain, type PartialChain, PartialStructure } from './structure.ts';

/** Offsets in the format have 32 bits. */
const MAX_BYTES = 2 ** 32 - 1;
/** Of longer first sections, only the head is parsed. */
const MAX_HEADER_BYTES = 1 << 20;

const NO_BYTES = new Uint8Array(0);

class PartialFile extends ParsedFile {
  /** @param close called once, by `release` */
  constructor(
    structure: PartialStructure,
    private readonly slices: PartialBytes,
    private blob: Blob,
    private readonly close: () => void,
  ) {
    super({ current: () => structure, free: () => structure.release() }, NO_BYTES);
  }

  override get content(): Blob {
    return this.blob;
  }

  override get isPartial(): boolean {
    return true;
  }

  override release(): void {
    if (this.isReleased) return;
    super.release();
    this.close();
    this.slices.close();
    this.blob = new Blob();
  }

  override at(start: number, end: number): Uint8Array | null {
    return this.isReleased ? NO_BYTES : this.slices.at(start, end);
  }

  override async read(start: number, end: number): Promise<Uint8Array> {
    return this.isReleased ? NO_BYTES : this.slices.read(start, end);
  }

  override onArrival(listener: () => void): () => void {
    return this.slices.onArrival(listener);
  }
}

/**
 * Opens a file, reading only its header and the heads of its sections.
 * @param unreadable called with a sentence when bytes to be shown cannot be read
 */
export async function openPartial(
  core: Lithoscope,
  blob: Blob,
  name: string,
  unreadable: (sentence: string) => void,
): Promise<ParsedFile> {
  const { size } = blob;
  if (size > MAX_BYTES) {
    throw new Error(
      `${name} is ${(size / 1e9).toFixed(1)} GB. Files above 4 GB cannot be opened, because offsets in LithTech files end there.`,
    );
  }
  const reader = new BlobReader(blob);
  const read: ReadRange = (start, end) => reader.read(start, end);
  const slices = new WatchedBytes(size, read, () =>
    unreadable(
      `${name} can no longer be read: it has disappeared or changed since it was opened. Reload it, or drop it here again.`,
    ),
  );
  try {
    return new PartialFile(await structureOf(core, size, read), slices, blob, () => reader.close());
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** The structure of a file, as far as it is known without reading all of it. */
export async function structureOf(
  core: Lithoscope,
  size: number,
  read: ReadRange,
): Promise<PartialStructure> {
  const start = core.open(await read(0, Math.min(MAX_HEADER_BYTES, size)));
  const isModel = start.info.format === 'abc';
  const chain = isModel ? await followChain(core, size, read) : NO_CHAIN;
  const first = chain.sections.find(({ type }) => type !== WRAPPER);
  const headerEnd = first ? first.offset + first.size : Number.POSITIVE_INFINITY;
  const parsed = headerEnd <= MAX_HEADER_BYTES ? core.open(await read(0, headerEnd)) : null;
  const info: Info = { ...NOTHING, ...namesOf((parsed ?? start).info), size, sections: sectionsOf(chain) };
  start.release();
  const findings = [
    partialFinding('FILE_PARTIALLY_LOADED', [formatCount(size)]),
    ...longChain(chain),
    ...chain.findings,
  ];
  return new PartialStructure(chain.sections, parsed, { info, findings }, core);
}

/** Type of the section before the header of an ABC in an LTB. */
const WRAPPER = 'LTBHeader';

const NO_CHAIN: PartialChain = { sections: [], rest: null, findings: [] };

/** Facts from the header. Its lists are omitted: that they are empty does not hold for the file. */
function namesOf({ format, version, token, header, commandString, features }: Info) {
  return { format, version, token, header, commandString, features };
}

function sectionsOf({ sections }: PartialChain): Info['sections'] {
  return sections.map(({ type, offset, size, next }) => ({ type, offset, size, next }));
}

function longChain({ sections, rest }: PartialChain): Finding[] {
  if (rest === null) return [];
  const place = { offset: rest, length: 0, path: 'Unparsed' };
  return [partialFinding('CHAIN_NOT_FOLLOWED', [formatCount(sections.length), formatOffset(rest)], place)];
}

/** Values for facts that are unknown without reading the whole file. */
const NOTHING = {
  pieces: [],
  nodes: [],
  animations: [],
  childModels: [],
  sockets: [],
  weightSets: [],
  bindings: [],
  counts: { faces: 0, vertices: 0, weights: 0, keyframes: 0 },
  lodCount: 1,
  transformInfo: null,
  space: { mirrorZ: true, frontSign: 1 },
  restAnimation: -1,
  edits: NO_EDITS,
  conversions: [],
} satisfies Partial<Info>;
