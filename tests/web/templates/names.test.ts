/** What the templates say beside the fields, held to the page: colours of sections and names of bits. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type FlagBit, nodeFlags, textureFlags } from '../../../web/explain/flags.ts';
import { sectionHue } from '../../../web/explain/sections.ts';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { sample } from '../support/samples.ts';
import { templatesOf } from '../support/template-compare.ts';
import { runTemplate, type Template } from '../support/template-interpreter.ts';

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));

/** A tint on which black text is read, as 010 Editor writes it: 0xBBGGRR. */
function tint(color: string): string {
  const pale = [4, 2, 0].map((at) =>
    Math.round((Number.parseInt(color.slice(at, at + 2), 16) + 2 * 255) / 3),
  );
  return `0x${Buffer.from(pale).toString('hex').toUpperCase()}`;
}

test('the colours of sections are those of the page on dark', () => {
  const css = readFileSync(path('web/styles/tokens.css'), 'utf8');
  const colorOf = (section: string) => {
    const [, dark = ''] =
      new RegExp(`${sectionHue(section)}: light-dark\\(#\\w+, #(\\w+)\\)`).exec(css) ?? [];
    return dark.toUpperCase();
  };
  const [imhex, editor] = templatesOf('abc') as [Template, Template];
  for (const name of ['clockwork.abc', 'jellyfish.abc']) {
    const parts = (template: Template) =>
      runTemplate(template, sample(name)).filter(({ path }) => /^(Sections\[\d+\]\.)?[A-Z]\w+$/.test(path));
    const sections = parts(imhex).filter(({ path }) => path !== 'Sections');
    expect(sections.length).toBeGreaterThan(5);
    for (const { path, color } of sections) expect(color, path).toBe(colorOf(path.replace(/^.*\./, '')));
    for (const { path, color } of parts(editor)) expect(color, path).toBe(tint(colorOf(path)));
  }
});

describe('bits have the names of the page:', () => {
  /** `environment map only` is `environmentMapOnly`, and `null` is a keyword. */
  const identifier = (words: string) => {
    const name = words.replace(/ (.)/g, (_, next: string) => next.toUpperCase());
    return name === 'null' ? 'null_' : name;
  };
  const named = (bits: readonly FlagBit[]) =>
    new Map(bits.map(({ bit, word }) => [Math.log2(bit), identifier(word)]));

  test.each([
    ['abc', 'NodeFlags6', named(nodeFlags({ deformation: true }))],
    ['abc', 'NodeFlags', named(nodeFlags({ deformation: false }))],
    // Bit 1 has another meaning before version -5.
    ['dtx', 'TextureFlags', named(textureFlags(-5)).set(1, 'prefer16BitsOrHasAlphaPlanes')],
  ] as const)('%s %s', (format, type, names) => {
    for (const { program } of templatesOf(format)) expect(program.types.get(type)).toMatchObject({ names });
  });
});

test.each([
  [12, 'clockwork'],
  [6, 'jellyfish'],
])('the flags of nodes of version %i are those that the schema speaks of', async (_, name) => {
  const file = (await loadCore()).open(sample(`${name}.abc`));
  const flags = nodeFlags(file.info.features);
  const schema = file.schema();
  const node = schema?.structs.find(({ name }) => name === 'Node');
  const doc = node?.fields.find(({ name }) => name === 'Flags')?.doc ?? '';
  for (const { bit, word } of flags) expect(doc).toContain(`${bit} ${word.slice(0, 4)}`);
  expect(flags.length).toBe(doc.match(/\b\d+ [a-z]/g)?.length);
});

test.each([
  [-5, 'prefer 16 bits'],
  [-2, 'has alpha planes'],
])('the flags of textures of version %i are those that the schema speaks of', async (version, second) => {
  const head = new Uint8Array(200);
  new DataView(head.buffer).setInt32(4, version, true);
  const schema = (await loadDtx()).open(head).schema();
  const header = schema?.structs.find(({ name }) => name === 'Header');
  const doc = header?.fields.find(({ name }) => name === 'Flags')?.doc ?? '';
  const flags = textureFlags(version);
  expect(flags.find(({ bit }) => bit === 2)?.word).toBe(second);
  for (const { bit, word } of flags) expect(doc).toContain(bit === 2 ? word : `${bit} ${word}`);
  expect(flags.length).toBe(doc.match(/(^|, )\d+ [a-z]/g)?.length);
});
