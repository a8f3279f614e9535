/** GLBs of models with the same skeleton: one that was changed since its export is told from another one. */
import type { EditOperation } from '@lithoscope/core';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../../web/from-glb/draft.ts';
import { importModel } from '../../../web/from-glb/import.ts';
import { IMPORT_DEFAULTS } from '../../../web/from-glb/options.ts';
import { asV6 } from '../../../web/from-glb/v6.ts';
import { asV9 } from '../../../web/from-glb/v9.ts';
import { loadCore } from '../support/core.ts';
import { bending, tube } from '../support/drafts.ts';
import { loadEditing } from '../support/editing.ts';
import { glbOf, sourceOf } from '../support/way-back.ts';

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);
const tools = { open: (_: string, bytes: Uint8Array) => core.open(bytes), editing };

/** A tube of two pieces with so many sides, which bends. */
function modelOf(sides: number, name: string): Draft {
  const draft = tube({ sides, pieces: 2 });
  const pieces = draft.pieces.map((piece, i) => ({ ...piece, name: `${name} ${i}` }));
  return { ...draft, pieces, animations: [{ ...bending(draft), name: `${name} bends` }] };
}

const bytesOf = async (draft: Draft, version: 6 | 12) =>
  (version === 6 ? await asV6(editing, draft) : await asV9(editing, draft, 12)).bytes;

async function merged(from: Uint8Array, into: Uint8Array) {
  const source = await sourceOf(await glbOf(core.open(from)));
  const { way, report, bytes } = await importModel(source, IMPORT_DEFAULTS, tools, core.open(into));
  return { way, bytes, notes: report.notes.map(({ code }) => code) };
}

function edited(bytes: Uint8Array, operations: readonly EditOperation[]): Uint8Array {
  const made = editing.edit(core.open(bytes), operations);
  return 'refused' in made ? expect.fail(made.refused) : made.bytes;
}

const set = (path: string, value: string): EditOperation => ({ op: 'set', path, value, force: true });

describe('into another model with the same skeleton', () => {
  test('nothing is merged', async () => {
    const [guard, thief] = [await bytesOf(modelOf(10, 'guard'), 12), await bytesOf(modelOf(7, 'thief'), 12)];
    // Other times of keys, too.
    const other = edited(thief, [{ op: 'scaleTime', path: 'Animation.Animations[0]', factor: 3 }]);
    const { way, notes } = await merged(guard, other);
    expect([way, notes[0]]).toEqual(['new', 'OTHER_MODEL']);
  });

  test('nor where one animation has the same keys', async () => {
    const [guard, thief] = [await bytesOf(modelOf(10, 'guard'), 12), await bytesOf(modelOf(7, 'thief'), 12)];
    expect((await merged(guard, thief)).way).toBe('new');
  });
});

test('in version 6 its nodes have other names, or its animations', async () => {
  const draft = modelOf(10, 'guard');
  const [guard, thief] = [await bytesOf(draft, 6), await bytesOf(modelOf(7, 'guard'), 6)];
  const other = edited(thief, [set('Nodes.Nodes[1].NodeName', 'other')]);
  expect((await merged(guard, other)).notes[0]).toBe('OTHER_MODEL');
  // The same size, and so the same mesh.
  const same = edited(guard, [set('Nodes.Nodes[1].NodeName', 'other')]);
  expect((await merged(guard, same)).way).toBe('merge');
});

describe('into the model itself, changed since its export', () => {
  const names = [0, 1].map((i) => set(`Pieces.Pieces[${i}].Name`, `other ${i}`));

  test('with other names of pieces and animations', async () => {
    const guard = await bytesOf(modelOf(10, 'guard'), 12);
    const now = edited(guard, [...names, set('Animation.Animations[0].Name', 'other')]);
    const { way, notes, bytes } = await merged(guard, now);
    expect([way, notes]).toEqual(['merge', ['OTHER_BYTES']]);
    expect(Buffer.compare(bytes, now)).toBe(0);
  });

  test('with other vertices', async () => {
    const [guard, rounder] = [
      await bytesOf(modelOf(10, 'guard'), 12),
      await bytesOf(modelOf(12, 'guard'), 12),
    ];
    expect((await merged(guard, rounder)).way).toBe('merge');
  });

  test('in version 6, whose piece has no name', async () => {
    const [guard, rounder] = [await bytesOf(modelOf(10, 'guard'), 6), await bytesOf(modelOf(12, 'guard'), 6)];
    expect((await merged(guard, guard)).notes).not.toContain('OTHER_MODEL');
    expect((await merged(guard, rounder)).way).toBe('merge');
  });
});
