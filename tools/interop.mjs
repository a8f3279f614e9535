/**
 * `npm run interop [-- --write --picture]`: takes the samples, and the corpus where there is one, to Blender as GLB, and compares
 * every vertex, joint and socket there with the core's evaluator. What Blender saved of them becomes models again, compared leaf by
 * leaf with those that went; so does one that was made in Blender. Poses go there as OBJ, too. `--write` puts the results into docs/interop.md, `--picture` draws
 * docs/export.png.
 * Exit codes: 0 all is as it should be, 1 something is not, 77 this Blender cannot import glTF.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { alias } from './alias.mjs';
import { asText } from './bench/table.mjs';
import { writeDocument } from './interop/document.mjs';
import {
  deviations,
  madeTable,
  modelTable,
  objDeviations,
  objTable,
  sizeOf,
  wayBackTable,
} from './interop/report.mjs';
import { roundTrips } from './interop/round-trip.mjs';
import { buildWasm, buildWeb } from './lib/build.mjs';
import { root, run, runMain, SKIPPED, Stop, say } from './lib/process.mjs';
import { BUILD_NEEDS, needs, setUp } from './lib/setup.mjs';

const folder = join(root, 'build/interop');

/**
 * Runs a script of tests/interop in Blender.
 * @param {string} name of the script
 * @param {string[]} expectations paths
 * @returns {Promise<any>} null: this Blender cannot import
 */
async function compareInBlender(name, expectations) {
  const results = join(folder, 'results.json');
  rmSync(results, { force: true });
  const script = join(root, 'tests/interop', name);
  const start = ['-b', '--factory-startup', '-noaudio', '--python-exit-code', '1', '-P', script, '--'];
  const { code, output } = await run('blender', [...start, results, ...expectations], { idle: true });
  if (code === SKIPPED) return null;
  if (code !== 0) throw new Stop(`Blender failed:\n${output.split('\n').slice(-40).join('\n')}`);
  return JSON.parse(readFileSync(results, 'utf8'));
}

/** @param {string} source below the project's folder */
async function load(source) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, source), { resolve: { alias }, logLevel: 'warn' });
  return module;
}

function skip() {
  say(
    'Skipped: this Blender has no glTF importer that runs (Debian: apt-get install blender python3-numpy).',
  );
  process.exitCode = SKIPPED;
}

await runMain(async () => {
  await setUp([...BUILD_NEEDS, needs.blender]);
  await buildWasm();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  say('Exporting …');
  const { writeExpectations } = await load('tests/interop/expect.ts');
  /** @type {string[]} */
  const paths = await writeExpectations(folder);
  say(`Comparing ${paths.length} models in Blender …`);
  /** @type {import('./interop/report.mjs').Results | null} */
  const results = await compareInBlender('check.py', paths);
  if (!results) return skip();
  const { writeObjExpectations } = await load('tests/interop/obj.ts');
  /** @type {import('./interop/report.mjs').ObjResult[]} */
  const objs = await compareInBlender('obj.py', await writeObjExpectations(folder));
  const models = results.models.map((result, i) => {
    /** @type {import('./interop/report.mjs').Expectation} */
    const expected = JSON.parse(readFileSync(paths[i] ?? '', 'utf8'));
    return { expected, result, failures: deviations(expected, result) };
  });
  say(`\nBlender ${results.blender}, its importer ${results.importer}\n${asText(modelTable(models))}`);
  const trips = roundTrips(folder, models);
  say('Importing what Blender saved …');
  const { waysBack } = await load('tests/interop/way-back.ts');
  const { madeHere } = await load('tests/interop/made.ts');
  /** @type {import('../tests/interop/way-back.ts').WayBack[]} */
  const back = await waysBack(
    folder,
    models.flatMap(({ expected, result }) => (result.back ? [{ expected, back: result.back }] : [])),
  );
  /** @type {import('../tests/interop/made.ts').MadeHere[]} */
  const made = await madeHere(folder, results.made);
  say(`\n${asText(wayBackTable(back))}\n${asText(madeTable(made))}\n${asText(objTable(objs))}`);
  if (process.argv.includes('--write')) writeDocument(results, models, trips, back, made, objs);
  if (process.argv.includes('--picture')) {
    const { drawPicture } = await import('./interop/picture.mjs');
    await buildWeb();
    await drawPicture(folder);
  }
  const failures = models.flatMap(({ result, failures }) =>
    failures.map((line) => `${result.name}: ${line}`),
  );
  failures.push(
    ...trips.flatMap(({ name, failures }) => failures.map((line) => `${name}, from Blender: ${line}`)),
  );
  failures.push(
    ...back.flatMap(({ name, failures }) => failures.map((line) => `${name}, back here: ${line}`)),
  );
  failures.push(
    ...made.flatMap(({ version, failures }) =>
      failures.map((line) => `made in Blender, v${version}: ${line}`),
    ),
  );
  failures.push(...objs.flatMap((obj) => objDeviations(obj).map((line) => `${obj.obj}: ${line}`)));
  if (failures.length > 0) throw new Stop(failures.join('\n'));
  say(`${models.length} models are in Blender what they are here (${sizeOf(models)}).`);
});
