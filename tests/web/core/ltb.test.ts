/** Compiled models (LTB): what JavaScript has of them. The native tests hold the rest (tests/cpp/ltb_test.cpp). */
import { describe, expect, it } from 'vitest';
import { hasFormat, parseBytes } from '../../../web/archive/opened.ts';
import { countsOf, identityOf } from '../../../web/explain/describe.ts';
import { identify } from '../../../web/explain/file-kind.ts';
import { formatLink } from '../../../web/explain/format-link.ts';
import { compiledModel } from '../../support/ltb-writer.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { sample } from '../support/samples.ts';

const core = await loadCore();
const file = await core.openAny(compiledModel({ childModels: ['base.ltb'] }));

describe('a compiled model', () => {
  it('is opened as a model, without findings', async () => {
    expect(identify('x.ltb', compiledModel())).toBe('model');
    expect(file.info.format).toBe('ltb');
    expect(file.findings).toEqual([]);
    expect(file.coverage.known).toBe(file.size);
    expect(hasFormat(file)).toBe(true);
    expect(identityOf(file.info)).toMatchObject({ title: 'LithTech Jupiter model', version: 'LTB v25' });
    expect(countsOf(file.info).slice(0, 3)).toEqual([
      { count: 1, noun: 'piece' },
      { count: 1, noun: 'node' },
      { count: 1, noun: 'animation' },
    ]);
    const textures = () => Promise.reject(new Error('not needed'));
    expect((await parseBytes({ lithoscope: core, textures }, 'x.ltb', compiledModel())).info.format).toBe(
      'ltb',
    );
  });

  it('has what its lists have, the model itself first among its child models', () => {
    expect(file.info.childModels.map(({ name }) => name)).toEqual(['', 'base.ltb']);
    expect(file.info.sockets).toEqual([
      { name: 'hand', node: 0, rotation: [0, 0, 0, 1], location: [0, 1, 0], scale: [2, 2, 2] },
    ]);
    expect(file.info.sections.map(({ type, next }) => [type, next > 0])).toContainEqual(['Pieces', true]);
    expect(file.info.commandString).toBe('ShadowEnable');
    expect(file.info.features).toMatchObject({ levels: true, collapses: false, bindPose: true });
  });

  it('is posed', () => {
    const frame = file.evaluate({ animation: 0, timeMs: 500, loop: false, lod: 0 });
    expect(Array.from(frame?.pieces[0]?.positions ?? [])).toEqual([0, 1.5, 0, 0, 3.5, 0, 1, 3.5, 0]);
    expect(Array.from(file.topology(0, 0).uvs)).toEqual([0, 0, 0, 1, 1, 1]);
    expect(file.track(0, 0)?.translations).toEqual(Float32Array.of(0, 0, 0, 0, 3, 0));
  });

  it('leads to its description', () => {
    const chain = file.ancestors(file.resolve('Pieces.Pieces[0].LODs[0].MeshType')?.start ?? 0);
    expect(formatLink(file.info, chain)).toBe('docs/format/ltb.html#ltb.LOD.MeshType');
  });

  it('is named by the module that opens ABC', () => {
    const named = core.open(compiledModel());
    expect(named.info).toMatchObject({ format: 'ltb', nodes: [] });
    expect(named.findings.map(({ code }) => code)).toEqual(['NOT_ABC']);
  });

  it('suits no ABC as a child model', () => {
    const abc = core.open(sample('clockwork.abc'));
    expect(file.compareChild(1, abc)).toEqual({ fits: false, findings: [] });
    expect(abc.compareChild(1, file).fits).toBe(false);
    expect(file.compareChild(1, file).fits).toBe(true);
  });

  it('is compared', async () => {
    const editing = await loadEditing();
    const other = await core.openAny(compiledModel({ version: 24 }));
    const compared = editing.compare(file, other);
    expect(compared?.groups.map(({ section }) => section)).toEqual(['Header', 'ChildModels', 'AnimBindings']);
  });

  it('of which the end is missing says where', async () => {
    const bytes = compiledModel();
    const cut = await core.openAny(bytes.slice(0, -3));
    expect(cut.findings.map(({ code, path }) => [code, path])).toEqual([
      ['LTB_CUT', 'AnimBindings.Unparsed'],
    ]);
    expect(cut.info.nodes).toHaveLength(1);
  });
});
