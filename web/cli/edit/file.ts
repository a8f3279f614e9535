/** Changes one file: in the program, or in one of its threads. */
import type { ParsedFile } from '@lithoscope/core';
import { isRez, type Openers } from '../../archive/opened.ts';
import { inMemory, type Written } from '../../archive/splice.ts';
import { openTarget } from '../files.ts';
import { CommandError } from '../output.ts';
import type { EditItem, EditSettings, Outcome } from '../tasks.ts';
import { expectFree, expectReplaceable, notWritten, placeIn, writeWhole } from '../write.ts';
import { apply } from './apply.ts';
import { editedText, refusedLines } from './report.ts';
import { applyToRez } from './rez.ts';

/** Changes a file. What it contains never throws; rejects with the signal's reason when that is aborted, and then leaves nothing. */
export async function editFile(
  openers: Openers,
  item: EditItem,
  settings: EditSettings,
  signal?: AbortSignal,
): Promise<Outcome<'edit'>> {
  const { target, place, archive, always } = item;
  try {
    await expectPlace(item, settings);
    const file = await openTarget(openers, target);
    try {
      const { dryRun } = settings;
      const applied = isRez(file)
        ? await applyToRez(openers, target.name, file, settings)
        : apply(await openers.editing(), file, settings);
      const { made, refused, left } = applied;
      const isDue = made !== null || (place !== null && always && refused.length === 0);
      signal?.throwIfAborted();
      if (isDue && !dryRun) await write(item, made ?? sameContent(file), settings, signal);
      const output = archive ? `${archive.output}!/${archive.path}` : (place?.output ?? null);
      const isWritten = isDue && output !== null && !dryRun;
      const result = { ...applied, name: target.name, output: isDue ? output : null, isWritten };
      return {
        text: editedText(result, settings),
        notes: refusedLines(result, settings),
        inPart: refused.length > 0 || left.some(({ severity }) => severity === 'error'),
        changed: made !== null,
        copied: made === null && isDue,
        left,
        bytes: made && !dryRun && archive ? await inMemory(made) : null,
      };
    } finally {
      file.release();
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    // Whatever is wrong with one file, the others are changed.
    return {
      problem: error instanceof CommandError ? error.message : `${target.name}: ${notWritten(error)}`,
    };
  }
}

/** Rejects when a file cannot be written there: before any work is done. */
async function expectPlace({ place, inPlace }: EditItem, { force, dryRun }: EditSettings): Promise<void> {
  if (!place || dryRun) return;
  const path = await placeIn(place);
  if (inPlace) await expectReplaceable(path);
  else if (!force) await expectFree(place);
}

async function write(
  { place, inPlace }: EditItem,
  content: Written,
  { force }: EditSettings,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!place) return;
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
