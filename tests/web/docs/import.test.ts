/** docs/import.md has every note that an import can give, and every option of the command line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lithoscope } from '../support/cli.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/import.md'), 'utf8');

/** How the importer gives notes: each author's way to write one down. */
const GIVEN = [
  /\.#?(?:fail|warn|tell|add)\(\s*'([A-Z0-9_]{4,})'/g,
  /\[[^\]]+\? 'warn' : 'tell'\]\(\s*'([A-Z0-9_]{4,})'/g,
  /\bcode: '([A-Z0-9_]+)'/g,
  /^ {2}([A-Z][A-Z0-9_]+): \{\s*severity:/gm,
];

/** The same in the catalogues of the core. */
const IN_CATALOGUES = /\{\s*"([A-Z0-9_]{4,})",\s*(?:core::)?Severity::/g;

/** What looks like a code: names of glTF have other beginnings. */
const LIKE_ONE = /'(?!KHR_|EXT_|MSFT_|(?:JOINTS|WEIGHTS|TEXCOORD|COLOR)_\d)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)'/g;

/** Codes of what is found in a file, of which the importer asks too. */
const findings = readFileSync(join(root, 'docs/findings.md'), 'utf8').match(/(?<=^### )[A-Z0-9_]+$/gm);

function codesIn(folder: string): Set<string> {
  const codes = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:ts|h|cpp)$/.test(name)) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    for (const form of name.endsWith('.ts') ? [...GIVEN, LIKE_ONE] : [IN_CATALOGUES])
      for (const [, code] of text.matchAll(form)) codes.add(code ?? '');
  }
  for (const code of findings ?? []) codes.delete(code);
  return codes;
}

test('has every note, and no other', () => {
  const notes = page.slice(page.indexOf('\n## Notes'));
  const told = [...notes.matchAll(/^\| `(\w+)` \| /gm)].map(([, code]) => code ?? '');
  expect(new Set(told).size).toBe(told.length);
  const folders = ['web/gltf', 'web/from-glb', 'wasm/gltf', 'wasm/drafting', 'wasm/import', 'wasm/merge'];
  const given = new Set(folders.flatMap((folder) => [...codesIn(join(root, folder))]));
  expect(told.toSorted()).toEqual([...given].sort());
});

test('has every option', async () => {
  const options = page.slice(page.indexOf('\n## Options'), page.indexOf('\n## Blender'));
  const help = (await lithoscope('import', '--help')).stdout;
  const names = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(12);
  for (const name of names.filter((name) => name !== '--help'))
    expect(options, name).toContain(name === '--output' ? '`-o ' : name);
});
