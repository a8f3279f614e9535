/** The order, the places and the selection of the library's list. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../web/explain/facts.ts';
import { arrange, type Order } from '../../../web/library/list/order.ts';
import { type Line, Plan } from '../../../web/library/list/plan.ts';
import {
  NOTHING,
  selectAll,
  selectOne,
  selectRange,
  toggleFile,
  withoutGone,
} from '../../../web/library/list/selection.ts';
import type { SortKey } from '../../../web/library/list/settings.ts';
import { factWords, sizeWords, verdictWords } from '../../../web/library/list/words.ts';
import type { LibraryFile } from '../../../web/store/library.ts';
import { partly } from '../support/fakes.ts';
import { findingOf } from '../support/finding.ts';
import { libraryFile, librarySource } from '../support/library.ts';

const game = librarySource('NOLF.REZ');
const mod = librarySource('mod');

const PATHS = ['MODELS/walk10.abc', 'MODELS/Walk2.ABC', 'A/z.abc', 'top.abc', 'MODELS/ENEMIES/b.abc'];

const names = (files: readonly LibraryFile[]) => files.map(({ path }) => path);

function ordered(
  by: SortKey,
  more: Partial<Order> = {},
  facts: ReadonlyMap<string, Partial<Facts>> = new Map(),
) {
  const files = PATHS.map((path, i) => ({
    ...libraryFile(game, path),
    size: [30, null, 10, 20, 20][i] ?? null,
  }));
  const known = (file: LibraryFile) => {
    const found = facts.get(file.path);
    return found
      ? partly<Facts>({ format: 'abc', findings: [], engine: { verdict: 'loads' }, ...found })
      : null;
  };
  return arrange(files, { by, descending: false, grouped: false, ...more }, known);
}

describe('the order of the list', () => {
  it('takes digits in names as numbers and looks at no case', () => {
    const expected = ['MODELS/ENEMIES/b.abc', 'top.abc', 'MODELS/Walk2.ABC', 'MODELS/walk10.abc', 'A/z.abc'];
    expect(names(ordered('name').files)).toEqual(expected);
    expect(names(ordered('name', { descending: true }).files)).toEqual(expected.toReversed());
  });

  it('puts what is not known last in both directions, and equal values by their names', () => {
    expect(names(ordered('size').files)).toEqual([
      'A/z.abc',
      'MODELS/ENEMIES/b.abc',
      'top.abc',
      'MODELS/walk10.abc',
      'MODELS/Walk2.ABC',
    ]);
    expect(names(ordered('size', { descending: true }).files)).toEqual([
      'MODELS/walk10.abc',
      'MODELS/ENEMIES/b.abc',
      'top.abc',
      'A/z.abc',
      'MODELS/Walk2.ABC',
    ]);
    const facts = new Map([['A/z.abc', { faces: 0 }]]);
    expect(names(ordered('faces', { descending: true }, facts).files)[0]).toBe('A/z.abc');
  });

  it('tells a refused file from an error, an error from any number of warnings', () => {
    const facts = new Map<string, Partial<Facts>>([
      ['A/z.abc', { findings: Array.from({ length: 5000 }, () => findingOf({ severity: 'warning' })) }],
      ['top.abc', { findings: [findingOf({ severity: 'error' })] }],
      ['MODELS/Walk2.ABC', { engine: { verdict: 'refused', reason: '' } }],
      ['MODELS/walk10.abc', {}],
    ]);
    expect(names(ordered('problems', { descending: true }, facts).files)).toEqual([
      'MODELS/Walk2.ABC',
      'top.abc',
      'A/z.abc',
      'MODELS/walk10.abc',
      'MODELS/ENEMIES/b.abc',
    ]);
  });

  it('groups by source and folder: a folder before those in it, whatever its letters', () => {
    const files = [
      libraryFile(mod, 'x.abc'),
      libraryFile(game, 'models/enemies/b.abc'),
      libraryFile(game, 'MODELS/a.abc'),
      libraryFile(game, 'Models/c.abc'),
      libraryFile(game, 'MODELS2/d.abc'),
    ];
    const { files: sorted, sections } = arrange(
      files,
      { by: 'name', descending: true, grouped: true },
      () => null,
    );
    expect(
      sections.map(({ group, count }) => [group?.source.name, group?.folder.toLowerCase(), count]),
    ).toEqual([
      ['NOLF.REZ', 'models', 2],
      ['NOLF.REZ', 'models/enemies', 1],
      ['NOLF.REZ', 'models2', 1],
      ['mod', '', 1],
    ]);
    expect(names(sorted)).toEqual([
      'Models/c.abc',
      'MODELS/a.abc',
      'models/enemies/b.abc',
      'MODELS2/d.abc',
      'x.abc',
    ]);
  });
});

/** Sections of these sizes, every one with a header unless there is one alone. */
function planOf(counts: readonly number[], columns: number, collapsed: readonly number[] = []): Plan {
  let first = 0;
  const grouped = counts.length > 1;
  const sections = counts.map((count, i) => {
    const group = grouped ? { key: String(i), source: game, folder: String(i) } : null;
    const section = { group, first, count };
    first += count;
    return section;
  });
  return new Plan(sections, columns, { head: 7, row: 12 }, (section) =>
    collapsed.includes(sections.indexOf(section)),
  );
}

const lines = (plan: Plan) => Array.from({ length: plan.lines }, (_, i) => plan.line(i) as Line);

describe('the places of the list', () => {
  it('stand one under the other without gap, and every listed file in exactly one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(7)),
        (counts, columns, collapsed) => {
          const plan = planOf(counts, columns, collapsed);
          let top = 0;
          const seen: number[] = [];
          const misplaced = lines(plan).filter((line, at) => {
            const span = plan.span(at);
            const files = Array.from({ length: line.count }, (_, i) => line.first + i);
            seen.push(...files);
            const isRight =
              span.top === top &&
              plan.lineAt(top) === at &&
              plan.lineAt(top + span.height - 1) === at &&
              files.every((file) => plan.lineOf({ file }) === at && plan.sectionOf(file) === line.section) &&
              (!line.isHead || plan.lineOf({ head: line.section }) === at);
            top += span.height;
            return !isRight;
          });
          expect(misplaced).toEqual([]);
          expect(plan.units).toBe(top);
          const shown = counts.map((count, i) => (counts.length > 1 && collapsed.includes(i) ? 0 : count));
          expect(seen).toHaveLength(shown.reduce((sum, count) => sum + count, 0));
          expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
        },
      ),
    );
  });

  it('keep the column on the way down, and cross headers on the way aside', () => {
    // A header, files 0 1 2, files 3 4, a header, files 5 6 7.
    const plan = planOf([5, 3], 3);
    expect(plan.step({ file: 2 }, 1)).toEqual({ file: 4 });
    expect(plan.step({ file: 4 }, 1)).toEqual({ head: plan.sections[1] });
    expect(plan.step(plan.sections[1] ? { head: plan.sections[1] } : null, 1)).toEqual({ file: 5 });
    expect(plan.beside(4, 1)).toEqual({ file: 5 });
    expect(plan.beside(5, -1)).toEqual({ file: 4 });
    expect(plan.beside(7, 1)).toBeNull();
    expect(plan.step({ file: 7 }, 100)).toEqual({ file: 7 });
  });

  it('begin at an end, and hold nothing of a collapsed group', () => {
    const plan = planOf([5, 3], 3, [0]);
    expect(plan.lineOf({ file: 2 })).toBe(-1);
    expect(plan.step(null, Number.POSITIVE_INFINITY)).toEqual({ file: 5 });
    expect(plan.step(null, 1)).toEqual({ head: plan.sections[0] });
    expect(plan.step({ file: 5 }, Number.NEGATIVE_INFINITY)).toEqual({ head: plan.sections[0] });
    expect(planOf([], 1).step(null, 1)).toBeNull();
  });
});

describe('the selection', () => {
  const files = ['a', 'b', 'c', 'd'].map((name) => libraryFile(game, `${name}.abc`));
  const [a, b, c, d] = files as [LibraryFile, LibraryFile, LibraryFile, LibraryFile];
  const chosen = ({ files: selected }: { files: ReadonlySet<LibraryFile> }) =>
    files.filter((file) => selected.has(file));

  it('reaches from where it began, in both directions, and turns around there', () => {
    const down = selectRange(selectOne(b), files, d);
    expect(chosen(down)).toEqual([b, c, d]);
    expect(chosen(selectRange(down, files, a))).toEqual([a, b]);
    expect(chosen(selectRange(NOTHING, files, c))).toEqual([c]);
  });

  it('takes files one by one, and lets go of what is no longer listed', () => {
    const two = toggleFile(selectOne(a), c);
    expect(chosen(two)).toEqual([a, c]);
    expect(chosen(toggleFile(two, a))).toEqual([c]);
    expect(chosen(withoutGone(two, new Set([b, c])))).toEqual([c]);
    expect(withoutGone(two, new Set(files))).toBe(two);
    expect(chosen(selectAll(files, NOTHING))).toEqual(files);
  });
});

describe('the words of a row', () => {
  it('never say 0 of what is not known', () => {
    const unread = { ...libraryFile(game, 'a.abc'), size: null };
    expect(factWords(unread, null).join(' · ')).toBe('ABC · – · –');
    expect(verdictWords(unread, null)?.state).toBe('unread');
    expect(sizeWords(0)).toBe('0 B');
  });

  it('say why a file cannot be read', () => {
    const broken = { ...libraryFile(game, 'a.abc'), problem: 'It is encrypted.' };
    expect(verdictWords(broken, null)).toEqual({ state: 'error', text: 'It is encrypted.' });
  });
});
