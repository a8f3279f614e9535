import type { Severity } from '@lithoscope/core';
import { expect, test } from 'vitest';
import { Tally } from '../../../web/explain/report.ts';
import type { EngineAnswer } from '../../../web/explain/verdict.ts';
import { findingOf } from '../support/finding.ts';

const file = (verdict: EngineAnswer, ...severities: Severity[]) => ({
  findings: severities.map((severity) => findingOf({ severity, count: 5 })),
  findingsTruncated: false,
  engine: { verdict, reason: '' },
  modelEdit: { verdict, reason: '' },
});

test('sums up files, problems and what the games do', () => {
  const tally = new Tally();
  expect([tally.headline, tally.details]).toEqual(['0 files checked, 0 with errors', []]);
  tally.add(file('loads'));
  expect([tally.headline, tally.details]).toEqual([
    '1 file checked, 0 with errors',
    ['Problems: none', 'Games: 1 loaded'],
  ]);
  tally.add(file('refused', 'error', 'error', 'hint'));
  tally.add(file('refused', 'warning'));
  tally.add(file('flawed', 'information'));
  tally.unusable = 1200;
  expect([tally.headline, tally.details]).toEqual([
    '4 files checked, 1 with errors, 1,200 could not be opened',
    [
      'Problems: 2 errors, 1 warning, 1 info, 1 hint',
      'Games: 1 loaded, 1 loaded with parts wrong, 2 refused',
    ],
  ]);
});
