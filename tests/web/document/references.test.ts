/** References are held against the bytes, read here by the fields' offsets, and against abc.md. */
import type { Lithoscope } from '@lithoscope/core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { OpenFile } from '../../../web/document/open-file.ts';
import { referenceOf } from '../../../web/document/references.ts';
import { findReferrers, referredAt } from '../../../web/document/referrers.ts';
import { addFiles, closeAllFiles } from '../../../web/document/state.ts';
import { loadCore } from '../support/core.ts';
import { sourceOf } from '../support/fakes.ts';
import { sample } from '../support/samples.ts';

let core: Lithoscope;
beforeAll(async () => {
  core = await loadCore();
});
afterEach(() => closeAllFiles());

function open(name: string): OpenFile {
  const parsed = core.open(sample(name));
  const file = new OpenFile(sourceOf(name), parsed);
  addFiles([file]);
  return file;
}

const leaf = (file: OpenFile, path: string) => {
  const node = file.parsed.resolve(path);
  if (!node) throw new Error(`no ${path}`);
  return node;
};
const to = (file: OpenFile, path: string) => referenceOf(file, leaf(file, path))?.path ?? null;
const u16 = (file: OpenFile, path: string) =>
  new DataView(file.parsed.bytes.buffer).getUint16(leaf(file, path).start, true);
const u32 = (file: OpenFile, path: string) =>
  new DataView(file.parsed.bytes.buffer).getUint32(leaf(file, path).start, true);

/** Every path that refers to a part. */
function referrers(file: OpenFile, path: string): string[] {
  const referred = referredAt(file, path);
  if (!referred) throw new Error(`nothing refers to ${path}`);
  const search = findReferrers(file, referred);
  for (;;) {
    const next = search.next();
    if (next.done) return next.value.paths;
  }
}

/** The fields of abc.md that name something. */
const NAMING = /(Index(\[\d\])?|Name|NextSectionOffset|Replacements\[\d\]|MDVertList\[\d+\])$/;

/** What the leaves of a file say, one by one. */
function everyReference(file: OpenFile): [from: string, to: string][] {
  const found: [string, string][] = [];
  for (const path of file.parsed.paths(0, file.parsed.size)) {
    const target = NAMING.test(path) ? referenceOf(file, leaf(file, path)) : null;
    if (target?.path && target.file === file) found.push([path, target.path]);
  }
  return found;
}

describe('references of v12', () => {
  it('lead from an offset to its section, and nowhere from the last', () => {
    const file = open('clockwork.abc');
    const { sections } = file.info;
    expect(to(file, 'Header.NextSectionOffset')).toBe(sections[1]?.type);
    expect(u32(file, 'Header.NextSectionOffset')).toBe(sections[1]?.offset);
    expect(to(file, `${sections.at(-1)?.type}.NextSectionOffset`)).toBeNull();
  });

  it('lead from weights and sockets to nodes, by name', () => {
    const file = open('clockwork.abc');
    const weight = 'Pieces.Pieces[1].LODs[0].Vertices[3].Weights[0].NodeIndex';
    const node = u32(file, weight);
    expect(to(file, weight)).toBe(`Nodes.Nodes[${node}]`);
    const socket = 'Sockets.Sockets[0].NodeIndex';
    const name = file.info.nodes[u32(file, socket)]?.name;
    expect(referenceOf(file, leaf(file, socket))?.text).toBe(`Nodes[${u32(file, socket)}] ${name}`);
  });

  it('lead from corners and levels to vertices, and nowhere from the last level', () => {
    const file = open('clockwork.abc');
    const corner = 'Pieces.Pieces[0].LODs[0].Faces[2].Vertices[1].VertexIndex';
    expect(to(file, corner)).toBe(`Pieces.Pieces[0].LODs[0].Vertices[${u16(file, corner)}]`);
    const finer = 'Pieces.Pieces[0].LODs[0].Vertices[5].SubLODVertexIndex';
    expect(to(file, finer)).toBe(`Pieces.Pieces[0].LODs[1].Vertices[${u16(file, finer)}]`);
    const last = (file.info.pieces[0]?.lods.length ?? 0) - 1;
    expect(to(file, `Pieces.Pieces[0].LODs[${last}].Vertices[0].SubLODVertexIndex`)).toBeNull();
  });

  it('lead from bindings to animations, of a child model when it is open', () => {
    const file = open('clockwork.abc');
    const own = file.info.bindings[0]?.[1]?.name;
    const at = file.info.animations.findIndex(({ name }) => name === own);
    expect(to(file, 'AnimBindings.Lists[0].AnimBindings[1].Name')).toBe(`Animation.Animations[${at}]`);
    const inherited = leaf(file, 'AnimBindings.Lists[1].AnimBindings[0].Name');
    expect(referenceOf(file, inherited)).toBeNull();
    expect(to(file, 'ChildModels.ChildModels[1].Name')).toBeNull();
    const base = open('clockwork_base.abc');
    expect(referenceOf(file, inherited)).toMatchObject({
      file: base,
      path: expect.stringMatching(/^Animation/),
    });
    expect(referenceOf(file, leaf(file, 'ChildModels.ChildModels[1].Name'))?.file).toBe(base);
  });

  it('name the skin slot of a piece', () => {
    const file = open('clockwork.abc');
    expect(referenceOf(file, leaf(file, 'Pieces.Pieces[0].MaterialIndex'))?.text).toBe('skin slot 0');
  });

  it('are none for names and numbers that only describe', () => {
    const file = open('clockwork.abc');
    for (const path of ['Header.NodeCount', 'Nodes.Nodes[3].Index', 'Nodes.Nodes[3].Name', 'Pieces.Type']) {
      expect(to(file, path), path).toBeNull();
    }
  });
});

describe('references of v6', () => {
  it('lead to nodes by their number, and to vertices', () => {
    const file = open('jellyfish.abc');
    const { bytes } = file.parsed;
    const number = 'Geometry.VertexInfo[7].TransformationIndex';
    const node = file.info.nodes.findIndex(({ index }) => index === bytes[leaf(file, number).start]);
    expect(to(file, number)).toBe(`Nodes.Nodes[${node}]`);
    const corner = 'Geometry.FaceInfo[4].VertexIndex[2]';
    expect(to(file, corner)).toBe(`Geometry.VertexInfo[${u16(file, corner)}]`);
    const moved = file.info.nodes.findIndex(({ deformationVertices }) => deformationVertices > 0);
    const listed = `Nodes.Nodes[${moved}].MDVertList[0]`;
    expect(to(file, listed)).toBe(`Geometry.VertexInfo[${u16(file, listed)}]`);
  });

  it('lead from a collapse to what it stands in for, and nowhere from the vertices before', () => {
    const file = open('jellyfish.abc');
    const normal = u32(file, 'Geometry.NormalVerts');
    const all = u32(file, 'Geometry.NumVerts');
    expect(all).toBeGreaterThan(normal);
    const collapse = `Geometry.VertexInfo[${normal}].Replacements[1]`;
    expect(to(file, collapse)).toBe(`Geometry.VertexInfo[${u16(file, collapse)}]`);
    for (let vertex = 0; vertex < normal; vertex += 97) {
      expect(to(file, `Geometry.VertexInfo[${vertex}].Replacements[0]`)).toBeNull();
    }
  });
});

describe('what refers to a part', () => {
  it.each(['clockwork.abc', 'jellyfish.abc'])('is what leads to it, in %s', (name) => {
    const file = open(name);
    const all = everyReference(file);
    const { piece, lod, vertex, node, animation, section } =
      name === 'jellyfish.abc'
        ? { piece: 0, lod: 0, vertex: 3, node: 1, animation: -1, section: 'Nodes' }
        : { piece: 1, lod: 1, vertex: 3, node: 5, animation: 1, section: 'Animation' };
    const targets = [
      file.parsed.pathOf({ piece, lod, vertex }),
      file.parsed.pathOf({ node }),
      ...(animation < 0 ? [] : [file.parsed.pathOf({ animation })]),
      section,
    ];
    for (const target of targets) {
      const expected = all.filter(([, path]) => path === target).map(([path]) => path);
      expect(expected.length, target).toBeGreaterThan(0);
      expect(referrers(file, target).sort(), target).toEqual(expected.sort());
    }
  });

  it('is asked of what a field belongs to, and of nothing that no field can name', () => {
    const file = open('clockwork.abc');
    expect(referredAt(file, 'Nodes.Nodes[5].Matrix[3]')?.path).toBe('Nodes.Nodes[5]');
    expect(referredAt(file, 'Animation.Type')?.path).toBe('Animation');
    for (const path of ['Sockets.Sockets[0]', 'Header.Version', 'Pieces.Pieces[0].Name']) {
      expect(referredAt(file, path), path).toBeNull();
    }
  });

  it('takes short steps', () => {
    const file = open('clockwork.abc');
    const referred = referredAt(file, 'Nodes.Nodes[5]');
    if (!referred) throw new Error('a node can be referred to');
    const checked = vi.spyOn(file.parsed, 'resolve');
    const search = findReferrers(file, referred);
    let most = 0;
    for (let done = false; !done; ) {
      checked.mockClear();
      done = search.next().done ?? true;
      most = Math.max(most, checked.mock.calls.length);
    }
    expect(most).toBeLessThan(100);
  });
});
