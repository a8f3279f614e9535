/** Applies the filter to what the tree shows of a file, a little at a time. */
import { formatCount } from '../../explain/describe.ts';
import { type Running, runInSlices } from '../../store/run-in-chunks.ts';
import { expandBelow } from './expand.ts';
import type { FileView } from './file-view.ts';
import { parseFilter } from './filter-query.ts';
import { type FoundStructure, findIn } from './found.ts';
import { TreeRows } from './rows.ts';

export class TreeFilter {
  #running: Running | null = null;

  /** @param say shows what is being done and what was found */
  constructor(readonly say: (words: string) => void) {}

  /**
   * Shows what fits a text, everything for an empty one.
   * @param shown called when the view has other rows
   */
  run(view: FileView, text: string, shown: () => void): void {
    this.stop();
    const filter = parseFilter(text);
    if (filter.length === 0) {
      this.say('');
      if (view.rows !== view.all) view.show(view.all);
      shown();
      return;
    }
    this.#running = runInSlices(
      findIn(view.parsed, filter),
      (part) => this.say(`Searching… ${Math.floor(part * 100)} %`),
      (found) => this.#show(view, found, shown),
    );
  }

  stop(): void {
    this.#running?.stop();
    this.#running = null;
  }

  #show(view: FileView, found: FoundStructure, shown: () => void): void {
    const rows = new TreeRows(found);
    const { selected } = view;
    this.#running = runInSlices(
      openAll(rows, found),
      () => this.say('Searching…'),
      () => {
        const { paths, more } = found;
        const count = `${formatCount(paths.length)}${more ? '+' : ''}`;
        this.say(paths.length === 0 ? 'nothing found' : `${count} found`);
        view.show(rows);
        view.selected = selected;
        shown();
      },
    );
  }
}

/** Opens all that holds what was found. */
function* openAll(rows: TreeRows, found: FoundStructure): Generator<number, void> {
  for (let row = rows.count - 1; row >= 0; row--) {
    const place = rows.at(row);
    if (place) yield* expandBelow(rows, place, (node) => found.holds(node.path));
  }
}
