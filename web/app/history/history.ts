/** Keeps where the user has been, and goes there again. Loaded with the first file. */
import { batch, effect, untracked } from '@preact/signals-core';
import { keepPlaces, type Place, step, visit } from '../../store/history.ts';
import { activeFile, activeId, announcement, files, select } from '../../store/state.ts';
import { history } from './commands.ts';
import { watchMovements } from './movement.ts';

let movement = (): number => 0;

/** Begins to remember what is selected. */
export function mountHistory(): void {
  movement = watchMovements();
  let last = -1;
  effect(() => {
    const place = here();
    if (!place) return;
    const now = movement();
    history.value = visit(
      untracked(() => history.value),
      place,
      now === last,
    );
    last = now;
  });
  effect(() => {
    const open = new Map(files.value.map((file) => [file.id, file.parsed.size]));
    // Content that was read again may be shorter.
    const still = ({ fileId, selection }: Place) => selection.end <= (open.get(fileId) ?? -1);
    history.value = keepPlaces(
      untracked(() => history.value),
      still,
    );
  });
}

/** Goes one place back or forward. */
export function walk(by: -1 | 1): void {
  const next = step(history.value, by, here());
  const place = next?.places[next.at];
  const file = files.value.find(({ id }) => id === place?.fileId);
  if (!next || !place || !file) {
    announcement.value = by < 0 ? 'Nothing was selected before this.' : 'Nothing was selected after this.';
    return;
  }
  batch(() => {
    history.value = next;
    activeId.value = file.id;
    // Another object: views follow what they have not seen yet.
    select(file, { ...place.selection });
  });
}

function here(): Place | null {
  const file = activeFile.value;
  const selection = file?.selection.value;
  return file && selection ? { fileId: file.id, selection } : null;
}
