/** Changes to models of the Jupiter engine. The native tests hold the rest (tests/cpp/lta_edit_test.cpp, ltb_edit_test.cpp). */
import type { AbcFile, EditOperation } from '@lithoscope/core';
import { expect, test } from 'vitest';
import { OpenFile } from '../../../web/document/open-file.ts';
import { addFiles } from '../../../web/document/state.ts';
import { attempt, change, redo, undo } from '../../../web/edit/history.ts';
import { namePath, pathOf } from '../../../web/edit/lists/kinds.ts';
import { valueField } from '../../../web/edit/value/field.ts';
import { packedModel, TEXT, textModel } from '../../support/lta-text.ts';
import { compiledModel } from '../../support/ltb-writer.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { sourceOf } from '../support/fakes.ts';

const core = await loadCore();
const editing = await loadEditing();

async function opened(name: string, bytes: Uint8Array): Promise<OpenFile> {
  const file = new OpenFile(sourceOf(name), await core.openAny(bytes));
  addFiles([file]);
  return file;
}

const textOf = (file: OpenFile) => new TextDecoder('latin1').decode(file.parsed.bytes);
const modelOf = (file: OpenFile) => file.content.peek().model as AbcFile;

/** Changes the value at a path to what a user types. */
function typed(file: OpenFile, path: string, text: string): void {
  const gesture = valueField(file, path)?.gesture(text);
  if (!gesture || 'problem' in gesture) throw new Error(gesture?.problem ?? `nothing to change at ${path}`);
  expect(attempt(file, gesture)).toBeNull();
}

/** The path of what stands where a part of the text begins. */
function pathAt(file: OpenFile, part: string, inside = 0): string {
  return file.parsed.ancestors(textOf(file).indexOf(part) + inside).at(-1)?.path ?? '';
}

test('a typed number takes the place of exactly the one that was there, and comes back', async () => {
  const file = await opened('model.lta', textModel());
  typed(file, pathAt(file, '12.5 )'), '3*2.5');
  expect(textOf(file)).toBe(TEXT.replace('12.5 )', '7.5 )'));
  expect(file.info.header.InternalRadius).toBe(7.5);
  undo(file);
  expect(textOf(file)).toBe(TEXT);
  redo(file);
  expect(textOf(file)).toBe(TEXT.replace('12.5 )', '7.5 )'));
});

test('a packed text is changed as the text that it is, and packed again', async () => {
  const file = await opened('model.ltc', packedModel());
  expect(file.parsed.fileBytes).toEqual(packedModel());
  typed(file, pathAt(file, '12.5 )'), '7.5');
  const changed = TEXT.replace('12.5 )', '7.5 )');
  expect(textOf(file)).toBe(changed);
  expect(file.info).toMatchObject({ format: 'ltc', header: { InternalRadius: 7.5 } });
  const written = file.parsed.fileBytes;
  expect(written.length).toBe(file.info.packedSize);
  expect(written.length).toBeLessThan(packedModel().length);
  const again = await core.openAny(written);
  expect(again.info.format).toBe('ltc');
  expect(new TextDecoder('latin1').decode(again.bytes)).toBe(changed);
  undo(file);
  expect(textOf(file)).toBe(TEXT);
  redo(file);
  typed(file, namePath(modelOf(file), 'node', 0), 'hips');
  undo(file);
  expect(textOf(file)).toBe(changed);
});

test('a renamed node is renamed where the text refers to it', async () => {
  const file = await opened('model.lta', textModel());
  typed(file, namePath(modelOf(file), 'node', 0), 'hips');
  expect(textOf(file)).toBe(
    TEXT.replace('(influences ("root"', '(influences ("hips"')
      .replace('(transform "root"', '(transform "hips"')
      .replace('(parent "root"', '(parent "hips"'),
  );
  expect(file.parsed.findings).toEqual([]);
  undo(file);
  expect(textOf(file)).toBe(TEXT);
});

test('what is typed of a text is checked as it is typed', async () => {
  const file = await opened('model.lta', textModel());
  const commands = pathAt(file, '"ShadowEnable"');
  const problem = (text: string) => valueField(file, commands)?.gesture(text);
  expect(problem('a "b"')).toEqual({
    problem: 'The text cannot contain a quote, which the format cannot store.',
  });
  expect(valueField(file, pathAt(file, '12.5 )'))?.gesture('wide')).toEqual({
    problem: '“wide” is not a number.',
  });
  expect(problem('ShadowEnable')).toBeNull();
});

test('the animation that plays is still the same when one before it is repeated or removed', async () => {
  const text = TEXT.replace(
    /\t\(animset "rise"[\s\S]*?\n\t\)\n/,
    (set) => set + set.replace('"rise"', '"fall"'),
  );
  const file = await opened('model.lta', textModel(text));
  expect(file.info.animations.map(({ name }) => name)).toEqual(['rise', 'fall']);
  file.playback.clip.value = { child: 0, animation: 1 };
  const rise = pathOf(modelOf(file), 'animation', 0);
  const run = (operation: EditOperation) =>
    expect(change(file, { label: 'x', operations: [operation] })).toBe(true);
  run({ op: 'duplicate', path: rise });
  expect(file.playback.clip.value.animation).toBe(2);
  run({ op: 'remove', path: rise });
  expect(file.playback.clip.value.animation).toBe(1);
  undo(file);
  undo(file);
  expect(file.playback.clip.value.animation).toBe(1);
  expect(textOf(file)).toBe(text);
});

test('a change that would leave an error in a text is refused', async () => {
  const file = await opened('model.lta', textModel());
  const obstacle = attempt(file, {
    label: 'x',
    operations: [{ op: 'set', path: pathAt(file, '(0 1 2 )', 1), value: 9 }],
  });
  expect(obstacle?.text).toContain('the file would then have an error');
});

test('a compiled model takes values, and names of another length', async () => {
  const before = compiledModel();
  const file = await opened('model.ltb', before);
  typed(file, 'Header.InternalRadius', '3');
  expect(file.info.header.InternalRadius).toBe(3);
  expect(file.parsed.size).toBe(before.length);
  typed(file, namePath(modelOf(file), 'node', 0), 'a longer name');
  expect(file.info.nodes[0]?.name).toBe('a longer name');
  expect(file.parsed.findings).toEqual([]);
  undo(file);
  undo(file);
  expect(file.parsed.bytes).toEqual(before);
});

test('what of a compiled model depends on its lists is refused in words', async () => {
  const file = await core.openAny(compiledModel());
  expect(editing.edit(file, [{ op: 'remove', path: 'Pieces.Pieces[0]' }])).toMatchObject({
    refused: expect.stringMatching(/^Pieces\.Pieces of a compiled model cannot get other elements/),
  });
  expect(file.info.edits).toMatchObject({ values: true, whole: false, elements: false });
});
