/** Two files against each other. */
import { ModuleStopped } from '@lithoscope/core';
import { type FileComparison, fileComparison } from '../explain/differences.ts';
import { check, instanceOf } from './arguments.ts';
import { LithoscopeError } from './errors.ts';
import { OpenedFile } from './file.ts';

const FILE = instanceOf(OpenedFile, 'a file that was opened, and no zip');

/**
 * Says what sets two files apart, by their structure: which elements were added, removed and moved, which fields changed, what
 * stood there before and after, and how far apart numbers are. Elements with names are paired by name, others by their bytes
 * and their place. The files may be of different versions or kinds: what has the same name is compared then.
 * @param left the file before
 * @param right the file after
 * @throws {LithoscopeError} `UNREADABLE` for an archive, which is never read whole, and when there is no memory for it;
 *   `RELEASED`, `STOPPED`, `WRONG_ARGUMENT`
 */
export async function compare(left: OpenedFile, right: OpenedFile): Promise<FileComparison> {
  check('left', left, FILE);
  check('right', right, FILE);
  try {
    const comparison = await OpenedFile.comparison(left, right);
    if (comparison) return fileComparison(comparison);
  } catch (error) {
    if (!(error instanceof ModuleStopped)) throw error;
    throw new LithoscopeError('STOPPED', error.message, { cause: error });
  }
  throw new LithoscopeError('UNREADABLE', 'There is not enough memory to compare these files.');
}
