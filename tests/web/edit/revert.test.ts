/** Taking one change back while later ones stay. */
import type { EditOperation } from '@lithoscope/core';
import { afterEach, describe, expect, it } from 'vitest';
import { editsFromJson, editsToJson } from '../../../web/changes/edit-json.ts';
import { isUnsaved, type Step } from '../../../web/document/edits.ts';
import { OpenFile } from '../../../web/document/open-file.ts';
import { addFiles, closeAllFiles, files } from '../../../web/document/state.ts';
import { change, undo } from '../../../web/edit/history.ts';
import { operationsSinceSaved, revertAll, revertStep } from '../../../web/edit/revert.ts';
import { announcement } from '../../../web/store/notices.ts';
import { loadCore } from '../support/core.ts';
import { nodeAt } from '../support/edit.ts';
import { loadEditing } from '../support/editing.ts';
import { sourceOf } from '../support/fakes.ts';
import { bytesOf, CLOCKWORK } from '../support/samples.ts';

const core = await loadCore();
const editing = await loadEditing();
const original = bytesOf(CLOCKWORK);

function opened(): OpenFile {
  const file = new OpenFile(sourceOf('robot.abc'), core.open(original.slice()));
  addFiles([file]);
  return file;
}

const bytesNow = ({ id }: OpenFile) =>
  Buffer.from(files.value.find((file) => file.id === id)?.parsed.bytes ?? []);
const set = (path: string, value: number | string): EditOperation => ({ op: 'set', path, value });

function step(file: OpenFile, ...operations: EditOperation[]): Step {
  expect(change(file, { label: operations.map(({ op }) => op).join(), operations })).toBe(true);
  const last = file.edits.value.done.at(-1);
  if (!last) throw new Error('no step');
  return last;
}

/** What comes of operations alone. */
function madeBy(...operations: EditOperation[]): Buffer {
  const result = editing.edit(core.open(original.slice()), operations);
  if ('refused' in result) throw new Error(result.refused);
  return Buffer.from(result.bytes);
}

afterEach(() => {
  closeAllFiles();
  announcement.value = '';
});

const HEAD = 'Nodes.Nodes[0].Name';
const NEXT = 'Nodes.Nodes[1].Name';
const FLAGS = 'Nodes.Nodes[2].Flags';

describe('reverting one change', () => {
  it('leaves the later ones, wherever their bytes are by now', () => {
    const file = opened();
    const flags = core.open(original.slice());
    const value = flags.bytes[nodeAt(flags, FLAGS).start] === 1 ? 0 : 1;
    const first = step(file, set(FLAGS, value));
    step(file, set(HEAD, 'A longer name than before'));
    expect(revertStep(file, first)).toBe(true);
    expect(bytesNow(file).equals(madeBy(set(HEAD, 'A longer name than before')))).toBe(true);
    // It is a change itself.
    expect(file.edits.value.done).toHaveLength(3);
    undo(file);
    expect(bytesNow(file).equals(madeBy(set(FLAGS, value), set(HEAD, 'A longer name than before')))).toBe(
      true,
    );
  });

  it('makes the later ones again where both move the same offsets', () => {
    const file = opened();
    const first = step(file, set(HEAD, 'Quite another name'));
    step(file, set(NEXT, 'x'));
    expect(revertStep(file, first)).toBe(true);
    expect(bytesNow(file).equals(madeBy(set(NEXT, 'x')))).toBe(true);
  });

  it('is not offered where a later one stands over it', () => {
    const file = opened();
    const first = step(file, set(HEAD, 'One'));
    step(file, set(HEAD, 'Two'));
    const before = bytesNow(file);
    expect(revertStep(file, first)).toBe(false);
    expect(announcement.value).toMatch(/later change/i);
    expect(bytesNow(file).equals(before)).toBe(true);
    expect(file.edits.value.done).toHaveLength(2);
  });

  it('of all of them leads to the saved bytes, and can be undone', () => {
    const file = opened();
    step(file, set(HEAD, 'One'));
    step(file, set(NEXT, 'Two and more'));
    const before = bytesNow(file);
    revertAll(file);
    expect(bytesNow(file).equals(Buffer.from(original))).toBe(true);
    expect(isUnsaved(file.edits.value)).toBe(false);
    undo(file);
    expect(bytesNow(file).equals(before)).toBe(true);
  });
});

describe('what was repaired', () => {
  const broken = original.slice();
  const at = nodeAt(core.open(original.slice()), 'Header.Version').start;
  broken[at] = 200;

  function repaired(): { file: OpenFile; repair: Step } {
    const file = new OpenFile(sourceOf('broken.abc'), core.open(broken.slice()));
    addFiles([file]);
    const value = original.slice(at, at + 1);
    return { file, repair: step(file, { op: 'bytes', start: at, end: at + 1, value }) };
  }

  it('can be taken back, although the error comes back: alone and with all else', () => {
    const one = repaired();
    expect(revertStep(one.file, one.repair)).toBe(true);
    expect(bytesNow(one.file).equals(Buffer.from(broken))).toBe(true);
    const all = repaired();
    step(all.file, set(HEAD, 'Later'));
    const before = bytesNow(all.file);
    expect(revertStep(all.file, all.repair)).toBe(false);
    expect(announcement.value).toMatch(/was not reverted, because the file would then have an error: ./);
    expect(bytesNow(all.file).equals(before)).toBe(true);
    revertAll(all.file);
    expect(bytesNow(all.file).equals(Buffer.from(broken))).toBe(true);
  });
});

describe('the changes for the command line', () => {
  it('make of the saved file what is here, with what was reverted too', () => {
    const file = opened();
    const first = step(file, set(HEAD, 'A longer name than before'));
    step(file, set(NEXT, 'y'));
    step(file, set(FLAGS, 1));
    revertStep(file, first);
    const operations = editsFromJson(editsToJson(operationsSinceSaved(file)));
    expect(madeBy(...operations).equals(bytesNow(file))).toBe(true);
  });
});
