/** The keyboard of the library's list. */

import type { Dropped } from '../../opening/source.ts';
import type { LibraryFile, LibrarySource } from '../../store/library.ts';
import { focusOn } from '../../ui/focus.ts';
import { placeNamed, TypedName } from '../../ui/list-keys.ts';
import type { Point } from '../../ui/menu.ts';
import { fileName, type Section } from './order.ts';
import type { Place, Plan } from './plan.ts';
import { cursor, selectAll, selection, selectOne, selectRange, toggleFile } from './selection.ts';
import { grouped, listMode } from './settings.ts';
import { arrangement, selectedFiles } from './state.ts';

/** Keys that move by lines; page keys are multiplied by the lines of a page. */
const LINES: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
const PAGES: Readonly<Record<string, 1 | -1>> = { PageDown: 1, PageUp: -1 };
const SIDES: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Actions of the list. */
export interface ListActions {
  /** Previews a file. */
  show(file: LibraryFile, by: 'pointer' | 'keyboard'): void;
  /** Opens files permanently. */
  open(files: readonly LibraryFile[]): void;
  /** Plays a model in its picture. */
  play(file: LibraryFile, picture: HTMLElement): void;
  /** Opens the menu of the selected files at a point of the window. */
  menu(at: Point): void;
  /** Opens the menu of a group. */
  groupMenu(section: Section, at: Point): void;
  /** Deletes files from their archive. */
  remove(files: readonly LibraryFile[]): void;
  /** Moves files into a folder of their archive. */
  move(files: readonly LibraryFile[], folder: string): void;
  /** Adds dropped files to a folder of an archive. */
  add(source: LibrarySource, folder: string, dropped: Dropped): Promise<void>;
  /** Asks for other paths of files in their archive. */
  rename(files: readonly LibraryFile[]): void;
  /** Undoes or redoes the last change of an archive. @returns false if there is none */
  stepBack(isRedo: boolean): boolean;
}

/** The list as the keyboard uses it. */
interface KeyedList {
  readonly plan: Plan;
  /** Lines that a page has, at least 1. */
  readonly pageLines: number;
  cursorPlace(): Place | null;
  showCursor(): void;
  toggleGroup(section: Section, isOpen?: boolean): void;
  openMenu(at: null): void;
  /** The picture at the cursor; null while it is out of view. */
  cursorPicture(): HTMLElement | null;
}

export class ListKeys {
  readonly #typedName = new TypedName();

  constructor(
    private readonly list: KeyedList,
    private readonly actions: ListActions,
  ) {}

  /** Handles a key. Letters search for names. */
  use(event: KeyboardEvent): void {
    if (event.altKey || event.isComposing || !this.#use(event)) return;
    event.preventDefault();
  }

  /** Returns false for an unused key. */
  #use(event: KeyboardEvent): boolean {
    const { key } = event;
    const withControl = event.ctrlKey || event.metaKey;
    const place = this.list.cursorPlace();
    if (withControl && key.toLowerCase() === 'a') {
      selection.value = selectAll(arrangement.peek().files, selection.peek());
      return true;
    }
    if (withControl && key.toLowerCase() === 'z') return this.actions.stepBack(event.shiftKey);
    if (withControl && key.toLowerCase() === 'y') return this.actions.stepBack(true);
    if (key === 'Delete' || key === 'F2') {
      const act = key === 'F2' ? this.actions.rename : this.actions.remove;
      act(selectedFiles());
      return true;
    }
    if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) {
      this.list.openMenu(null);
      return true;
    }
    const lines = LINES[key] ?? (PAGES[key] ?? 0) * this.list.pageLines;
    if (lines !== 0) {
      this.#goTo(this.list.plan.step(place, lines), event);
      return true;
    }
    const side = SIDES[key];
    if (side) {
      this.#goAside(place, side, event);
      return true;
    }
    if (key === 'Enter') return this.#enter(place);
    if (key === ' ' && !this.#typedName.isTyping(event.timeStamp)) return this.#space(place, withControl);
    if (key === 'Escape') return this.#escape();
    return this.#typeAhead(event);
  }

  #enter(place: Place | null): boolean {
    if (place && 'head' in place) {
      this.list.toggleGroup(place.head);
      return true;
    }
    const files = selectedFiles();
    if (files.length > 0) this.actions.open(files);
    return true;
  }

  #space(place: Place | null, withControl: boolean): boolean {
    if (place && 'head' in place) {
      this.list.toggleGroup(place.head);
      return true;
    }
    const file = this.#fileAt(place);
    if (!file) return true;
    if (withControl) selection.value = toggleFile(selection.peek(), file);
    else this.#play(file);
    return true;
  }

  #play(file: LibraryFile): void {
    this.list.showCursor();
    const picture = this.list.cursorPicture();
    if (picture && file.kind === 'model') this.actions.play(file, picture);
  }

  /** Reduces a selection of several files to the focused one; then leaves the list. */
  #escape(): boolean {
    const { files } = selection.peek();
    const at = cursor.peek();
    if (files.size < 2 || at === null || typeof at === 'string') return focusOn('view');
    selection.value = selectOne(at);
    return true;
  }

  /** Moves sideways among pictures; in rows and on headers, as in a tree. */
  #goAside(place: Place | null, side: 1 | -1, event: KeyboardEvent): void {
    if (place && 'head' in place) {
      this.list.toggleGroup(place.head, side > 0);
    } else if (place && listMode.peek() === 'pictures') {
      this.#goTo(this.list.plan.beside(place.file, side), event);
    } else if (place && side < 0 && grouped.peek()) {
      const head = this.list.plan.sectionOf(place.file);
      if (head) this.#goTo({ head }, event);
    }
  }

  #fileAt(place: Place | null): LibraryFile | undefined {
    return place && 'file' in place ? arrangement.peek().files[place.file] : undefined;
  }

  /** Moves the cursor: with Control without selecting, with Shift extending the selection. */
  #goTo(to: Place | null, event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): void {
    if (!to) return;
    const file = this.#fileAt(to);
    cursor.value = file ?? ('head' in to ? (to.head.group?.key ?? null) : null);
    if (file && event.shiftKey) {
      selection.value = selectRange(selection.peek(), arrangement.peek().files, file);
    } else if (file && !event.ctrlKey && !event.metaKey) {
      selection.value = selectOne(file);
      this.actions.show(file, 'keyboard');
    }
    this.list.showCursor();
  }

  /** Goes to the next name that starts with the typed text. Returns false for a key that is not text. */
  #typeAhead(event: KeyboardEvent): boolean {
    const typed = this.#typedName.take(event);
    if (typed === null) return false;
    const found = placeNamed(typed, (beginning, isNew) => this.#named(beginning, isNew));
    if (found !== null) this.#goTo({ file: found }, PLAIN);
    return true;
  }

  #named(beginning: string, isNew: boolean): number | null {
    const { files } = arrangement.peek();
    const place = this.list.cursorPlace();
    const at = place && 'file' in place ? place.file : -1;
    const from = isNew ? at + 1 : Math.max(at, 0);
    for (let i = 0; i < files.length; i++) {
      const index = (from + i) % files.length;
      const file = files[index];
      if (
        file &&
        fileName(file).toLowerCase().startsWith(beginning) &&
        this.list.plan.lineOf({ file: index }) >= 0
      )
        return index;
    }
    return null;
  }
}

const PLAIN = { ctrlKey: false, metaKey: false, shiftKey: false };
