import type { Finding, Severity } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { type EngineAnswer, severityCounts, verdictOf, worstFirst } from '../../web/explain/verdict.ts';
import { findingOf } from './support/finding.ts';

const findings = (...severities: Severity[]) => severities.map((severity) => findingOf({ severity }));

const judge = (list: readonly Finding[], verdict: EngineAnswer = 'loads', findingsTruncated = false) =>
  verdictOf({ findings: list, findingsTruncated, engine: { verdict, reason: '' } });

describe('the verdict', () => {
  it('is damage when there is an error, and has the first of them', () => {
    const list = findings('warning', 'error', 'error');
    expect(judge(list, 'refused')).toEqual({
      severity: 'error',
      text: 'Damaged: the engine refuses it',
      finding: list[1],
    });
  });

  it('counts warnings, information and hints', () => {
    expect(judge(findings('warning', 'hint'), 'refused').text).toBe(
      'Readable, 1 warning: the engine refuses it',
    );
    expect(judge(findings('warning'), 'flawed', true).text).toBe(
      'Readable, at least 1 warning: the engine takes it with flaws',
    );
    expect(judge(findings('hint', 'information'))).toMatchObject({
      severity: 'information',
      text: 'Sound, 1 information, 1 hint: the engine takes it',
    });
    expect(judge([])).toEqual({
      severity: null,
      text: 'Sound: the engine takes it',
      finding: null,
    });
  });
});

it('worst first, then as they stand in the file', () => {
  const at = (severity: Severity, offset: number) => findingOf({ severity, offset });
  const list = [at('hint', 0), at('error', 9), at('information', 3), at('error', 4), at('warning', 1)];
  expect(worstFirst(list).map(({ offset }) => offset)).toEqual([4, 9, 1, 3, 0]);
  expect(list[0]?.severity, 'the list given stays as it is').toBe('hint');
});

it('counts what needs attention', () => {
  expect(severityCounts(findings('warning', 'error', 'warning', 'hint'))).toBe('1 error, 2 warnings');
  expect(severityCounts(findings('hint', 'information'))).toBe('sound');
});
