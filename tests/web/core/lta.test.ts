/** Models as text (LTA, LTC): what JavaScript has of them. The native tests hold the rest (tests/cpp/lta_test.cpp). */
import { readFileSync } from 'node:fs';
import { Lithoscope } from '@lithoscope/core';
import { describe, expect, it } from 'vitest';
import { hasFormat } from '../../../web/archive/opened.ts';
import { countsOf, identityOf } from '../../../web/explain/describe.ts';
import { fieldsOf } from '../../../web/explain/field-lines.ts';
import { identify } from '../../../web/explain/file-kind.ts';
import { formatLink } from '../../../web/explain/format-link.ts';
import { preview } from '../../../web/explain/values.ts';
import { packedModel, TEXT, textModel } from '../../support/lta-text.ts';
import { compiledModel } from '../../support/ltb-writer.ts';
import { loadCore } from '../support/core.ts';
import { loadEditing } from '../support/editing.ts';
import { sample } from '../support/samples.ts';

const core = await loadCore();
const file = await core.openAny(textModel());
const packed = await core.openAny(packedModel());

const textAt = (path: string) => {
  const node = file.resolve(path);
  return node ? TEXT.slice(node.start, node.end) : null;
};

describe('a model as text', () => {
  it('is opened as a model, without findings', () => {
    expect(['x.lta', 'x.ltc'].map((name) => identify(name, textModel()))).toEqual(['model', 'model']);
    expect(file.info.format).toBe('lta');
    expect(file.findings).toEqual([]);
    expect(file.coverage.known).toBe(file.size);
    expect(hasFormat(file)).toBe(true);
    expect(file.isEditable).toBe(true);
    expect(packed.isEditable).toBe(true);
    expect(identityOf(file.info)).toMatchObject({ title: 'LithTech Jupiter model', version: 'LTA (text)' });
    expect(countsOf(file.info).slice(0, 4)).toEqual([
      { count: 1, noun: 'piece' },
      { count: 1, noun: 'node' },
      { count: 1, noun: 'animation' },
      { count: 1, noun: 'face' },
    ]);
  });

  it('has what its lists say', () => {
    const { info } = file;
    expect(info.childModels.map(({ name }) => name)).toEqual(['', 'base']);
    expect(info.sections.map(({ type }) => type)).toEqual([
      'on-load-cmds',
      'hierarchy',
      'shape',
      'tools-info',
      'animset',
    ]);
    expect(info.commandString).toBe('ShadowEnable');
    expect(info.header).toMatchObject({ InternalRadius: 12.5, Compression: 2 });
    expect(info.animations[0]).toMatchObject({ name: 'rise', length: 1000, interpolationTime: 100 });
    expect(file.frameStrings(9)).toEqual(['STEP 1']);
    expect(file.keyframes(0)).toMatchObject({ strings: ['', 'STEP 1'] });
  });

  it('is posed', () => {
    const frame = file.evaluate({ animation: 0, timeMs: 500, loop: false, lod: 0 });
    expect(Array.from(frame?.pieces[0]?.positions ?? [])).toEqual([0, 1.5, 0, 0, 3.5, 0, 1, 3.5, 0]);
    expect(Array.from(file.topology(0, 0).uvs)).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it('has a field for each word, and none of its characters in two', async () => {
    let text = '';
    const types = new Set<string>();
    for await (const fields of fieldsOf(file)) {
      for (const { offset, length, path, type, value } of fields) {
        expect(offset, path).toBe(text.length);
        text += TEXT.slice(offset, offset + length);
        types.add(type);
        if (type === 'number') expect(value).toBe(Number(TEXT.slice(offset, offset + length)));
        if (type === 'quoted') expect(`"${value}"`).toBe(TEXT.slice(offset, offset + length));
      }
    }
    expect(text).toBe(TEXT);
    expect([...types].toSorted()).toEqual(['number', 'quoted', 'space', 'word']);
  });

  it('has nodes with a path, a name and a beginning to be shown', () => {
    const shape = 'Text.lt-model-0[0].shape[3]';
    expect(textAt(`${shape}.geometry[2].mesh[1].vertex[2][1][1]`)).toBe('(0 2 0 )');
    expect(file.resolve(shape)).toMatchObject({ kind: 'struct', type: 'shape', label: 'body', count: 4 });
    const row = file.resolve(`${shape}.geometry[2].mesh[1].vertex[2][1][1]`);
    expect(row && preview(file, row, 'exact')).toBe('(0 2 0 )');
    expect(textAt(file.pathOf({ piece: 0, lod: 0, vertex: 2 }))).toBe('(1 2 0 )');
    expect(file.elementOf(file.pathOf({ node: 0 }))).toEqual({ node: 0 });
    const chain = file.ancestors(file.resolve('Text.lt-model-0[0].animset[5][1]')?.start ?? 0);
    expect(formatLink(file.info, chain)).toBe('docs/format/lta.html#5-animations');
  });

  it('is searched', () => {
    const terms = [{ part: 'any', comparison: 'contains', text: 'shadowenable', number: null }] as const;
    const { paths, fits } = file.search(terms, 0, 100_000);
    expect(paths.filter((_, i) => fits[i] === 1)).toEqual([
      'Text.lt-model-0[0].on-load-cmds[1][1].set-command-string[1][1]',
    ]);
  });
});

describe('a text beside another file', () => {
  it('is compared with a text, a compiled model and an ABC', async () => {
    const editing = await loadEditing();
    const other = await core.openAny(textModel(TEXT.replace('(interp-time 100 )', '(interp-time 150 )')));
    const compared = editing.compare(file, other);
    expect(compared?.same).toBe(false);
    const [group] = compared?.groups ?? [];
    expect(compared?.groups).toHaveLength(1);
    expect(JSON.stringify(group)).toContain('interp-time');
    expect(editing.compare(file, packed)?.same).toBe(true);
    expect(editing.compare(file, await core.openAny(compiledModel()))?.same).toBe(false);
    expect(editing.compare(core.open(sample('clockwork.abc')), file)?.same).toBe(false);
    const nested = (depth: number) => textModel(`(a ${'('.repeat(depth)}${')'.repeat(depth)})`);
    expect(editing.compare(await core.openAny(nested(500)), await core.openAny(nested(501)))?.same).toBe(
      false,
    );
  });

  it('cannot be changed where its packing breaks off, or something follows it', async () => {
    const bytes = packedModel();
    expect((await core.openAny(bytes.slice(0, -20))).isEditable).toBe(false);
    expect((await core.openAny(Uint8Array.from([...bytes, 0, 1, 2, 3]))).isEditable).toBe(false);
  });
});

it('is read by one module, however many there are', async () => {
  const bytesOf = (name: string) =>
    new Uint8Array(readFileSync(new URL(`../../../build/wasm/${name}.wasm`, import.meta.url))).buffer;
  let asked = 0;
  const own = await Lithoscope.load(bytesOf('lithoscope'), async () => {
    asked++;
    return bytesOf('jupiter');
  });
  await Promise.all([own.openAny(textModel()), own.openAny(textModel())]);
  await own.openAny(textModel());
  await own.wholeCatalogue();
  expect(asked).toBe(1);
});

describe('lists in each other', () => {
  it('are looked through however deep', async () => {
    const depth = 100_000;
    const deep = await core.openAny(textModel(`${'('.repeat(depth)}x${')'.repeat(depth)}`));
    expect(deep.findings.map(({ code }) => code)).toContain('LTA_TOO_DEEP');
    expect(deep.paths(0, deep.size).length).toBeGreaterThan(100);
    expect(deep.ancestors(150)).toHaveLength(152);
    const terms = [{ part: 'any', comparison: 'contains', text: 'x', number: null }] as const;
    expect(deep.search(terms, 0, 100_000).next).toBe(deep.size);
  });
});

describe('a packed text', () => {
  it('is the text that it holds, and says so', () => {
    expect(packed.info).toMatchObject({ format: 'ltc', size: TEXT.length, packedSize: packedModel().length });
    expect(new TextDecoder().decode(packed.bytes)).toBe(TEXT);
    expect(packed.findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['LTA_PACKED', 'information'],
    ]);
    expect(packed.info.nodes).toEqual(file.info.nodes);
    expect(identityOf(packed.info).version).toBe('LTC (packed text)');
  });
});

describe('what is no model', () => {
  it('is shown as text, with an error', async () => {
    const world = await core.openAny(textModel('(world (header (versioncode 1)))'));
    expect(world.findings.map(({ code }) => code)).toEqual(['LTA_OTHER_KIND']);
    expect(world.resolve('Text[0]')?.count).toBe(2);
    expect(world.info.nodes).toEqual([]);
  });
});
