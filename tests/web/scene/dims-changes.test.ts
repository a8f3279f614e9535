/** Dims that are set in the picture or in a form: what is written, where, and what goes along. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { AbcFile } from '@lithoscope/core';
import { afterEach, describe, expect, it } from 'vitest';
import { OpenFile } from '../../../web/document/open-file.ts';
import { addFiles, closeAllFiles, files } from '../../../web/document/state.ts';
import { undo } from '../../../web/edit/history.ts';
import { dimsPath } from '../../../web/edit/lists/row.ts';
import { setDims } from '../../../web/scene/gizmo/dims-tool.ts';
import { loadCore } from '../support/core.ts';
import { nodeAt } from '../support/edit.ts';
import { loadEditing } from '../support/editing.ts';
import { sourceOf, withModel } from '../support/fakes.ts';
import { realFiles } from '../support/real-files.ts';
import { bytesOf, CLOCKWORK, JELLYFISH } from '../support/samples.ts';

const core = await loadCore();
const editing = await loadEditing();

function opened(path: string): OpenFile {
  const file = new OpenFile(sourceOf('robot.abc'), core.open(new Uint8Array(readFileSync(path))));
  addFiles([file]);
  return file;
}
const now = ({ id }: OpenFile) => files.value.find((file) => file.id === id) as OpenFile;

/** Three f32 at a path. */
function vector({ parsed }: OpenFile, path: string): number[] {
  const { start } = nodeAt(parsed, path);
  const view = new DataView(parsed.bytes.buffer, parsed.bytes.byteOffset);
  return [0, 4, 8].map((at) => view.getFloat32(start + at, true));
}

/** Where bytes differ. */
function differing(a: Uint8Array, b: Uint8Array): number[] {
  return [...a.keys()].filter((at) => a[at] !== b[at]);
}

/** Models of version 6, each with a list of dims. */
const withList = realFiles('.abc').filter(
  (path) => core.open(bytesOf(path)).resolve('AnimDims.Dimensions[0]') !== null,
);

afterEach(closeAllFiles);

describe('the dims of an animation', () => {
  it('are those of the animation and of the binding that said the same', () => {
    const file = opened(CLOCKWORK);
    const before = file.parsed.bytes.slice();
    const [x, y, z] = file.info.animations[1]?.extents ?? [0, 0, 0];
    const path = 'Animation.Animations[1].Extents';
    const binding = 'AnimBindings.Lists[0].AnimBindings[1].Extents';
    expect(vector(file, binding)).toEqual([x, y, z]);
    expect(setDims(file, 1, [x, y + 2, z])).toBe(true);
    // Only what is another number is set.
    expect(file.edits.value.done).toMatchObject([
      {
        path,
        operations: [
          { op: 'set', path: `${path}.Y`, value: y + 2 },
          { op: 'set', path: `${binding}.Y`, value: y + 2 },
        ],
      },
    ]);
    expect(vector(now(file), path)).toEqual([x, y + 2, z]);
    expect(vector(now(file), binding)).toEqual([x, y + 2, z]);
    undo(file);
    expect(Buffer.compare(now(file).parsed.bytes, before)).toBe(0);
  });

  it('leave a binding that says something else', () => {
    const file = opened(CLOCKWORK);
    const binding = 'AnimBindings.Lists[0].AnimBindings[1].Extents';
    const path = 'Animation.Animations[1].Extents';
    const other = editing.edit(core.open(file.parsed.bytes.slice()), [
      { op: 'set', path: `${binding}.X`, value: 7 },
    ]);
    if ('refused' in other) throw new Error(other.refused);
    closeAllFiles();
    const changed = new OpenFile(sourceOf('robot.abc'), core.open(other.bytes));
    addFiles([changed]);
    expect(setDims(changed, 1, [1, 2, 3])).toBe(true);
    expect(vector(now(changed), path)).toEqual([1, 2, 3]);
    expect(vector(now(changed), binding)[0]).toBe(7);
  });

  it.each(withList.map((path) => [basename(path), path]))(
    'of version 6 are in their own list: %s',
    (_, model) => {
      const file = opened(model);
      const before = file.parsed.bytes.slice();
      const last = file.info.animations.length - 1;
      const path = (file.model && dimsPath(file.model, last)) ?? '';
      expect(path).toBe(`AnimDims.Dimensions[${last}]`);
      const [x, y, z] = vector(file, path) as [number, number, number];
      expect(setDims(file, last, [x, y, z + 1.5])).toBe(true);
      expect(file.edits.value.done[0]?.operations).toEqual([
        { op: 'set', path: `${path}.Z`, value: z + 1.5 },
      ]);
      expect(now(file).info.animations[last]?.extents).toEqual([x, y, Math.fround(z + 1.5)]);
      const { start } = nodeAt(now(file).parsed, `${path}.Z`);
      const places = differing(before, now(file).parsed.bytes);
      expect(places.length).toBeGreaterThan(0);
      expect(places.every((at) => at >= start && at < start + 4)).toBe(true);
    },
  );

  it('have no place in a file of version 6 without the list', () => {
    const file = opened(JELLYFISH);
    const model = { info: file.info, resolve: () => null, pathOf: () => '' } as unknown as AbcFile;
    const without = withModel(file, model);
    expect(dimsPath(model, 0)).toBeNull();
    expect(setDims(without, 0, [1, 1, 1])).toBe(false);
  });
});
