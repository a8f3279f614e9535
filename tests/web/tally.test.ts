import type { Severity } from '@lithoscope/core';
import { expect, test } from 'vitest';
import { Tally } from '../../web/cli/tally.ts';
import type { EngineAnswer } from '../../web/explain/verdict.ts';
import { findingOf } from './support/finding.ts';

const file = (verdict: EngineAnswer, ...severities: Severity[]) => ({
  findings: severities.map((severity) => findingOf({ severity, count: 5 })),
  findingsTruncated: false,
  engine: { verdict, reason: '' },
});

test('sums up files, findings and what the engine does', () => {
  const tally = new Tally();
  expect([tally.headline, tally.details]).toEqual(['0 files checked, 0 with errors', []]);
  tally.add(file('loads'));
  expect([tally.headline, tally.details]).toEqual([
    '1 file checked, 0 with errors',
    ['Findings: none', 'Engine: 1 taken'],
  ]);
  tally.add(file('refused', 'error', 'error', 'hint'));
  tally.add(file('refused', 'warning'));
  tally.add(file('flawed', 'information'));
  tally.unusable = 1200;
  expect([tally.headline, tally.details]).toEqual([
    '4 files checked, 1 with errors, 1,200 could not be opened',
    [
      'Findings: 2 errors, 1 warning, 1 information, 1 hint',
      'Engine: 1 taken, 1 taken with flaws, 2 refused',
    ],
  ]);
});
