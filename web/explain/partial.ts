/** Files that are too large to be parsed: only their header and the heads of their sections are. */
import type { CatalogueEntry, Finding, FindingPlace } from '@lithoscope/core';
import { formatMegabytes } from './describe.ts';

/** Larger files are loaded partially, are not fetched without a question, and are not unpacked from a link. */
export const MAX_PARSED_BYTES = 64 * 2 ** 20;

/** The findings that the page has of such files; all others come from the core. */
export const PARTIAL_CATALOGUE = [
  {
    code: 'FILE_PARTIALLY_LOADED',
    severity: 'information',
    engine: 'unknown',
    modelEdit: 'unknown',
    message: `The file has {0} bytes: files above ${formatMegabytes(MAX_PARSED_BYTES)} are only partially loaded.`,
    effect:
      'The header and the section heads are parsed; the data of the sections is not, so no model can be shown.',
    remedy: 'No game ships models of this size: check what the file is.',
    source: '',
    fix: '',
  },
  {
    code: 'CHAIN_NOT_FOLLOWED',
    severity: 'information',
    engine: 'unknown',
    modelEdit: 'unknown',
    message: 'The first {0} sections are listed; the chain continues at {1}.',
    effect: 'The bytes after that are shown without a section.',
    remedy: 'Real models have about ten sections: check what the file is.',
    source: 'abc.md §1.2',
    fix: '',
  },
] as const satisfies readonly CatalogueEntry[];

/** A finding of the catalogue with its values, at its only place. */
export function partialFinding(
  code: (typeof PARTIAL_CATALOGUE)[number]['code'],
  values: readonly string[],
  place: FindingPlace = { offset: 0, length: 0, path: '' },
): Finding {
  const { message, severity, effect, remedy, source, fix } =
    PARTIAL_CATALOGUE.find((entry) => entry.code === code) ?? PARTIAL_CATALOGUE[0];
  const filled = message.replace(/\{(\d)\}/g, (_, index) => values[Number(index)] ?? '');
  return {
    code,
    severity,
    effect,
    remedy,
    source,
    fix,
    message: filled,
    ...place,
    count: 1,
    places: [place],
  };
}
