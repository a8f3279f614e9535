/** What the dope sheet does with keys, and its menu. */

import { currentKey, currentKeys } from '../../document/keyframes.ts';
import { counted } from '../../explain/describe.ts';
import { spoken } from '../../store/notices.ts';
import { commandItem, type MenuItem, openMenu, type Point } from '../../ui/menu.ts';
import { usePart } from '../../ui/parts.ts';
import { canChangeKeys, loadKeyEdit } from '../timeline/time-slider.ts';
import { freeShift } from './key-shift.ts';
import type { SheetState } from './state.ts';

type KeyEdit = Awaited<ReturnType<typeof loadKeyEdit>>;

export class SheetCommands {
  /** @param grid has the focus when an editor closes */
  constructor(
    readonly state: SheetState,
    readonly grid: () => HTMLElement,
  ) {}

  addKey(): void {
    this.#change((part) => part.addKey());
  }

  deleteKeys(): void {
    this.#change((part) => part.deleteKeysAt(this.state.meant));
  }

  /** @param by ms */
  moveKeys(by: number): void {
    this.#change((part) => {
      const keys = this.state.meant;
      const shift = freeShift(currentKeys.peek().times, new Set(keys), by);
      this.#choose(part.moveKeysBy(keys, shift));
    });
  }

  copy(): void {
    void usePart(loadKeyEdit, (part) => this.#copy(part));
  }

  cut(): void {
    this.#change((part) => {
      if (this.#copy(part)) part.deleteKeysAt(this.state.meant);
    });
  }

  paste(): void {
    const copied = this.state.copied.peek();
    if (copied) this.#change((part) => this.#choose(part.pasteAt(copied)));
    else spoken.value = 'No keys have been copied yet.';
  }

  editString(place: () => DOMRect | null): void {
    this.#change((part) => part.editString(place, this.grid()));
  }

  openMenu(at: Point | HTMLElement, place: () => DOMRect | null): void {
    const open = (strings: readonly MenuItem[]) => openMenu(this.#heading(), this.#items(strings, place), at);
    if (canChangeKeys()) void usePart(loadKeyEdit, (part) => open(part.stringItems()));
    else open([]);
  }

  #heading(): string {
    const { meant } = this.state;
    if (meant.length === 0) return 'Dope sheet';
    return meant.length === 1 ? `Key ${(meant[0] ?? 0) + 1}` : counted(meant.length, 'key');
  }

  #items(strings: readonly MenuItem[], place: () => DOMRect | null): MenuItem[][] {
    const { state } = this;
    const hasKeys = () => currentKeys.value.times.length > 0;
    const edit = (label: string, key: string, run: () => void, enabled = () => true): MenuItem => {
      return { label, key, run, enabled: () => canChangeKeys() && enabled() };
    };
    const isThere = (currentKeys.peek().strings[currentKey.peek()] ?? '') !== '';
    return [
      [
        edit('Add a key at the playhead', 'Insert', () => this.addKey()),
        edit('Cut', 'Ctrl+X', () => this.cut()),
        { label: 'Copy', key: 'Ctrl+C', run: () => this.copy(), enabled: hasKeys },
        edit(
          'Paste at the playhead',
          'Ctrl+V',
          () => this.paste(),
          () => state.copied.value !== null,
        ),
        edit('Delete', 'Delete', () => this.deleteKeys()),
      ],
      [
        edit(isThere ? 'Change the frame string…' : 'Add a frame string…', 'F2', () =>
          this.editString(place),
        ),
        ...strings,
      ],
      [
        { label: 'Select all keys', key: 'Ctrl+A', run: () => state.selectAll(), enabled: hasKeys },
        {
          label: 'Curves of the selected node',
          checked: () => state.hasCurves.value,
          run: () => {
            state.hasCurves.value = !state.hasCurves.peek();
          },
        },
        {
          label: 'Only moving nodes',
          checked: () => state.onlyMoving.value,
          run: () => {
            state.onlyMoving.value = !state.onlyMoving.peek();
          },
        },
      ],
      [
        { label: 'Zoom in', key: '+', run: () => state.scale.zoom(2) },
        { label: 'Zoom out', key: '-', run: () => state.scale.zoom(-2) },
        { label: 'Show the whole animation', key: '0', run: () => state.scale.showAll() },
      ],
      [commandItem('export.keys'), commandItem('export.allKeys')],
    ];
  }

  #change(run: (part: KeyEdit) => void): void {
    if (canChangeKeys()) void usePart(loadKeyEdit, run);
    else spoken.value = 'The keys of this animation cannot be changed here.';
  }

  /** @returns whether there was any key to copy */
  #copy(part: KeyEdit): boolean {
    const keys = this.state.meant;
    const copied = keys.length > 0 ? part.copiedKeys(keys) : null;
    if (!copied) return false;
    this.state.copied.value = copied;
    spoken.value = `Copied ${counted(keys.length, 'key')}.`;
    return true;
  }

  #choose(keys: readonly number[] | null): void {
    if (keys) this.state.selected.value = new Set(keys);
  }
}
