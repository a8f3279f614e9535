/** The files that the native tests are made of, one of every version and shape: tests/cpp/tools/write_fixtures.cpp. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));

const program = ['asan', 'release', 'debug']
  .map((preset) => path(`build/${preset}/tests/cpp/write_fixtures`))
  .find(existsSync);

/** Their bytes by name; none when the native tests are not built. */
export const fixtures: ReadonlyMap<string, Uint8Array> = program ? written(program) : new Map();

/** To add to the title of tests that have nothing to run on without them. */
export const fixtureNote = program ? '' : ' (skipped: write_fixtures is not built)';

function written(program: string): Map<string, Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'lithoscope-'));
  execFileSync(program, [folder]);
  const files = readdirSync(folder).map(
    (name) => [name, new Uint8Array(readFileSync(join(folder, name)))] as const,
  );
  rmSync(folder, { recursive: true });
  return new Map(files);
}
