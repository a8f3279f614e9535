/** The site with what the samples say: the entrance for the build and the tests. */
import { openSamples, type Samples } from './open-samples.ts';
import { SampleFields } from './sample-fields.ts';
import { sectionChain } from './section-chain.ts';
import { type Site, siteOf } from './site.ts';

export interface WholeSite extends Site, Samples {}

/** @param hasReference whether what TypeDoc writes is there */
export async function wholeSite(hasReference: boolean): Promise<WholeSite> {
  const samples = await openSamples();
  const fields = new SampleFields(samples.files);
  const site = siteOf(
    (anchor, type, versions) => fields.find(anchor, type, versions),
    (comment) => sectionChain(samples.files, comment),
    hasReference,
  );
  return { ...site, ...samples };
}
