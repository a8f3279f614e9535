/** Checks the format of all sources, C++ and web; `--write` puts it right. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { moduleScript, root, run, runMain, Stop } from './lib/process.mjs';
import { CLANG_FORMAT, needs, setUp } from './lib/setup.mjs';

/** @param {string} folder */
const cppFiles = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(cpp|h)$/.test(name))
    .map((name) => join(folder, name));

await runMain(async () => {
  await setUp([needs.clangFormat]);
  const write = process.argv.includes('--write');
  const cpp = ['wasm', 'tests', 'tools'].flatMap(cppFiles);
  const clang = write ? ['-i'] : ['--dry-run', '--Werror'];
  const biome = [moduleScript('@biomejs/biome/bin/biome'), 'check', '--linter-enabled=false'];
  const results = [
    await run(process.execPath, write ? [...biome, '--write'] : biome, { inherit: true }),
    ...(cpp.length > 0 ? [await run(CLANG_FORMAT, [...clang, ...cpp], { inherit: true })] : []),
  ];
  if (results.some(({ code }) => code !== 0)) {
    throw new Stop('Some files are not formatted: npm run format');
  }
});
