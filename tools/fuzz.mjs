/** `npm run fuzz -- SECONDS`: runs every fuzz target of tests/fuzz for so long (default 60). */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { configure } from './lib/build.mjs';
import { root, run, runMain, Stop, say, step } from './lib/process.mjs';
import { needs, setUp } from './lib/setup.mjs';

await runMain(async () => {
  const seconds = Number(process.argv[2] ?? 60);
  if (!(seconds > 0)) throw new Stop('Usage: npm run fuzz -- SECONDS');
  await setUp([needs.cmake, needs.ninja, needs.fuzzer]);
  await configure('fuzz');
  await step('Building the fuzz targets', 'cmake', ['--build', '--preset', 'fuzz']);

  const folder = join(root, 'build/fuzz/fuzzers');
  const failed = [];
  for (const target of readdirSync(folder)) {
    // libFuzzer keeps what it finds interesting in the first folder; the next run goes on from it.
    const found = join(root, 'build/fuzz/found', target);
    mkdirSync(found, { recursive: true });
    await step('Writing small models to start from', join(root, 'build/fuzz/fuzz_seeds'), [found]);
    say(`\n${target}: ${seconds} s`);
    const limits = [`-max_total_time=${seconds}`, '-max_len=16384', '-rss_limit_mb=2048', '-timeout=10'];
    const artifacts = `-artifact_prefix=${join(root, 'build/fuzz', `${target}-`)}`;
    const { code } = await run(join(folder, target), [found, ...limits, artifacts], { inherit: true });
    if (code !== 0) failed.push(target);
  }
  if (failed.length > 0) throw new Stop(`Failed: ${failed.join(', ')}; the input is in build/fuzz/`);
});
