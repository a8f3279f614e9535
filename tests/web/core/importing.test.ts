/** Drafts as files, whatever the drafts are: what does not fit together is refused with a sentence, and nothing stops. */
import type { ImportDraft, ImportMade, ImportSettings, NotWritten } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { loadCore } from '../support/core.ts';
import { bending, tube } from '../support/drafts.ts';
import { loadEditing } from '../support/editing.ts';
import { changed } from '../support/strange-values.ts';

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);

function importing(draft: unknown, settings: unknown): { result: ImportMade | NotWritten; parts: number[] } {
  const work = editing.importing(draft as ImportDraft, settings as ImportSettings);
  const parts: number[] = [];
  for (let part = work.next(); ; part = work.next()) {
    if (part.done) return { result: part.value, parts };
    parts.push(part.value);
  }
}

const still = tube({ influences: 2, morphs: true, rings: 4, sides: 5 });
const draft: ImportDraft = { ...still, animations: [bending(still)] };

describe('a draft', () => {
  it.each([6, 9, 12] as const)('becomes a file of version %d, a part at a time', (version) => {
    const { result, parts } = importing(draft, { version, share: 0.5 });
    if ('refused' in result) throw new Error(result.refused);
    expect(core.open(result.bytes).findings).toEqual([]);
    expect(result.v6 === null).toBe(version !== 6);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(parts.length).toBeGreaterThan(version === 6 ? 5 : -1);
  });

  it.each([6, 12] as const)('that is anything is refused or written in version %d', (version) => {
    const names = [
      'nodes',
      'pieces',
      'animations',
      'sockets',
      'weightSets',
      'childModels',
      'bindings',
    ] as const;
    const pure = { commandString: '', internalRadius: 1, lodDistances: [] as number[] };
    const whole = { ...pure, ...Object.fromEntries(names.map((name) => [name, draft[name]])) };
    let refused = 0;
    for (const [where, other] of changed(whole)) {
      const { result } = importing(other, { version, share: 0.5 });
      if (!('refused' in result)) continue;
      refused++;
      expect(result.refused, where).toMatch(/^[A-Z“].*\.$/u);
      expect(result.refused, where).not.toMatch(/stopped|memory/);
    }
    expect(refused).toBeGreaterThan(100);
  });

  it('is not made with settings that are none', () => {
    for (const settings of [
      null,
      {},
      { version: 7, share: 1 },
      { version: 6, share: '1' },
      { version: 6, share: 1, deformedBytes: -1 },
    ])
      expect(importing(draft, settings).result).toHaveProperty('refused');
    for (const share of [Number.NaN, 0, -1, 1e300, Number.NEGATIVE_INFINITY])
      expect(importing(draft, { version: 6, share }).result).toHaveProperty('bytes');
  });

  it('is let go when nobody asks on', () => {
    const before = editing.memory();
    const work = editing.importing(draft, { version: 6, share: 1 });
    work.next();
    expect(editing.memory()).toBeGreaterThan(before);
    work.return({ refused: '' });
    expect(editing.memory()).toBeLessThan(before + 10_000);
  });
});
