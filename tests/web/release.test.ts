/** Closing a file gives its memory in WebAssembly back, at once or when the work that reads it ends. */

import { afterEach, describe, expect, it } from 'vitest';
import { changed, isUnchanged, replaceWith, unchanged } from '../../web/files/reload.ts';
import { type OpenFile, openFile } from '../../web/store/open-file.ts';
import { addFiles, closeAllFiles, closeFile, files, withContent } from '../../web/store/state.ts';
import { loadCore } from './support/core.ts';
import { sourceOf } from './support/fakes.ts';
import { bytesOf, JELLYFISH } from './support/samples.ts';

const core = await loadCore();
// The file of no bytes, which stands for every released one, is made once.
core.open(new Uint8Array(1)).release();

function open(): OpenFile {
  const file = openFile(sourceOf('a.abc'), core.open(bytesOf(JELLYFISH)));
  addFiles([file]);
  return file;
}

afterEach(closeAllFiles);

describe('a file that is closed', () => {
  it('is released, alone and with all others', () => {
    const empty = core.memory();
    closeFile(open().id);
    expect(core.memory()).toBe(empty);
    open();
    open();
    closeAllFiles();
    expect(core.memory()).toBe(empty);
  });

  it('is released when its content is replaced; the same bytes are not parsed at all', () => {
    const file = open();
    const one = core.memory();
    const bytes = bytesOf(JELLYFISH).slice();
    expect(isUnchanged(file, bytes)).toBe(true);
    const same = replaceWith(unchanged(file, file.source));
    expect(same.parsed).toBe(file.parsed);
    expect(core.memory()).toBe(one);
    bytes[bytes.length - 1] = 1;
    expect(isUnchanged(same, bytes)).toBe(false);
    const replaced = replaceWith(changed(same, core.open(bytes), file.source));
    expect(file.parsed.isReleased).toBe(true);
    expect(replaced.parsed.isReleased).toBe(false);
    expect(files.value).toEqual([replaced]);
  });

  it('is held by work that reads it, until all of it has ended', async () => {
    const { id, parsed } = open();
    let fail = (_: Error) => {};
    const short = withContent(parsed, async () => {});
    const long = withContent(
      parsed,
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    );
    closeFile(id);
    await short;
    expect(parsed.bytes.length).toBe(parsed.size);
    fail(new Error('failed'));
    await expect(long).rejects.toThrow('failed');
    expect(parsed.isReleased).toBe(true);
  });
});
