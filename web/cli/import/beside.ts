/** A GLB or glTF with the files that it names, as far as they lie in its folder. */
import { realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { namedBy } from '../../from-glb/reading/beside.ts';
import { bytesAt } from '../files.ts';
import { CommandError } from '../output.ts';
import type { Target } from '../target.ts';

/** Files that are read with one: more would not be one model. */
const MOST_FILES = 256;
/** JSON that is looked into. */
const MOST_JSON = 256 * 2 ** 20;

/**
 * By name, as it names them. What is elsewhere or cannot be read is left out, which is told when it is needed.
 * @throws {CommandError} when the GLB or glTF itself cannot be read
 */
export async function withFilesBeside(name: string, target: Target): Promise<Map<string, Uint8Array>> {
  const bytes = await bytesAt(target);
  const files = new Map([[name, bytes]]);
  const { locator } = target;
  if (!('file' in locator) || !/\.gltf$/i.test(target.name) || bytes.length > MOST_JSON) return files;
  const folder = dirname(await realpath(locator.file).catch(() => locator.file));
  for (const uri of namedBy(bytes).slice(0, MOST_FILES)) {
    const file = await realpath(resolve(folder, uri)).catch(() => null);
    if (file === null || files.has(uri) || !file.startsWith(folder.endsWith(sep) ? folder : folder + sep))
      continue;
    try {
      files.set(uri, await bytesAt({ ...target, name: file, locator: { file }, problem: '' }));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
    }
  }
  return files;
}
