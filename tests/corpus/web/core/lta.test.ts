/** Models as text: a change touches what it changes and nothing else. */
import type { AbcFile } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { namePath } from '../../../../web/edit/lists/kinds.ts';
import { loadCore } from '../../../web/support/core.ts';
import { loadEditing } from '../../../web/support/editing.ts';
import { corpusBytes, corpusFiles } from '../../support.ts';

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);
const paths = ['jupiter/models', 'jupiter/made'].flatMap((folder) =>
  corpusFiles(folder, '.lta').map((name) => `${folder}/${name}`),
);

/** No name of a real model. */
const NEW = 'lithoscope_renamed';

describe.each(paths)('%s', async (path) => {
  const file = await core.openAny(corpusBytes(path));
  const named = async (of: AbcFile, value: string) => {
    const edited = editing.edit(of, [{ op: 'set', path: namePath(of, 'node', 0), value }]);
    if ('refused' in edited) throw new Error(edited.refused);
    return core.openAny(edited.bytes);
  };

  it('has a node with another name wherever the text refers to it, and no other byte', async () => {
    const old = file.info.nodes[0]?.name ?? '';
    const changed = await named(file, NEW);
    expect(changed.info.nodes[0]?.name).toBe(NEW);
    const text = (of: AbcFile) => Buffer.from(of.bytes).toString('latin1');
    expect(text(changed).includes(`"${NEW}"`)).toBe(true);
    // With the old name in all places of the new one, it is the text that it was.
    expect(text(changed).replaceAll(`"${NEW}"`, `"${old}"`)).toBe(text(file));
    const again = await named(changed, old);
    expect(Buffer.compare(again.bytes, file.bytes)).toBe(0);
  });
});
