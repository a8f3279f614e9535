/** The comparison that the start page shows is worth looking at: few differences, all of them meant, and one to be seen. */
import { beforeAll, expect, test } from 'vitest';
import { sampleChanges } from '../../../web/app/abilities.ts';
import { compareFiles } from '../support/compare.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { sample } from '../support/samples.ts';

beforeAll(loadEditing);

test('the sample differs from the changed one in the keys of one arm and in one flag', async () => {
  const core = await loadCore();
  const model = core.open(sample('clockwork.abc'));
  const edited = (await loadEditing()).edit(model, sampleChanges(model));
  if ('refused' in edited) throw new Error('refused');
  const changed = core.open(edited.bytes);
  expect(changed.findings).toEqual(model.findings);
  const comparison = compareFiles(model, changed);
  const wheres = comparison.groups.flatMap(({ section, differences }) =>
    differences.map(({ where }) => `${section} › ${where}`),
  );
  expect(wheres.length).toBeGreaterThan(1);
  for (const where of wheres)
    expect(where).toMatch(/^Nodes › Antenna › Flags|^Animation › Idle › R_UpperArm/);
  const { words } = comparison;
  expect(words).toContain('Idle');
  expect(words).toContain('Antenna');

  // A hand goes up, and nothing else of the model moves.
  const pose = (file: typeof model) =>
    file.evaluate({ animation: 0, timeMs: 1000, loop: true, lod: 0 })?.pieces ?? [];
  const moves = pose(model).map(({ positions }, piece) => {
    const other = pose(changed)[piece]?.positions ?? positions;
    return Math.max(...Array.from(positions, (value, i) => Math.abs((other[i] ?? value) - value)));
  });
  const names = model.info.pieces.map(({ name }) => name);
  expect(names.filter((_, piece) => (moves[piece] ?? 0) > 0.001)).toEqual(['Right Arm']);
  expect(Math.max(...moves)).toBeGreaterThan(10);
});
