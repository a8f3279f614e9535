/** A finding with what a test cares about; it is found once, at its own place, unless told. */
import type { Finding } from '@lithoscope/core';

export function findingOf(part: Partial<Finding>): Finding {
  const { offset = 0, length = 0, path = '' } = part;
  const places = [{ offset, length, path }];
  const words = { message: '', effect: '', remedy: '', source: '', fix: '' };
  return { code: 'X', severity: 'error', ...words, offset, length, path, count: 1, places, ...part };
}
