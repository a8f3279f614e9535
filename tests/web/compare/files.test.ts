/** Two files against each other; what differs is known by construction. */
import { basename } from 'node:path';
import { type AbcFile, type Lithoscope, type MatchedRange, ParsedFile } from '@lithoscope/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Side } from '../../../web/compare/ranges.ts';
import type { NodeRange } from '../../../web/document/selection.ts';
import { structureOf } from '../../../web/opening/partial/open.ts';
import { assembled } from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { type ComparedFiles, compareFiles, expectTiled, rangesOf } from '../support/compare.ts';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { lithString, nodeAt, patched, spliced } from '../support/edit.ts';
import { loadEditing } from '../support/editing.ts';
import { realFiles } from '../support/real-files.ts';
import { openRez } from '../support/rez.ts';
import { bytesOf, sample } from '../support/samples.ts';

let core: Lithoscope;
let model: AbcFile;

beforeAll(async () => {
  core = await loadCore();
  await loadEditing();
  model = core.open(sample('clockwork.abc'));
});

/** What is listed, without what only follows. */
function listed({ groups }: ComparedFiles): string[] {
  return groups.flatMap(({ section, differences }) =>
    differences.filter(({ derived }) => !derived).map(({ kind, where }) => `${kind} ${section} › ${where}`),
  );
}

function against(bytes: Uint8Array): ComparedFiles {
  return compareFiles(model, core.open(bytes));
}

const differing = (ranges: readonly MatchedRange[], side: Side) =>
  ranges.filter(({ kind }) => kind !== 'equal').map((range) => [range[side].start, range[side].end]);

/** A file whose bytes nobody holds. */
class PartialFile extends ParsedFile {
  override get isPartial(): boolean {
    return true;
  }
}

describe('compareFiles', () => {
  test('a moved vertex is the only difference, in words, in the list and in the bytes', () => {
    const { start, end } = nodeAt(model, 'Pieces.Pieces[1].LODs[0].Vertices[7].Location');
    const y = new DataView(model.bytes.buffer, model.bytes.byteOffset).getFloat32(start + 4, true);
    const comparison = against(patched(model, start + 4, (view) => view.setFloat32(0, y + 0.5, true)));
    expect(comparison.words).toBe('1 vertex moved (by up to 0.5 units).');
    expect(listed(comparison)).toEqual(['changed Pieces › Head › LODs[0] › Vertices[7] › Location']);
    expect(differing(rangesOf(comparison, 'left'), 'left')).toEqual([[start, end]]);
    expect(comparison.groups[0]?.differences[0]).toMatchObject({
      left: { start, end, path: 'Pieces.Pieces[1].LODs[0].Vertices[7].Location' },
      right: { start, end, path: 'Pieces.Pieces[1].LODs[0].Vertices[7].Location' },
    });
  });

  test('each of many vertices is counted once, whatever of it changed', () => {
    const bytes = model.bytes.slice();
    const view = new DataView(bytes.buffer);
    for (const index of [3, 4, 90]) {
      const { start } = nodeAt(model, `Pieces.Pieces[0].LODs[0].Vertices[${index}].Location`);
      for (const at of [start, start + 8, start + 12]) view.setFloat32(at, 77, true);
    }
    expect(against(bytes).words).toMatch(
      /^3 vertices moved \(by up to .* units\), normals of 3 vertices changed\.$/,
    );
  });

  test('a texture coordinate and a corner are told apart', () => {
    const texture = nodeAt(model, 'Pieces.Pieces[0].LODs[0].Faces[5].Vertices[2].Texcoord');
    const corner = nodeAt(model, 'Pieces.Pieces[0].LODs[0].Faces[6].Vertices[0].VertexIndex');
    const bytes = patched(model, texture.start, (view) => view.setFloat32(0, 0.125, true));
    new DataView(bytes.buffer).setUint16(corner.start, 1, true);
    expect(against(bytes).words).toBe('Texture coordinates of 1 face changed, 1 face changed.');
  });

  test('a longer name of a node is a new name, and all that is after it stays what it was', () => {
    const { start, end } = nodeAt(model, 'Nodes.Nodes[1].Name');
    const comparison = against(spliced(model, start, end, lithString('Backbone')));
    expect(comparison.words).toBe('Renamed node “Spine” to “Backbone”.');
    expect(listed(comparison)).toEqual(['changed Nodes › Backbone › Name']);
    expectTiled(comparison, model, core.open(spliced(model, start, end, lithString('Backbone'))));
    const behind = nodeAt(model, 'Animation.Animations[1].Name').start;
    expect(comparison.ranges.across('left', behind)).toBe(behind + 3);
    expect(comparison.ranges.across('right', behind + 3)).toBe(behind);
  });

  test('an animation that was added is one difference; counts and offsets only follow', () => {
    const list = nodeAt(model, 'Animation.Animations');
    const walk = nodeAt(model, 'Animation.Animations[1]');
    const name = nodeAt(model, 'Animation.Animations[1].Name');
    const count = nodeAt(model, 'Animation.Count');
    const before = model.bytes.subarray(walk.start, name.start);
    const after = model.bytes.subarray(name.end, walk.end);
    const added = Uint8Array.from([...before, ...lithString('Walk2'), ...after]);
    const bytes = spliced(model, list.end, list.end, added);
    new DataView(bytes.buffer).setUint32(count.start, list.count + 1, true);
    const comparison = against(bytes);
    expect(listed(comparison)).toEqual(['added Animation › Walk2']);
    expect(comparison.words).toBe('Animation “Walk2” added.');
    expect(differing(rangesOf(comparison, 'right'), 'right')).toContainEqual([
      list.end,
      list.end + added.length,
    ]);
  });

  test('a socket that was taken away', () => {
    const socket = nodeAt(model, 'Sockets.Sockets[1]');
    const count = nodeAt(model, 'Sockets.Count');
    const bytes = spliced(model, socket.start, socket.end, new Uint8Array());
    new DataView(bytes.buffer).setUint32(count.start, 3, true);
    expect(against(bytes).words).toBe(`Socket “${socket.label}” removed.`);
  });

  test('sockets in another order are moved, not changed', () => {
    const [first, second] = [nodeAt(model, 'Sockets.Sockets[0]'), nodeAt(model, 'Sockets.Sockets[1]')];
    const instead = Uint8Array.from([
      ...model.bytes.subarray(second.start, second.end),
      ...model.bytes.subarray(first.start, first.end),
    ]);
    const bytes = spliced(model, first.start, second.end, instead);
    const comparison = against(bytes);
    expect(comparison.words).toMatch(/^Socket “.*” moved\.$/);
    expectTiled(comparison, model, core.open(bytes));
  });

  test('a key of an animation', () => {
    const { start } = nodeAt(model, 'Animation.Animations[1].NodeTransforms[3].Transforms[2].Location');
    const comparison = against(patched(model, start, (view) => view.setFloat32(0, 9, true)));
    expect(comparison.words).toBe('1 key changed in animation “Walk”.');
    expect(listed(comparison)).toEqual([
      // Node 3 is Key: who looks at a list does not know nodes by number.
      'changed Animation › Walk › Key › Transforms[2] › Location',
    ]);
  });

  test('a field of the header, and a count that nothing explains', () => {
    const radius = nodeAt(model, 'Header.InternalRadius');
    const bytes = patched(model, radius.start, (view) => view.setFloat32(0, 123, true));
    expect(against(bytes).words).toBe('Header: InternalRadius changed.');
    const count = nodeAt(model, 'Header.StringCount');
    const odd = patched(model, count.start, (view) => view.setUint32(0, 4000, true));
    expect(against(odd).words).toBe('Header: StringCount changed.');
  });

  test('bytes past the end of the file', () => {
    const bytes = spliced(model, model.size, model.size, Uint8Array.of(1, 2, 3));
    expect(against(bytes).words).toBe('Unreferenced bytes added.');
  });

  test('other versions are compared by items with the same name, and that is said', () => {
    const other = core.open(sample('jellyfish.abc'));
    const comparison = compareFiles(model, other);
    expect(comparison.words).toContain('They are different versions, ABC v12 and ABC v6');
    expectTiled(comparison, model, other);
  });

  test('a model and a texture are of different kinds, and that is said', async () => {
    const picture = (await loadDtx()).open(sample('clockwork.dtx'));
    const comparison = compareFiles(model, picture);
    expect(comparison.words).toContain('They are different kinds, ABC v12 and DTX v');
    expectTiled(comparison, model, picture);
  });

  test('a model and bytes of unknown kind', () => {
    const words = against(Uint8Array.from({ length: 5000 }, (_, i) => (i * 31) & 255)).words;
    expect(words).toContain('They are different kinds, ABC v12 and bytes of unknown kind: ');
  });

  test('textures', async () => {
    const dtx = await loadDtx();
    const picture = dtx.open(sample('clockwork.dtx'));
    const block = nodeAt(picture, 'Mips[1].Pixels[9]');
    const other = dtx.open(patched(picture, block.start, (view) => view.setUint16(0, 0xabcd, true)));
    expect(listed(compareFiles(picture, other))).toHaveLength(1);
    expect(compareFiles(picture, other).words).toBe('Mips: Pixels changed.');
  });

  test('partially loaded files: their sections by name and size, and that is said', async () => {
    const open = async (bytes: Uint8Array) => {
      const read = async (start: number, end: number) => bytes.subarray(start, end);
      const structure = await structureOf(core, bytes.length, read);
      return new PartialFile({ current: () => structure, free: () => {} }, new Uint8Array());
    };
    const { start, end } = nodeAt(model, 'Nodes.Nodes[1].Name');
    const longer = new Uint8Array(spliced(model, start, end, lithString('Backbone')));
    const [left, right] = [await open(new Uint8Array(model.bytes)), await open(longer)];
    const comparison = compareFiles(left, right);
    expect(comparison.words).toMatch(
      /^Section “Nodes” changed\. .* sections are compared by name and size, not by their bytes\.$/,
    );
    expect(comparison.same).toBe(false);
    expect(comparison.groups.map(({ section }) => section)).toEqual(['Nodes']);
    const behind = nodeAt(model, 'Animation').start;
    expect(comparison.ranges.across('left', behind)).toBe(behind + 3);
    expect(compareFiles(left, await open(new Uint8Array(model.bytes))).words).not.toContain('the same');
  });

  test('archives: what is in them by path and size, wherever it lies', async () => {
    const archive = (files: readonly (readonly [path: string, size: number])[]) =>
      openRez(assembled(rezParts(files.map(([path, content]) => ({ path, content })))));
    const left = await archive([
      ['A.TXT', 20],
      ['B.TXT', 30],
      ['C.TXT', 40],
    ]);
    const right = await archive([
      ['A.TXT', 20],
      ['C.TXT', 44],
      ['D.TXT', 50],
    ]);
    const comparison = compareFiles(left, right);
    const labelAt = (file: ParsedFile, place: NodeRange | null) => place && file.resolve(place.path)?.label;
    const found = comparison.groups.flatMap(({ differences }) =>
      differences.map(({ kind, left: a, right: b }) => [kind, labelAt(left, a), labelAt(right, b)]),
    );
    expect(found).toContainEqual(['removed', 'B.TXT', null]);
    expect(found).toContainEqual(['changed', 'C.TXT', 'C.TXT']);
    expect(found).toContainEqual(['added', null, 'D.TXT']);
    expect(found.flat()).not.toContain('A.TXT');
    expect(comparison.same).toBe(false);
    expect(comparison.words).toContain('sections are compared by name and size, not by their bytes.');
  });

  test('names of any length leave room for what else there is to say', () => {
    const { start, end } = nodeAt(model, 'Nodes.Nodes[1].Name');
    const radius = nodeAt(model, 'Header.InternalRadius');
    const bytes = spliced(model, start, end, lithString('<img>'.repeat(13_000)));
    new DataView(bytes.buffer).setFloat32(radius.start, 123, true);
    const words = against(bytes).words;
    expect(words).toContain('Header: InternalRadius changed');
    expect(words.length).toBeLessThan(300);
  });

  test('the list is bounded, the counts are not', () => {
    const { start, end, count } = nodeAt(model, 'Pieces.Pieces[1].LODs[0].Faces');
    const bytes = model.bytes.slice();
    for (let at = start; at < end; at += 10) bytes[at] = (bytes[at] ?? 0) ^ 1;
    const comparison = against(bytes);
    expect(comparison.words).toBe(`Texture coordinates of ${count} faces changed.`);
    const [pieces] = comparison.groups;
    expect(pieces?.differences.length).toBeLessThanOrEqual(1000);
    expect((pieces?.differences.length ?? 0) + (pieces?.more ?? 0)).toBe(count * 3);
  });

  test('whatever the edits, each side is covered once and what is called equal is', () => {
    const edit = fc.record({
      at: fc.nat({ max: model.size - 1 }),
      gone: fc.nat({ max: 40 }),
      instead: fc.uint8Array({ maxLength: 40 }),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        let bytes = model.bytes;
        for (const { at, gone, instead } of edits) {
          bytes = new Uint8Array(Buffer.concat([bytes.subarray(0, at), instead, bytes.subarray(at + gone)]));
        }
        const other = core.open(bytes);
        expectTiled(compareFiles(model, other), model, other);
        expectTiled(compareFiles(other, model), other, model);
      }),
      { numRuns: 12 },
    );
  });
});

test.each(realFiles('.abc').map((path) => [basename(path), path]))('%s is the same as itself', (_, path) => {
  const bytes = bytesOf(path);
  const [left, right] = [core.open(bytes), core.open(bytes.slice())];
  expect(compareFiles(left, right).words).toBe('The files are the same, byte for byte.');
  for (const file of [left, right]) file.release();
});
