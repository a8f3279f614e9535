/** What is found of a file because it is read by slices: the page says it, not the core. No DOM. */
import type { CatalogueEntry, Finding, FindingPlace } from '@lithoscope/core';

export const SLICED_CATALOGUE = [
  {
    code: 'FILE_BY_SLICES',
    severity: 'information',
    engine: 'unknown',
    message: 'The file has {0} bytes: above 64 MB only its bytes are shown.',
    effect:
      'Header and sections are named; what is in the sections is not taken apart, and there is no model to see.',
    remedy: 'No game ships models of this size: check what the file is.',
  },
  {
    code: 'CHAIN_NOT_FOLLOWED',
    severity: 'information',
    engine: 'unknown',
    message: 'The first {0} sections are listed; the chain goes on at {1}.',
    effect: 'The bytes behind are shown without a section.',
    remedy: 'Real models have about ten sections: check what the file is.',
  },
] as const satisfies readonly CatalogueEntry[];

/** A finding of the catalogue with its values, at its only place. */
export function slicedFinding(
  code: (typeof SLICED_CATALOGUE)[number]['code'],
  values: readonly string[],
  place: FindingPlace = { offset: 0, length: 0, path: '' },
): Finding {
  const { message, severity, effect, remedy } =
    SLICED_CATALOGUE.find((entry) => entry.code === code) ?? SLICED_CATALOGUE[0];
  const filled = message.replace(/\{(\d)\}/g, (_, index) => values[Number(index)] ?? '');
  return { code, severity, effect, remedy, message: filled, ...place, count: 1, places: [place] };
}
