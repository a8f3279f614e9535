/** Two files side by side. No DOM. */
import type { ParsedFile } from '@lithoscope/core';
import { identify } from '../explain/describe.ts';
import type { Comparison } from './difference.ts';
import { Report } from './report.ts';
import { Walk } from './walk.ts';

/**
 * Compares two files step by step; yields how much of the left one is done. A step is much shorter than a frame,
 * unless the files are of tens of megabytes.
 */
export function* compareInSteps(left: ParsedFile, right: ParsedFile): Generator<number, Comparison> {
  const report = new Report(left, right);
  const isPartial = left.isPartial || right.isPartial;
  const otherFormat = left.info.format !== right.info.format;
  const whole = { start: 0, end: left.size };
  const others = { start: 0, end: right.size };
  const same = !isPartial && report.equal(whole, others);
  if (same) report.ranges.add('equal', whole, others);
  else {
    const walk = new Walk(report).sections();
    while (!walk.next().done) yield report.ranges.reached / Math.max(1, left.size);
  }
  return {
    same,
    isPartial,
    versions:
      left.info.version === right.info.version && !otherFormat ? null : [inWords(left), inWords(right)],
    otherFormat,
    ...report.log.finish(),
    ranges: report.ranges.finish(left.size, right.size),
  };
}

/** `ABC v12`; of what is neither a model nor a texture, what else it is. */
function inWords({ info }: ParsedFile): string {
  if (info.format === 'unknown') return 'bytes of no known kind';
  const { version, title } = identify(info);
  return version || title.replace(/^This is /, '');
}
