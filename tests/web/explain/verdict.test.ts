import type { Finding, Severity } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { type EngineAnswer, problemCounts, verdictOf, worstFirst } from '../../../web/explain/verdict.ts';
import { findingOf } from '../support/finding.ts';

const findings = (...severities: Severity[]) => severities.map((severity) => findingOf({ severity }));

const judge = (list: readonly Finding[], verdict: EngineAnswer = 'loads', editor = verdict) =>
  verdictOf({
    findings: list,
    findingsTruncated: false,
    engine: { verdict, reason: '' },
    modelEdit: { verdict: editor, reason: '' },
  });

describe('the verdict', () => {
  it('counts what was found and says what the game does', () => {
    const list = findings('warning', 'error', 'error');
    expect(judge(list, 'refused')).toEqual({
      severity: 'error',
      state: '2 errors, 1 warning',
      worst: '2 errors',
      brief: 'Does not load',
      consequence: 'the game will not load it',
      text: '2 errors, 1 warning: the game will not load it',
      finding: list[1],
    });
    expect(judge([])).toMatchObject({
      severity: null,
      worst: 'No problems',
      brief: '',
      text: 'No problems: the game will load it',
    });
    expect(judge(findings('hint', 'information'))).toMatchObject({
      severity: 'information',
      worst: '1 info',
      brief: 'Loads',
      text: '1 info, 1 hint: the game will load it',
    });
    expect(judge(findings('warning'), 'flawed').text).toBe(
      '1 warning: the game loads it, but parts may be wrong',
    );
    expect(judge(findings('warning'), 'unknown').text).toBe(
      '1 warning: it is unknown whether the game loads it',
    );
  });

  it('says what ModelEdit does where that is something else', () => {
    expect(judge(findings('error'), 'flawed', 'refused').consequence).toBe(
      'the game loads it, but parts may be wrong; ModelEdit refuses it',
    );
    expect(judge(findings('information'), 'loads', 'refused').consequence).toBe(
      'the game will load it; ModelEdit refuses it',
    );
  });

  it('of an unknown version is that it is unknown', () => {
    const message = 'ABC 107 is not documented, so it cannot be checked.';
    expect(judge([findingOf({ code: 'VERSION_UNKNOWN', message })], 'unknown').text).toBe(
      'Unknown version: ABC 107 is not documented, so it cannot be checked',
    );
  });
});

it('worst first, then as they stand in the file', () => {
  const at = (severity: Severity, offset: number) => findingOf({ severity, offset });
  const list = [at('hint', 0), at('error', 9), at('information', 3), at('error', 4), at('warning', 1)];
  expect(worstFirst(list).map(({ offset }) => offset)).toEqual([4, 9, 1, 3, 0]);
  expect(list[0]?.severity, 'the list given stays as it is').toBe('hint');
});

it('calls all of them problems', () => {
  const counts = (list: Finding[], findingsTruncated = false) =>
    problemCounts({ findings: list, findingsTruncated });
  expect(counts(findings('warning', 'error', 'warning', 'hint'))).toBe('1 error, 2 warnings, 1 hint');
  expect(counts(findings('hint', 'information', 'information'))).toBe('2 infos, 1 hint');
  expect(counts(findings('warning'), true)).toBe('At least 1 warning');
  expect(counts([])).toBe('No problems');
});
