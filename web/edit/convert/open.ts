/** Opening and saving what a conversion has made. */
import { batch } from '@preact/signals-core';
import { NO_EDITS } from '../../document/edits.ts';
import { OpenFile } from '../../document/open-file.ts';
import { addFiles, files } from '../../document/state.ts';
import { bareName, withoutExtension } from '../../lib/file-names.ts';
import { loadCore, reasonOf } from '../../store/core.ts';
import { announcement, notify } from '../../store/notices.ts';

/** Opens a model as a new, unsaved file. @param words announced when it is open */
export async function openConverted(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  words: string,
): Promise<void> {
  const core = await loadCore();
  if (!core) return;
  try {
    const parsed = await core.openAny(bytes);
    const file = new OpenFile({ name: freeName(name), read: async () => new Blob([bytes]) }, parsed);
    batch(() => {
      file.edits.value = { ...NO_EDITS, savedBytes: parsed.bytes, isNew: true };
      addFiles([file]);
    });
    announcement.value = words;
  } catch (error) {
    notify(`${name} could not be opened: ${reasonOf(error)}`);
  }
}

/** The name, with a number if an open file has it. */
export function freeName(name: string): string {
  const taken = new Set(files.peek().map((file) => bareName(file.name)));
  const base = withoutExtension(name);
  let free = name;
  for (let i = 2; taken.has(bareName(free)); i++) free = `${base} ${i}${name.slice(base.length)}`;
  return free;
}
