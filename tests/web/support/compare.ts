/** A comparison in one go, as the page makes it in steps. */
import type { ParsedFile } from '@lithoscope/core';
import { compareInSteps } from '../../../web/compare/compare.ts';
import type { Comparison } from '../../../web/compare/difference.ts';

export function compareFiles(left: ParsedFile, right: ParsedFile): Comparison {
  const steps = compareInSteps(left, right);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
