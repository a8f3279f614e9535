/** Dragging in the library: files of an archive to one of its folders, files of the disk to a folder or an archive. */
import { acceptFiles } from '../../opening/drop.ts';
import type { Dropped } from '../../opening/source.ts';
import { canChangeContents } from '../../opening/sources/contents.ts';
import type { LibraryFile, LibrarySource } from '../../store/library.ts';
import { visible } from '../../ui/dom.ts';
import { listen } from '../../ui/scope.ts';

/** A folder of an archive; '' is its root. */
interface Folder {
  readonly source: LibrarySource;
  readonly folder: string;
}

/** The list, as far as dragging concerns it. */
export interface DragHost {
  readonly element: HTMLElement;
  /** The folder whose head an event is on; null elsewhere. */
  folderAt(event: Event): Folder | null;
  /** The files that a drag from an event moves: all of one archive that can be changed; null: nothing can be dragged. */
  draggedFrom(event: Event): readonly LibraryFile[] | null;
  move(files: readonly LibraryFile[], folder: string): void;
  add(source: LibrarySource, folder: string, dropped: Dropped): Promise<void>;
}

/** Takes drags until the current scope ends. */
export function takeDrags(host: DragHost): void {
  const { element } = host;
  let dragged: readonly LibraryFile[] = [];
  let marked: Element | null = null;
  const mark = (head: Element | null) => {
    marked?.classList.remove('library-target');
    marked = head;
    marked?.classList.add('library-target');
  };
  const headOf = ({ target }: Event) => (target instanceof Element ? target.closest('.library-head') : null);
  /** The folder that the dragged files can be dropped on. */
  const goal = (event: Event): Folder | null => {
    const place = host.folderAt(event);
    return place && place.source === dragged[0]?.source ? place : null;
  };
  listen(element, 'dragstart', (event) => {
    const files = host.draggedFrom(event);
    if (!files || !event.dataTransfer) {
      event.preventDefault();
      return;
    }
    dragged = files;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', files.map(({ path }) => path).join('\n'));
  });
  listen(element, 'dragover', (event) => {
    const place = goal(event);
    if (dragged.length > 0) mark(place && headOf(event));
    if (!place) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'move';
  });
  listen(element, 'drop', (event) => {
    const place = goal(event);
    if (!place) return;
    event.preventDefault();
    const files = dragged;
    // The row that is dragged goes, and with it the event of its end.
    dragged = [];
    mark(null);
    host.move(files, place.folder);
  });
  listen(element, 'dragend', () => {
    dragged = [];
    mark(null);
  });
  acceptFiles((event) => {
    const place = element.contains(event.target as Node) ? host.folderAt(event) : null;
    return place && addPlace(host, place);
  });
}

/** A folder of an archive as a place to drop files; null where nothing can be changed. */
export function addPlace({ add }: Pick<DragHost, 'add'>, { source, folder }: Folder) {
  if (!canChangeContents(source)) return null;
  const name = [source.name, folder].filter(Boolean).join(' › ');
  return {
    words: `Drop to add to ${visible(name, 80)}`,
    take: (dropped: Dropped) => add(source, folder, dropped),
  };
}
