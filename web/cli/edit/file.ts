/** Changes one file: in the program, or in one of its threads. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Openers } from '../context.ts';
import { openTarget } from '../files.ts';
import { UsageError } from '../output.ts';
import { expectFree, notWritten, placeIn, writeWhole } from '../write.ts';
import { apply } from './apply.ts';
import { editedText } from './report.ts';
import type { Destination, EditedFile, EditItem, EditSettings } from './task.ts';

/** Changes a file. What it contains never throws; rejects with the signal's reason when that is aborted, and then leaves nothing. */
export async function editFile(
  openers: Openers,
  { target, to }: EditItem,
  settings: EditSettings,
  signal?: AbortSignal,
): Promise<EditedFile> {
  try {
    await expectPlace(to, settings);
    const file = await openTarget(openers, target);
    try {
      const { change, force, dryRun } = settings;
      const applied = apply(file, change, force);
      const isChanged = Buffer.compare(applied.bytes, file.bytes) !== 0;
      const isRefused = applied.refused.length > 0 && !isChanged;
      const isDue = isChanged || (to?.kind === 'file' && to.always && !isRefused);
      signal?.throwIfAborted();
      if (isDue && !dryRun && to?.kind === 'file') await write(to, applied.bytes, force);
      const output = to && isDue ? outputOf(to) : null;
      const result = { ...applied, name: target.name, output, isWritten: output !== null && !dryRun };
      return {
        text: editedText(result, settings),
        changed: isChanged,
        inPart: applied.refused.length > 0 || applied.errors > 0,
        bytes: isChanged && to?.kind === 'archive' ? applied.bytes : null,
      };
    } finally {
      file.release();
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    // Whatever is wrong with one file, the others are changed.
    return { problem: error instanceof UsageError ? error.message : `${target.name}: ${notWritten(error)}` };
  }
}

/** Rejects when a file cannot be written there: before any work is done. */
async function expectPlace(to: Destination | null, { force, dryRun }: EditSettings): Promise<void> {
  if (to?.kind !== 'file' || dryRun) return;
  const { place, inPlace } = to;
  const path = await placeIn(place);
  // A file that nobody may write is not replaced either.
  if (inPlace) await access(path, constants.W_OK);
  else if (!force) await expectFree(place);
}

async function write(
  { place, inPlace }: Extract<Destination, { kind: 'file' }>,
  bytes: Uint8Array,
  force: boolean,
): Promise<void> {
  const target = await placeIn(place);
  await writeWhole({ ...place, target, force: force || inPlace, inPlace }, [bytes]);
}

function outputOf(to: Destination): string {
  return to.kind === 'file' ? to.place.output : `${to.output}!/${to.path}`;
}
