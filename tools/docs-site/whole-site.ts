/** The site with what the samples say: the entrance for the build and the tests. */
import { openSamples } from './open-samples.ts';
import { SampleFields } from './sample-fields.ts';
import { type Site, siteOf } from './site.ts';

export async function wholeSite(): Promise<Site> {
  const samples = new SampleFields(await openSamples());
  return siteOf(
    (anchor, type, versions) => samples.find(anchor, type, versions),
    () => '',
  );
}
