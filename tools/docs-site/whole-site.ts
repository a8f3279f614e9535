/**
 * The site with what the samples say: the entrance for the build and the tests. The samples are opened while this module is
 * imported: Vite loads nothing for it later, as the module for the Jupiter engine would be.
 */
import { openSamples, type Samples } from './open-samples.ts';
import { SampleFields } from './sample-fields.ts';
import { sectionChain } from './section-chain.ts';
import { type Site, siteOf } from './site.ts';

export interface WholeSite extends Site, Samples {}

const samples = await openSamples();

/** @param hasReference whether what TypeDoc writes is there */
export function wholeSite(hasReference: boolean): WholeSite {
  const fields = new SampleFields(samples.files);
  const site = siteOf(
    (anchor, type, versions) => fields.find(anchor, type, versions),
    (comment) => sectionChain(samples.files, comment),
    hasReference,
  );
  return { ...site, ...samples };
}
