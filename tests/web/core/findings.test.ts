/** Findings, catalogue and verdict as they reach JavaScript; what they find is a native test. */
import type { Lithoscope } from '@lithoscope/core';
import { beforeAll, expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { sample } from '../support/samples.ts';

let core: Lithoscope;

beforeAll(async () => {
  core = await loadCore();
});

test('a sound model loads', () => {
  const file = core.open(sample('clockwork.abc'));
  expect(file.findings).toEqual([]);
  expect(file.engine).toEqual({
    verdict: 'loads',
    reason: 'No problems for the game.',
  });
});

test('what is wrong has words, an entry in the catalogue, and its first place among all', () => {
  const bytes = sample('clockwork.abc');
  const { start, end } = core.open(bytes).resolve('Nodes.Nodes[1].Index') ?? { start: 0, end: 0 };
  bytes[start] = 99;
  const file = core.open(bytes);
  expect(file.findings).toHaveLength(1);
  const [finding] = file.findings;
  const place = { offset: start, length: end - start, path: 'Nodes.Nodes[1].Index' };
  expect(finding).toMatchObject({ ...place, code: 'NODE_INDEX_ORDER', severity: 'warning', count: 1 });
  expect(finding?.places).toEqual([place]);
  expect(finding?.message).toBe('Node 1 has the number 99.');
  expect(finding?.effect).not.toBe('');
  expect(file.engine).toEqual({ verdict: 'flawed', reason: finding?.message });
  const entry = core.catalogue().find(({ code }) => code === finding?.code);
  expect(entry).toMatchObject({
    severity: 'warning',
    engine: 'flawed',
    message: 'Node {0} has the number {1}.',
  });
});

test('what is no model has an unknown verdict that says why', () => {
  const { engine } = core.open(new TextEncoder().encode('X:1\nT:A tune\n'));
  expect(engine.verdict).toBe('unknown');
  expect(engine.reason).toContain('music');
});
