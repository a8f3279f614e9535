/** Changes one file: in the program, or in one of its threads. */
import type { ParsedFile } from '@lithoscope/core';
import { isRez, type Openers } from '../../archive/opened.ts';
import { inMemory, type Written } from '../../archive/splice.ts';
import { openTarget } from '../files.ts';
import { UsageError } from '../output.ts';
import { expectFree, expectReplaceable, notWritten, placeIn, writeWhole } from '../write.ts';
import { apply, hasError } from './apply.ts';
import { editedText, refusedLines } from './report.ts';
import { applyToRez } from './rez.ts';
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
      const applied = isRez(file)
        ? await applyToRez(openers, target.name, file, change, force)
        : apply(await openers.editing(), file, change, force);
      const { made, refused, left } = applied;
      const isDue = made !== null || (to?.kind === 'file' && to.always && refused.length === 0);
      signal?.throwIfAborted();
      if (isDue && !dryRun && to?.kind === 'file') await write(to, made ?? sameContent(file), force, signal);
      const output = to && isDue ? outputOf(to) : null;
      const result = { ...applied, name: target.name, output, isWritten: output !== null && !dryRun };
      return {
        text: editedText(result, settings),
        refused: refusedLines(result, settings),
        changed: made !== null,
        inPart: refused.length > 0 || hasError(left),
        isSound: left.length === 0,
        bytes: made && !dryRun && to?.kind === 'archive' ? await inMemory(made) : null,
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
  if (inPlace) await expectReplaceable(path);
  else if (!force) await expectFree(place);
}

async function write(
  { place, inPlace }: Extract<Destination, { kind: 'file' }>,
  content: Written,
  force: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const target = await placeIn(place);
  async function* parts() {
    for await (const part of content.parts()) {
      signal?.throwIfAborted();
      yield part;
    }
  }
  await writeWhole({ ...place, target, force: force || inPlace, inPlace }, parts());
}

/** Bytes that are read of a large file at a time. */
const PART = 2 ** 20;

function sameContent(file: ParsedFile): Written {
  return {
    size: file.size,
    async *parts() {
      for (let at = 0; at < file.size; at += PART) yield await file.read(at, Math.min(at + PART, file.size));
    },
  };
}

function outputOf(to: Destination): string {
  return to.kind === 'file' ? to.place.output : `${to.output}!/${to.path}`;
}
