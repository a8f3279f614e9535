import type { Finding, Severity } from '@lithoscope/core';
import { expect, test } from 'vitest';
import { reportData, reportText, type Subject, Tally } from '../../../web/explain/report.ts';
import type { EngineAnswer } from '../../../web/explain/verdict.ts';
import { loadCore } from '../support/core.ts';
import { infoWith } from '../support/fakes.ts';
import { findingOf } from '../support/finding.ts';

test('a report says the same to people and to programs', async () => {
  const bytes = Uint8Array.from('\x06\0Header\xff\xff\xff\xff\x0c\0\0', (character) =>
    character.charCodeAt(0),
  );
  const subject = { name: 'noise.abc', file: (await loadCore()).open(bytes) };
  const { file, version, findings, truncated } = reportData(subject);
  expect({ file, version, truncated }).toEqual({ file: 'noise.abc', version: 0, truncated: false });
  expect(findings.length).toBeGreaterThan(0);
  const text = reportText(subject);
  expect(text).toMatch(/^noise\.abc: .* \d errors?: /);
  for (const { code, message, effect, remedy } of findings) {
    for (const words of [code, message, effect, remedy]) expect(text).toContain(words);
  }
  expect(reportText(subject, (part, words) => `<${part}>${words}`)).toContain(
    '<name>noise.abc: LithTech model, ABC of unreadable version. <error>1 error: ',
  );
});

function subject(findings: Finding[], name = 'a.abc'): Subject {
  const engine = { verdict: 'flawed', reason: 'It limps.' } as const;
  const modelEdit = { verdict: 'refused', reason: 'It is too long.' } as const;
  return { name, file: { info: infoWith({}), engine, modelEdit, findings, findingsTruncated: false } };
}

test('each finding says what it is, what it means, what to do, how often and where', () => {
  const note = findingOf({ code: 'NOTE', severity: 'hint', message: 'A note.' });
  const repeated = findingOf({
    code: 'BAD_INDEX',
    message: 'Node 9 is none.',
    effect: 'It is not drawn.',
    remedy: 'Export again.',
    source: 'abc.md §3.11',
    offset: 0x4e20,
    length: 2,
    path: 'A[0].B',
    count: 1234,
    places: [
      { offset: 0x4e20, length: 2, path: 'A[0].B' },
      { offset: 0x4e30, length: 0, path: 'A[1].B' },
      { offset: 0x4e40, length: 2, path: '' },
    ],
  });
  expect(reportText(subject([note, repeated]))).toBe(`\
a.abc: LithTech 2 model, ABC v12. 1 error, 1 hint: the game loads it, but parts may be wrong; ModelEdit refuses it
  Game: It limps.
  ModelEdit: It is too long.
  error BAD_INDEX at 0x4E20+2 A[0].B (1,234 times)
    Node 9 is none.
    Effect: It is not drawn.
    Remedy: Export again.
    Rule: abc.md §3.11
    Also at 0x4E30 A[1].B
            0x4E40+2
            and at 1,231 more places
  hint NOTE at 0x0
    A note.
`);
});

test('names and words from outside cannot steer a terminal', () => {
  const finding = findingOf({ message: 'm\x1b[2J', effect: 'e\x1b', remedy: 'r\x1b', path: 'p\x1b' });
  const text = reportText(subject([finding], 'evil\x1b]0;title\x07.abc'));
  expect(text).not.toContain('\x1b');
  expect(text).toContain('evil\\x1b]0;title\\x07.abc: ');
});

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
    ['Problems: 2 errors, 1 warning, 1 info, 1 hint', 'Games: 1 loaded, 1 loaded with flaws, 2 refused'],
  ]);
});
