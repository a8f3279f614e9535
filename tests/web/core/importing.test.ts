/** Drafts as files, whatever the drafts are: what does not fit together is refused with a sentence, and nothing stops. */
import type {
  ImportDraft,
  ImportMade,
  ImportMesh,
  ImportSettings,
  Levels,
  LevelWedges,
  MadeLevel,
  NotWritten,
} from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { latinOf } from '../../../web/from-glb/latin.ts';
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
    const { result, parts } = importing(draft, { version, share: 0.5, latin: latinOf });
    if ('refused' in result) throw new Error(result.refused);
    expect(core.open(result.bytes).findings).toEqual([]);
    expect(result.notes.some(({ code }) => code === 'DEFORMED')).toBe(version === 6);
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
      const { result } = importing(other, { version, share: 0.5, latin: latinOf });
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
      { version: 7, share: 1, latin: latinOf },
      { version: 6, share: '1', latin: latinOf },
      { version: 6, share: 1 },
      { version: 6, share: 1, deformedBytes: -1, latin: latinOf },
    ])
      expect(importing(draft, settings).result).toHaveProperty('refused');
    for (const share of [Number.NaN, 0, -1, 1e300, Number.NEGATIVE_INFINITY])
      expect(importing(draft, { version: 6, share, latin: latinOf }).result).toHaveProperty('bytes');
  });

  it('is let go when nobody asks on', () => {
    const before = editing.memory();
    const work = editing.importing(draft, { version: 6, share: 1, latin: latinOf });
    work.next();
    expect(editing.memory()).toBeGreaterThan(before);
    work.return({ refused: '' });
    expect(editing.memory()).toBeLessThan(before + 10_000);
  });
});

describe('levels of detail', () => {
  const meshes = still.pieces.map(({ levels }) => levels[0] as ImportMesh);
  const binds = Float64Array.from(still.nodes.flatMap(({ bind }) => [...bind]));
  const begun = () => editing.levels(meshes, binds) as Levels;

  it('are made of the triangles that are left', () => {
    const work = begun();
    const { corners, locked, positions, attributes } = work.begin(0) as LevelWedges;
    expect(attributes.length / 8).toBe(positions.length / 3);
    expect(locked.length).toBe(positions.length / 3);
    expect(work.aroundTurned(corners, corners)).toHaveLength(0);
    const { mesh, off, wedges } = work.keep(corners.slice(0, 9)) as MadeLevel;
    expect(mesh.corners).toHaveLength(9);
    expect(off).toBeGreaterThan(0);
    expect(wedges.corners).toHaveLength(9);
    work.delete();
  });

  it('of anything are refused or made', () => {
    let refused = 0;
    const ask = (where: string, answer: object | null) => {
      if (!answer || !('refused' in answer)) return;
      refused++;
      expect(answer.refused, where).toMatch(/^[A-Z“].*\.$/u);
      expect(answer.refused, where).not.toMatch(/stopped|memory/);
    };
    for (const [where, other] of changed(meshes)) {
      const work = editing.levels(other as ImportMesh[], binds);
      ask(where, work);
      if ('refused' in work) continue;
      ask(where, work.begin(0));
      work.delete();
    }
    for (const other of [null, [], new Float64Array(5), Float32Array.of(1)]) {
      const work = editing.levels(meshes, other as Float64Array);
      expect(work).toHaveProperty('refused');
    }
    const work = begun();
    ask('before all', work.keep(new Uint32Array()));
    ask('before all', work.aroundTurned(new Uint32Array(), new Uint32Array()));
    ask('no mesh', work.begin(99));
    const { corners } = work.begin(0) as LevelWedges;
    for (const [where, other] of changed(corners)) {
      ask(where, work.aroundTurned(other as Uint32Array, corners));
      ask(where, work.aroundTurned(corners, other as Uint32Array));
      ask(where, work.keep(other as Uint32Array));
      work.begin(0);
    }
    work.delete();
    expect(refused).toBeGreaterThan(50);
  });

  it('are let go when nobody asks on', () => {
    const before = editing.memory();
    const work = begun();
    work.begin(0);
    expect(editing.memory()).toBeGreaterThan(before);
    work.delete();
    expect(editing.memory()).toBeLessThan(before + 10_000);
  });
});
