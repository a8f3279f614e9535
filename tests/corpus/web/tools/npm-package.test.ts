import { afterAll, beforeAll, expect, test } from 'vitest';
import { PackageUser } from '../../../web/support/package-user.ts';
import { samplePath } from '../../../web/support/samples.ts';
import { corpusJson, corpusPath } from '../../support.ts';

let user: PackageUser;
beforeAll(() => {
  user = new PackageUser();
  // npm packs and installs: slow on a busy machine.
}, 60_000);
afterAll(() => user?.remove());

test('the npm package says of a real model what the command line says', async () => {
  const model = corpusPath('nolf/models/INTHERO_CASUAL.abc');
  const said = await user.compare(model, model, samplePath('clockwork.dtx'), 'interface4');
  const facts = corpusJson('nolf/expected/INTHERO_CASUAL.abc.json');
  const names = (pieces: readonly { name: string }[]) => pieces.map(({ name }) => name);
  expect(said.fieldCount).toBe(facts.leaf_fields);
  expect(names(said.info.pieces)).toEqual(names(facts.pieces));
  expect(said.triangles).toBe(
    said.info.pieces.reduce(
      (sum: number, { lods }: { lods: { faces: number }[] }) => sum + (lods[0]?.faces ?? 0),
      0,
    ),
  );
});
