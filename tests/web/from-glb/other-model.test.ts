/** GLBs of models with the same skeleton: one that was changed since its export is told from another one. */
import { Logger, WebIO } from '@gltf-transform/core';
import type { EditOperation } from '@lithoscope/core';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../../web/from-glb/draft.ts';
import { fileOf } from '../../../web/from-glb/file-of.ts';
import { importModel } from '../../../web/from-glb/import.ts';
import { IMPORT_DEFAULTS } from '../../../web/from-glb/options.ts';
import { CHANGES } from '../support/changes.ts';
import { loadCore } from '../support/core.ts';
import { bending, tube } from '../support/drafts.ts';
import { loadEditing } from '../support/editing.ts';
import { back, glbOf, sourceOf } from '../support/way-back.ts';

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);
const UNLIT = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
const tools = { open: (_: string, bytes: Uint8Array) => core.open(bytes), editing };

/** A tube of two pieces with so many sides, which bends. */
function modelOf(sides: number, name: string): Draft {
  const draft = tube({ sides, pieces: 2 });
  const pieces = draft.pieces.map((piece, i) => ({ ...piece, name: `${name} ${i}` }));
  return { ...draft, pieces, animations: [{ ...bending(draft), name: `${name} bends` }] };
}

const bytesOf = async (draft: Draft, version: 6 | 12) =>
  (await fileOf(editing, draft, { version, share: 1 })).bytes;

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

test('nor of version 6, whose piece has no name, though nodes and animations have the same ones', async () => {
  const [guard, thief] = [await bytesOf(modelOf(10, 'guard'), 6), await bytesOf(modelOf(7, 'guard'), 6)];
  const { way, notes } = await merged(guard, thief);
  expect([way, notes[0]]).toEqual(['new', 'OTHER_MODEL']);
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

  describe('in version 6', () => {
    test('with other names, and a mesh of the same size', async () => {
      const guard = await bytesOf(modelOf(10, 'guard'), 6);
      const now = edited(guard, [
        set('Nodes.Nodes[1].NodeName', 'other'),
        set('Animation.Anims[0].AnimName', 'other'),
      ]);
      expect((await merged(guard, now)).way).toBe('merge');
    });

    test('with vertices that came', async () => {
      const guard = core.open(await bytesOf(modelOf(10, 'guard'), 6));
      const document = await UNLIT.readBinary(await glbOf(guard));
      CHANGES['a mesh twice']?.(document);
      const now = (await back(core, editing, await UNLIT.writeBinary(document), guard)).file;
      expect(now.info.pieces[0]?.lods[0]?.faces).toBe(2 * (guard.info.pieces[0]?.lods[0]?.faces ?? 0));
      const { way, bytes } = await merged(guard.bytes, now.bytes);
      expect(way).toBe('merge');
      expect(core.open(bytes).info.pieces[0]?.lods[0]?.faces).toBe(guard.info.pieces[0]?.lods[0]?.faces);
    });
  });
});
