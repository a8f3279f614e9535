/** Nothing of what a user has changed is lost on the ways around: keeping, rereading, previews, new archives. */
import { is } from 'valibot';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { listArchive } from '../../../web/archive/list.ts';
import { bytesOf as bytesAt, readWhole } from '../../../web/archive/read.ts';
import { isUnsaved, type Step } from '../../../web/document/edits.ts';
import { OpenFile } from '../../../web/document/open-file.ts';
import { addFiles, closeAllFiles, files, previewId, showPreview } from '../../../web/document/state.ts';
import { change } from '../../../web/edit/history.ts';
import { keepNow, STEP } from '../../../web/edit/kept-changes.ts';
import { replayed } from '../../../web/edit/offer.ts';
import { type Container, containerOf, saveIntoArchive } from '../../../web/edit/save-archive.ts';
import { changed, settle, unchanged } from '../../../web/opening/reload.ts';
import { saveTarget } from '../../../web/opening/save-target.ts';
import type { LibraryFile } from '../../../web/store/library.ts';
import { blobOf } from '../../support/parts.ts';
import { zipParts } from '../../support/zip-writer.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { partly, sourceOf } from '../support/fakes.ts';
import { librarySource } from '../support/library.ts';
import { bytesOf, CLOCKWORK } from '../support/samples.ts';

// Files share modules: here they are read anew, and afterwards nobody has those that were replaced.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const storage = await vi.hoisted(async () => (await import('../support/storage.ts')).fakeDatabase());
const saved = vi.hoisted(() => ({ blob: null as Blob | null }));

vi.mock('idb-keyval', () => storage.module);
vi.mock('../../../web/ui/clipboard.ts', () => ({
  saveBlob: (_: string, blob: Blob) => {
    saved.blob = blob;
  },
}));

const core = await loadCore();
await loadEditing();
const original = bytesOf(CLOCKWORK).slice();

function opened(name: string, entry?: LibraryFile): OpenFile {
  const file = new OpenFile({ ...sourceOf(name), ...(entry && { entry }) }, core.open(original.slice()));
  addFiles([file]);
  return file;
}

function rename(file: OpenFile, value: string): Step {
  const operations = [{ op: 'set', path: 'Nodes.Nodes[0].Name', value } as const];
  expect(change(file, { label: 'Rename the node', operations })).toBe(true);
  return file.edits.value.done.at(-1) as Step;
}

const now = ({ id }: OpenFile) => files.value.find((file) => file.id === id) as OpenFile;
const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1');

/** As saving does it. */
function markSaved(file: OpenFile): void {
  const { edits, parsed } = now(file);
  edits.value = { ...edits.value, saved: edits.value.done.length, savedBytes: parsed.bytes, changed: [] };
}

afterEach(() => {
  closeAllFiles();
  storage.content.clear();
  storage.refuses = () => false;
  vi.unstubAllGlobals();
});

describe('changes that are kept', () => {
  const heads = () =>
    [...storage.content].filter(([key]) => String(key).startsWith('head-')).map(([, kept]) => kept);

  it('do not wait for a file that finds no room', async () => {
    vi.stubGlobal('navigator', {});
    rename(opened('large.abc'), 'large');
    rename(opened('small.abc'), 'small');
    storage.refuses = (value) =>
      typeof value === 'object' && Reflect.get(value ?? {}, 'title') === 'large.abc';
    expect(await keepNow()).toBe(false);
    expect(heads()).toEqual([expect.objectContaining({ title: 'small.abc' })]);
    storage.refuses = () => false;
    expect(await keepNow()).toBe(true);
    expect(heads()).toHaveLength(2);
  });

  it('are replayed only on the bytes that they were made of', () => {
    const file = opened('a.abc');
    const step = rename(file, 'Another');
    expect(text(replayed(original, [step]).bytes)).toBe(text(now(file).parsed.bytes));
    const other = original.slice();
    const { start } = step.splices[0] ?? { start: 0 };
    other[start] = (other[start] ?? 0) ^ 255;
    expect(() => replayed(other, [step])).toThrow('damaged');
    const [splice] = step.splices;
    for (const splices of [[{ ...splice, start: original.length + 1 }], [splice, splice]]) {
      expect(() => replayed(original, [{ ...step, splices } as Step])).toThrow('damaged');
    }
  });

  it('are steps in every part', () => {
    const step = rename(opened('a.abc'), 'Another');
    const [splice] = step.splices;
    const isStep = (value: unknown) => is(STEP, value);
    expect(isStep(step)).toBe(true);
    const wrong = [null, {}, { ...splice, start: -1 }, { ...splice, start: 0.5 }, { ...splice, after: 'x' }];
    for (const one of wrong) expect(isStep({ ...step, splices: [one] })).toBe(false);
    expect(isStep({ ...step, lists: [null] })).toBe(false);
  });
});

describe('a file that was read again', () => {
  it('keeps what was changed since it was read', () => {
    const file = opened('a.abc');
    const other = core.open(original.slice());
    const reread = changed(file, other, file.source);
    const same = unchanged(file, file.source);
    expect(reread().content?.parsed).toBe(other);
    rename(file, 'Later');
    const { parsed } = file;
    settle(reread);
    expect(file.parsed).toBe(parsed);
    expect(other.isReleased).toBe(true);
    settle(same);
    expect(file.parsed).toBe(parsed);
    expect(isUnsaved(file.edits.value)).toBe(true);
  });
});

describe('the next preview', () => {
  it('does not take the place of one with changes', () => {
    const preview = () => new OpenFile(sourceOf('a.abc'), core.open(original.slice()));
    const first = preview();
    showPreview(first);
    rename(first, 'Changed');
    // As a restore does: the change came by no gesture.
    previewId.value = first.id;
    const second = preview();
    showPreview(second);
    expect(files.value.map(({ id }) => id)).toEqual([first.id, second.id]);
    showPreview(preview());
    expect(files.value).toHaveLength(2);
  });
});

describe('a new archive', () => {
  it('has what was saved into one before as well', async () => {
    vi.stubGlobal('window', {});
    const parts = zipParts(['a.abc', 'b.abc'].map((path) => ({ path, content: original })));
    const locator = { blob: blobOf(parts) };
    const source = { ...librarySource('GAME.zip'), kind: 'zip' as const, locator };
    const listing = await listArchive(await bytesAt(locator), 'GAME.zip', partly({}));
    const [a, b] = listing.entries.map(({ path, place }) =>
      opened(path, partly<LibraryFile>({ source, path, locator: { of: locator, kind: 'zip', place } })),
    ) as [OpenFile, OpenFile];
    const container = containerOf(a.source.entry as LibraryFile) as Container;
    rename(a, 'First change');
    expect((await saveIntoArchive(container))?.map(({ file }) => file.name)).toEqual(['a.abc']);
    markSaved(a);
    rename(b, 'Second change');
    await saveIntoArchive(container);
    const made = { blob: saved.blob as Blob };
    const after = await listArchive(await bytesAt(made), 'new.zip', partly({}));
    const contents = await Promise.all(
      after.entries.map(({ place }) => readWhole({ of: made, kind: 'zip', place })),
    );
    expect(text(contents[0])).toContain('First change');
    expect(text(contents[1])).toContain('Second change');
  });

  it('is not the one that the rest is read from', async () => {
    const createWritable = vi.fn();
    const handle = {
      name: 'GAME.REZ',
      isSameEntry: async (other: unknown) => other === handle,
      createWritable,
    };
    vi.stubGlobal('window', { showSaveFilePicker: async () => handle });
    const kind = { description: '', type: '', ending: '.rez' };
    await expect(saveTarget('x', kind, partly(handle))).rejects.toThrow('GAME.REZ is the archive');
    expect(createWritable).not.toHaveBeenCalled();
  });
});
