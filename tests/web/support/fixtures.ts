/** The files that the native tests are made of, one of every version and shape: tests/cpp/tools/write_fixtures.cpp. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nativeProgram } from './native.ts';

/** Their bytes by name. */
export const fixtures: ReadonlyMap<string, Uint8Array> = written();

/** The bytes of one. */
export function fixture(name: string): Uint8Array {
  const bytes = fixtures.get(name);
  if (!bytes) throw new Error(`There is no fixture ${name}.`);
  return bytes;
}

function written(): Map<string, Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'lithoscope-'));
  execFileSync(nativeProgram('write_fixtures'), [folder]);
  const files = readdirSync(folder).map(
    (name) => [name, new Uint8Array(readFileSync(join(folder, name)))] as const,
  );
  rmSync(folder, { recursive: true });
  return new Map(files);
}
