/** The chain of sections of a partially loaded file: only the heads are read. */
import type { ChainPart, Finding, Lithoscope, SectionInfo } from '@lithoscope/core';
import type { ReadRange } from './bytes.ts';

export interface PartialSection extends SectionInfo {
  /** Its structure path. */
  readonly path: string;
}

export interface PartialChain {
  readonly sections: readonly PartialSection[];
  /** Offset of the head that was not read because there were too many before it; null when the chain has ended. */
  readonly rest: number | null;
  /** What is wrong with how it ended, with full paths. */
  readonly findings: readonly Finding[];
}

export interface ChainLimits {
  /** Sections that are followed. */
  readonly sections: number;
  /** Time that is spent, ms: heads far apart are a read each. */
  readonly time: number;
  /** Bytes that are read for a head first; twice as many when it does not lie in them. */
  readonly window: number;
}

/** Real files have about ten sections, read in milliseconds. */
const LIMITS: ChainLimits = { sections: 2000, time: 1000, window: 4096 };

/**
 * Follows the chain from the file's first byte.
 * @param size of the file, below 2³²
 */
export async function followChain(
  core: Pick<Lithoscope, 'chain'>,
  size: number,
  read: ReadRange,
  limits: ChainLimits = LIMITS,
): Promise<PartialChain> {
  const begun = performance.now();
  const sections: PartialSection[] = [];
  const counts = new Map<string, number>();
  const findings: Finding[] = [];
  let offset: number | null = 0;
  let { window } = limits;
  while (offset !== null) {
    if (sections.length >= limits.sections || performance.now() - begun > limits.time) break;
    const bytes = await read(offset, Math.min(offset + window, size));
    const part: ChainPart = core.chain(bytes, offset, size, offset, limits.sections - sections.length);
    for (const section of part.sections) sections.push({ ...section, path: numbered(counts, section.path) });
    // A head is at most 64 KB: its name and two numbers.
    window = part.next === offset ? window * 2 : limits.window;
    offset = part.next;
    findings.push(...part.findings.map((finding) => placed(finding, sections.at(-1)?.path ?? '')));
  }
  return { sections, rest: offset, findings };
}

/** `Pieces`, `Pieces#2`. */
function numbered(counts: Map<string, number>, path: string): string {
  const count = (counts.get(path) ?? 0) + 1;
  counts.set(path, count);
  return count === 1 ? path : `${path}#${count}`;
}

/** The core knows the field, not the section that it is in; what is behind the last section is in none. */
function placed(finding: Finding, section: string): Finding {
  const at = (path: string) => (finding.code === 'SECTION_HEAD_BAD' ? path : `${section}.${path}`);
  return {
    ...finding,
    path: at(finding.path),
    places: finding.places.map((place) => ({ ...place, path: at(place.path) })),
  };
}
