/** The command line in this process, its output caught. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFilesWith } from '../../../web/archive/read.ts';
import { type Context, Progress } from '../../../web/cli/context.ts';
import { fileBytes } from '../../../web/cli/disk.ts';
import type { ExitCode } from '../../../web/cli/output.ts';
import { run } from '../../../web/cli/run.ts';
import { decodeWithCodec } from './codec.ts';
import { loadConverting } from './converting.ts';
import { loadCore } from './core.ts';
import { loadDtx } from './dtx.ts';
import { loadEditing } from './editing.ts';
import { loadRez } from './rez.ts';

readFilesWith(fileBytes);

export interface Ran {
  code: ExitCode;
  stdout: string;
  stderr: string;
}

/** What a command works with when it is no terminal's and says nothing. */
export async function quietContext(): Promise<Context> {
  return {
    lithoscope: await loadCore(),
    editing: loadEditing,
    converting: loadConverting,
    exchange: loadEditing,
    textures: loadDtx,
    rez: loadRez,
    codec: decodeWithCodec,
    threads: () => null,
    stopSignal: () => new AbortController().signal,
    stdin: async () => '',
    template: (name) => readFile(new URL(`../../../public/templates/${name}`, import.meta.url), 'utf8'),
    viewer: async () => new Map([['lithoscope-viewer.js', new TextEncoder().encode('// The viewer.')]]),
    write: async () => {},
    warn: () => {},
    progress: new Progress({ write: () => {} }),
    color: false,
  };
}

/** Paths of the files in a folder, hidden ones too, sorted. */
export function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(path, name)).isFile())
    .sort();
}

/** The path of the program as `npm start` builds it. */
export function builtProgram(): string {
  const path = join(import.meta.dirname, '../../../dist-cli/lithoscope.mjs');
  if (!existsSync(path))
    throw new Error('dist-cli/lithoscope.mjs is not there. Build it first: npm run build');
  return path;
}

export function lithoscope(...args: string[]): Promise<Ran> {
  return lithoscopeWith({}, ...args);
}

/** The same with some of what it works with replaced. */
export async function lithoscopeWith(changed: Partial<Context>, ...args: string[]): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const context: Context = {
    ...(await quietContext()),
    ...changed,
    write: async (text) => {
      stdout += text;
    },
    warn: (line) => {
      stderr += `${line}\n`;
    },
  };
  const code = await run(context, args);
  return { code, stdout, stderr };
}
