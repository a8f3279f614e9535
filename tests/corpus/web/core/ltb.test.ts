/** Compiled models of the Jupiter engine in WebAssembly: what the page shows of them. */
import type { AbcFile } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { namePath } from '../../../../web/edit/lists/kinds.ts';
import { identityOf } from '../../../../web/explain/describe.ts';
import { loadCore } from '../../../web/support/core.ts';
import { loadEditing } from '../../../web/support/editing.ts';
import { corpusBytes, corpusFiles, corpusJson } from '../../support.ts';

interface Expected {
  summary: {
    version: number;
    pieces: { name: string; lods: { faces: number; vertices: number }[] }[];
    nodes: { name: string; parent: number }[];
    anims: { name: string; keys: number; length: number }[];
    sockets: { name: string; scale: number[] }[];
    children: string[];
  };
  poses: { anim: string; time: number; samples: number[][]; bbox: [number[], number[]] }[];
}

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);
const paths = ['jupiter/models', 'jupiter/made'].flatMap((folder) =>
  corpusFiles(folder, '.ltb').map((name) => [folder, name] as const),
);

describe.each(paths)('%s/%s', async (folder, name) => {
  const { summary, poses }: Expected = corpusJson(`jupiter/expected/${name}.json`);
  const file = await core.openAny(corpusBytes(`${folder}/${name}`));

  it('is a model that can be read', () => {
    expect(file.info.format).toBe('ltb');
    expect(file.coverage.known).toBe(file.size);
    expect(identityOf(file.info).version).toBe(`LTB v${summary.version}`);
    expect(file.info.sections.map(({ type }) => type).at(0)).toBe('File');
    expect(file.info.sections.at(-1)?.type).toBe('AnimBindings');
  });

  it('can be changed, and is what it was with the old name', async () => {
    const path = namePath(file, 'node', 0);
    const named = async (of: AbcFile, value: string) => {
      const edited = editing.edit(of, [{ op: 'set', path, value }]);
      if ('refused' in edited) throw new Error(edited.refused);
      return core.openAny(edited.bytes);
    };
    const old = file.info.nodes[0]?.name ?? '';
    const changed = await named(file, `${old} and more`);
    expect(changed.info.nodes.map((node) => node.name)).toEqual([
      `${old} and more`,
      ...file.info.nodes.slice(1).map((node) => node.name),
    ]);
    expect(changed.coverage.known).toBe(changed.size);
    expect(changed.findings.map(({ code }) => code)).toEqual(file.findings.map(({ code }) => code));
    const again = await named(changed, old);
    expect(Buffer.compare(again.bytes, file.bytes)).toBe(0);
  });

  it('has its parts', () => {
    const { pieces, nodes, animations, sockets, childModels } = file.info;
    expect(pieces.map(({ name, lods }) => [name, lods.map(({ vertices }) => vertices)])).toEqual(
      summary.pieces.map(({ name, lods }) => [name, lods.map(({ vertices }) => vertices)]),
    );
    expect(nodes.map(({ name, parent }) => [name, parent])).toEqual(
      summary.nodes.map(({ name, parent }) => [name, parent]),
    );
    expect(animations.map(({ name, length }) => [name, length])).toEqual(
      summary.anims.map(({ name, length }) => [name, length]),
    );
    expect(childModels.slice(1).map(({ name }) => name)).toEqual(summary.children);
    expect(sockets.map(({ name, scale }) => [name, scale.map(Math.fround)])).toEqual(
      summary.sockets.map(({ name, scale }) => [name, scale.map(Math.fround)]),
    );
  });

  it('is posed as expected', () => {
    for (const { anim, time, samples, bbox } of poses) {
      const animation = anim === 'bind' ? -1 : file.info.animations.findIndex(({ name }) => name === anim);
      const frame = file.evaluate({ animation, timeMs: time, loop: false, lod: 0 });
      const tolerance = 1e-4 * Math.hypot(...bbox[0].map((low, i) => (bbox[1][i] ?? 0) - low));
      for (const [piece = 0, vertex = 0, ...numbers] of samples) {
        const { positions = [], normals = [] } = frame?.pieces[piece] ?? {};
        for (const axis of [0, 1, 2]) {
          expect(Math.abs((positions[3 * vertex + axis] ?? NaN) - (numbers[axis] ?? 0))).toBeLessThan(
            tolerance,
          );
          expect(Math.abs((normals[3 * vertex + axis] ?? NaN) - (numbers[3 + axis] ?? 0))).toBeLessThan(1e-4);
        }
      }
    }
  });

  it('leads from each element to its bytes and back', () => {
    const elements = [
      ...file.info.pieces.flatMap(({ lods }, piece) =>
        lods.flatMap(({ vertices, faces }, lod) => [
          { piece, lod },
          ...(vertices > 0 ? [{ piece, lod, vertex: vertices - 1 }] : []),
          ...(faces > 0 ? [{ piece, lod, face: faces - 1 }] : []),
        ]),
      ),
      ...file.info.nodes.map((_, node) => ({ node })),
      ...file.info.childModels.slice(1).map((_, i) => ({ childModel: i + 1 })),
      ...file.info.animations.map((_, animation) => ({ animation, node: 0 })),
    ];
    for (const element of elements) {
      const found = file.pathOf(element);
      expect(found, JSON.stringify(element)).not.toBe('');
      expect(file.elementOf(found)).toEqual(element);
    }
  });
});
