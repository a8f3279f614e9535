/** What is exported in tests, and how a GLB is checked. */
import { basename } from 'node:path';
import type { AbcFile, Lithoscope } from '@lithoscope/core';
import validator, { type Issue } from 'gltf-validator';
import { expect } from 'vitest';
import { GLB_DEFAULTS, type GlbInput, type GlbOptions, type GlbSkin } from '../../../web/to-glb/input.ts';
import { skinFrom } from '../../../web/to-glb/skins.ts';
import { loadDtx } from './dtx.ts';
import { loadEditing } from './editing.ts';
import { bytesOf } from './samples.ts';

const editing = await loadEditing();

/** A model alone. */
export function inputOf(file: AbcFile, name = 'model.abc', parts: Partial<GlbInput> = {}): GlbInput {
  return { name, file, sources: [], skins: new Map(), editing, ...parts };
}

export function openInput(core: Lithoscope, path: string, parts: Partial<GlbInput> = {}): GlbInput {
  return inputOf(core.open(bytesOf(path)), basename(path), parts);
}

export const optionsWith = (parts: Partial<GlbOptions>): GlbOptions => ({ ...GLB_DEFAULTS, ...parts });

/** A texture. */
export function skin(path: string, alphaMode: GlbSkin['alphaMode'] = 'OPAQUE'): Promise<GlbSkin> {
  return skinFrom(basename(path), bytesOf(path), alphaMode, { textures: loadDtx });
}

/** What Khronos' validator says of a GLB, the worst first. */
async function issuesOf(bytes: Uint8Array): Promise<Issue[]> {
  const { issues } = await validator.validateBytes(bytes, {
    maxIssues: 100,
    format: 'glb',
    writeTimestamp: false,
  });
  return issues.messages;
}

/** Fails unless there is no error and no warning, and nothing worth knowing but for `known`. */
export async function expectValid(
  bytes: Uint8Array,
  what: string,
  known: readonly string[] = [],
): Promise<void> {
  const issues = (await issuesOf(bytes)).filter(
    ({ code, severity }) => severity < 2 || !known.includes(code),
  );
  const lines = issues
    .slice(0, 5)
    .map(({ code, pointer, message }) => `${code} ${pointer ?? ''}: ${message}`);
  if (lines.length > 0) expect.fail(`${what}: ${issues.length} issues\n${lines.join('\n')}`);
}
